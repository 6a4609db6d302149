// What Connector itself does not offer: statuses, liveliness, coherent sets, changes of QoS and octets as octets. Done through Connext's
// public C API, in the library that Connector has loaded, on the native writer or reader that Connector hands out.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import koffi from "koffi";

/** Enough for the C status (some integers, a sequence, a handle) of any version; zeroed, which the C API reads as empty. */
const STATUS_BYTES = 512;
const RETCODE_OK = 0;

const library = koffi.load(cLibraryPath());

function cLibraryPath() {
  const main = createRequire(import.meta.url).resolve("rticonnextdds-connector");
  return join(dirname(main), "rticonnextdds-connector", "lib", `linux-${process.arch}`, "libnddsc.so");
}

/** @returns a function that gives the first `fields` integers of the status, zeros when there is none */
function statusReader(endpoint, name, fields) {
  const read = library.func(name, "int", ["void *", "void *"]);
  const status = Buffer.alloc(STATUS_BYTES);
  return () => {
    const isRead = read(endpoint.native, status) === RETCODE_OK;
    return Array.from({ length: fields }, (_, i) => (isRead ? status.readInt32LE(4 * i) : 0));
  };
}

/** @returns a function that reads how many endpoints are matched. Connector lists them as JSON, which is wrong for some. */
export function matchedReader(endpoint, isWriter) {
  const name = isWriter
    ? "DDS_DataWriter_get_publication_matched_status"
    : "DDS_DataReader_get_subscription_matched_status";
  const read = statusReader(endpoint, name, 3);
  return () => read()[2];
}

/** @returns a function that reads `{ change, policyId }`: new incompatible endpoints since the last call, and the last policy. */
export function incompatibleQosReader(endpoint, isWriter) {
  const name = isWriter
    ? "DDS_DataWriter_get_offered_incompatible_qos_status"
    : "DDS_DataReader_get_requested_incompatible_qos_status";
  const read = statusReader(endpoint, name, 3);
  return () => {
    const [, change, policyId] = read();
    return { change, policyId };
  };
}

/** @returns for each event that carries a total, a function that reads it */
export function totalReaders(endpoint, isWriter) {
  const total = (name) => {
    const read = statusReader(endpoint, name, 1);
    return () => read()[0];
  };
  if (isWriter) {
    return {
      deadline_missed: total("DDS_DataWriter_get_offered_deadline_missed_status"),
      liveliness_lost: total("DDS_DataWriter_get_liveliness_lost_status"),
    };
  }
  return {
    deadline_missed: total("DDS_DataReader_get_requested_deadline_missed_status"),
    sample_lost: total("DDS_DataReader_get_sample_lost_status"),
  };
}

/** @returns a function that reads `{ alive, notAlive }` of a reader */
export function livelinessReader(reader) {
  const read = statusReader(reader, "DDS_DataReader_get_liveliness_changed_status", 2);
  return () => {
    const [alive, notAlive] = read();
    return { alive, notAlive };
  };
}

/** Enough for a C sequence of any version. */
const SEQUENCE_BYTES = 256;
const ANY_STATE = 0xffff;

/**
 * Group access of a subscriber (DDS 1.4 §2.2.2.5.2.8).
 * @returns `access(body)`, which calls `body` between begin_access and end_access with a function that gives the
 * readers to take from, in the order of their samples, one entry a sample when access is ordered
 */
export function subscriberAccess(readers) {
  const subscriber = library.func("DDS_DataReader_get_subscriber", "void *", ["void *"])(readers[0].native);
  const begin = library.func("DDS_Subscriber_begin_access", "int", ["void *"]);
  const end = library.func("DDS_Subscriber_end_access", "int", ["void *"]);
  const states = ["uint32", "uint32", "uint32"];
  const list = library.func("DDS_Subscriber_get_datareaders", "int", ["void *", "void *", ...states]);
  const length = library.func("DDS_DataReaderSeq_get_length", "int", ["void *"]);
  const get = library.func("DDS_DataReaderSeq_get", "void *", ["void *", "int"]);
  const sequence = Buffer.alloc(SEQUENCE_BYTES);
  library.func("DDS_DataReaderSeq_initialize", "bool", ["void *"])(sequence);
  const byAddress = new Map(readers.map((reader) => [koffi.address(reader.native), reader]));
  const next = () => {
    check("DDS_Subscriber_get_datareaders", list(subscriber, sequence, ANY_STATE, ANY_STATE, ANY_STATE));
    return Array.from({ length: length(sequence) }, (_, i) => byAddress.get(koffi.address(get(sequence, i))));
  };
  return (body) => {
    check("DDS_Subscriber_begin_access", begin(subscriber));
    body(next);
    check("DDS_Subscriber_end_access", end(subscriber));
  };
}

function check(name, code) {
  if (code !== RETCODE_OK) throw new Error(`${name}: return code ${code}`);
}

const PAYLOAD = "additional_payload_size";
const BY_NAME = 0;
const setOctets = library.func("DDS_DynamicData_set_uint8_array", "int", [
  "void *",
  "str",
  "int32",
  "uint32",
  "void *",
]);
const getOctets = library.func("DDS_DynamicData_get_uint8_array", "int", [
  "void *",
  "void *",
  koffi.inout(koffi.pointer("uint32")),
  "str",
  "int32",
]);

/** Connector takes and gives a payload as JSON, number by number: a megabyte takes half a minute. */
export function setPayload(instance, payload) {
  check("DDS_DynamicData_set_uint8_array", setOctets(instance.native, PAYLOAD, BY_NAME, payload.length, payload));
}

/** @param buffer room for the largest payload; the result is a part of it */
export function getPayload(sample, buffer) {
  const length = [buffer.length];
  check("DDS_DynamicData_get_uint8_array", getOctets(sample.native, buffer, length, PAYLOAD, BY_NAME));
  return buffer.subarray(0, length[0]);
}

/** The operations of a writer that Connector lacks. Each throws when Connext refuses. */
export function writerOperations(writer) {
  const call = (name, parameters, ...values) => check(name, library.func(name, "int", parameters)(...values));
  const publisher = library.func("DDS_DataWriter_get_publisher", "void *", ["void *"])(writer.native);
  return {
    assertLiveliness: () => call("DDS_DataWriter_assert_liveliness", ["void *"], writer.native),
    beginCoherentChanges: () => call("DDS_Publisher_begin_coherent_changes", ["void *"], publisher),
    endCoherentChanges: () => call("DDS_Publisher_end_coherent_changes", ["void *"], publisher),
    setProfile: (library, profile) =>
      call("DDS_DataWriter_set_qos_with_profile", ["void *", "str", "str"], writer.native, library, profile),
  };
}
