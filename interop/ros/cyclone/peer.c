/* The Cyclone DDS peer of interop/ros/README.md: one node with one publisher or subscription, over UDP on loopback. */
#include <dds/dds.h>
#include <dds/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ros_contract.h"
#include "ros_types.h"

#define TICK_MS 5
#define PERIOD_MS 10
#define TAKE_MAX 16

/* Loopback only, and multicast there even though Linux does not flag `lo` as a multicast interface. */
static const char *const DOMAIN_CONFIG =
  "<General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
  "<AllowMulticast>true</AllowMulticast></General>";

typedef struct {
  ros_options options;
  dds_entity_t domain, participant, endpoint;
  peer_commands commands;
  int64_t deadline;
  int matched;
} peer;

static void create_entities(peer *self);
static void announce_node(const peer *self);
static int run_writer(peer *self);
static int run_reader(peer *self);

static int check(const char *what, int result)
{
  if (result >= 0) return result;
  char message[200];
  snprintf(message, sizeof message, "%s: %s", what, dds_strretcode(-result));
  peer_emit_error(message);
  exit(PEER_EXIT_ERROR);
}

int main(int argc, char **argv)
{
  peer self = { .matched = 0 };
  ros_parse_options(argc, argv, &self.options);
  self.deadline = peer_now_ms() + ROS_LIFE_MS;
  create_entities(&self);
  announce_node(&self);
  dds_guid_t guid;
  check("dds_get_guid", dds_get_guid(self.participant, &guid));
  peer_emit_ready("cyclone", DDS_VERSION, guid.v);
  int count = self.options.writer ? run_writer(&self) : run_reader(&self);
  dds_delete(self.participant);
  dds_delete(self.domain);
  peer_emit_count("done", count);
  return PEER_EXIT_OK;
}

static dds_qos_t *new_qos(dds_durability_kind_t durability, int depth)
{
  dds_qos_t *qos = dds_create_qos();
  dds_data_representation_id_t xcdr1 = DDS_DATA_REPRESENTATION_XCDR1;
  dds_history_kind_t history = depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST;
  dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(1));
  dds_qset_durability(qos, durability);
  dds_qset_history(qos, history, depth);
  dds_qset_data_representation(qos, 1, &xcdr1);
  return qos;
}

static void create_entities(peer *self)
{
  const ros_options *options = &self->options;
  dds_domainid_t domain = (dds_domainid_t)options->domain;
  self->domain = check("dds_create_domain", dds_create_domain(domain, DOMAIN_CONFIG));
  dds_qos_t *qos = dds_create_qos();
  dds_qset_userdata(qos, ROS_ENCLAVE, strlen(ROS_ENCLAVE));
  self->participant = check("dds_create_participant", dds_create_participant(domain, qos, NULL));
  dds_delete_qos(qos);
  const dds_topic_descriptor_t *descriptor =
    options->cloud ? &sensor_msgs_msg_dds__PointCloud2__desc : &std_msgs_msg_dds__String__desc;
  dds_entity_t topic =
    check("dds_create_topic", dds_create_topic(self->participant, descriptor, ros_topic(options), NULL, NULL));
  qos = new_qos(DDS_DURABILITY_VOLATILE, 0);
  dds_qset_userdata(qos, options->user_data, strlen(options->user_data));
  self->endpoint = options->writer
    ? check("dds_create_writer", dds_create_writer(self->participant, topic, qos, NULL))
    : check("dds_create_reader", dds_create_reader(self->participant, topic, qos, NULL));
  dds_delete_qos(qos);
}

/* What rmw_dds_common does: the latest state of the participant, for whoever comes. */
static void announce_node(const peer *self)
{
  rmw_dds_common_msg_dds__Gid_ own, endpoint;
  dds_guid_t guid;
  check("dds_get_guid", dds_get_guid(self->participant, &guid));
  memcpy(own.data_, guid.v, sizeof own.data_);
  check("dds_get_guid", dds_get_guid(self->endpoint, &guid));
  memcpy(endpoint.data_, guid.v, sizeof endpoint.data_);
  rmw_dds_common_msg_dds__NodeEntitiesInfo_ node = { .node_namespace_ = "/" };
  snprintf(node.node_name_, sizeof node.node_name_, "%s", self->options.node);
  if (self->options.writer) {
    node.writer_gid_seq_._buffer = &endpoint;
    node.writer_gid_seq_._length = node.writer_gid_seq_._maximum = 1;
  } else {
    node.reader_gid_seq_._buffer = &endpoint;
    node.reader_gid_seq_._length = node.reader_gid_seq_._maximum = 1;
  }
  rmw_dds_common_msg_dds__ParticipantEntitiesInfo_ info = { .participant_gid_ = own };
  info.node_entities_info_seq_._buffer = &node;
  info.node_entities_info_seq_._length = info.node_entities_info_seq_._maximum = 1;
  dds_entity_t topic = check("dds_create_topic", dds_create_topic(self->participant,
    &rmw_dds_common_msg_dds__ParticipantEntitiesInfo__desc, ROS_DISCOVERY_TOPIC, NULL, NULL));
  dds_qos_t *qos = new_qos(DDS_DURABILITY_TRANSIENT_LOCAL, 1);
  dds_entity_t writer = check("dds_create_writer", dds_create_writer(self->participant, topic, qos, NULL));
  dds_delete_qos(qos);
  check("dds_write", dds_write(writer, &info));
}

