export * from "./CaptureError.js";
export * from "./capture.js";
export * from "./dissect.js";
export type { DissectedParameter } from "./dissectParameters.js";
export * from "./explain/index.js";
export * from "./pcap.js";
export * from "./udp.js";
export * from "./vendorNames.js";
