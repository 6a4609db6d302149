/* The statuses of one writer or reader, told as events when they change. */
#ifndef RTPS_LAB_CYCLONE_STATUSES_H
#define RTPS_LAB_CYCLONE_STATUSES_H

#include <dds/dds.h>

/** What has been told so far; zeroed at the start. */
typedef struct { int matched, deadline_missed, liveliness_lost, sample_lost, alive, not_alive; } statuses;

void report_statuses(statuses *told, dds_entity_t endpoint, bool is_writer);

#endif
