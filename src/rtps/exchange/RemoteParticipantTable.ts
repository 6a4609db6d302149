// The discovered participants by GUID prefix: three words compared, no text made, because every datagram asks.

import type { GuidPrefix } from "../structure/guid.js";
import type { RemoteParticipant } from "./RemoteParticipant.js";

export class RemoteParticipantTable {
  private readonly byHash = new Map<number, RemoteParticipant[]>();
  size = 0;

  /** Looks up the 12 octets at `offset`. */
  find(view: DataView, offset: number): RemoteParticipant | undefined {
    return this.findWords(view.getUint32(offset), view.getUint32(offset + 4), view.getUint32(offset + 8));
  }

  findPrefix(prefix: GuidPrefix): RemoteParticipant | undefined {
    return this.findWords(prefix.w0, prefix.w1, prefix.w2);
  }

  add(remote: RemoteParticipant): void {
    const key = mix(remote.prefix.w0, remote.prefix.w1, remote.prefix.w2);
    const bucket = this.byHash.get(key);
    if (bucket === undefined) this.byHash.set(key, [remote]);
    else bucket.push(remote);
    this.size++;
  }

  remove(remote: RemoteParticipant): void {
    const key = mix(remote.prefix.w0, remote.prefix.w1, remote.prefix.w2);
    const bucket = this.byHash.get(key);
    const index = bucket?.indexOf(remote) ?? -1;
    if (bucket === undefined || index < 0) return;
    bucket.splice(index, 1);
    if (bucket.length === 0) this.byHash.delete(key);
    this.size--;
  }

  *[Symbol.iterator](): IterableIterator<RemoteParticipant> {
    for (const bucket of this.byHash.values()) yield* bucket;
  }

  private findWords(w0: number, w1: number, w2: number): RemoteParticipant | undefined {
    const bucket = this.byHash.get(mix(w0, w1, w2));
    if (bucket === undefined) return undefined;
    for (let i = 0; i < bucket.length; i++) {
      const { prefix } = bucket[i]!;
      if (prefix.w0 === w0 && prefix.w1 === w1 && prefix.w2 === w2) return bucket[i];
    }
    return undefined;
  }
}

function mix(w0: number, w1: number, w2: number): number {
  return (Math.imul(w0, 31) ^ Math.imul(w1, 17) ^ w2) | 0;
}
