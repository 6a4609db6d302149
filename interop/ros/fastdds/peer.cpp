// The Fast DDS peer of interop/ros/README.md: one node with one publisher or subscription, over UDP on loopback.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/config.h>

#include "ros_contract.h"
#include "ros_types.h"
#include "ros_typesPubSubTypes.h"

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::types::ReturnCode_t;
using Text = std_msgs::msg::dds_::String_;
using Cloud = sensor_msgs::msg::dds_::PointCloud2_;

namespace {

constexpr int TICK_MS = 5;
constexpr int PERIOD_MS = 10;

[[noreturn]] void fail(const char* what)
{
    peer_emit_error(what);
    std::exit(PEER_EXIT_ERROR);
}

std::vector<eprosima::fastrtps::rtps::octet> octets(const char* text)
{
    return {text, text + std::strlen(text)};
}

// No shared memory, no data sharing: every byte has to cross a UDP socket.
DomainParticipantQos participant_qos()
{
    DomainParticipantQos qos;
    auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    udp->interfaceWhiteList.push_back("127.0.0.1");
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    qos.user_data().data_vec(octets(ROS_ENCLAVE));
    return qos;
}

template<typename Qos>
void set_qos(Qos& qos, DurabilityQosPolicyKind durability, HistoryQosPolicyKind history)
{
    qos.reliability().kind = RELIABLE_RELIABILITY_QOS;
    qos.durability().kind = durability;
    qos.history().kind = history;
    qos.data_sharing().off();
}

class Peer
{
public:

    explicit Peer(const ros_options& options)
        : options_(options), deadline_(peer_now_ms() + ROS_LIFE_MS)
    {
        auto factory = DomainParticipantFactory::get_instance();
        participant_ = factory->create_participant(static_cast<uint32_t>(options.domain), participant_qos());
        if (participant_ == nullptr) fail("create_participant");
        publisher_ = participant_->create_publisher(PUBLISHER_QOS_DEFAULT);
        Topic* topic = options.cloud
                ? create_topic(new sensor_msgs::msg::dds_::PointCloud2_PubSubType(), ros_topic(&options))
                : create_topic(new std_msgs::msg::dds_::String_PubSubType(), ros_topic(&options));
        if (options.writer) create_writer(topic);
        else create_reader(topic);
        announce_node();
        peer_emit_ready("fastdds", FASTRTPS_VERSION_STR, participant_->guid().guidPrefix.value);
    }

    int run()
    {
        int count = options_.writer ? run_writer() : run_reader();
        participant_->delete_contained_entities();
        DomainParticipantFactory::get_instance()->delete_participant(participant_);
        return count;
    }

private:

    Topic* create_topic(TopicDataType* data_type, const char* name)
    {
        TypeSupport type(data_type);
        type->auto_fill_type_object(false);
        type->auto_fill_type_information(false);
        type.register_type(participant_);
        Topic* topic = participant_->create_topic(name, type.get_type_name(), TOPIC_QOS_DEFAULT);
        if (topic == nullptr) fail("create_topic");
        return topic;
    }

    void create_writer(Topic* topic)
    {
        DataWriterQos qos;
        set_qos(qos, VOLATILE_DURABILITY_QOS, KEEP_ALL_HISTORY_QOS);
        qos.user_data().data_vec(octets(options_.user_data));
        // A sample larger than one datagram has to be sent by the asynchronous thread.
        qos.publish_mode().kind = ASYNCHRONOUS_PUBLISH_MODE;
        writer_ = publisher_->create_datawriter(topic, qos);
        if (writer_ == nullptr) fail("create_datawriter");
    }

    void create_reader(Topic* topic)
    {
        DataReaderQos qos;
        set_qos(qos, VOLATILE_DURABILITY_QOS, KEEP_ALL_HISTORY_QOS);
        qos.user_data().data_vec(octets(options_.user_data));
        reader_ = participant_->create_subscriber(SUBSCRIBER_QOS_DEFAULT)->create_datareader(topic, qos);
        if (reader_ == nullptr) fail("create_datareader");
    }

    static rmw_dds_common::msg::dds_::Gid_ gid_of(const eprosima::fastrtps::rtps::GUID_t& guid)
    {
        rmw_dds_common::msg::dds_::Gid_ gid;
        std::memcpy(gid.data_().data(), guid.guidPrefix.value, 12);
        std::memcpy(gid.data_().data() + 12, guid.entityId.value, 4);
        return gid;
    }

    // What rmw_dds_common does: the latest state of the participant, for whoever comes.
    void announce_node()
    {
        rmw_dds_common::msg::dds_::NodeEntitiesInfo_ node;
        node.node_namespace_("/");
        node.node_name_(std::string(options_.node));
        if (writer_ != nullptr) node.writer_gid_seq_().push_back(gid_of(writer_->guid()));
        else node.reader_gid_seq_().push_back(gid_of(reader_->guid()));
        rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_ info;
        info.participant_gid_(gid_of(participant_->guid()));
        info.node_entities_info_seq_().push_back(node);
        DataWriterQos qos;
        set_qos(qos, TRANSIENT_LOCAL_DURABILITY_QOS, KEEP_LAST_HISTORY_QOS);
        auto type = new rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_PubSubType();
        DataWriter* writer = publisher_->create_datawriter(create_topic(type, ROS_DISCOVERY_TOPIC), qos);
        if (writer == nullptr || !writer->write(&info)) fail("ros_discovery_info");
    }

