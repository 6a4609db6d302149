// What DomainParticipant.create makes of its options: checked, and with the defaults.

import { type DomainParticipantQos, propagatedProperties } from "../qos/index.js";
import type { Limits } from "../rtps/behavior/tuning.js";
import { DEFAULT_VENDOR_ID } from "../runtime/index.js";
import { TypeRegistry } from "../xtypes/index.js";
import { DdsError } from "./DdsError.js";
import type { DomainParticipantOptions } from "./options.js";

/** @throws DdsError BAD_PARAMETER for an option that there is not, or a value that is none: a slip must not go unseen */
export function checkOptions(options: DomainParticipantOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const check = OPTIONS[name as keyof DomainParticipantOptions];
    if (check === undefined) {
      throw new DdsError("BAD_PARAMETER", `there is no option ${name}, only ${Object.keys(OPTIONS).join(", ")}`);
    }
    if (value !== undefined && !check.allows(value)) {
      throw new DdsError("BAD_PARAMETER", `the option ${name} must be ${check.what}, not ${said(value)}`);
    }
  }
  for (const name of Object.keys(options.tuning ?? {})) {
    if (!TUNINGS.includes(name)) {
      throw new DdsError("BAD_PARAMETER", `tuning has no group ${name}, only ${TUNINGS.join(", ")}`);
    }
  }
}

export function withDefaults(options: DomainParticipantOptions, qos: DomainParticipantQos) {
  const { tuning = {} } = options;
  return {
    domainId: options.domainId ?? 0,
    domainTag: options.domainTag ?? "",
    vendorId: options.vendorId ?? DEFAULT_VENDOR_ID,
    protocolMinor: options.protocolMinor ?? 5,
    entityName: options.name ?? "",
    userData: qos.userData.value,
    properties: propagatedProperties(qos.property),
    interfaces: options.interfaces ?? [],
    multicast: options.multicast ?? true,
    peers: options.peers ?? [],
    participantIndex: options.participantIndex ?? "auto",
    receiveBufferBytes: options.receiveBufferBytes,
    sameProcess: options.sameProcess ?? "direct",
    coalescing: options.coalescing ?? true,
    busyPoll: options.busyPoll ?? false,
    earlyCollection: options.earlyCollection ?? true,
    writerTuning: tuning.writer ?? {},
    readerTuning: tuning.reader ?? {},
    discoveryTuning: tuning.discovery ?? {},
    limits: tuning.limits ?? {},
    makeTypes: (limits: Limits) => new TypeRegistry(limits),
    announcesTypesToAll: options.typeInformation === "always",
  };
}

interface Check {
  readonly what: string;
  allows(value: unknown): boolean;
}

function oneOf(...values: readonly string[]): Check {
  return {
    what: values.map((value) => `"${value}"`).join(" or "),
    allows: (value) => values.includes(value as string),
  };
}

function said(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

const BOOLEAN: Check = { what: "true or false", allows: (value) => typeof value === "boolean" };
const TEXT: Check = { what: "a string", allows: (value) => typeof value === "string" };
const OBJECT: Check = { what: "an object", allows: (value) => typeof value === "object" && value !== null };
const TEXTS: Check = {
  what: "a list of strings",
  allows: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
};
const COUNT: Check = {
  what: "a whole number of 0 or more",
  allows: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};
/** Looked at by whoever uses it, with a message of its own. */
const ANYTHING: Check = { what: "anything", allows: () => true };

const OPTIONS: Record<keyof DomainParticipantOptions, Check> = {
  domainId: ANYTHING,
  domainTag: TEXT,
  interfaces: TEXTS,
  multicast: BOOLEAN,
  peers: TEXTS,
  participantIndex: ANYTHING,
  name: TEXT,
  vendorId: COUNT,
  protocolMinor: COUNT,
  receiveBufferBytes: COUNT,
  coalescing: BOOLEAN,
  sameProcess: oneOf("direct", "network"),
  busyPoll: BOOLEAN,
  earlyCollection: BOOLEAN,
  qos: ANYTHING,
  listener: OBJECT,
  typeInformation: ANYTHING,
  signal: OBJECT,
  tuning: OBJECT,
};

const TUNINGS: readonly string[] = ["writer", "reader", "discovery", "limits"];
