// Fast DDS as a peer of `rtps bench`: UDP over 127.0.0.1, listeners; no shared memory, data sharing or shortcut inside a
// process.
#include <memory>
#include <string>

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/config.h>
#include <fastrtps/utils/IPLocator.h>

#include "bench.h"
#include "benchPubSubTypes.h"
#include "bench_contract.h"

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::types::ReturnCode_t;

namespace {

constexpr int RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024;
// A sample that fits into no datagram has to be sent by the asynchronous thread.
constexpr size_t ASYNCHRONOUS_BYTES = 60000;
// What a KEEP_ALL history may hold, as with our own writer.
constexpr size_t QUEUED_BYTES = 64 * 1024 * 1024;
constexpr int MAX_QUEUED = 5000;
constexpr int MIN_QUEUED = 8;

bench_options options;
rtps_lab::BenchSample sample;
DataWriter* writer = nullptr;
DataReader* reader = nullptr;

class Listener : public DataReaderListener
{
public:

    void on_data_available(DataReader* from) override
    {
        SampleInfo info;
        while (from->take_next_sample(&received_, &info) == ReturnCode_t::RETCODE_OK)
        {
            if (!info.valid_data) continue;
            if (options.role == BENCH_ECHO)
            {
                if (!writer->write(&received_)) bench_fail("write", "refused");
                bench_on_echoed();
            }
            else
            {
                bench_on_sample(received_.number(), received_.stamp(), received_.payload().size());
            }
        }
    }

private:

    rtps_lab::BenchSample received_;
};

Listener listener;

DomainParticipantQos participant_qos()
{
    DomainParticipantQos qos;
    auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    udp->interfaceWhiteList.push_back("127.0.0.1");
    udp->receiveBufferSize = RECEIVE_BUFFER_ASKED;
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    // Without multicast, which the loopback interface of a host does not have.
    eprosima::fastrtps::rtps::Locator_t peer;
    eprosima::fastrtps::rtps::IPLocator::setIPv4(peer, "127.0.0.1");
    qos.wire_protocol().builtin.initialPeersList.push_back(peer);
    return qos;
}

template<typename Qos>
void set_qos(Qos& qos)
{
    qos.reliability().kind = options.reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.reliability().max_blocking_time = eprosima::fastrtps::Duration_t(10, 0);
    qos.durability().kind = VOLATILE_DURABILITY_QOS;
    qos.history().kind = options.depth == 0 ? KEEP_ALL_HISTORY_QOS : KEEP_LAST_HISTORY_QOS;
    qos.history().depth = options.depth == 0 ? 1 : options.depth;
    if (options.depth == 0)
    {
        size_t queued = QUEUED_BYTES / (options.payload + 1);
        int limit = queued > MAX_QUEUED ? MAX_QUEUED : queued < MIN_QUEUED ? MIN_QUEUED : static_cast<int>(queued);
        qos.resource_limits().max_samples = limit;
        qos.resource_limits().max_instances = 1;
        qos.resource_limits().max_samples_per_instance = limit;
        qos.resource_limits().allocated_samples = limit < 100 ? limit : 100;
    }
    qos.data_sharing().off();
    qos.endpoint().history_memory_policy = eprosima::fastrtps::rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
}

Topic* create_topic(DomainParticipant* participant, const char* suffix)
{
    TypeSupport type(new rtps_lab::BenchSamplePubSubType());
    type.register_type(participant);
    std::string name = std::string(options.topic) + "/" + suffix;
    Topic* topic = participant->create_topic(name, type.get_type_name(), TOPIC_QOS_DEFAULT);
    if (topic == nullptr) bench_fail("create_topic", "refused");
    return topic;
}

void create_writer(DomainParticipant* participant, const char* suffix)
{
    DataWriterQos qos;
    set_qos(qos);
    if (options.payload > ASYNCHRONOUS_BYTES)
    {
        qos.publish_mode().kind = ASYNCHRONOUS_PUBLISH_MODE;
        // Its default of 3 s is longer than a stream of large samples can stand still after a loss.
        if (options.depth == 0) qos.reliable_writer_qos().times.heartbeatPeriod = eprosima::fastrtps::Duration_t(0.02);
    }
    Publisher* publisher = participant->create_publisher(PUBLISHER_QOS_DEFAULT);
    writer = publisher->create_datawriter(create_topic(participant, suffix), qos);
    if (writer == nullptr) bench_fail("create_datawriter", "refused");
}

void create_reader(DomainParticipant* participant, const char* suffix)
{
    DataReaderQos qos;
    set_qos(qos);
    Subscriber* subscriber = participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT);
    reader = subscriber->create_datareader(create_topic(participant, suffix), qos, &listener);
    if (reader == nullptr) bench_fail("create_datareader", "refused");
}

bool is_matched()
{
    PublicationMatchedStatus publication;
    SubscriptionMatchedStatus subscription;
    if (writer != nullptr) writer->get_publication_matched_status(publication);
    if (reader != nullptr) reader->get_subscription_matched_status(subscription);
    return (writer == nullptr || publication.current_count > 0) && (reader == nullptr || subscription.current_count > 0);
}

void send_sample(uint64_t number, double stamp_us)
{
    sample.number(number);
    sample.stamp(stamp_us);
    // It blocks while the history is full; best-effort histories give way.
    if (!writer->write(&sample)) bench_fail("write", "no room within 10 s");
}

} // namespace

int main(int argc, char** argv)
{
    bench_parse(argc, argv, &options);
    sample.payload().resize(options.payload);
    auto factory = DomainParticipantFactory::get_instance();
    DomainParticipant* participant = factory->create_participant(static_cast<uint32_t>(options.domain), participant_qos());
    if (participant == nullptr) bench_fail("create_participant", "refused");
    bool pair = options.role == BENCH_PING || options.role == BENCH_ECHO;
    bool pings = options.role == BENCH_PING;
    if (options.role != BENCH_SUB) create_writer(participant, pair ? (pings ? "ping" : "pong") : "stream");
    if (options.role != BENCH_PUB) create_reader(participant, pair ? (pings ? "pong" : "ping") : "stream");
    bench_side side = { FASTRTPS_VERSION_STR, "UDP 127.0.0.1", RECEIVE_BUFFER_ASKED, is_matched, send_sample, nullptr };
    bench_run(&options, &side);
    participant->delete_contained_entities();
    factory->delete_participant(participant);
    return 0;
}