    int matches()
    {
        if (writer_ != nullptr)
        {
            PublicationMatchedStatus status;
            writer_->get_publication_matched_status(status);
            return status.current_count;
        }
        SubscriptionMatchedStatus status;
        reader_->get_subscription_matched_status(status);
        return status.current_count;
    }

    // Commands, the time limit, matches. False = leave.
    bool turn()
    {
        peer_poll_commands(&commands_, TICK_MS);
        int count = matches();
        if (count != matched_) peer_emit_matched(count);
        matched_ = count;
        if (commands_.stop) return false;
        if (peer_now_ms() < deadline_) return true;
        peer_emit_error("timed out");
        std::exit(PEER_EXIT_TIMEOUT);
    }

    int run_writer()
    {
        while (matched_ < 1 || commands_.go < 1)
        {
            if (!turn()) return 0;
        }
        for (int i = 0; i < options_.count; i++)
        {
            if (options_.cloud) write_cloud(i);
            else write_text(i);
            for (int64_t next = peer_now_ms() + PERIOD_MS; peer_now_ms() < next;)
            {
                if (!turn()) return i + 1;
            }
        }
        peer_emit_count("written", options_.count);
        while (turn())
        {
        }
        return options_.count;
    }

    void write_text(int index)
    {
        char text[ROS_TEXT_MAX];
        ros_fill_text(index, text, sizeof text);
        Text sample;
        sample.data_(std::string(text));
        if (!writer_->write(&sample)) fail("write");
    }

    void write_cloud(int index)
    {
        char frame_id[ROS_TEXT_MAX];
        ros_cloud cloud;
        ros_fill_cloud(&options_, index, frame_id, &cloud);
        Cloud sample;
        sample.header_().stamp_().sec_(cloud.sec);
        sample.header_().stamp_().nanosec_(cloud.nanosec);
        sample.header_().frame_id_(std::string(frame_id));
        sample.height_(cloud.height);
        sample.width_(cloud.width);
        for (uint32_t i = 0; i < ROS_FIELDS; i++)
        {
            sensor_msgs::msg::dds_::PointField_ field;
            field.name_(std::string(ROS_FIELD_NAMES[i]));
            field.offset_(4 * i);
            field.datatype_(7);
            field.count_(1);
            sample.fields_().push_back(field);
        }
        sample.is_bigendian_(cloud.is_bigendian);
        sample.point_step_(cloud.point_step);
        sample.row_step_(cloud.row_step);
        sample.data_().resize(cloud.length);
        peer_fill_payload(index, sample.data_().data(), cloud.length);
        sample.is_dense_(cloud.is_dense);
        if (!writer_->write(&sample)) fail("write");
    }

    static void emit_cloud(const Cloud& sample)
    {
        const auto& fields = sample.fields_();
        ros_cloud cloud{};
        cloud.sec = sample.header_().stamp_().sec_();
        cloud.nanosec = sample.header_().stamp_().nanosec_();
        cloud.frame_id = sample.header_().frame_id_().c_str();
        cloud.height = sample.height_();
        cloud.width = sample.width_();
        cloud.point_step = sample.point_step_();
        cloud.row_step = sample.row_step_();
        cloud.fields = static_cast<int>(fields.size());
        cloud.last_field = fields.empty() ? "" : fields.back().name_().c_str();
        cloud.is_bigendian = sample.is_bigendian_();
        cloud.is_dense = sample.is_dense_();
        cloud.data = sample.data_().data();
        cloud.length = sample.data_().size();
        ros_emit_cloud(&cloud);
    }

    template<typename Type, typename Emit>
    int take(Emit emit)
    {
        int valid = 0;
        Type sample;
        SampleInfo info;
        while (reader_->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK)
        {
            if (!info.valid_data) continue;
            valid++;
            emit(sample);
        }
        return valid;
    }

    int run_reader()
    {
        int received = 0;
        while (turn())
        {
            received += options_.cloud ? take<Cloud>(emit_cloud)
                    : take<Text>([](const Text& sample) { ros_emit_text(sample.data_().c_str()); });
        }
        return received;
    }

    const ros_options options_;
    const int64_t deadline_;
    DomainParticipant* participant_ = nullptr;
    Publisher* publisher_ = nullptr;
    DataWriter* writer_ = nullptr;
    DataReader* reader_ = nullptr;
    peer_commands commands_{};
    int matched_ = 0;
};

} // namespace

int main(int argc, char** argv)
{
    ros_options options;
    ros_parse_options(argc, argv, &options);
    Peer peer(options);
    peer_emit_count("done", peer.run());
    return PEER_EXIT_OK;
}
