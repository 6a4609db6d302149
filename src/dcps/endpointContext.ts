// What a participant gives to its writers and readers.

import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { OpenParticipant } from "../runtime/index.js";
import type { Publisher } from "./Publisher.js";
import type { Subscriber } from "./Subscriber.js";

export interface EndpointContext {
  readonly runtime: OpenParticipant;
  readonly guidOf: (handle: EntityId) => Guid;
  readonly onClosed: (handle: EntityId) => void;
  /** Of a writer that belongs to one. */
  readonly publisher: Publisher | undefined;
  /** Of a reader that belongs to one. */
  readonly subscriber: Subscriber | undefined;
}
