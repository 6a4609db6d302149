/* The Cyclone DDS entities of a peer: domain on loopback, topic, one writer or one reader.
 * Owns: every QoS setting, and what this vendor refuses. Never: the schedule and the event lines (peer.c). */
#ifndef RTPS_LAB_CYCLONE_ENTITIES_H
#define RTPS_LAB_CYCLONE_ENTITIES_H

#include <dds/dds.h>

#include "peer_contract.h"

typedef struct { dds_entity_t domain, participant, group, endpoint; } entities;

/** Creates everything. `group` is the publisher or the subscriber. */
entities create_entities(const peer_options *options);

/** Changes OWNERSHIP_STRENGTH of the writer. */
void set_strength(const entities *entities, int strength);

/** Returns `result`; prints an error event and exits when Cyclone DDS refused. */
int check(const char *what, int result);

#endif
