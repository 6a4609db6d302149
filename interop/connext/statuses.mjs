// Incompatible-QoS statuses, which Connector itself does not offer: read through Connext's public C API, from the
// library that Connector has loaded, on the native writer or reader that Connector hands out.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import koffi from "koffi";

/** Enough for the C status (three integers, a sequence) of any version; zeroed, which the C API reads as empty. */
const STATUS_BYTES = 512;
const RETCODE_OK = 0;

function cLibraryPath() {
  const main = createRequire(import.meta.url).resolve("rticonnextdds-connector");
  return join(dirname(main), "rticonnextdds-connector", "lib", `linux-${process.arch}`, "libnddsc.so");
}

/** @returns a function that reads `{ change, policyId }`: new incompatible endpoints since the last call, and the last policy. */
export function incompatibleQosReader(endpoint, role) {
  const name =
    role === "pub"
      ? "DDS_DataWriter_get_offered_incompatible_qos_status"
      : "DDS_DataReader_get_requested_incompatible_qos_status";
  const getStatus = koffi.load(cLibraryPath()).func(name, "int", ["void *", "void *"]);
  const status = Buffer.alloc(STATUS_BYTES);
  return () => {
    if (getStatus(endpoint.native, status) !== RETCODE_OK) return { change: 0, policyId: 0 };
    return { change: status.readInt32LE(4), policyId: status.readInt32LE(8) };
  };
}
