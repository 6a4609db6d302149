// Connext's XML configuration for one run, from the options of the peer contract.
// Owns: the type, the participant and its endpoint. The QoS of endpoints is in qos.mjs. Written by hand for this
// project; nothing comes from RTI's package.

import { readFileSync } from "node:fs";
import { groupQos, QOS_LIBRARY, qosLibrary, strengthProfile } from "./qos.mjs";

/** At least this many octets of payload; more only when asked, because Connext reserves memory for the largest sample. */
const PAYLOAD_MAX = 200_000;

export const payloadMax = ({ payload }) => Math.max(PAYLOAD_MAX, payload);

const members = (isKeyed, max) => `
        <member name="color" type="string" stringMaxLength="128"${isKeyed ? ' key="true"' : ""}/>
        <member name="x" type="int32"/>
        <member name="y" type="int32"/>
        <member name="shapesize" type="int32"/>
        <member name="additional_payload_size" type="uint8" sequenceMaxLength="${max}"/>`;

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
export function participantQos() {
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

/** The content filter of a reader. No entities: the `;` in them would end the `str://` URL. */
function filter({ filter, filterParams }) {
  if (filter === undefined) return "";
  const text = (value) => `<![CDATA[${value}]]>`;
  const parameters = filterParams.map((value) => `<param>${text(value)}</param>`).join("");
  return `<filter name="Filtered" kind="builtin.sql"><expression>${text(filter)}</expression>
          <parameter_list>${parameters}</parameter_list></filter>`;
}

/** The names of the topics: the given one, and with more than one the same with 1, 2 and so on behind it. */
function topicNames({ topic, topics }) {
  return Array.from({ length: topics }, (_, i) => topic + suffix(i));
}

const suffix = (index) => (index === 0 ? "" : String(index));

function group(options) {
  if (options.role === "pub") {
    const profile = `${QOS_LIBRARY}::${strengthProfile(options.strength)}`;
    const writers = topicNames(options).map(
      (topic, i) =>
        `<data_writer name="Endpoint${suffix(i)}" topic_ref="${topic}"><datawriter_qos base_name="${profile}"/></data_writer>`,
    );
    return `<publisher name="Publisher">${groupQos("publisher", options)}${writers.join("")}</publisher>`;
  }
  const readers = topicNames(options).map(
    (topic, i) => `<data_reader name="Endpoint${suffix(i)}" topic_ref="${topic}">
          <datareader_qos base_name="${QOS_LIBRARY}::Endpoint"/>
          ${filter(options)}
        </data_reader>`,
  );
  return `<subscriber name="Subscriber">${groupQos("subscriber", options)}${readers.join("")}</subscriber>`;
}

/** The document as the `str://` URL that Connector takes instead of a file name. */
export function configurationUrl(options) {
  const extensibility = options.representation === "xcdr2" ? "appendable" : "final";
  const isKeyed = options.type === "shape";
  const typeName = isKeyed ? "ShapeType" : "PlainType";
  const xml = `<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <types><struct name="${typeName}" extensibility="${extensibility}">${members(isKeyed, payloadMax(options))}
  </struct></types>
  ${qosLibrary(options)}
  <domain_library name="Domains"><domain name="Domain" domain_id="${options.domain}">
    <register_type name="${typeName}" type_ref="${typeName}"/>
    ${topicNames(options)
      .map((name) => `<topic name="${name}" register_type_ref="${typeName}"/>`)
      .join("")}
  </domain></domain_library>
  <domain_participant_library name="Participants">
    <domain_participant name="Peer" domain_ref="Domains::Domain">
      ${group(options)}
      ${participantQos()}
    </domain_participant>
  </domain_participant_library>
</dds>`;
  return `str://"${xml}"`;
}

export const CONFIGURATION_NAME = "Participants::Peer";

/** The names that Connector knows the endpoints by, one for each topic. */
export function endpointNames({ role, topics }) {
  const parent = role === "pub" ? "Publisher" : "Subscriber";
  return Array.from({ length: topics }, (_, i) => `${parent}::Endpoint${suffix(i)}`);
}
