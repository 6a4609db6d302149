export { type CycloneSource, splitCycloneUri } from "./cycloneUri.js";
export { decodeXml } from "./decodeXml.js";
export type { Environment } from "./environment.js";
export * from "./findProfile.js";
export { parseDiscoveryPeers, parseQosFile, parseQosFiles, type QosSource } from "./parseQosFile.js";
export * from "./qosFile.js";
