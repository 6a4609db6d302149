/** Structs and unions (OMG IDL 4.2 §7.4.1.4.4.4, §7.4.13.4.1). */
import * as build from "../build/index.js";
import { locating, type Named } from "../build/names.js";
import { plainValue } from "../constants.js";
import { type Token, withArticle } from "../text/tokens.js";
import { type StructType, type TypeDescription, type UnionLabel, type UnionType, unaliased } from "../types.js";
import { Annotations } from "./Annotations.js";
import { legacyType } from "./legacyComments.js";
import { MemberParser } from "./MemberParser.js";
import type { ParseContext } from "./ParseContext.js";

export class StructParser {
  private readonly context: ParseContext;
  private readonly members: MemberParser;
  private inheritedCount = 0;

  constructor(context: ParseContext) {
    this.context = context;
    this.members = new MemberParser(context);
  }

  /** Parses up to the closing brace; also a forward declaration. */
  struct(annotations: Annotations): StructType {
    const { stream, names } = this.context;
    annotations.check("struct");
    stream.next();
    const token = stream.expectName("struct name");
    const known = this.declared("struct", token) as StructType | undefined;
    if (stream.is(";")) return known ?? this.declare(build.declareStruct(names.qualify(token.text)), token);
    const isOpen = known !== undefined && names.incompletePart(known) === known;
    const open = isOpen ? known : this.declare(build.declareStruct(names.qualify(token.text)), token);
    const base = stream.accept(":") ? this.base() : undefined;
    stream.expect("{");
    const members: (build.MemberOptions & Named)[] = [];
    while (!stream.accept("}")) {
      if (stream.isEnd()) stream.expect("}", `to close struct ${open.name}`);
      for (const member of this.members.structMembers()) members.push(member);
    }
    const options = { ...this.aggregateOptions(annotations, "struct", base?.extensibility), base };
    const marked = this.withKeys(open.name, members, token);
    const type = locating(token, () => build.finishStruct(open as build.OpenStruct, marked, options));
    names.markComplete(type);
    return type;
  }

  union(annotations: Annotations): UnionType {
    const { stream, names } = this.context;
    annotations.check("union");
    stream.next();
    const token = stream.expectName("union name");
    const known = this.declared("union", token) as UnionType | undefined;
    if (stream.is(";")) return known ?? this.declare(build.declareUnion(names.qualify(token.text)), token);
    const isOpen = known !== undefined && names.incompletePart(known) === known;
    const open = isOpen ? known : this.declare(build.declareUnion(names.qualify(token.text)), token);
    stream.expect("switch");
    stream.expect("(");
    const before = Annotations.parse(stream, names);
    before.check("discriminator");
    const at = stream.peek();
    const discriminator = this.context.types.parseComplete();
    locating(at, () => build.checkDiscriminator(open.name, discriminator));
    stream.expect(")");
    const cases = this.cases(open.name, discriminator);
    const options = {
      ...this.aggregateOptions(annotations, "union", undefined),
      discriminatorIsKey: before.flag("key"),
      discriminatorTryConstruct: before.tryConstruct(),
    };
    const type = locating(token, () => build.finishUnion(open as build.OpenUnion, discriminator, cases, options));
    locating(token, () => build.checkDefault(type));
    names.markComplete(type);
    return type;
  }

  /** What was declared before with this name in this very scope, forward or in full, if it is of the kind. */
  private declared(kind: "struct" | "union", token: Token): TypeDescription | undefined {
    const { names } = this.context;
    const found = names.declaredHere(token.text);
    return found?.kind === "type" && found.type.kind === kind ? found.type : undefined;
  }

  private declare<Open extends StructType | UnionType>(open: Open, token: Token): Open {
    const { names } = this.context;
    names.declare(token, { kind: "type", type: open });
    names.markIncomplete(open, token);
    return open;
  }

  private base(): StructType {
    const { stream, types } = this.context;
    const at = stream.peek();
    const type = unaliased(types.parseComplete());
    if (type.kind === "struct") {
      this.inheritedCount += type.members.length;
      if (this.inheritedCount <= MAX_INHERITED) return type;
      throw stream.error("bad-value", `more than ${MAX_INHERITED} members are inherited in this text`, at);
    }
    throw stream.error("bad-value", `a struct can only inherit from a struct, not from ${withArticle(type.kind)}`, at);
  }

  private cases(unionName: string, discriminator: TypeDescription): (build.CaseOptions & Named)[] {
    const { stream } = this.context;
    stream.expect("{");
    const cases: (build.CaseOptions & Named)[] = [];
    while (!stream.accept("}")) {
      if (stream.isEnd()) stream.expect("}", `to close union ${unionName}`);
      cases.push(this.case(discriminator));
    }
    return cases;
  }

  private case(discriminator: TypeDescription): build.CaseOptions & Named {
    const { stream, expressions } = this.context;
    const labels: UnionLabel[] = [];
    let isDefault = false;
    do {
      if (stream.accept("default")) isDefault = true;
      else {
        stream.expect("case", 'or "default"');
        labels.push(plainValue(expressions.parseFor(discriminator), discriminator));
      }
      stream.expect(":");
    } while (stream.is("case") || stream.is("default"));
    return { ...this.members.caseMember(), labels, isDefault };
  }

  private aggregateOptions(
    annotations: Annotations,
    place: "struct" | "union",
    inherited: StructType["extensibility"] | undefined,
  ): build.AggregateOptions {
    const { moduleDefaults, options } = this.context;
    const isTopic = annotations.find("topic") !== undefined;
    const legacy = legacyType(this.context.stream.peek());
    return {
      extensibility: annotations.extensibility() ?? legacy?.extensibility ?? inherited ?? options.defaultExtensibility,
      // A topic type is not nested, whatever its module says.
      nested: annotations.flag("nested") ?? legacy?.nested ?? (!isTopic && moduleDefaults.nested),
      topicName: annotations.topicName(),
      autoId: annotations.autoId() ?? moduleDefaults.autoId,
      dataRepresentations: annotations.dataRepresentations(),
      annotations: annotations.custom(place),
    };
  }

  /** The members that `#pragma keylist` names become keys. */
  private withKeys(
    structName: string,
    members: (build.MemberOptions & Named)[],
    token: Token,
  ): readonly (build.MemberOptions & Named)[] {
    const keys = this.context.options.keyMembers?.get(structName);
    if (keys === undefined) return members;
    const annotated = members.filter((member) => member.key);
    if (annotated.length > 0 && (annotated.length !== keys.size || !annotated.every(({ name }) => keys.has(name)))) {
      const problem = `${structName} has keys by @key and others by #pragma keylist`;
      throw this.context.stream.error("bad-value", problem, token);
    }
    return members.map((member) => ({ ...member, key: keys.has(member.name) }));
  }
}

/** Every derived struct has a list of all its members: a short text could fill the memory. */
const MAX_INHERITED = 1_000_000;
