// The statuses of one writer or reader, told as events when they change.
#ifndef RTPS_LAB_FASTDDS_STATUSES_HPP
#define RTPS_LAB_FASTDDS_STATUSES_HPP

#include "entities.hpp"

class Statuses
{
public:

    void report(const Entities& entities);

    int matched() const
    {
        return matched_;
    }

private:

    void report_writer(eprosima::fastdds::dds::DataWriter& writer);
    void report_reader(eprosima::fastdds::dds::DataReader& reader);
    void report_common(int matched, int incompatible, uint32_t policy, int deadline_missed);

    int matched_ = 0;
    int deadline_missed_ = 0;
    int liveliness_lost_ = 0;
    int sample_lost_ = 0;
    int alive_ = 0;
    int not_alive_ = 0;
};

#endif
