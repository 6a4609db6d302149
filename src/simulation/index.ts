export * from "./filters.js";
export { DEFAULT_LINK, type LinkEnd, type LinkSettings } from "./links.js";
export type { Invariant, RunLimits, SimNetworkOptions, TappedDatagram } from "./options.js";
export { Random } from "./Random.js";
export { SimHost, type SimInterface } from "./SimHost.js";
export { SimNetwork } from "./SimNetwork.js";
export { type SimGroup, SimNode, type SimNodeOptions } from "./SimNode.js";
export { SimStatistics } from "./SimStatistics.js";
export { SimulationError } from "./SimulationError.js";
