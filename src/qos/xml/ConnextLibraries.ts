// QoS libraries of Connext: what profiles inherit from each other, and the topics that parts of them are for.

import { mergeDrafts } from "./connextMerge.js";
import type { ParticipantDraft } from "./participantDraft.js";
import type { ProfileKind, QosProfile } from "./qosFile.js";
import type { XmlWalk } from "./XmlWalk.js";

/** A profile that another one is built on. */
export interface BaseReference {
  /** As written. */
  readonly name: string;
  readonly library: string;
  readonly path: string;
  readonly line: number;
  readonly walk: XmlWalk;
  /** An attribute names one base; elements are laid over it. */
  readonly isAttribute: boolean;
  target: ConnextProfile | undefined;
}

/** <datawriter_qos> and so on. */
export interface ConnextEntity {
  readonly kind: ProfileKind;
  readonly draft: ParticipantDraft;
  readonly bases: BaseReference[];
  topicFilter: string | undefined;
}

export interface ConnextProfile {
  /** `Library::Profile`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly bases: BaseReference[];
  readonly entities: ConnextEntity[];
  isDefault: boolean;
}

/** All libraries of all files: a profile may inherit from one in another file. */
export class ConnextLibraries {
  private readonly profiles = new Map<string, ConnextProfile>();
  /** How many profiles stand above one. */
  private readonly depths = new Map<ConnextProfile, number>();
  private readonly filters = new Map<string, readonly (string | undefined)[]>();
  private readonly resolved = new Map<string, ParticipantDraft | undefined>();

  add(walk: XmlWalk, profile: ConnextProfile): void {
    const earlier = this.profiles.get(profile.name);
    if (earlier !== undefined) {
      walk.fail(profile.line, `${profile.name} is there already, in line ${earlier.line} of ${earlier.file}`);
    }
    this.profiles.set(profile.name, profile);
  }

  /** What the profiles say with all that they inherit. Call it once, when every file is read. */
  finish(): QosProfile[] {
    const profiles = [...this.profiles.values()];
    for (const profile of profiles) for (const base of allBases(profile)) this.link(base);
    for (const profile of profiles) this.depthOf(profile, []);
    return profiles.flatMap((profile) => {
      const found = KINDS.flatMap((kind) => this.profilesOf(profile, kind));
      return found.length > 0 ? found : [silent(profile)];
    });
  }

  private link(base: BaseReference): void {
    const { name, path, line, walk } = base;
    base.target = this.profiles.get(name.includes("::") ? name : `${base.library}::${name}`);
    if (base.target !== undefined) walk.accept(path, name, line);
    else if (BUILTIN.test(name)) walk.ignore(path, name, line, "built into Connext: what it holds is not known here");
    else walk.fail(line, `there is no QoS profile "${name}"; there are: ${[...this.profiles.keys()].join(", ")}`);
  }

  /** Fails for profiles that inherit from themselves, or through too many others to follow. */
  private depthOf(profile: ConnextProfile, trail: readonly ConnextProfile[]): number {
    let depth = this.depths.get(profile);
    if (depth !== undefined) return depth;
    depth = 0;
    for (const { target, name, line, walk } of allBases(profile)) {
      if (target === undefined) continue;
      if (target === profile || trail.includes(target)) walk.fail(line, `"${name}" inherits from itself`);
      if (trail.length < MAX_DEPTH) depth = Math.max(depth, 1 + this.depthOf(target, [...trail, profile]));
      if (trail.length >= MAX_DEPTH || depth > MAX_DEPTH) {
        walk.fail(line, `"${name}" inherits through more than ${MAX_DEPTH} profiles`);
      }
    }
    this.depths.set(profile, depth);
    return depth;
  }

  /** What a profile says about a kind of entity, once for each topic filter. */
  private profilesOf(profile: ConnextProfile, kind: ProfileKind): QosProfile[] {
    const { name, isDefault, file, line } = profile;
    return this.filtersOf(profile, kind).flatMap((topicFilter): QosProfile[] => {
      const draft = this.resolve(profile, kind, topicFilter);
      if (draft === undefined) return [];
      const head = { name, isDefault, file, line, kind, ...(topicFilter === undefined ? {} : { topicFilter }) };
      const settings = kind === "participant" ? { participant: draft.settings } : {};
      return [{ ...head, qos: draft.qos, ...settings } as QosProfile];
    });
  }

  /** The filters that a profile and its bases have for a kind, those of the profile first. */
  private filtersOf(profile: ConnextProfile, kind: ProfileKind): readonly (string | undefined)[] {
    const key = JSON.stringify([profile.name, kind]);
    let filters = this.filters.get(key);
    if (filters !== undefined) return filters;
    const own = profile.entities.filter((one) => one.kind === kind).map((one) => one.topicFilter);
    const inherited = profile.bases.flatMap(({ target }) => (target === undefined ? [] : this.filtersOf(target, kind)));
    filters = [...new Set([...own, ...inherited])];
    this.filters.set(key, filters);
    return filters;
  }

  /** What a profile says about a kind of entity; undefined if neither it nor a base says anything. */
  private resolve(
    profile: ConnextProfile,
    kind: ProfileKind,
    filter: string | undefined,
  ): ParticipantDraft | undefined {
    const key = JSON.stringify([profile.name, kind, filter]);
    if (!this.resolved.has(key)) this.resolved.set(key, this.layered(profile, kind, filter));
    return this.resolved.get(key);
  }

  private layered(
    profile: ConnextProfile,
    kind: ProfileKind,
    filter: string | undefined,
  ): ParticipantDraft | undefined {
    const entities = profile.entities.filter((one) => one.kind === kind && one.topicFilter === filter);
    const inherit = (base: BaseReference) => this.inherit(base, kind, filter);
    // A base that an entity names takes the place of the profile's.
    const hasOwnBase = entities.some((one) => one.bases.some((base) => base.isAttribute));
    const layers = hasOwnBase ? [] : profile.bases.map(inherit);
    for (const { bases, draft } of entities) layers.push(...bases.map(inherit), draft);
    return mergeDrafts(layers.filter((layer) => layer !== undefined));
  }

  private inherit(
    { target }: BaseReference,
    kind: ProfileKind,
    filter: string | undefined,
  ): ParticipantDraft | undefined {
    if (target === undefined) return undefined;
    const same = this.resolve(target, kind, filter);
    // What the base says about all topics holds where it says nothing about these.
    return same ?? (filter === undefined ? undefined : this.resolve(target, kind, undefined));
  }
}

/** A profile that says nothing that is understood can be named all the same. */
function silent({ name, isDefault, file, line }: ConnextProfile): QosProfile {
  return { kind: "participant", name, isDefault, file, line, qos: {}, participant: {} };
}

function allBases(profile: ConnextProfile): BaseReference[] {
  return [...profile.bases, ...profile.entities.flatMap((one) => one.bases)];
}

/** Built-in libraries: BuiltinQosLib, BuiltinQosLibExp, BuiltinQosSnippetLib … */
const BUILTIN = /^Builtin\w*::/;

const KINDS: readonly ProfileKind[] = ["participant", "publisher", "subscriber", "topic", "writer", "reader"];

const MAX_DEPTH = 64;
