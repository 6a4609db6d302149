// Samples of the contract as values of Fast DDS, and back.
#ifndef RTPS_LAB_FASTDDS_VALUES_HPP
#define RTPS_LAB_FASTDDS_VALUES_HPP

#include "types.h"
#include "types_contract.h"

lab::Rich value_of(const rich_sample& sample);
rich_sample sample_of(const lab::Rich& value);

#endif
