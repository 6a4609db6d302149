/** In which order types must stand in a text: IDL declares before use. */
import type { TypeDescription } from "../types.js";
import type { NamedType } from "./declarations.js";

export type Step =
  | { readonly kind: "define"; readonly type: NamedType }
  | { readonly kind: "forward"; readonly type: NamedType }
  /** A typedef for a type that IDL cannot write in place, for the module of `user`. */
  | { readonly kind: "typedef"; readonly type: TypeDescription; readonly user: NamedType };

/** The named types that the given ones consist of, each behind what it needs. */
export function definitionSteps(roots: readonly TypeDescription[]): readonly Step[] {
  const order = new Order();
  for (const root of roots) order.addPart(root, undefined, false);
  order.finish();
  return order.steps;
}

class Order {
  readonly steps: Step[] = [];
  private readonly states = new Map<TypeDescription, "open" | "defined">();
  private readonly forwarded = new Set<TypeDescription>();
  private readonly typedefs = new Set<TypeDescription>();
  private readonly later: NamedType[] = [];

  finish(): void {
    for (let type = this.later.shift(); type !== undefined; type = this.later.shift()) this.define(type);
  }

  /** `isSoft`: only the name must be known, as for the element of a sequence. */
  addPart(type: TypeDescription, user: NamedType | undefined, isSoft: boolean): void {
    switch (type.kind) {
      case "sequence":
        this.addInPlace(type.element, user, true);
        return;
      case "map":
        this.addInPlace(type.key, user, false);
        this.addInPlace(type.value, user, true);
        return;
      case "array":
        this.addInPlace(type.element, user, isSoft);
        return;
      case "struct":
      case "union":
        if (isSoft && this.states.get(type) !== "defined" && this.reachesOpen(type, new Set())) this.forward(type);
        else this.define(type);
        return;
      case "alias":
      case "enum":
      case "bitmask":
      case "bitset":
        this.define(type);
        return;
      default:
        return;
    }
  }

  private addInPlace(type: TypeDescription, user: NamedType | undefined, isSoft: boolean): void {
    this.addPart(type, user, isSoft);
    // Only a declarator has dimensions.
    if (type.kind !== "array" || user === undefined || this.typedefs.has(type)) return;
    this.typedefs.add(type);
    this.steps.push({ kind: "typedef", type, user });
  }

  private define(type: NamedType): void {
    if (this.states.has(type)) return;
    this.states.set(type, "open");
    for (const { part, isSoft } of partsOf(type)) this.addPart(part, type, isSoft);
    this.states.set(type, "defined");
    this.steps.push({ kind: "define", type });
  }

  private forward(type: NamedType): void {
    if (this.forwarded.has(type)) return;
    this.forwarded.add(type);
    this.steps.push({ kind: "forward", type });
    this.later.push(type);
  }

  /** Whether a type leads back to one that is not written yet, so that it cannot come first. */
  private reachesOpen(type: TypeDescription, seen: Set<TypeDescription>): boolean {
    if (this.states.get(type) === "open" && type.kind !== "alias") return true;
    if (this.states.get(type) === "defined" || seen.has(type)) return false;
    seen.add(type);
    return partsOf(type).some(({ part }) => this.reachesOpen(part, seen));
  }
}

interface Part {
  readonly part: TypeDescription;
  readonly isSoft: boolean;
}

/** What a type consists of. */
function partsOf(type: TypeDescription): readonly Part[] {
  switch (type.kind) {
    case "alias":
      return [{ part: type.target, isSoft: false }];
    case "sequence":
    case "array":
      return [{ part: type.element, isSoft: type.kind === "sequence" }];
    case "map":
      return [
        { part: type.key, isSoft: false },
        { part: type.value, isSoft: true },
      ];
    case "bitset":
      return type.base === undefined ? [] : [{ part: type.base, isSoft: false }];
    case "struct": {
      const base = type.base === undefined ? [] : [{ part: type.base, isSoft: false }];
      const own = type.members.slice(type.inheritedCount);
      return [...base, ...own.map((member) => ({ part: member.type, isSoft: member.optional || member.external }))];
    }
    case "union":
      return [
        { part: type.discriminator, isSoft: false },
        ...type.cases.map((each) => ({ part: each.type, isSoft: each.external })),
      ];
    default:
      return [];
  }
}
