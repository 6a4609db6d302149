// XTypes 1.3 §7.6.3: one search for the type of a topic or of an endpoint: who announces it, who has been asked, and
// what came of it.

import { CdrError } from "../../cdr/index.js";
import type { StructType } from "../../idl/index.js";
import type { RemoteEndpointInfo } from "../../participant/types.js";
import { Guid } from "../../rtps/structure/guid.js";
import type { OpenParticipant } from "../../runtime/index.js";
import { TypeProblem, type TypeRegistry } from "../../xtypes/index.js";
import { olderTypeName } from "./olderType.js";

/** The name of a topic, or an endpoint of another participant. */
export type TypeSource = string | { readonly guid: Guid } | Guid;

export interface LearnTypeOptions {
  /** Milliseconds to look for, default 10,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Told in one line how the search stands, whenever that changes. */
  readonly onProgress?: (line: string) => void;
}

/** A type, and who told it. */
export interface LearntType {
  readonly type: StructType;
  readonly endpoint: RemoteEndpointInfo;
}

export type Learning =
  | { readonly kind: "learnt"; readonly learnt: LearntType }
  | { readonly kind: "searching" }
  /** Everybody who is there was asked in vain. */
  | { readonly kind: "hopeless" };

type Candidacy =
  | { readonly kind: "type"; readonly type: StructType }
  | { readonly kind: "pending" }
  | { readonly kind: "vain"; readonly reason: string };

export class TypeSearch {
  /** Who turns up later may have the type. An endpoint that is named has it or has it not. */
  isPatient: boolean;
  /** Each is asked anew once, even if it was asked in vain before. */
  private readonly asked = new Map<string, Candidacy>();
  private reasons: readonly string[] = [];
  private lastLine = "";

  constructor(
    private readonly source: TypeSource,
    private readonly runtime: OpenParticipant,
    private readonly registry: TypeRegistry,
    private readonly onProgress: ((line: string) => void) | undefined,
  ) {
    this.isPatient = typeof source === "string";
  }

  look(): Learning {
    const candidates = this.candidates();
    const reasons: string[] = [];
    let pending = 0;
    for (const endpoint of candidates) {
      const candidacy = this.candidacyOf(endpoint);
      if (candidacy.kind === "type") return { kind: "learnt", learnt: { type: candidacy.type, endpoint } };
      if (candidacy.kind === "pending") pending++;
      else reasons.push(`${endpoint.role} ${endpoint.guid}: ${candidacy.reason}`);
    }
    this.reasons = reasons;
    this.tell(candidates.length, pending);
    const isOver = candidates.length > 0 && pending === 0 && !this.isPatient;
    return { kind: isOver ? "hopeless" : "searching" };
  }

  /** Why there is no type, one line. */
  problem(timeoutMs: number | undefined): string {
    const when = timeoutMs === undefined ? "" : ` within ${timeoutMs / 1000} s`;
    if (this.reasons.length === 0 && this.asked.size === 0) return `${this.absence()}${when}`;
    const shown = this.reasons.slice(0, MAX_SHOWN).join("; ");
    const more = this.reasons.length > MAX_SHOWN ? `; and ${this.reasons.length - MAX_SHOWN} more` : "";
    return `the type of ${this.sourceName()} cannot be learnt${when}: ${shown || "no answer yet"}${more}`;
  }

  private tell(found: number, pending: number): void {
    const line =
      found === 0
        ? this.absence()
        : `${found} ${found === 1 ? "endpoint" : "endpoints"} of ${this.sourceName()}, ${pending} being asked for its type`;
    if (line === this.lastLine) return;
    this.lastLine = line;
    this.onProgress?.(line);
  }

  private absence(): string {
    return typeof this.source === "string"
      ? `nobody writes or reads ${this.sourceName()}`
      : "the endpoint is not known";
  }

  private sourceName(): string {
    return typeof this.source === "string" ? JSON.stringify(this.source) : `endpoint ${guidOf(this.source)}`;
  }

  /** Writers first: a reader's type may be an older one. */
  private candidates(): RemoteEndpointInfo[] {
    const { source } = this;
    const { engine } = this.runtime;
    if (typeof source !== "string") {
      const endpoint = engine.remoteEndpoint(guidOf(source));
      return endpoint === undefined ? [] : [endpoint];
    }
    const ofTopic = engine.endpoints.filter(({ topicName }) => topicName === source);
    return [...ofTopic.filter(({ role }) => role === "writer"), ...ofTopic.filter(({ role }) => role === "reader")];
  }

  private candidacyOf(endpoint: RemoteEndpointInfo): Candidacy {
    const key = endpoint.guid.toString();
    const known = this.asked.get(key);
    if (known?.kind === "vain") return known;
    const candidacy = this.ask(endpoint, known === undefined);
    this.asked.set(key, candidacy);
    return candidacy;
  }

  private ask(endpoint: RemoteEndpointInfo, isFirst: boolean): Candidacy {
    const { guid, typeInformation, typeName } = endpoint;
    if (typeInformation.length === 0) return vain(withoutTypeInformation(endpoint));
    const described = this.registry.describe(typeInformation, typeName);
    if (described instanceof TypeProblem) return vain(described.message);
    if (described !== undefined) return { kind: "type", type: described };
    const { engine, clock, driver } = this.runtime;
    const inquiry = engine.inquireType(clock.now(), guid, isFirst);
    if (isFirst) driver.flush();
    if (inquiry === undefined) return vain("what it announces as its type cannot be read");
    if (inquiry.state === "unavailable") return vain(inquiry.reason);
    if (inquiry.state !== "known") return { kind: "pending" };
    const now = this.registry.describe(typeInformation, typeName);
    if (now instanceof TypeProblem) return vain(now.message);
    return now === undefined ? { kind: "pending" } : { kind: "type", type: now };
  }
}

/** What others say of the type who know nothing of TypeInformation. */
function withoutTypeInformation({ typeName, olderTypeObject }: RemoteEndpointInfo): string {
  if (olderTypeObject === undefined) return `it announces no type but its name, ${JSON.stringify(typeName)}`;
  const name = olderTypeName(olderTypeObject);
  const what = name instanceof CdrError ? `one that cannot be read: ${name.message}` : `one of ${JSON.stringify(name)}`;
  return `it announces no type but a TypeObject of XTypes 1.0, ${what}, which is read for its name alone`;
}

function vain(reason: string): Candidacy {
  return { kind: "vain", reason };
}

function guidOf(source: { readonly guid: Guid } | Guid): Guid {
  return source instanceof Guid ? source : source.guid;
}

/** Endpoints that an error names one by one. */
const MAX_SHOWN = 3;
