// See statuses.hpp.
#include "statuses.hpp"

#include <fastdds/dds/core/status/LivelinessChangedStatus.hpp>

using namespace eprosima::fastdds::dds;

namespace {

void report_total(const char* event, int& told, int total)
{
    if (total != told) peer_emit_total(event, total);
    told = total;
}

} // namespace

void Statuses::report(const Entities& entities)
{
    if (entities.writer != nullptr) report_writer(*entities.writer);
    else report_reader(*entities.reader);
}

void Statuses::report_writer(DataWriter& writer)
{
    PublicationMatchedStatus match;
    OfferedIncompatibleQosStatus qos;
    OfferedDeadlineMissedStatus deadline;
    LivelinessLostStatus liveliness;
    writer.get_publication_matched_status(match);
    writer.get_offered_incompatible_qos_status(qos);
    writer.get_offered_deadline_missed_status(deadline);
    writer.get_liveliness_lost_status(liveliness);
    report_common(match.current_count, qos.total_count_change, qos.last_policy_id,
            static_cast<int>(deadline.total_count));
    report_total("liveliness_lost", liveliness_lost_, liveliness.total_count);
}

void Statuses::report_reader(DataReader& reader)
{
    SubscriptionMatchedStatus match;
    RequestedIncompatibleQosStatus qos;
    RequestedDeadlineMissedStatus deadline;
    LivelinessChangedStatus liveliness;
    SampleLostStatus lost;
    reader.get_subscription_matched_status(match);
    reader.get_requested_incompatible_qos_status(qos);
    reader.get_requested_deadline_missed_status(deadline);
    reader.get_liveliness_changed_status(liveliness);
    reader.get_sample_lost_status(lost);
    report_common(match.current_count, qos.total_count_change, qos.last_policy_id,
            static_cast<int>(deadline.total_count));
    report_total("sample_lost", sample_lost_, lost.total_count);
    if (liveliness.alive_count != alive_ || liveliness.not_alive_count != not_alive_)
    {
        peer_emit_liveliness(liveliness.alive_count, liveliness.not_alive_count);
    }
    alive_ = liveliness.alive_count;
    not_alive_ = liveliness.not_alive_count;
}

void Statuses::report_common(int matched, int incompatible, uint32_t policy, int deadline_missed)
{
    if (matched != matched_) peer_emit_matched(matched);
    matched_ = matched;
    if (incompatible > 0) peer_emit_incompatible_qos(static_cast<int>(policy));
    report_total("deadline_missed", deadline_missed_, deadline_missed);
}
