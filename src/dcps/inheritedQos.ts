// DDS 1.4 §2.2.3: policies of publishers, subscribers and topics that their writers and readers announce.

import type { EndpointQos } from "../qos/index.js";

/** Policies that come from somewhere else than the endpoint itself. */
export type InheritedQos = Partial<Pick<EndpointQos, "presentation" | "partition" | "groupData" | "topicData">>;

/** A writer or reader, for what it is made by. */
export interface InheritsQos {
  /** @throws QosError if these do not go with its own policies: they may not fit one announcement together */
  checkInheritedQos(inherited: InheritedQos): void;
  inheritedQosChanged(inherited: InheritedQos): void;
}

/** Changes all of them, or none. @throws QosError as `checkInheritedQos` does */
export function inherit(endpoints: Iterable<InheritsQos>, inherited: InheritedQos): void {
  const all = [...endpoints];
  for (const endpoint of all) endpoint.checkInheritedQos(inherited);
  for (const endpoint of all) endpoint.inheritedQosChanged(inherited);
}
