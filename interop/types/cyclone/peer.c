/* The Cyclone DDS peer of interop/types/README.md: one writer or reader of lab::Rich over UDP on loopback. */
#include <dds/dds.h>
#include <dds/version.h>
#include <stdio.h>
#include <stdlib.h>

#include "values.h"

#define TICK_MS 5
#define PERIOD_MS 5
#define TAKE_MAX 16

/* Loopback only, and multicast there even though Linux does not flag `lo` as a multicast interface. */
static const char *const DOMAIN_CONFIG =
  "<General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
  "<AllowMulticast>true</AllowMulticast></General>";

typedef struct {
  types_options options;
  dds_entity_t domain, participant, endpoint;
  peer_commands commands;
  int64_t deadline;
  int matched;
} peer;

static void create_entities(peer *self);
static int run_writer(peer *self);
static int run_reader(peer *self);

static int check(const char *what, int result)
{
  if (result >= 0) return result;
  char message[200];
  snprintf(message, sizeof message, "%s: %s (%d)", what, dds_strretcode(-result), result);
  if (result == DDS_RETCODE_UNSUPPORTED || result == DDS_RETCODE_BAD_PARAMETER) peer_unsupported(message);
  peer_emit_error(message);
  exit(PEER_EXIT_ERROR);
}

int main(int argc, char **argv)
{
  peer self = { .matched = 0 };
  types_parse_options(argc, argv, &self.options);
  self.deadline = peer_now_ms() + TYPES_LIFE_MS;
  create_entities(&self);
  dds_guid_t guid;
  check("dds_get_guid", dds_get_guid(self.participant, &guid));
  peer_emit_ready("cyclone", DDS_VERSION, guid.v);
  int count = self.options.writer ? run_writer(&self) : run_reader(&self);
  dds_delete(self.participant);
  dds_delete(self.domain);
  peer_emit_count("done", count);
  return PEER_EXIT_OK;
}

static void create_entities(peer *self)
{
  dds_domainid_t domain = (dds_domainid_t)self->options.domain;
  self->domain = check("dds_create_domain", dds_create_domain(domain, DOMAIN_CONFIG));
  self->participant = check("dds_create_participant", dds_create_participant(domain, NULL, NULL));
  dds_qos_t *qos = dds_create_qos();
  dds_data_representation_id_t representation =
    self->options.xcdr2 ? DDS_DATA_REPRESENTATION_XCDR2 : DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(1));
  dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, 0);
  dds_qset_data_representation(qos, 1, &representation);
  dds_entity_t topic =
    check("dds_create_topic", dds_create_topic(self->participant, &lab_Rich_desc, TYPES_TOPIC, NULL, NULL));
  self->endpoint = self->options.writer
    ? check("dds_create_writer", dds_create_writer(self->participant, topic, qos, NULL))
    : check("dds_create_reader", dds_create_reader(self->participant, topic, qos, NULL));
  dds_delete_qos(qos);
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

static void write_sample(peer *self, int index)
{
  rich_sample sample;
  rich_fill(index, &sample);
  lab_Rich *value = value_of(&sample);
  check("dds_write", dds_write(self->endpoint, value));
  lab_Rich_free(value, DDS_FREE_ALL);
}

static int run_writer(peer *self)
{
  while (self->commands.go < 1)
    if (!turn(self)) return 0;
  for (int i = 0; i < self->options.count; i++) {
    write_sample(self, i);
    for (int64_t next = peer_now_ms() + PERIOD_MS; peer_now_ms() < next;)
      if (!turn(self)) return i + 1;
  }
  peer_emit_count("written", self->options.count);
  while (turn(self)) continue;
  return self->options.count;
}

static int run_reader(peer *self)
{
  int received = 0;
  while (turn(self)) {
    void *values[TAKE_MAX] = { NULL };
    dds_sample_info_t infos[TAKE_MAX];
    int taken = check("dds_take", dds_take(self->endpoint, values, infos, TAKE_MAX, TAKE_MAX));
    for (int i = 0; i < taken; i++) {
      if (!infos[i].valid_data) continue;
      rich_sample sample;
      sample_of(values[i], &sample);
      rich_emit(&sample, has_optional());
      received++;
    }
    if (taken > 0) dds_return_loan(self->endpoint, values, taken);
  }
  return received;
}
