// A writer or reader of this participant, as matching and SEDP see it.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import type { StatefulReader } from "../rtps/behavior/StatefulReader.js";
import type { StatefulWriter } from "../rtps/behavior/StatefulWriter.js";
import type { Guid } from "../rtps/structure/guid.js";
import type { SequenceNumber } from "../rtps/structure/sequenceNumber.js";

interface LocalEndpointBase<Qos> {
  readonly guid: Guid;
  readonly topicName: string;
  readonly typeName: string;
  readonly keyed: boolean;
  readonly typeMaxSizeSerialized: number;
  qos: Qos;
  /** Number of its latest announcement at the SEDP writer. */
  announcedSn: SequenceNumber;
}

export interface LocalWriter extends LocalEndpointBase<WriterQos> {
  readonly writer: StatefulWriter;
}

export interface LocalReader extends LocalEndpointBase<ReaderQos> {
  readonly reader: StatefulReader;
}
