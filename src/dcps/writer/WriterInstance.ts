// DDS 1.4 §2.2.2.4.2.5: what a writer keeps of an instance from the moment it is registered, by the application or by
// its first write, until it is unregistered.

import { KeyedInstance } from "../KeyIndex.js";
import type { InstanceDeadline } from "./InstanceDeadline.js";
import type { PreparedWrite } from "./PreparedWrite.js";

export class WriterInstance extends KeyedInstance {
  /** The serialized key, as it goes with a dispose; undefined for topics without key. */
  keyPayload: Uint8Array | undefined = undefined;
  isRegistered = true;
  /** Written, and not disposed since. */
  isAlive = false;
  /** Writes of it that wait for room, in order: no other may overtake them. */
  readonly waiting: PreparedWrite<object>[] = [];
  /** While it is to be written in each period. */
  deadline: InstanceDeadline | undefined = undefined;
}
