/* The Cyclone DDS peer of interop/README.md: one writer or one reader of the shapes type, over UDP on loopback.
 * Owns: QoS, the write schedule, statuses. The command line and the event lines are in ../contract. */
#include <dds/dds.h>
#include <dds/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer_contract.h"
#include "shape_final.h"

/* The same C structs as in shape_final.h, described as appendable: see the Makefile. */
extern const dds_topic_descriptor_t AppendableShapeType_desc;
extern const dds_topic_descriptor_t AppendablePlainType_desc;

#define TICK_MS 5
#define TAKE_MAX 64

typedef struct {
  peer_options options;
  dds_entity_t participant, topic, endpoint;
  peer_commands commands;
  int64_t deadline;
  int matched;
} peer;

/* Loopback only, and multicast there even though Linux does not flag `lo` as a multicast interface. */
static const char *const DOMAIN_CONFIG =
  "<General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
  "<AllowMulticast>true</AllowMulticast></General>";

static void fail(const char *what, dds_return_t code)
{
  char message[200];
  snprintf(message, sizeof message, "%s: %s", what, dds_strretcode(-code));
  peer_emit_error(message);
  exit(PEER_EXIT_ERROR);
}

static int check(const char *what, int result)
{
  if (result < 0) fail(what, result);
  return result;
}

static const dds_topic_descriptor_t *descriptor_of(const peer_options *options)
{
  if (options->xcdr2) return options->keyed ? &AppendableShapeType_desc : &AppendablePlainType_desc;
  return options->keyed ? &ShapeType_desc : &PlainType_desc;
}

