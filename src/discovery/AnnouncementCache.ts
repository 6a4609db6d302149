// Announcements that have been read, by their bytes. Many participants in one process get the same ones: what they say is
// then decoded once, and its strings, locators and policies exist once. Nobody changes what is in it.

import type { DiscoveryDataLimits } from "./discoveryPayload.js";

/** An announcement and what it says. */
export interface Announcement<Data> {
  /** Its bytes, owned by nobody else. */
  readonly payload: Uint8Array;
  readonly data: Data;
}

/** Says what is wrong with a payload that cannot be used. Must give the same for the same bytes and limits. */
export type AnnouncementDecoder<Data> = (payload: Uint8Array, limits: DiscoveryDataLimits) => Data | string;

/** Reads an announcement, through the cache if there is one. */
export function readAnnouncement<Data>(
  cache: AnnouncementCache | undefined,
  decode: AnnouncementDecoder<Data>,
  payload: Uint8Array,
  limits: DiscoveryDataLimits,
): Announcement<Data> | string {
  if (cache !== undefined) return cache.read(decode, payload, limits);
  const data = decode(payload, limits);
  return typeof data === "string" ? data : { payload: payload.slice(), data };
}

/** Bounded: the oldest entry gives way. Participants that share one may have different limits. */
export class AnnouncementCache {
  private readonly byHash = new Map<number, Entry>();

  get size(): number {
    return this.byHash.size;
  }

  read<Data>(
    decode: AnnouncementDecoder<Data>,
    payload: Uint8Array,
    limits: DiscoveryDataLimits,
  ): Announcement<Data> | string {
    const hash = hashOf(payload);
    const known = this.byHash.get(hash);
    if (known?.isOf(decode, payload, limits)) return known;
    const data = decode(payload, limits);
    if (typeof data === "string") return data;
    const entry = new Entry(payload.slice(), data, decode, limits.maxLocatorsPerList, limits.maxParameterListBytes);
    if (payload.length <= MAX_CACHED_BYTES) this.keep(hash, entry);
    return entry;
  }

  private keep(hash: number, entry: Entry): void {
    this.byHash.delete(hash);
    this.byHash.set(hash, entry);
    if (this.byHash.size <= MAX_ENTRIES) return;
    for (const oldest of this.byHash.keys()) {
      this.byHash.delete(oldest);
      return;
    }
  }
}

class Entry implements Announcement<unknown> {
  constructor(
    readonly payload: Uint8Array,
    // biome-ignore lint/suspicious/noExplicitAny: whoever asks with the same decoder gets what that decoder gave.
    readonly data: any,
    private readonly decode: AnnouncementDecoder<unknown>,
    private readonly maxLocators: number,
    private readonly maxBytes: number,
  ) {}

  isOf(decode: AnnouncementDecoder<unknown>, payload: Uint8Array, limits: DiscoveryDataLimits): boolean {
    return (
      decode === this.decode &&
      limits.maxLocatorsPerList === this.maxLocators &&
      limits.maxParameterListBytes === this.maxBytes &&
      sameBytes(payload, this.payload)
    );
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a. Two payloads of one hash take turns, which costs time and nothing else. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

/** A participant and two endpoints for each of a thousand participants, and some more. */
const MAX_ENTRIES = 4096;
/** Larger ones are rare, and would let a peer fill much memory. */
const MAX_CACHED_BYTES = 4096;
