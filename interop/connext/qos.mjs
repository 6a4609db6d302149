// The QoS of a peer's options as Connext's XML. Written by hand for this project; nothing comes from RTI's package.

/** A duration of so many milliseconds; 0 is infinite, and then the element is left out. */
function duration(element, ms) {
  if (ms === 0) return "";
  return `<${element}><sec>${Math.floor(ms / 1000)}</sec><nanosec>${(ms % 1000) * 1e6}</nanosec></${element}>`;
}

function historyQos(depth) {
  if (depth === 0) return "<history><kind>KEEP_ALL_HISTORY_QOS</kind></history>";
  return `<history><kind>KEEP_LAST_HISTORY_QOS</kind><depth>${depth}</depth></history>`;
}

const LIVELINESS = {
  automatic: "AUTOMATIC_LIVELINESS_QOS",
  manual_participant: "MANUAL_BY_PARTICIPANT_LIVELINESS_QOS",
  manual_topic: "MANUAL_BY_TOPIC_LIVELINESS_QOS",
};

function commonQos(options) {
  const reliability = options.reliability === "reliable" ? "RELIABLE" : "BEST_EFFORT";
  const durability = options.durability === "transient_local" ? "TRANSIENT_LOCAL" : "VOLATILE";
  const representation = options.representation === "xcdr2" ? "XCDR2_DATA_REPRESENTATION" : "XCDR_DATA_REPRESENTATION";
  const ownership = options.ownership === "exclusive" ? "EXCLUSIVE" : "SHARED";
  const deadline = duration("period", options.deadlineMs);
  return `
        <reliability><kind>${reliability}_RELIABILITY_QOS</kind></reliability>
        <durability><kind>${durability}_DURABILITY_QOS</kind></durability>
        ${historyQos(options.historyDepth)}
        <representation><value><element>${representation}</element></value></representation>
        <ownership><kind>${ownership}_OWNERSHIP_QOS</kind></ownership>
        <liveliness><kind>${LIVELINESS[options.liveliness]}</kind>${duration("lease_duration", options.leaseMs)}</liveliness>
        ${deadline === "" ? "" : `<deadline>${deadline}</deadline>`}`;
}

// A quick heartbeat, so that a lost first packet does not cost Connext's default of 3 s. The name is the one that the
// first writer gets from the XML; a profile that lacks it would change it at run time, and Connext's readers drop such
// an announcement. Connector finds writers by that name, so several cannot share it.
function writerOnlyQos(options) {
  const isLarge = options.payload > 60000;
  const lifespan = duration("duration", options.lifespanMs);
  return `
        ${options.topics > 1 ? "" : "<publication_name><name>Endpoint</name><role_name>Endpoint</role_name></publication_name>"}
        <writer_data_lifecycle><autodispose_unregistered_instances>false</autodispose_unregistered_instances></writer_data_lifecycle>
        <protocol><rtps_reliable_writer>
          <heartbeat_period><sec>0</sec><nanosec>200000000</nanosec></heartbeat_period>
          <fast_heartbeat_period><sec>0</sec><nanosec>50000000</nanosec></fast_heartbeat_period>
        </rtps_reliable_writer></protocol>
        ${lifespan === "" ? "" : `<lifespan>${lifespan}</lifespan>`}
        ${isLarge ? "<publish_mode><kind>ASYNCHRONOUS_PUBLISH_MODE_QOS</kind></publish_mode>" : ""}`;
}

/** In a group, samples are taken one by one, in the order that the subscriber gives for all its readers. */
function readerOnlyQos(options) {
  const separation = duration("minimum_separation", options.timeFilterMs);
  const isGroup = options.accessScope === "group";
  return `
        ${separation === "" ? "" : `<time_based_filter>${separation}</time_based_filter>`}
        ${isGroup ? "<reader_resource_limits><max_samples_per_read>1</max_samples_per_read></reader_resource_limits>" : ""}`;
}

/** PARTITION and PRESENTATION. @param kind publisher or subscriber */
export function groupQos(kind, options) {
  const names = options.partition.map((name) => `<element>${name}</element>`).join("");
  const scope = `${options.accessScope.toUpperCase()}_PRESENTATION_QOS`;
  return `<${kind}_qos>
          ${names === "" ? "" : `<partition><name>${names}</name></partition>`}
          <presentation><access_scope>${scope}</access_scope>
            <coherent_access>${options.coherent > 0}</coherent_access>
            <ordered_access>${options.ordered}</ordered_access></presentation>
        </${kind}_qos>`;
}

/** Up to which strength a writer may be told to go while it runs; Connext sets QoS at run time by named profile. */
const STRENGTH_MAX = 40;

/** The profile Endpoint, and for writers one more for each strength. */
export function qosLibrary(options) {
  const kind = options.role === "pub" ? "datawriter_qos" : "datareader_qos";
  const own = options.role === "pub" ? writerOnlyQos(options) : readerOnlyQos(options);
  const profiles = [`<qos_profile name="Endpoint"><${kind}>${commonQos(options)}${own}</${kind}></qos_profile>`];
  for (let strength = 0; options.role === "pub" && strength <= STRENGTH_MAX; strength++)
    profiles.push(`<qos_profile name="${strengthProfile(strength)}" base_name="Endpoint"><datawriter_qos>
        <ownership_strength><value>${strength}</value></ownership_strength></datawriter_qos></qos_profile>`);
  return `<qos_library name="${QOS_LIBRARY}">${profiles.join("\n")}</qos_library>`;
}

export const strengthProfile = (strength) => `Strength${strength}`;
export const QOS_LIBRARY = "Qos";
