// The Fast DDS entities of a peer: participant over UDP on loopback, topic, one writer or one reader.
// Owns: every QoS setting, and what this vendor refuses. Never: the schedule and the event lines (peer.cpp).
#ifndef RTPS_LAB_FASTDDS_ENTITIES_HPP
#define RTPS_LAB_FASTDDS_ENTITIES_HPP

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>

#include "peer_contract.h"

struct Entities
{
    eprosima::fastdds::dds::DomainParticipant* participant = nullptr;
    eprosima::fastdds::dds::DataWriter* writer = nullptr;
    eprosima::fastdds::dds::DataReader* reader = nullptr;
};

/** Creates everything; prints an error event and exits when Fast DDS refuses. */
Entities create_entities(const peer_options& options);

/** Changes OWNERSHIP_STRENGTH of the writer. */
void set_strength(const Entities& entities, int strength);

/** Deletes everything, so that the goodbye goes out. */
void delete_entities(Entities& entities);

[[noreturn]] void fail(const char* what);

/** Fails unless `code` is RETCODE_OK. */
void check(const char* what, eprosima::fastrtps::types::ReturnCode_t code);

#endif
