// See entities.hpp.
#include "entities.hpp"

#include <cstdlib>
#include <memory>

#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include "shape_finalPubSubTypes.h"

using namespace eprosima::fastdds::dds;

void fail(const char* what)
{
    peer_emit_error(what);
    std::exit(PEER_EXIT_ERROR);
}

namespace {

// No shared memory, no data sharing, no intra-process shortcut: every byte has to cross a UDP socket.
DomainParticipantQos participant_qos()
{
    DomainParticipantQos qos;
    auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
    udp->interfaceWhiteList.push_back("127.0.0.1");
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports.push_back(udp);
    return qos;
}

template<typename Qos>
void set_common_qos(const peer_options& options, Qos& qos)
{
    qos.reliability().kind = options.reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    qos.durability().kind = options.transient_local ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    qos.history().kind = options.history_depth == 0 ? KEEP_ALL_HISTORY_QOS : KEEP_LAST_HISTORY_QOS;
    qos.history().depth = options.history_depth == 0 ? 1 : options.history_depth;
    qos.data_sharing().off();
    // 100 kB samples do not fit the preallocated size of an unbounded sequence.
    qos.endpoint().history_memory_policy = eprosima::fastrtps::rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
    if (options.deadline_ms > 0)
    {
        qos.deadline().period = eprosima::fastrtps::Duration_t(options.deadline_ms / 1000.0);
    }
}

void create_writer(const peer_options& options, Topic* topic, Entities& entities)
{
    PublisherQos publisher_qos;
    if (options.partition != nullptr) publisher_qos.partition().push_back(options.partition);
    Publisher* publisher = entities.participant->create_publisher(publisher_qos);
    if (publisher == nullptr) fail("create_publisher");
    DataWriterQos qos;
    set_common_qos(options, qos);
    qos.writer_data_lifecycle().autodispose_unregistered_instances = false;
    // A sample larger than one datagram has to be sent by the asynchronous thread.
    if (options.payload_bytes > 60000) qos.publish_mode().kind = ASYNCHRONOUS_PUBLISH_MODE;
    qos.representation().m_value.push_back(options.xcdr2 ? XCDR2_DATA_REPRESENTATION : XCDR_DATA_REPRESENTATION);
    entities.writer = publisher->create_datawriter(topic, qos);
    if (entities.writer == nullptr) fail("create_datawriter");
}

void create_reader(const peer_options& options, Topic* topic, Entities& entities)
{
    SubscriberQos subscriber_qos;
    if (options.partition != nullptr) subscriber_qos.partition().push_back(options.partition);
    Subscriber* subscriber = entities.participant->create_subscriber(subscriber_qos);
    if (subscriber == nullptr) fail("create_subscriber");
    DataReaderQos qos;
    set_common_qos(options, qos);
    qos.type_consistency().representation.m_value.push_back(
        options.xcdr2 ? XCDR2_DATA_REPRESENTATION : XCDR_DATA_REPRESENTATION);
    entities.reader = subscriber->create_datareader(topic, qos);
    if (entities.reader == nullptr) fail("create_datareader");
}

} // namespace

Entities create_entities(const peer_options& options)
{
    Entities entities;
    auto factory = DomainParticipantFactory::get_instance();
    entities.participant = factory->create_participant(static_cast<uint32_t>(options.domain), participant_qos());
    if (entities.participant == nullptr) fail("create_participant");
    TypeSupport type(options.keyed ? static_cast<TopicDataType*>(new ShapeTypePubSubType())
            : static_cast<TopicDataType*>(new PlainTypePubSubType()));
    type.register_type(entities.participant);
    Topic* topic = entities.participant->create_topic(options.topic, type.get_type_name(), TOPIC_QOS_DEFAULT);
    if (topic == nullptr) fail("create_topic");
    if (options.writer) create_writer(options, topic, entities);
    else create_reader(options, topic, entities);
    return entities;
}

void delete_entities(Entities& entities)
{
    entities.participant->delete_contained_entities();
    DomainParticipantFactory::get_instance()->delete_participant(entities.participant);
    entities.participant = nullptr;
}
