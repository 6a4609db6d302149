/** The messages that ROS 2 makes of services and actions besides those in the file (rosidl, REP 2012 for events). */
import type {
  RosActionDefinition,
  RosCollection,
  RosField,
  RosMessageDefinition,
  RosPrimitive,
  RosServiceDefinition,
} from "./definitions.js";

/** What tells of the calls of a service: `pkg/srv/Name_Event`, for introspection. */
export function eventOf({ name, request, response }: RosServiceDefinition): RosMessageDefinition {
  const atMostOne: RosCollection = { kind: "sequence", bound: 1 };
  return message(`${name}_Event`, [
    field("info", "service_msgs/msg/ServiceEventInfo"),
    field("request", request.name, atMostOne),
    field("response", response.name, atMostOne),
  ]);
}

/** The service that takes goals: `pkg/action/Name_SendGoal`. */
export function sendGoalOf({ name, goal }: RosActionDefinition): RosServiceDefinition {
  return {
    name: `${name}_SendGoal`,
    request: message(`${name}_SendGoal_Request`, [goalId(), field("goal", goal.name)]),
    response: message(`${name}_SendGoal_Response`, [
      primitive("accepted", "bool"),
      field("stamp", "builtin_interfaces/msg/Time"),
    ]),
  };
}

/** The service that gives results: `pkg/action/Name_GetResult`. */
export function getResultOf({ name, result }: RosActionDefinition): RosServiceDefinition {
  return {
    name: `${name}_GetResult`,
    request: message(`${name}_GetResult_Request`, [goalId()]),
    response: message(`${name}_GetResult_Response`, [primitive("status", "int8"), field("result", result.name)]),
  };
}

/** What the topic of feedback carries: `pkg/action/Name_FeedbackMessage`. */
export function feedbackMessageOf({ name, feedback }: RosActionDefinition): RosMessageDefinition {
  return message(`${name}_FeedbackMessage`, [goalId(), field("feedback", feedback.name)]);
}

function goalId(): RosField {
  return field("goal_id", "unique_identifier_msgs/msg/UUID");
}

function field(name: string, messageName: string, collection?: RosCollection): RosField {
  return madeField(name, { message: messageName }, collection);
}

function primitive(name: string, base: RosPrimitive): RosField {
  return madeField(name, base);
}

function madeField(name: string, base: RosField["type"]["base"], collection?: RosCollection): RosField {
  const type = { base, stringBound: undefined, collection };
  return { name, type, defaultValue: undefined, comment: "", unit: undefined, at: undefined };
}

function message(name: string, fields: readonly RosField[]): RosMessageDefinition {
  return { name, fields, constants: [], comment: "" };
}
