// XTypes 1.3 §7.6.3: which types of a participant are announced, and how types of others are learnt.

import type { StructType } from "../../idl/index.js";
import type { ParticipantEvent } from "../../participant/types.js";
import { type OpenParticipant, Waiters } from "../../runtime/index.js";
import { isAgreedOn, TypeRegistry, UnsayableType } from "../../xtypes/index.js";
import { alreadyDeleted, DdsError } from "../DdsError.js";
import { type Learning, type LearnTypeOptions, type LearntType, TypeSearch, type TypeSource } from "./TypeSearch.js";

/**
 * Which types are announced, to whom:
 * - `auto`: every type to participants of this vendor id. To others a type goes by its name if they might describe the
 *   same IDL in another way, and refuse what names let pass: a type with a struct, union, enum or bitmask that does not
 *   say how it may evolve (`@final`, `@appendable`, `@mutable`), for which XTypes and vendors have different defaults;
 *   and every type to Cyclone DDS 0.10 and Connext.
 * - `always`: every type, to everybody.
 * - `never`: none. Types of others can be learnt all the same.
 */
export type TypeAnnouncement = "auto" | "always" | "never";

export class ParticipantTypes {
  private readonly registry: TypeRegistry | undefined;
  private readonly waiters: Waiters;

  constructor(
    private readonly runtime: OpenParticipant,
    private readonly announcement: TypeAnnouncement,
  ) {
    const { types } = runtime.engine.config;
    this.registry = types instanceof TypeRegistry ? types : undefined;
    this.waiters = new Waiters(runtime.scheduler);
  }

  /** What an endpoint of this type announces of it. */
  announced(type: StructType): {
    readonly typeInformation?: Uint8Array;
    readonly typeScope?: "everybody" | "ownVendor";
  } {
    const { registry, announcement } = this;
    if (registry === undefined || announcement === "never") return {};
    try {
      const isForAll = announcement === "always" || isAgreedOn(type);
      return { typeInformation: registry.register(type), typeScope: isForAll ? "everybody" : "ownVendor" };
    } catch (error) {
      if (error instanceof UnsayableType) return {};
      throw error;
    }
  }

  async learn(source: TypeSource, options: LearnTypeOptions): Promise<LearntType> {
    const { registry, runtime } = this;
    if (registry === undefined) throw new DdsError("PRECONDITION_NOT_MET", "this participant learns no types");
    const search = new TypeSearch(source, runtime, registry, options.onProgress);
    let learning: Learning = search.look();
    const cancelGrace = runtime.scheduler(GRACE_MS, () => {
      search.isPatient = false;
      this.waiters.notify();
    });
    const isOver = () => {
      learning = search.look();
      return learning.kind !== "searching";
    };
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
    const wait = { timeoutMs, ...(signal === undefined ? {} : { signal }) };
    try {
      await this.waiters.until(isOver, wait, () => new DdsError("TIMEOUT", search.problem(timeoutMs)));
    } finally {
      cancelGrace();
    }
    if (learning.kind === "learnt") return learning.learnt;
    throw new DdsError("PRECONDITION_NOT_MET", search.problem(undefined));
  }

  /** Something may have come that searches wait for. */
  handleEvent(event: ParticipantEvent): void {
    const isOfInterest =
      event.type === "typeSettled" || event.type === "endpointDiscovered" || event.type === "endpointLost";
    if (isOfInterest && !this.waiters.isIdle) this.waiters.notify();
  }

  close(): void {
    this.waiters.fail(alreadyDeleted("participant"));
  }
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** As long as nobody has the type, others may yet turn up who do. */
const GRACE_MS = 1000;
