// Interfaces that ROS 2 itself cannot do without, for systems that have no files of it: those of services, of
// introspection and of the graph. Facts of rcl_interfaces, rmw_dds_common and common_interfaces, without comments.

import { type RosDefinitionSource, rosDefinitions } from "./definitionSources.js";

const GID_ARRAYS = "Gid[] reader_gid_seq\nGid[] writer_gid_seq";

const TEXTS: Readonly<Record<string, string>> = {
  "builtin_interfaces/msg/Time.msg": "int32 sec\nuint32 nanosec",
  "builtin_interfaces/msg/Duration.msg": "int32 sec\nuint32 nanosec",
  "unique_identifier_msgs/msg/UUID.msg": "uint8[16] uuid",
  "service_msgs/msg/ServiceEventInfo.msg": `uint8 REQUEST_SENT = 0
uint8 REQUEST_RECEIVED = 1
uint8 RESPONSE_SENT = 2
uint8 RESPONSE_RECEIVED = 3
uint8 event_type
builtin_interfaces/Time stamp
char[16] client_gid
int64 sequence_number`,
  "rmw_dds_common/msg/Gid.msg": "uint8[16] data",
  "rmw_dds_common/msg/NodeEntitiesInfo.msg": `string<=256 node_namespace\nstring<=256 node_name\n${GID_ARRAYS}`,
  "rmw_dds_common/msg/ParticipantEntitiesInfo.msg": "Gid gid\nNodeEntitiesInfo[] node_entities_info_seq",
  "action_msgs/msg/GoalInfo.msg": "unique_identifier_msgs/UUID goal_id\nbuiltin_interfaces/Time stamp",
  "action_msgs/srv/CancelGoal.srv": `GoalInfo goal_info
---
int8 ERROR_NONE=0
int8 ERROR_REJECTED=1
int8 ERROR_UNKNOWN_GOAL_ID=2
int8 ERROR_GOAL_TERMINATED=3
int8 return_code
GoalInfo[] goals_canceling`,
  "std_srvs/srv/Empty.srv": "---",
  "std_srvs/srv/SetBool.srv": "bool data\n---\nbool success\nstring message",
  "std_srvs/srv/Trigger.srv": "---\nbool success\nstring message",
};

/** The last source to ask: what others know is newer. */
export const BUILTIN_ROS_DEFINITIONS: RosDefinitionSource = rosDefinitions(TEXTS, "built-in definitions");
