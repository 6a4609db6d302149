// XTypes 1.3 §7.6.3.4.2: types of a writer and a reader, as far as this participant knows them. Where both sides
// announce their types these decide, else their names do.

import type { ReaderQos, WriterQos } from "../qos/index.js";
import type { Guid, GuidPrefix } from "../rtps/structure/guid.js";
import type { DiscoveredParticipant } from "./DiscoveredParticipant.js";
import type { MatchableEndpoint, TypeVerdict } from "./matching.js";
import type { TypeLookup } from "./TypeLookup.js";
import { misreadsTypes } from "./vendorQuirks.js";

type Endpoint<Qos> = MatchableEndpoint<Qos> & { readonly guid?: Guid };

export class TypeMatching {
  constructor(
    private readonly lookup: TypeLookup,
    private readonly participantOf: (prefix: GuidPrefix) => DiscoveredParticipant | undefined,
    /** TypeInformation goes to everybody, so it counts from everybody. */
    private readonly announcesToAll: boolean,
  ) {}

  readonly judge = (writer: Endpoint<WriterQos>, reader: Endpoint<ReaderQos>): TypeVerdict => {
    const { typeConsistency } = reader.qos;
    const offered = writer.typeInformation;
    const requested = reader.typeInformation;
    if (!offered?.length || !requested?.length) return BY_NAME;
    // Such a peer does not get our TypeInformation; what it says of its own is not what others say of the same IDL.
    const isMisread = this.isMisread(writer.guid) || this.isMisread(reader.guid);
    if (isMisread && !typeConsistency.forceTypeValidation) return BY_NAME;
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

  private isMisread(guid: Guid | undefined): boolean {
    if (guid === undefined || this.announcesToAll) return false;
    const data = this.participantOf(guid.prefix)?.data;
    return data !== undefined && misreadsTypes(data.vendorId, data.protocolMinor);
  }
}

const BY_NAME: TypeVerdict = { kind: "byName", reason: "" };
