// RTPS 2.5 §9.6.1: the well-known ports of a domain and of its participants, and back from a port to its meaning.
// A peer's ports are never computed: its locators say them. Only our own, and first guesses at peers, come from here.

/** §9.6.1.1: the numbers the formulas are made of. All participants of a domain must use the same. */
export interface PortParameters {
  /** PB. */
  readonly portBase: number;
  /** DG. */
  readonly domainIdGain: number;
  /** PG. */
  readonly participantIdGain: number;
  /** d0, d1, d2, d3. */
  readonly metatrafficMulticastOffset: number;
  readonly metatrafficUnicastOffset: number;
  readonly userMulticastOffset: number;
  readonly userUnicastOffset: number;
}

export const DEFAULT_PORT_PARAMETERS: PortParameters = {
  portBase: 7400,
  domainIdGain: 250,
  participantIdGain: 2,
  metatrafficMulticastOffset: 0,
  metatrafficUnicastOffset: 10,
  userMulticastOffset: 1,
  userUnicastOffset: 11,
};

/** 7400 + 250 x 232 = 65400 is the last domain whose ports exist. */
export const MAX_DOMAIN_ID = 232;
/** Index 120 would have a port of the next domain: 7410 + 2 x 120 = 7650. */
export const MAX_PARTICIPANT_INDEX = 119;

/** The four ports of one participant. */
export interface ParticipantPorts {
  readonly metatrafficMulticast: number;
  readonly metatrafficUnicast: number;
  readonly userMulticast: number;
  readonly userUnicast: number;
}

export type PortErrorCode = "DOMAIN_ID_OUT_OF_RANGE" | "PARTICIPANT_INDEX_OUT_OF_RANGE" | "PORT_OUT_OF_RANGE";

/** Thrown for a domain or an index that has no ports. One line that says what is possible. */
export class PortError extends RangeError {
  override readonly name = "PortError";

  constructor(
    readonly code: PortErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** What a port is for. */
export type PortUse = "metatrafficMulticast" | "metatrafficUnicast" | "userMulticast" | "userUnicast";

export interface PortMeaning {
  readonly domainId: number;
  readonly use: PortUse;
  /** -1 for the multicast ports, which a domain's participants share. */
  readonly participantIndex: number;
}

/**
 * The ports of participant `participantIndex` in a domain.
 *
 * @throws PortError if the domain is not an integer in 0-232, or the index not one in 0-`maxParticipantIndex`
 */
export function participantPorts(
  domainId: number,
  participantIndex: number,
  parameters: PortParameters = DEFAULT_PORT_PARAMETERS,
): ParticipantPorts {
  const multicast = domainPorts(domainId, parameters);
  const last = maxParticipantIndex(domainId, parameters);
  if (!Number.isInteger(participantIndex) || participantIndex < 0 || participantIndex > last) {
    throw new PortError(
      "PARTICIPANT_INDEX_OUT_OF_RANGE",
      last < 0
        ? `domain ${domainId} has no ports for participants with these port parameters`
        : `participant index ${participantIndex} is not an integer from 0 to ${last} (the limit in domain ${domainId})`,
    );
  }
  const base = domainBase(domainId, parameters) + parameters.participantIdGain * participantIndex;
  return {
    ...multicast,
    metatrafficUnicast: base + parameters.metatrafficUnicastOffset,
    userUnicast: base + parameters.userUnicastOffset,
  };
}

/** The ports that all participants of a domain share. Throws PortError if the domain is not an integer in 0-232. */
export function domainPorts(
  domainId: number,
  parameters: PortParameters = DEFAULT_PORT_PARAMETERS,
): Pick<ParticipantPorts, "metatrafficMulticast" | "userMulticast"> {
  if (!Number.isInteger(domainId) || domainId < 0 || domainId > MAX_DOMAIN_ID) {
    throw new PortError(
      "DOMAIN_ID_OUT_OF_RANGE",
      `domain ${domainId} is not an integer from 0 to ${MAX_DOMAIN_ID}: its ports would be above 65535`,
    );
  }
  const base = domainBase(domainId, parameters);
  const metatrafficMulticast = base + parameters.metatrafficMulticastOffset;
  const userMulticast = base + parameters.userMulticastOffset;
  for (const port of [metatrafficMulticast, userMulticast]) {
    if (isPort(port)) continue;
    throw new PortError("PORT_OUT_OF_RANGE", `domain ${domainId} would use port ${port}; ports end at 65535`);
  }
  return { metatrafficMulticast, userMulticast };
}

/** The last participant index whose ports exist and are not the next domain's; 119, or 62 in domain 232. */
export function maxParticipantIndex(domainId: number, parameters: PortParameters = DEFAULT_PORT_PARAMETERS): number {
  const { participantIdGain, metatrafficUnicastOffset, userUnicastOffset } = parameters;
  const offset = Math.max(metatrafficUnicastOffset, userUnicastOffset);
  const room = 65535 - domainBase(domainId, parameters) - offset;
  const roomInDomain = parameters.domainIdGain - 1 - offset;
  return Math.floor(Math.min(room, roomInDomain) / participantIdGain);
}

/** What a port means with the default parameters; undefined if it is nobody's. */
export function portMeaning(port: number): PortMeaning | undefined {
  const { portBase, domainIdGain } = DEFAULT_PORT_PARAMETERS;
  const domainId = Math.floor((port - portBase) / domainIdGain);
  if (!isPort(port) || domainId < 0 || domainId > MAX_DOMAIN_ID) return undefined;
  const offset = port - portBase - domainId * domainIdGain;
  if (offset === DEFAULT_PORT_PARAMETERS.metatrafficMulticastOffset) {
    return { domainId, use: "metatrafficMulticast", participantIndex: -1 };
  }
  if (offset === DEFAULT_PORT_PARAMETERS.userMulticastOffset) {
    return { domainId, use: "userMulticast", participantIndex: -1 };
  }
  const above = offset - DEFAULT_PORT_PARAMETERS.metatrafficUnicastOffset;
  if (above < 0) return undefined;
  // Even offsets are metatraffic, odd ones user traffic: d1 = 10, d3 = 11, PG = 2.
  const participantIndex = Math.floor(above / 2);
  return { domainId, use: above % 2 === 0 ? "metatrafficUnicast" : "userUnicast", participantIndex };
}

function domainBase(domainId: number, parameters: PortParameters): number {
  return parameters.portBase + parameters.domainIdGain * domainId;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535;
}
