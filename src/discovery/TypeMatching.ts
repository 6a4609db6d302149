// XTypes 1.3 §7.6.3.4.2: types of a writer and a reader, as far as this participant knows them. Where both sides
// announce their types these decide, else their names do.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { DiscoveryConfig } from "./DiscoveryContext.js";
import type { MatchableEndpoint, TypeVerdict } from "./matching.js";
import type { TypeLookup } from "./TypeLookup.js";
import { silenceOf, typeSilence } from "./typeScope.js";

type Endpoint<Qos> = MatchableEndpoint<Qos> & { readonly guid?: Guid };

export class TypeMatching {
  constructor(
    private readonly lookup: TypeLookup,
    private readonly participantOf: (prefix: GuidPrefix) => DiscoveredParticipant | undefined,
    private readonly config: DiscoveryConfig,
  ) {}

  readonly judge = (writer: Endpoint<WriterQos>, reader: Endpoint<ReaderQos>): TypeVerdict => {
    const { typeConsistency } = reader.qos;
    const offered = writer.typeInformation;
    const requested = reader.typeInformation;
    if (!offered?.length || !requested?.length) return BY_NAME;
    // Who is not told of one type does not hear anything of the other: both sides go by names, or they would disagree.
    const isKeptBack = this.isKeptBack(writer, reader) || this.isKeptBack(reader, writer);
    if (isKeptBack && !typeConsistency.forceTypeValidation) return BY_NAME;
    const comparison = this.lookup.types.compare(offered, requested, typeConsistency);
    switch (comparison.verdict) {
      case "assignable":
        return { kind: "assignable" };
      case "notAssignable":
        return { kind: "notAssignable", detail: comparison.detail };
      case "unreadable":
        return { kind: "byName", reason: comparison.detail };
      case "unknown":
        return this.unknown(writer, reader);
    }
  };

  private unknown(writer: Endpoint<WriterQos>, reader: Endpoint<ReaderQos>): TypeVerdict {
    for (const { guid, typeInformation } of [writer, reader]) {
      const participant = guid === undefined ? undefined : this.participantOf(guid.prefix);
      if (participant === undefined || typeInformation === undefined) continue;
      const inquiry = this.lookup.inquiryOf(participant, typeInformation);
      if (inquiry?.state === "unavailable") return { kind: "byName", reason: inquiry.reason };
    }
    return { kind: "pending" };
  }

  /** The type of `one` is not told to the participant of `other`. Of endpoints of others nothing is known of that. */
  private isKeptBack(one: Endpoint<unknown>, { guid }: Endpoint<unknown>): boolean {
    const { typeScope } = one;
    const peer = guid === undefined ? undefined : this.participantOf(guid.prefix)?.data;
    if (peer === undefined) return false;
    const silence = typeSilence(peer, this.config);
    return typeScope === undefined ? silence === 2 : silence >= silenceOf(typeScope);
  }
}

const BY_NAME: TypeVerdict = { kind: "byName", reason: "" };
