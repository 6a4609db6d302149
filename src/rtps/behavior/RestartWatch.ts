// RTPS 2.5 §8.3.8.5: a writer that begins anew under the same GUID counts and numbers from the start again. So does a
// HEARTBEAT that was long on its way, so one of them is a suspicion and a second, later one is the proof.

import { isNewerCount } from "../structure/sequenceNumber.js";

export class RestartWatch {
  /** Count of the HEARTBEAT that looked odd. */
  private suspect = NOBODY;

  /** A HEARTBEAT with an old count that ends below a sample that has come. True: the writer began anew. */
  confirms(count: number): boolean {
    if (this.suspect !== NOBODY && isNewerCount(count, this.suspect)) return true;
    this.suspect = count;
    return false;
  }

  /** A HEARTBEAT as expected: what looked odd was late or forged. */
  clear(): void {
    this.suspect = NOBODY;
  }
}

/** No count: those are 32 bits. */
const NOBODY = 2 ** 32;
