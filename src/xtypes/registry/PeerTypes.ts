// What other participants have told of types: each TypeObject once, with those who told it. Only what was asked for is
// taken, only what is what its hash says, and only so much from one participant.

import { componentKeyOf, keyOf, type TypeKey } from "../identifiers.js";
import type { TypeIdentifier } from "../wire/identifierTypes.js";
import { StoredObject } from "./StoredObject.js";
import { hasHash, haveComponentHash } from "./verify.js";

export interface PeerTypeLimits {
  readonly maxTypesPerParticipant: number;
  readonly maxTypeBytesPerParticipant: number;
}

export type Intake = "added" | "incomplete" | "known" | "refused" | "beyondLimits";

interface Peer {
  readonly wanted: Set<TypeKey>;
  readonly told: Set<TypeKey>;
  /** Types that refer to each other wait for all of them: by component, then by place. */
  readonly components: Map<string, Map<number, StoredObject>>;
  bytes: number;
}

export class PeerTypes {
  private readonly objects = new Map<TypeKey, { readonly stored: StoredObject; readonly tellers: Set<string> }>();
  private readonly peers = new Map<string, Peer>();

  constructor(private readonly limits: PeerTypeLimits) {}

  get(key: TypeKey): StoredObject | undefined {
    return this.objects.get(key)?.stored;
  }

  /** These are being asked for. */
  want(peer: string, identifiers: readonly TypeIdentifier[]): void {
    const { wanted } = this.peerOf(peer);
    for (const identifier of identifiers) wanted.add(keyOf(identifier)!);
  }

  /** @param serialized little endian, with its DHEADER */
  take(peer: string, identifier: TypeIdentifier, serialized: Uint8Array): Intake {
    const from = this.peerOf(peer);
    const key = keyOf(identifier);
    if (key === undefined || !from.wanted.has(key)) return "refused";
    if (this.objects.has(key)) return "known";
    const isTooMany = from.told.size + this.waitingOf(from) >= this.limits.maxTypesPerParticipant;
    if (isTooMany || from.bytes + serialized.length > this.limits.maxTypeBytesPerParticipant) return "beyondLimits";
    const stored = new StoredObject(identifier, serialized);
    if (!stored.isOfItsKind) return "refused";
    if (identifier.member === "scComponentId") return this.takePart(peer, from, stored);
    if (identifier.member !== "equivalenceHash" || !hasHash(serialized, identifier.value)) return "refused";
    this.add(peer, from, key, stored);
    return "added";
  }

  forget(peer: string): void {
    const gone = this.peers.get(peer);
    if (gone === undefined) return;
    this.peers.delete(peer);
    for (const key of gone.told) {
      const object = this.objects.get(key);
      object?.tellers.delete(peer);
      if (object?.tellers.size === 0) this.objects.delete(key);
    }
  }

  get size(): number {
    return this.objects.size;
  }

  private add(peer: string, from: Peer, key: TypeKey, stored: StoredObject): void {
    this.objects.set(key, { stored, tellers: new Set([peer]) });
    from.told.add(key);
    from.wanted.delete(key);
    from.bytes += stored.serialized.length;
  }

  private takePart(peer: string, from: Peer, stored: StoredObject): Intake {
    const { identifier, serialized } = stored;
    if (identifier.member !== "scComponentId") return "refused";
    const { scComponentId, sccLength, sccIndex } = identifier.value;
    if (sccIndex < 1 || sccIndex > sccLength) return "refused";
    const componentKey = `${componentKeyOf(identifier.value)}/${sccLength}`;
    const parts = from.components.get(componentKey) ?? new Map<number, StoredObject>();
    from.components.set(componentKey, parts);
    const before = parts.get(sccIndex);
    from.bytes += serialized.length - (before?.serialized.length ?? 0);
    parts.set(sccIndex, stored);
    if (parts.size < sccLength) return "incomplete";
    from.components.delete(componentKey);
    const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    for (const part of ordered) from.bytes -= part.serialized.length;
    const hash = scComponentId.value ?? new Uint8Array(0);
    if (
      !haveComponentHash(
        ordered.map((part) => part.serialized),
        hash,
      )
    ) {
      return "refused";
    }
    for (const part of ordered) this.add(peer, from, keyOf(part.identifier)!, part);
    return "added";
  }

  private waitingOf(peer: Peer): number {
    let count = 0;
    for (const parts of peer.components.values()) count += parts.size;
    return count;
  }

  private peerOf(name: string): Peer {
    let peer = this.peers.get(name);
    if (peer === undefined) {
      peer = { wanted: new Set(), told: new Set(), components: new Map(), bytes: 0 };
      this.peers.set(name, peer);
    }
    return peer;
  }
}
