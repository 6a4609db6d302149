// One thing a reader owes a writer, as values: the packer turns it into an ACKNACK or a NACK_FRAG. Reused.

import { NumberSet } from "../structure/NumberSet.js";
import type { SequenceNumber } from "../structure/sequenceNumber.js";

export class AckItem {
  isNackFrag = false;
  /** NACK_FRAG only. */
  sn: SequenceNumber = 0;
  readonly set = new NumberSet();
  count = 0;
  final = true;
}
