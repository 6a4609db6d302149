export * from "./compatibility.js";
export * from "./endpointQos.js";
export * from "./partitions.js";
export * from "./policies.js";
export * from "./QosError.js";
export * from "./resolve.js";
