// A writer or reader of this participant, as matching and SEDP see it.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import type { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import type { EntityId } from "../rtps/structure/entityId.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";
import type { ContentFilterProperty } from "./endpointParameters.js";
import type { TypeScope } from "./typeScope.js";

interface LocalEndpointBase<Qos> {
  readonly guid: Guid;
  readonly topicName: string;
  readonly typeName: string;
  readonly keyed: boolean;
  readonly typeMaxSizeSerialized: number;
  /** The value of PID_TYPE_INFORMATION; empty if the type is not announced. */
  readonly typeInformation: Uint8Array;
  /** Who is told of it. */
  readonly typeScope: TypeScope;
  /** Its Publisher or Subscriber; ENTITYID_UNKNOWN if it is alone. */
  readonly groupEntityId: EntityId;
  qos: Qos;
  /** Number of its latest announcement at the SEDP writer. */
  announcedSn: SequenceNumber;
}

export interface LocalWriter extends LocalEndpointBase<WriterQos> {
  readonly writer: StatefulWriter;
}

export interface LocalReader extends LocalEndpointBase<ReaderQos> {
  readonly reader: StatefulReader;
  /** Announced, so that writers can filter for it. */
  contentFilter: ContentFilterProperty | undefined;
}
