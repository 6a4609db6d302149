// Connext's XML configuration for one run, from the options of the peer contract.
// Owns: the type and every QoS setting. Written by hand for this project; nothing comes from RTI's package.

import { readFileSync } from "node:fs";

const MEMBERS = (key) => `
        <member name="color" type="string" stringMaxLength="128"${key ? ' key="true"' : ""}/>
        <member name="x" type="int32"/>
        <member name="y" type="int32"/>
        <member name="shapesize" type="int32"/>
        <member name="additional_payload_size" type="uint8" sequenceMaxLength="200000"/>`;

/**
 * Connext uses multicast only on interfaces that the system flags for it, and Linux does not flag `lo`. Whoever did
 * flag it (the runner's namespace) also routes 224.0.0.0/4 there, and the routes can be read without a system call.
 */
function isLoopbackMulticast() {
  try {
    return /^lo\t000000E0\t/m.test(readFileSync("/proc/self/net/route", "utf8"));
  } catch {
    return false;
  }
}

function discoveryPeers(isMulticast) {
  if (!isMulticast) return "<initial_peers><element>9@udpv4://127.0.0.1</element></initial_peers>";
  return `<initial_peers><element>udpv4://239.255.0.1</element></initial_peers>
          <multicast_receive_addresses><element>udpv4://239.255.0.1</element></multicast_receive_addresses>`;
}

/** Without multicast nobody hears a late joiner, so the announcements must not stop after the first few. */
function announcementPeriod(isMulticast) {
  if (isMulticast) return "";
  return "<participant_liveliness_assert_period><sec>1</sec><nanosec>0</nanosec></participant_liveliness_assert_period>";
}

/** Loopback and UDP only. Announcements come quickly: the defaults wait up to a second. */
function participantQos() {
  const isMulticast = isLoopbackMulticast();
  return `
      <domain_participant_qos>
        <transport_builtin><mask>UDPv4</mask></transport_builtin>
        <discovery>
          ${discoveryPeers(isMulticast)}
        </discovery>
        <discovery_config>
          ${announcementPeriod(isMulticast)}
          <initial_participant_announcements>5</initial_participant_announcements>
          <min_initial_participant_announcement_period><sec>0</sec><nanosec>50000000</nanosec></min_initial_participant_announcement_period>
          <max_initial_participant_announcement_period><sec>0</sec><nanosec>200000000</nanosec></max_initial_participant_announcement_period>
        </discovery_config>
        <property><value>
          <element><name>dds.transport.UDPv4.builtin.parent.allow_interfaces_list</name><value>127.0.0.1</value></element>
          <element><name>dds.transport.UDPv4.builtin.parent.allow_multicast_interfaces_list</name><value>127.0.0.1</value></element>
          <element><name>dds.transport.UDPv4.builtin.ignore_loopback_interface</name><value>0</value></element>
        </value></property>
      </domain_participant_qos>`;
}

function historyQos(depth) {
  if (depth === 0) return "<history><kind>KEEP_ALL_HISTORY_QOS</kind></history>";
  return `<history><kind>KEEP_LAST_HISTORY_QOS</kind><depth>${depth}</depth></history>`;
}

function endpointQos(options) {
  const reliability = options.reliability === "reliable" ? "RELIABLE" : "BEST_EFFORT";
  const durability = options.durability === "transient_local" ? "TRANSIENT_LOCAL" : "VOLATILE";
  const representation = options.representation === "xcdr2" ? "XCDR2_DATA_REPRESENTATION" : "XCDR_DATA_REPRESENTATION";
  const { deadlineMs } = options;
  const deadline =
    deadlineMs === 0
      ? ""
      : `<deadline><period><sec>${Math.floor(deadlineMs / 1000)}</sec><nanosec>${(deadlineMs % 1000) * 1e6}</nanosec></period></deadline>`;
  return `
        <reliability><kind>${reliability}_RELIABILITY_QOS</kind></reliability>
        <durability><kind>${durability}_DURABILITY_QOS</kind></durability>
        ${historyQos(options.historyDepth)}
        <representation><value><element>${representation}</element></value></representation>
        ${deadline}`;
}

// A quick heartbeat, so that a lost first packet does not cost Connext's default of 3 s.
const WRITER_ONLY_QOS = (large) => `
        <writer_data_lifecycle><autodispose_unregistered_instances>false</autodispose_unregistered_instances></writer_data_lifecycle>
        <protocol><rtps_reliable_writer>
          <heartbeat_period><sec>0</sec><nanosec>200000000</nanosec></heartbeat_period>
          <fast_heartbeat_period><sec>0</sec><nanosec>50000000</nanosec></fast_heartbeat_period>
        </rtps_reliable_writer></protocol>
        ${large ? "<publish_mode><kind>ASYNCHRONOUS_PUBLISH_MODE_QOS</kind></publish_mode>" : ""}`;

function partitionQos(kind, partition) {
  if (partition === undefined) return "";
  return `<${kind}_qos><partition><name><element>${partition}</element></name></partition></${kind}_qos>`;
}

function endpoint(options) {
  const qos = endpointQos(options);
  if (options.role === "pub") {
    return `<publisher name="Publisher">
        ${partitionQos("publisher", options.partition)}
        <data_writer name="Endpoint" topic_ref="${options.topic}"><datawriter_qos>${qos}${WRITER_ONLY_QOS(options.payload > 60000)}</datawriter_qos></data_writer>
      </publisher>`;
  }
  return `<subscriber name="Subscriber">
        ${partitionQos("subscriber", options.partition)}
        <data_reader name="Endpoint" topic_ref="${options.topic}"><datareader_qos>${qos}</datareader_qos></data_reader>
      </subscriber>`;
}

/** The document as the `str://` URL that Connector takes instead of a file name. */
export function configurationUrl(options) {
  const extensibility = options.representation === "xcdr2" ? "appendable" : "final";
  const typeName = options.type === "shape" ? "ShapeType" : "PlainType";
  const xml = `<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <types><struct name="${typeName}" extensibility="${extensibility}">${MEMBERS(options.type === "shape")}
  </struct></types>
  <domain_library name="Domains"><domain name="Domain" domain_id="${options.domain}">
    <register_type name="${typeName}" type_ref="${typeName}"/>
    <topic name="${options.topic}" register_type_ref="${typeName}"/>
  </domain></domain_library>
  <domain_participant_library name="Participants">
    <domain_participant name="Peer" domain_ref="Domains::Domain">
      ${endpoint(options)}
      ${participantQos()}
    </domain_participant>
  </domain_participant_library>
</dds>`;
  return `str://"${xml}"`;
}

export const CONFIGURATION_NAME = "Participants::Peer";
export const WRITER_NAME = "Publisher::Endpoint";
export const READER_NAME = "Subscriber::Endpoint";
