// See entities.hpp.
#include "entities.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/ContentFilteredTopic.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include "qos.hpp"
#include "shape_finalPubSubTypes.h"
#include "shape_finalTypeObject.h"

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::types::ReturnCode_t;

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

// A refusal is told with the code the API gives, or with what the installed headers say of the policy.
void refuse(const char* call, ReturnCode_t code)
{
    if (code == ReturnCode_t::RETCODE_OK) return;
    std::string name = code == ReturnCode_t::RETCODE_UNSUPPORTED ? "RETCODE_UNSUPPORTED" : "return code";
    peer_unsupported((std::string(call) + ": " + name + " (" + std::to_string(code()) + ")").c_str());
}

void refuse_undone(const char* policy)
{
    peer_unsupported((std::string(policy) + " in QosPolicies.hpp: \"This QosPolicy can be defined and is transmitted "
            "to the rest of the network but is not implemented in this version.\"").c_str());
}

void create_writer(const peer_options& options, Topic* topic, Entities& entities)
{
    PublisherQos publisher_qos;
    set_group_qos(options, publisher_qos);
    Publisher* publisher = entities.participant->create_publisher(publisher_qos);
    if (publisher == nullptr) fail("create_publisher");
    if (options.coherent > 0) refuse("Publisher::begin_coherent_changes", publisher->begin_coherent_changes());
    if (options.access_scope == PEER_SCOPE_GROUP) refuse_undone("PresentationQosPolicy");
    DataWriterQos qos;
    set_common_qos(options, qos);
    qos.ownership_strength().value = static_cast<uint32_t>(options.strength);
    qos.writer_data_lifecycle().autodispose_unregistered_instances = false;
    // A sample larger than one datagram has to be sent by the asynchronous thread.
    if (options.payload_bytes > 60000) qos.publish_mode().kind = ASYNCHRONOUS_PUBLISH_MODE;
    qos.representation().m_value.push_back(options.xcdr2 ? XCDR2_DATA_REPRESENTATION : XCDR_DATA_REPRESENTATION);
    entities.writer = publisher->create_datawriter(topic, qos);
    if (entities.writer == nullptr) fail("create_datawriter");
}

TopicDescription* filtered(const peer_options& options, Topic* topic, Entities& entities)
{
    if (options.filter == nullptr) return topic;
    std::vector<std::string> parameters(options.filter_params.items,
            options.filter_params.items + options.filter_params.count);
    auto made = entities.participant->create_contentfilteredtopic("Filtered", topic, options.filter, parameters);
    if (made == nullptr) fail("create_contentfilteredtopic");
    return made;
}

void create_reader(const peer_options& options, Topic* topic, Entities& entities)
{
    SubscriberQos subscriber_qos;
    set_group_qos(options, subscriber_qos);
    Subscriber* subscriber = entities.participant->create_subscriber(subscriber_qos);
    if (subscriber == nullptr) fail("create_subscriber");
    if (options.coherent > 0) refuse("Subscriber::begin_access", subscriber->begin_access());
    if (options.ordered) refuse_undone("PresentationQosPolicy");
    if (options.time_filter_ms > 0) refuse_undone("TimeBasedFilterQosPolicy");
    DataReaderQos qos;
    set_common_qos(options, qos);
    qos.type_consistency().representation.m_value.push_back(
        options.xcdr2 ? XCDR2_DATA_REPRESENTATION : XCDR_DATA_REPRESENTATION);
    entities.reader = subscriber->create_datareader(filtered(options, topic, entities), qos);
    if (entities.reader == nullptr) fail("create_datareader");
}

// Filters need the type object here; it is not announced, because other vendors would look at it when they match.
TypeSupport create_type(const peer_options& options)
{
    registershape_finalTypes();
    TypeSupport type(options.keyed ? static_cast<TopicDataType*>(new ShapeTypePubSubType())
            : static_cast<TopicDataType*>(new PlainTypePubSubType()));
    type->auto_fill_type_object(false);
    type->auto_fill_type_information(false);
    return type;
}

} // namespace

Entities create_entities(const peer_options& options)
{
    Entities entities;
    auto factory = DomainParticipantFactory::get_instance();
    entities.participant = factory->create_participant(static_cast<uint32_t>(options.domain), participant_qos());
    if (entities.participant == nullptr) fail("create_participant");
    TypeSupport type = create_type(options);
    type.register_type(entities.participant);
    Topic* topic = entities.participant->create_topic(options.topic, type.get_type_name(), TOPIC_QOS_DEFAULT);
    if (topic == nullptr) fail("create_topic");
    if (options.writer) create_writer(options, topic, entities);
    else create_reader(options, topic, entities);
    return entities;
}

void set_strength(const Entities& entities, int strength)
{
    DataWriterQos qos = entities.writer->get_qos();
    qos.ownership_strength().value = static_cast<uint32_t>(strength);
    check("DataWriter::set_qos", entities.writer->set_qos(qos));
}

void delete_entities(Entities& entities)
{
    entities.participant->delete_contained_entities();
    DomainParticipantFactory::get_instance()->delete_participant(entities.participant);
    entities.participant = nullptr;
}

void fail(const char* what)
{
    peer_emit_error(what);
    std::exit(PEER_EXIT_ERROR);
}

void check(const char* what, ReturnCode_t code)
{
    if (code == ReturnCode_t::RETCODE_OK) return;
    fail((std::string(what) + ": return code " + std::to_string(code())).c_str());
}
