// The Fast DDS peer of interop/types/README.md: one writer or reader of lab::Rich over UDP on loopback.
#include <cstdlib>
#include <memory>

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

#include "typesPubSubTypes.h"
#include "typesTypeObject.h"
#include "values.hpp"

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::types::ReturnCode_t;

namespace {

constexpr int TICK_MS = 5;
constexpr int PERIOD_MS = 5;

[[noreturn]] void fail(const char* what)
{
    peer_emit_error(what);
    std::exit(PEER_EXIT_ERROR);
}

// No shared memory, no data sharing: every byte has to cross a UDP socket.
DomainParticipantQos participant_qos()
{
    DomainParticipantQos qos;
    auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    udp->interfaceWhiteList.push_back("127.0.0.1");
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    qos.wire_protocol().builtin.typelookup_config.use_server = true;
    qos.wire_protocol().builtin.typelookup_config.use_client = true;
    return qos;
}

template<typename Qos>
void set_qos(Qos& qos)
{
    qos.reliability().kind = RELIABLE_RELIABILITY_QOS;
    qos.history().kind = KEEP_ALL_HISTORY_QOS;
    qos.data_sharing().off();
}

class Peer
{
public:

    explicit Peer(const types_options& options)
        : options_(options), deadline_(peer_now_ms() + TYPES_LIFE_MS)
    {
        if (options.xcdr2) peer_unsupported("Fast CDR 1.0 has no XCDR2");
        auto factory = DomainParticipantFactory::get_instance();
        participant_ = factory->create_participant(static_cast<uint32_t>(options.domain), participant_qos());
        if (participant_ == nullptr) fail("create_participant");
        Topic* topic = create_topic();
        if (options.writer) create_writer(topic);
        else create_reader(topic);
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

    Topic* create_topic()
    {
        TypeSupport& type = type_;
        if (options_.announce) registertypesTypes();
        type->auto_fill_type_object(options_.announce);
        type->auto_fill_type_information(options_.announce);
        type.register_type(participant_);
        Topic* topic = participant_->create_topic(TYPES_TOPIC, type.get_type_name(), TOPIC_QOS_DEFAULT);
        if (topic == nullptr) fail("create_topic");
        return topic;
    }

    void create_writer(Topic* topic)
    {
        DataWriterQos qos;
        set_qos(qos);
        writer_ = participant_->create_publisher(PUBLISHER_QOS_DEFAULT)->create_datawriter(topic, qos);
        if (writer_ == nullptr) fail("create_datawriter");
    }

    void create_reader(Topic* topic)
    {
        DataReaderQos qos;
        set_qos(qos);
        reader_ = participant_->create_subscriber(SUBSCRIBER_QOS_DEFAULT)->create_datareader(topic, qos);
        if (reader_ == nullptr) fail("create_datareader");
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
        while (commands_.go < 1)
        {
            if (!turn()) return 0;
        }
        for (int i = 0; i < options_.count; i++)
        {
            rich_sample sample;
            rich_fill(i, &sample);
            lab::Rich value = value_of(sample);
            emit_key(value);
            if (!writer_->write(&value)) fail("write");
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

    // The key hash as Fast DDS has it, for the golden payloads.
    void emit_key(lab::Rich& value)
    {
        eprosima::fastrtps::rtps::InstanceHandle_t handle;
        if (!type_->getKey(&value, &handle, false)) fail("getKey");
        types_emit_key(handle.value);
    }

    int take()
    {
        int valid = 0;
        lab::Rich value;
        SampleInfo info;
        while (reader_->take_next_sample(&value, &info) == ReturnCode_t::RETCODE_OK)
        {
            if (!info.valid_data) continue;
            valid++;
            rich_sample sample = sample_of(value);
            rich_emit(&sample, false);
        }
        return valid;
    }

    int run_reader()
    {
        int received = 0;
        while (turn()) received += take();
        return received;
    }

    const types_options options_;
    const int64_t deadline_;
    TypeSupport type_{new lab::RichPubSubType()};
    DomainParticipant* participant_ = nullptr;
    DataWriter* writer_ = nullptr;
    DataReader* reader_ = nullptr;
    peer_commands commands_{};
    int matched_ = 0;
};

} // namespace

int main(int argc, char** argv)
{
    types_options options;
    types_parse_options(argc, argv, &options);
    Peer peer(options);
    peer_emit_count("done", peer.run());
    return PEER_EXIT_OK;
}
