/* See entities.h. */
#include "entities.h"

#include <stdio.h>
#include <stdlib.h>

#include "shape_final.h"

/* The same C structs as in shape_final.h, described as appendable: see the Makefile. */
extern const dds_topic_descriptor_t AppendableShapeType_desc;
extern const dds_topic_descriptor_t AppendablePlainType_desc;

/* Loopback only, and multicast there even though Linux does not flag `lo` as a multicast interface. */
static const char *const DOMAIN_CONFIG =
  "<General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
  "<AllowMulticast>true</AllowMulticast></General>";

static void refuse_unsupported(const peer_options *options, dds_entity_t group);
static const dds_topic_descriptor_t *descriptor_of(const peer_options *options);
static dds_qos_t *qos_of(const peer_options *options);
static void set_timing(const peer_options *options, dds_qos_t *qos);

entities create_entities(const peer_options *options)
{
  entities made;
  dds_domainid_t domain = (dds_domainid_t)options->domain;
  made.domain = check("dds_create_domain", dds_create_domain(domain, DOMAIN_CONFIG));
  made.participant = check("dds_create_participant", dds_create_participant(domain, NULL, NULL));
  dds_entity_t topic = check("dds_create_topic",
    dds_create_topic(made.participant, descriptor_of(options), options->topic, NULL, NULL));
  dds_qos_t *qos = qos_of(options);
  if (options->writer)
    made.group = check("dds_create_publisher", dds_create_publisher(made.participant, qos, NULL));
  else
    made.group = check("dds_create_subscriber", dds_create_subscriber(made.participant, qos, NULL));
  refuse_unsupported(options, made.group);
  if (options->writer)
    made.endpoint = check("dds_create_writer", dds_create_writer(made.group, topic, qos, NULL));
  else
    made.endpoint = check("dds_create_reader", dds_create_reader(made.group, topic, qos, NULL));
  dds_delete_qos(qos);
  return made;
}

void set_strength(const entities *entities, int strength)
{
  dds_qos_t *qos = dds_create_qos();
  dds_qset_ownership_strength(qos, strength);
  check("dds_set_qos", dds_set_qos(entities->endpoint, qos));
  dds_delete_qos(qos);
}

int check(const char *what, int result)
{
  if (result >= 0) return result;
  char message[200];
  snprintf(message, sizeof message, "%s: %s", what, dds_strretcode(-result));
  peer_emit_error(message);
  exit(PEER_EXIT_ERROR);
}

/* What cannot be had is said in the words of the API where there is a call, else in those of the documentation. */
static void refuse_unsupported(const peer_options *options, dds_entity_t group)
{
  if (options->coherent > 0) {
    int result = dds_begin_coherent(group);
    char message[200];
    snprintf(message, sizeof message, "dds_begin_coherent: %s (%d)", dds_strretcode(-result), result);
    if (result < 0) peer_unsupported(message);
  }
  if (options->filter != NULL)
    peer_unsupported("dds.h has no ContentFilteredTopic: a topic filter is a C function of the application");
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
  dds_qset_ownership(qos, options->exclusive ? DDS_OWNERSHIP_EXCLUSIVE : DDS_OWNERSHIP_SHARED);
  dds_qset_ownership_strength(qos, options->strength);
  dds_qset_presentation(qos, (dds_presentation_access_scope_kind_t)options->access_scope, options->coherent > 0,
    options->ordered);
  set_timing(options, qos);
  if (options->partitions.count > 0)
    dds_qset_partition(qos, (uint32_t)options->partitions.count, (const char **)options->partitions.items);
  return qos;
}

static void set_timing(const peer_options *options, dds_qos_t *qos)
{
  dds_duration_t lease = options->lease_ms == 0 ? DDS_INFINITY : DDS_MSECS(options->lease_ms);
  dds_qset_liveliness(qos, (dds_liveliness_kind_t)options->liveliness, lease);
  if (options->deadline_ms > 0) dds_qset_deadline(qos, DDS_MSECS(options->deadline_ms));
  if (options->lifespan_ms > 0) dds_qset_lifespan(qos, DDS_MSECS(options->lifespan_ms));
  if (options->time_filter_ms > 0) dds_qset_time_based_filter(qos, DDS_MSECS(options->time_filter_ms));
}
