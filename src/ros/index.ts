// ROS 2 on DDS: packages of interfaces, names.
export { type RosDefinitionFile, type RosDefinitionSource, rosDefinitions } from "./definitionSources.js";
export { type RosAction, RosPackages, type RosService } from "./RosPackages.js";
