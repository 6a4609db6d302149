/** Members of structs and unions, with what their annotations say (XTypes 1.3 §7.3.1.2.1). */
import type { CommonMemberOptions, MemberOptions, Open } from "../build/index.js";
import { scalarOf } from "../build/members.js";
import type { Named } from "../build/names.js";
import { type ConstantValue, type TypeDescription, unaliased } from "../types.js";
import { Annotations } from "./Annotations.js";
import { legacyMember } from "./legacyComments.js";
import type { ParseContext } from "./ParseContext.js";
import type { Declarator } from "./TypeParser.js";

export class MemberParser {
  private readonly context: ParseContext;

  constructor(context: ParseContext) {
    this.context = context;
  }

  /** One member declaration of a struct, which can declare several: `@key long x, y[2];`. */
  structMembers(): (MemberOptions & Named)[] {
    const { stream, names, types } = this.context;
    const annotations = Annotations.parse(stream, names);
    annotations.check("member");
    const optional = annotations.flag("optional") ?? false;
    const base = this.memberType(annotations, optional);
    const declarators = types.declarators(base, "member name");
    const legacy = legacyMember(stream.previous());
    return declarators.map((declarator) => {
      const member: Open<MemberOptions & Named> = this.common(annotations, declarator, "member");
      member.id ??= legacy?.id;
      member.key = annotations.flag("key") ?? legacy?.key;
      member.optional = optional || legacy?.optional;
      member.mustUnderstand = annotations.flag("must_understand");
      member.defaultValue = this.defaultValue(annotations, declarator.type);
      return member;
    });
  }

  /** The member of a union case, up to its semicolon. */
  caseMember(): CommonMemberOptions & Named {
    const { stream, names, types } = this.context;
    const annotations = Annotations.parse(stream, names);
    annotations.check("case");
    const declarator = types.declarator(this.memberType(annotations, false), "member name");
    stream.expect(";");
    return this.common(annotations, declarator, "case");
  }

  /** The text that ROS gives as the default of a collection (`"(1, 2)"`) stays an annotation. */
  private defaultValue(annotations: Annotations, type: TypeDescription): ConstantValue | undefined {
    if (isCollection(type) && annotations.hasText("default")) return undefined;
    return annotations.value("default", type) ?? inherited("default", type);
  }

  /** What is behind a reference, or may be absent, needs not be defined yet. */
  private memberType(annotations: Annotations, optional: boolean): TypeDescription {
    const { types } = this.context;
    return optional || annotations.flag("external") === true ? types.parse() : types.parseComplete();
  }

  private common(
    annotations: Annotations,
    { token, type }: Declarator,
    place: "member" | "case",
  ): CommonMemberOptions & Named {
    const limits = annotations.limits(scalarOf(type));
    return {
      name: token.text,
      at: token,
      type,
      id: annotations.integer("id"),
      hashId: annotations.hashId(),
      external: annotations.flag("external"),
      tryConstruct: annotations.tryConstruct(),
      unit: annotations.text("unit") ?? inheritedUnit(type),
      min: limits.min ?? inherited("min", type),
      max: limits.max ?? inherited("max", type),
      annotations: annotations.custom(place, { keepDefault: isCollection(type) }),
    };
  }
}

function isCollection(type: TypeDescription): boolean {
  const { kind } = unaliased(type);
  return kind === "sequence" || kind === "array";
}

/** What a typedef of the type says for all that use it: `@default(3) typedef long X;`. */
function inherited(name: "default" | "min" | "max", type: TypeDescription): ConstantValue | undefined {
  for (let each = type; each.kind === "alias"; each = each.target) {
    for (const annotation of each.annotations) {
      if (annotation.name === name) return annotation.parameters["value"];
      if (annotation.name === "range" && name !== "default") return annotation.parameters[name];
    }
  }
  return undefined;
}

function inheritedUnit(type: TypeDescription): string | undefined {
  for (let each = type; each.kind === "alias"; each = each.target) {
    const value = each.annotations.find((annotation) => annotation.name === "unit")?.parameters["value"];
    if (typeof value === "string") return value;
  }
  return undefined;
}
