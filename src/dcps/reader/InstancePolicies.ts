// What the policies of a reader keep of one instance. Dropped with the instance, so its limit is theirs.

import type { DeadlineWatch } from "./DeadlineWatch.js";
import type { InstanceOwnership } from "./InstanceOwnership.js";
import type { HeldSample } from "./PoliciesContext.js";
import type { ReaderInstance } from "./ReaderInstance.js";
import type { Separation } from "./Separation.js";
import type { SourceOrder } from "./SourceOrder.js";

/** Undefined where the policy is off, or has not met the instance yet. */
export class InstancePolicies<T extends object> {
  ownership: InstanceOwnership | undefined = undefined;
  order: SourceOrder | undefined = undefined;
  separation: Separation<HeldSample<T>> | undefined = undefined;
  deadline: DeadlineWatch<ReaderInstance<T>> | undefined = undefined;
}
