// ROS 2 on DDS: packages of interfaces, names, and the graph of nodes.
export { ROS_DIALECT, rosCodec } from "./codec.js";
export { type RosDefinitionFile, type RosDefinitionSource, rosDefinitions } from "./definitionSources.js";
export {
  ROS_DISCOVERY_TOPIC,
  type RosNodeEntities,
  type RosParticipantEntities,
  rosDiscoveryCodec,
  rosDiscoverySample,
  rosDiscoveryType,
  rosParticipantEntities,
} from "./discoveryInfo.js";
export {
  isRosTopic,
  type RosEnd,
  type RosGraph,
  type RosGraphInput,
  type RosNodeInfo,
  type RosServiceInfo,
  type RosTopicInfo,
  rosGraph,
} from "./graph.js";
export { withRosMemberNames } from "./learntTypes.js";
export {
  ddsTopicName,
  expandRosName,
  isHiddenRosName,
  type RosNameContext,
  type RosTopicKind,
  type RosTopicName,
  rosTopicName,
} from "./names.js";
export { RosNameError } from "./RosNameError.js";
export { type RosAction, RosPackages, type RosService } from "./RosPackages.js";
export { announcedTypeHash, formatRosUserData, parseRosUserData } from "./userData.js";
