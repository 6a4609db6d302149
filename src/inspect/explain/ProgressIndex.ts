// The view that discovery gives, made quick to look things up in: endpoints by GUID, participants by prefix, matches
// by pair.

import type {
  DiscoveryProgress,
  MatchProgress,
  OwnEndpoint,
  ParticipantProgress,
  RemoteEndpointProgress,
} from "../../discovery/progress.js";
import { Guid, type GuidPrefix } from "../../rtps/structure/guid.js";
import type { ReaderToExplain, WriterToExplain } from "./types.js";

/** An endpoint and where it stands. Several members are undefined when it is not known. */
export interface Located<E extends WriterToExplain | ReaderToExplain> {
  readonly role: "writer" | "reader";
  /** What it announces; undefined if only its GUID is known. */
  readonly endpoint: E | undefined;
  readonly guid: Guid | undefined;
  /** It belongs to this participant. */
  readonly own: OwnEndpoint | undefined;
  readonly remote: RemoteEndpointProgress | undefined;
  /** The other participant that it belongs to. */
  readonly participant: ParticipantProgress | undefined;
}

export class ProgressIndex {
  private readonly participants = new Map<string, ParticipantProgress>();
  private readonly remotes = new Map<string, RemoteEndpointProgress>();
  private readonly owns = new Map<string, OwnEndpoint>();
  private readonly matches = new Map<string, MatchProgress[]>();

  constructor(readonly progress: DiscoveryProgress | undefined) {
    if (progress === undefined) return;
    for (const endpoint of progress.self.endpoints) this.owns.set(endpoint.guid.toString(), endpoint);
    for (const participant of progress.participants) {
      this.participants.set(participant.data.guidPrefix.toString(), participant);
      for (const endpoint of participant.endpoints) this.remotes.set(endpoint.data.guid.toString(), endpoint);
    }
    for (const match of progress.matches) {
      const key = pairKey(match.writer, match.reader);
      const found = this.matches.get(key);
      if (found === undefined) this.matches.set(key, [match]);
      else found.push(match);
    }
  }

  writer(writer: WriterToExplain | Guid): Located<WriterToExplain> {
    const located = this.locate("writer", writer);
    const { own, remote } = located;
    if (located.endpoint !== undefined) return located;
    if (own?.role === "writer") return { ...located, endpoint: { ...own, vendorId: this.ownVendorId } };
    if (remote?.data.role === "writer") return { ...located, endpoint: withVendor(remote.data, located.participant) };
    return located;
  }

  reader(reader: ReaderToExplain | Guid): Located<ReaderToExplain> {
    const located = this.locate("reader", reader);
    const { own, remote } = located;
    if (located.endpoint !== undefined) return located;
    if (own?.role === "reader") return { ...located, endpoint: { ...own, vendorId: this.ownVendorId } };
    if (remote?.data.role === "reader") return { ...located, endpoint: withVendor(remote.data, located.participant) };
    return located;
  }

  /** The match as this participant has made it, on the sides that are its own. */
  matchesOf(writer: Guid | undefined, reader: Guid | undefined): readonly MatchProgress[] {
    if (writer === undefined || reader === undefined) return [];
    return this.matches.get(pairKey(writer, reader)) ?? [];
  }

  isOwn(prefix: GuidPrefix): boolean {
    return this.progress?.self.guidPrefix.equals(prefix) === true;
  }

  private get ownVendorId(): number {
    return this.progress?.self.vendorId ?? 0;
  }

  private locate<E extends WriterToExplain | ReaderToExplain>(role: "writer" | "reader", given: E | Guid): Located<E> {
    const endpoint = given instanceof Guid ? undefined : given;
    const guid = given instanceof Guid ? given : given.guid;
    const key = guid?.toString() ?? "";
    return {
      role,
      endpoint,
      guid,
      own: this.owns.get(key),
      remote: this.remotes.get(key),
      participant: guid === undefined ? undefined : this.participants.get(guid.prefix.toString()),
    };
  }
}

/** Endpoints may leave their vendor out; their participants' messages never do. */
function withVendor<E extends { readonly vendorId: number }>(data: E, participant: ParticipantProgress | undefined): E {
  if (data.vendorId !== 0 || participant === undefined) return data;
  return { ...data, vendorId: participant.data.vendorId };
}

function pairKey(writer: Guid, reader: Guid): string {
  return writer.toString() + reader.toString();
}