static dds_qos_t *qos_of(const peer_options *options)
{
  dds_qos_t *qos = dds_create_qos();
  dds_history_kind_t history = options->history_depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST;
  int depth = options->history_depth == 0 ? 1 : options->history_depth;
  dds_data_representation_id_t representation =
    options->xcdr2 ? DDS_DATA_REPRESENTATION_XCDR2 : DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_reliability(qos, options->reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, DDS_SECS(1));
  dds_qset_durability(qos, options->transient_local ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos, history, depth);
  /* Cyclone DDS keeps what late joiners get by this policy, not by HISTORY. */
  dds_qset_durability_service(qos, 0, history, depth, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
  dds_qset_data_representation(qos, 1, &representation);
  dds_qset_writer_data_lifecycle(qos, false);
  if (options->deadline_ms > 0) dds_qset_deadline(qos, DDS_MSECS(options->deadline_ms));
  if (options->partition != NULL) dds_qset_partition1(qos, options->partition);
  return qos;
}

static void create_entities(peer *self)
{
  const peer_options *options = &self->options;
  dds_domainid_t domain = (dds_domainid_t)options->domain;
  check("dds_create_domain", dds_create_domain(domain, DOMAIN_CONFIG));
  self->participant = check("dds_create_participant", dds_create_participant(domain, NULL, NULL));
  self->topic = check("dds_create_topic",
    dds_create_topic(self->participant, descriptor_of(options), options->topic, NULL, NULL));
  dds_qos_t *qos = qos_of(options);
  if (options->writer) {
    dds_entity_t publisher = check("dds_create_publisher", dds_create_publisher(self->participant, qos, NULL));
    self->endpoint = check("dds_create_writer", dds_create_writer(publisher, self->topic, qos, NULL));
  } else {
    dds_entity_t subscriber = check("dds_create_subscriber", dds_create_subscriber(self->participant, qos, NULL));
    self->endpoint = check("dds_create_reader", dds_create_reader(subscriber, self->topic, qos, NULL));
  }
  dds_delete_qos(qos);
}

/* Cyclone DDS 0.10 numbers the two XTypes policies after its own PROPERTY policy; the event carries the spec's 23. */
static int spec_policy_id(uint32_t id) { return id == DDS_DATA_REPRESENTATION_QOS_POLICY_ID ? 23 : (int)id; }

static void report_statuses(peer *self)
{
  int matched = 0, incompatible = 0;
  uint32_t policy = 0;
  if (self->options.writer) {
    dds_publication_matched_status_t match;
    dds_offered_incompatible_qos_status_t qos;
    dds_get_publication_matched_status(self->endpoint, &match);
    dds_get_offered_incompatible_qos_status(self->endpoint, &qos);
    matched = (int)match.current_count;
    incompatible = qos.total_count_change;
    policy = qos.last_policy_id;
  } else {
    dds_subscription_matched_status_t match;
    dds_requested_incompatible_qos_status_t qos;
    dds_get_subscription_matched_status(self->endpoint, &match);
    dds_get_requested_incompatible_qos_status(self->endpoint, &qos);
    matched = (int)match.current_count;
    incompatible = qos.total_count_change;
    policy = qos.last_policy_id;
  }
  if (matched != self->matched) peer_emit_matched(matched);
  self->matched = matched;
  if (incompatible > 0) peer_emit_incompatible_qos(spec_policy_id(policy));
}

/* One turn of either role: commands, the time limit, statuses. False = leave. */
static bool turn(peer *self)
{
  peer_poll_commands(&self->commands, TICK_MS);
  report_statuses(self);
  if (self->commands.stop) return false;
  if (peer_now_ms() < self->deadline) return true;
  peer_emit_error("timed out");
  exit(PEER_EXIT_TIMEOUT);
}

static void write_sample(peer *self, int index)
{
  ShapeType sample = { .x = index, .y = -index, .shapesize = 30 };
  peer_color(&self->options, index, sample.color, sizeof sample.color);
  uint32_t length = (uint32_t)self->options.payload_bytes;
  uint8_t *payload = malloc(length + 1);
  peer_fill_payload(index, payload, length);
  sample.additional_payload_size._buffer = payload;
  sample.additional_payload_size._length = sample.additional_payload_size._maximum = length;
  check("dds_write", dds_write(self->endpoint, &sample));
  free(payload);
}

static void end_instance(peer *self, const char *color, dds_return_t (*operation)(dds_entity_t, const void *),
  const char *name)
{
  if (color == NULL) return;
  ShapeType key = { .x = 0 };
  snprintf(key.color, sizeof key.color, "%s", color);
  check(name, operation(self->endpoint, &key));
}

static int run_writer(peer *self)
{
  const peer_options *options = &self->options;
  while (self->matched < options->wait_readers || (options->gate && !self->commands.go))
    if (!turn(self)) return 0;
  int written = 0;
  for (int64_t next = peer_now_ms(); written < options->count; next += options->period_ms) {
    while (peer_now_ms() < next)
      if (!turn(self)) return written;
    write_sample(self, written++);
  }
  end_instance(self, options->dispose, dds_dispose, "dds_dispose");
  end_instance(self, options->unregister, dds_unregister_instance, "dds_unregister_instance");
  peer_emit_count("written", written);
  for (int64_t end = peer_now_ms() + options->linger_ms; peer_now_ms() < end;)
    if (!turn(self)) break;
  return written;
}

/* Emits what is there; returns the number of samples with data. */
static int take_samples(peer *self)
{
  void *samples[TAKE_MAX] = { NULL };
  dds_sample_info_t infos[TAKE_MAX];
  int taken = check("dds_take", dds_take(self->endpoint, samples, infos, TAKE_MAX, TAKE_MAX));
  int valid = 0;
  for (int i = 0; i < taken; i++) {
    const ShapeType *sample = samples[i];
    if (infos[i].valid_data) {
      valid++;
      peer_emit_sample(sample->color, sample->x, sample->y, sample->shapesize,
        sample->additional_payload_size._buffer, sample->additional_payload_size._length);
    }
    /* When data of the instance is still unread, Cyclone DDS shows the new state on that data instead of on a sample
     * of its own: the last sample of an instance in this take carries it. */
    if (infos[i].sample_rank > 0) continue;
    if (infos[i].instance_state == DDS_NOT_ALIVE_DISPOSED_INSTANCE_STATE) peer_emit_instance("disposed", sample->color);
    if (infos[i].instance_state == DDS_NOT_ALIVE_NO_WRITERS_INSTANCE_STATE)
      peer_emit_instance("no_writers", sample->color);
  }
  if (taken > 0) dds_return_loan(self->endpoint, samples, taken);
  return valid;
}

static int run_reader(peer *self)
{
  int received = 0;
  int64_t end = INT64_MAX;
  while (turn(self) && peer_now_ms() < end) {
    received += take_samples(self);
    if (end == INT64_MAX && self->options.count > 0 && received >= self->options.count)
      end = peer_now_ms() + self->options.linger_ms;
  }
  return received + take_samples(self);
}

int main(int argc, char **argv)
{
  peer self = { .matched = 0 };
  peer_parse_options(argc, argv, &self.options);
  self.deadline = peer_now_ms() + self.options.timeout_ms;
  create_entities(&self);
  dds_guid_t guid;
  check("dds_get_guid", dds_get_guid(self.participant, &guid));
  peer_emit_ready("cyclone", DDS_VERSION, guid.v);
  int count = self.options.writer ? run_writer(&self) : run_reader(&self);
  dds_delete(self.participant);
  peer_emit_count("done", count);
  return PEER_EXIT_OK;
}
