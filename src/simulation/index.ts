export * from "./filters.js";
export { DEFAULT_LINK, type LinkEnd, type LinkSettings } from "./links.js";
export { Random } from "./Random.js";
export { SimHost, type SimInterface } from "./SimHost.js";
export {
  type Invariant,
  type RunLimits,
  SimNetwork,
  type SimNetworkOptions,
  type TappedDatagram,
} from "./SimNetwork.js";
export { type SimGroup, SimNode, type SimNodeOptions } from "./SimNode.js";
export { SimStatistics } from "./SimStatistics.js";
export { SimulationError } from "./SimulationError.js";