static void report_matched(peer *self)
{
  int count;
  if (self->options.writer) {
    dds_publication_matched_status_t status;
    check("status", dds_get_publication_matched_status(self->endpoint, &status));
    count = (int)status.current_count;
  } else {
    dds_subscription_matched_status_t status;
    check("status", dds_get_subscription_matched_status(self->endpoint, &status));
    count = (int)status.current_count;
  }
  if (count != self->matched) peer_emit_matched(count);
  self->matched = count;
}

/* Commands, the time limit, matches. False = leave. */
static bool turn(peer *self)
{
  peer_poll_commands(&self->commands, TICK_MS);
  report_matched(self);
  if (self->commands.stop) return false;
  if (peer_now_ms() < self->deadline) return true;
  peer_emit_error("timed out");
  exit(PEER_EXIT_TIMEOUT);
}

static void write_text(peer *self, int index)
{
  char text[ROS_TEXT_MAX];
  ros_fill_text(index, text, sizeof text);
  std_msgs_msg_dds__String_ sample = { .data_ = text };
  check("dds_write", dds_write(self->endpoint, &sample));
}

static void write_cloud(peer *self, int index)
{
  char frame_id[ROS_TEXT_MAX];
  ros_cloud cloud;
  ros_fill_cloud(&self->options, index, frame_id, &cloud);
  uint8_t *data = malloc(cloud.length);
  peer_fill_payload(index, data, cloud.length);
  sensor_msgs_msg_dds__PointField_ fields[ROS_FIELDS];
  for (uint32_t i = 0; i < ROS_FIELDS; i++)
    fields[i] = (sensor_msgs_msg_dds__PointField_){ (char *)ROS_FIELD_NAMES[i], 4 * i, 7, 1 };
  sensor_msgs_msg_dds__PointCloud2_ sample = { .height_ = cloud.height, .width_ = cloud.width,
    .is_bigendian_ = cloud.is_bigendian, .point_step_ = cloud.point_step, .row_step_ = cloud.row_step,
    .is_dense_ = cloud.is_dense };
  sample.header_.stamp_.sec_ = cloud.sec;
  sample.header_.stamp_.nanosec_ = cloud.nanosec;
  sample.header_.frame_id_ = frame_id;
  sample.fields_._buffer = fields;
  sample.fields_._length = sample.fields_._maximum = ROS_FIELDS;
  sample.data_._buffer = data;
  sample.data_._length = sample.data_._maximum = (uint32_t)cloud.length;
  check("dds_write", dds_write(self->endpoint, &sample));
  free(data);
}

static int run_writer(peer *self)
{
  while (self->matched < 1 || self->commands.go < 1)
    if (!turn(self)) return 0;
  for (int i = 0; i < self->options.count; i++) {
    if (self->options.cloud) write_cloud(self, i);
    else write_text(self, i);
    for (int64_t next = peer_now_ms() + PERIOD_MS; peer_now_ms() < next;)
      if (!turn(self)) return i + 1;
  }
  peer_emit_count("written", self->options.count);
  while (turn(self)) continue;
  return self->options.count;
}

static void emit_cloud(const sensor_msgs_msg_dds__PointCloud2_ *sample)
{
  uint32_t fields = sample->fields_._length;
  ros_cloud cloud = { .sec = sample->header_.stamp_.sec_, .nanosec = sample->header_.stamp_.nanosec_,
    .frame_id = sample->header_.frame_id_, .height = sample->height_, .width = sample->width_,
    .point_step = sample->point_step_, .row_step = sample->row_step_, .fields = (int)fields,
    .last_field = fields == 0 ? "" : sample->fields_._buffer[fields - 1].name_, .is_bigendian = sample->is_bigendian_,
    .is_dense = sample->is_dense_, .data = sample->data_._buffer, .length = sample->data_._length };
  ros_emit_cloud(&cloud);
}

static int run_reader(peer *self)
{
  int received = 0;
  while (turn(self)) {
    void *samples[TAKE_MAX] = { NULL };
    dds_sample_info_t infos[TAKE_MAX];
    int taken = check("dds_take", dds_take(self->endpoint, samples, infos, TAKE_MAX, TAKE_MAX));
    for (int i = 0; i < taken; i++) {
      if (!infos[i].valid_data) continue;
      received++;
      if (self->options.cloud) emit_cloud(samples[i]);
      else ros_emit_text(((const std_msgs_msg_dds__String_ *)samples[i])->data_);
    }
    if (taken > 0) dds_return_loan(self->endpoint, samples, taken);
  }
  return received;
}
