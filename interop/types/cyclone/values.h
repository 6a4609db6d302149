/* Samples of the contract as values of Cyclone DDS, and back. */
#ifndef RTPS_LAB_CYCLONE_VALUES_H
#define RTPS_LAB_CYCLONE_VALUES_H

#include "types.h"
#include "types_contract.h"

/** The memory of sequences and optional members is freed with the sample: lab_Rich_free(value, DDS_FREE_ALL). */
lab_Rich *value_of(const rich_sample *sample);
void sample_of(const lab_Rich *value, rich_sample *sample);
/** Whether the type has optional members. */
bool has_optional(void);

#endif
