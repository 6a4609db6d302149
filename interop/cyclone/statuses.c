/* See statuses.h. */
#include "statuses.h"

#include "peer_contract.h"

static void report_writer(statuses *told, dds_entity_t writer);
static void report_reader(statuses *told, dds_entity_t reader);
static void report_matched(statuses *told, uint32_t count);
static void report_total(const char *event, int *told, uint32_t total);
static int spec_policy_id(uint32_t id);

void report_statuses(statuses *told, dds_entity_t endpoint, bool is_writer)
{
  if (is_writer) report_writer(told, endpoint);
  else report_reader(told, endpoint);
}

static void report_writer(statuses *told, dds_entity_t writer)
{
  dds_publication_matched_status_t match;
  dds_offered_incompatible_qos_status_t qos;
  dds_offered_deadline_missed_status_t deadline;
  dds_liveliness_lost_status_t liveliness;
  dds_get_publication_matched_status(writer, &match);
  dds_get_offered_incompatible_qos_status(writer, &qos);
  dds_get_offered_deadline_missed_status(writer, &deadline);
  dds_get_liveliness_lost_status(writer, &liveliness);
  report_matched(told, match.current_count);
  if (qos.total_count_change > 0) peer_emit_incompatible_qos(spec_policy_id(qos.last_policy_id));
  report_total("deadline_missed", &told->deadline_missed, deadline.total_count);
  report_total("liveliness_lost", &told->liveliness_lost, liveliness.total_count);
}

static void report_reader(statuses *told, dds_entity_t reader)
{
  dds_subscription_matched_status_t match;
  dds_requested_incompatible_qos_status_t qos;
  dds_requested_deadline_missed_status_t deadline;
  dds_liveliness_changed_status_t liveliness;
  dds_sample_lost_status_t lost;
  dds_get_subscription_matched_status(reader, &match);
  dds_get_requested_incompatible_qos_status(reader, &qos);
  dds_get_requested_deadline_missed_status(reader, &deadline);
  dds_get_liveliness_changed_status(reader, &liveliness);
  dds_get_sample_lost_status(reader, &lost);
  report_matched(told, match.current_count);
  if (qos.total_count_change > 0) peer_emit_incompatible_qos(spec_policy_id(qos.last_policy_id));
  report_total("deadline_missed", &told->deadline_missed, deadline.total_count);
  report_total("sample_lost", &told->sample_lost, lost.total_count);
  int alive = (int)liveliness.alive_count, not_alive = (int)liveliness.not_alive_count;
  if (alive != told->alive || not_alive != told->not_alive) peer_emit_liveliness(alive, not_alive);
  told->alive = alive;
  told->not_alive = not_alive;
}

static void report_matched(statuses *told, uint32_t count)
{
  if ((int)count != told->matched) peer_emit_matched((int)count);
  told->matched = (int)count;
}

static void report_total(const char *event, int *told, uint32_t total)
{
  if ((int)total != *told) peer_emit_total(event, (int)total);
  *told = (int)total;
}

/* Cyclone DDS 0.10 numbers the two XTypes policies after its own PROPERTY policy; the event carries the spec's 23. */
static int spec_policy_id(uint32_t id) { return id == DDS_DATA_REPRESENTATION_QOS_POLICY_ID ? 23 : (int)id; }
