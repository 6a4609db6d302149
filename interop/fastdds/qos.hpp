// The QoS of a peer's options in Fast DDS's terms. Templates, because its writer and reader QoS have no common base.
#ifndef RTPS_LAB_FASTDDS_QOS_HPP
#define RTPS_LAB_FASTDDS_QOS_HPP

#include <string>

#include <fastdds/dds/core/policy/QosPolicies.hpp>

#include "peer_contract.h"

inline eprosima::fastrtps::Duration_t duration_of(int ms)
{
    return ms == 0 ? eprosima::fastrtps::c_TimeInfinite : eprosima::fastrtps::Duration_t(ms / 1000.0);
}

/** PARTITION and PRESENTATION, of a publisher or a subscriber. */
template<typename Qos>
void set_group_qos(const peer_options& options, Qos& qos)
{
    for (int i = 0; i < options.partitions.count; i++) qos.partition().push_back(options.partitions.items[i]);
    eprosima::fastdds::dds::PresentationQosPolicy presentation;
    presentation.access_scope =
            static_cast<eprosima::fastdds::dds::PresentationQosPolicyAccessScopeKind>(options.access_scope);
    presentation.coherent_access = options.coherent > 0;
    presentation.ordered_access = options.ordered;
    // Without this mark Fast DDS does not announce the policy.
    presentation.hasChanged = true;
    qos.presentation() = presentation;
}

/** What writers and readers have in common. */
template<typename Qos>
void set_common_qos(const peer_options& options, Qos& qos)
{
    using namespace eprosima::fastdds::dds;
    qos.reliability().kind = options.reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.durability().kind = options.transient_local ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    qos.history().kind = options.history_depth == 0 ? KEEP_ALL_HISTORY_QOS : KEEP_LAST_HISTORY_QOS;
    qos.history().depth = options.history_depth == 0 ? 1 : options.history_depth;
    qos.data_sharing().off();
    // 100 kB samples do not fit the preallocated size of an unbounded sequence.
    qos.endpoint().history_memory_policy = eprosima::fastrtps::rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    qos.deadline().period = duration_of(options.deadline_ms);
    qos.lifespan().duration = duration_of(options.lifespan_ms);
    qos.liveliness().kind = static_cast<LivelinessQosPolicyKind>(options.liveliness);
    qos.liveliness().lease_duration = duration_of(options.lease_ms);
    qos.ownership().kind = options.exclusive ? EXCLUSIVE_OWNERSHIP_QOS : SHARED_OWNERSHIP_QOS;
    if (options.lease_ms > 0)
    {
        qos.liveliness().announcement_period = eprosima::fastrtps::Duration_t(options.lease_ms / 3000.0);
    }
}

#endif
