// Walks through a tree by rules and keeps the account: every value is written down once, as understood or as ignored.

import { QosError } from "../QosError.js";
import type { Expand } from "./environment.js";
import type { IgnoredXmlFact, XmlFact } from "./qosFile.js";
import { NotSupported, type Parse } from "./values.js";
import { type XmlAttribute, type XmlElement, xmlError } from "./xmlTree.js";

/** What to do with an element; it has to account for everything in it. */
export type Rule<Into> = (walk: XmlWalk, element: XmlElement, path: string, into: Into) => void;
export type Rules<Into> = Readonly<Record<string, Rule<Into>>>;
export type AttributeRule<Into> = (walk: XmlWalk, attribute: XmlAttribute, path: string, into: Into) => void;
export type AttributeRules<Into> = Readonly<Record<string, AttributeRule<Into>>>;

export class XmlWalk {
  readonly understood: XmlFact[] = [];
  readonly ignored: IgnoredXmlFact[] = [];

  /**
   * @param expand fills environment variables into values
   * @param ignoresCase true if names are looked up in lower case
   * @param keepsUnusable true if `attempt` gives errors back instead of throwing them
   */
  constructor(
    readonly file: string,
    private readonly expand: Expand,
    private readonly ignoresCase = false,
    private readonly keepsUnusable = false,
  ) {}

  /** Ends with an error at a line. */
  fail(line: number, problem: string): never {
    throw xmlError(this.file, line, problem);
  }

  /**
   * Reads the children of an element that others can do without. If that fails all of them are ignored, for this reason.
   *
   * @returns what is wrong; undefined if all is well
   */
  attempt(element: XmlElement, path: string, read: () => void): QosError | undefined {
    const counts = [this.understood.length, this.ignored.length] as const;
    try {
      read();
      return undefined;
    } catch (error) {
      if (!this.keepsUnusable || !(error instanceof QosError)) throw error;
      [this.understood.length, this.ignored.length] = counts;
      const reason = `not usable because of line ${/:(\d+)$/.exec(error.policy)?.[1] ?? element.line}`;
      for (const child of element.children) this.ignoreAll(child, `${path}/${child.name}`, reason);
      return error;
    }
  }

  accept(path: string, value: string, line: number): void {
    this.understood.push({ file: this.file, line, path, value });
  }

  ignore(path: string, value: string, line: number, reason: string): void {
    this.ignored.push({ file: this.file, line, path, value, reason });
  }

  /** An element's text or an attribute's value, without white space around it and with variables filled in. */
  textOf(text: string, line: number): string {
    try {
      return this.expand(text.trim());
    } catch (error) {
      return this.fail(line, (error as Error).message);
    }
  }

  /** The text of the first child of that name; undefined if there is none. Accounts for nothing. */
  peek(element: XmlElement, name: string): string | undefined {
    const child = element.children.find((one) => this.key(one.name) === name);
    return child === undefined ? undefined : this.textOf(child.text, child.line);
  }

  /** The value of an attribute; undefined if there is none. Accounts for nothing. */
  peekAttribute(element: XmlElement, name: string): string | undefined {
    const attribute = element.attributes.find((one) => this.key(one.name) === name);
    return attribute === undefined ? undefined : this.textOf(attribute.value, attribute.line);
  }

  /**
   * Hands children and attributes to their rules; those without one are ignored with all that is in them.
   *
   * @param otherwise why children without a rule are ignored
   */
  visit<Into>(
    element: XmlElement,
    path: string,
    into: Into,
    rules: Rules<Into>,
    attributes: AttributeRules<Into> = {},
    otherwise?: string,
  ): void {
    this.visitAttributes(element, path, into, attributes);
    this.visitChildren(element, path, into, rules, otherwise);
  }

  /** Like `visit`, for an element whose attributes have been visited. */
  visitChildren<Into>(
    element: XmlElement,
    path: string,
    into: Into,
    rules: Rules<Into>,
    otherwise = "unknown element",
  ): void {
    for (const child of element.children) {
      const childPath = `${path}/${child.name}`;
      const rule = ownEntry(rules, this.key(child.name));
      if (rule !== undefined) rule(this, child, childPath, into);
      else this.ignoreAll(child, childPath, otherwise);
    }
    this.accountForText(element, path, (value) => this.ignore(path, value, element.line, "text between elements"));
  }

  visitAttributes<Into>(element: XmlElement, path: string, into: Into, rules: AttributeRules<Into>): void {
    for (const attribute of element.attributes.filter(saysSomething)) {
      const attributePath = `${path}/@${attribute.name}`;
      const rule = ownEntry(rules, this.key(attribute.name));
      if (rule !== undefined) rule(this, attribute, attributePath, into);
      else this.ignore(attributePath, attribute.value, attribute.line, "unknown attribute");
    }
  }

  /** Everything in an element is ignored for one reason. */
  ignoreAll(element: XmlElement, path: string, reason: string): void {
    for (const attribute of element.attributes.filter(saysSomething)) {
      this.ignore(`${path}/@${attribute.name}`, attribute.value.trim(), attribute.line, reason);
    }
    for (const child of element.children) this.ignoreAll(child, `${path}/${child.name}`, reason);
    const ignore = (value: string) => this.ignore(path, value, element.line, reason);
    this.accountForText(element, path, ignore, ignore);
  }

  /** The text of an element that has a value and nothing else; attributes are ignored. Accounts for nothing else. */
  valueOf(element: XmlElement, path: string): string {
    const [child] = element.children;
    if (child !== undefined) this.fail(child.line, `${path}: a value is wanted, not <${child.name}>`);
    this.visitAttributes(element, path, undefined, {});
    return this.textOf(element.text, element.line);
  }

  /** Reads a value: it is understood, ignored because it is not supported, or an error at its line. */
  take<T>(text: string, line: number, path: string, parse: Parse<T>, set: (value: T) => void): void {
    this.takeText(this.textOf(text, line), line, path, parse, set);
  }

  /** Like `take`, for a text whose variables are filled in. */
  takeText<T>(value: string, line: number, path: string, parse: Parse<T>, set: (value: T) => void): void {
    const parsed = this.check(line, () => parse(value, path));
    if (parsed instanceof NotSupported) {
      this.ignore(path, value, line, parsed.reason);
      return;
    }
    this.check(line, () => set(parsed));
    this.accept(path, value, line);
  }

  /** Runs a check of a value; what is wrong with it becomes an error at its line. */
  check<T>(line: number, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof QosError) || error.code === "QOS_FILE") throw error;
      return this.fail(line, error.message);
    }
  }

  private accountForText(
    element: XmlElement,
    path: string,
    onText: (value: string) => void,
    onNothing = (value: string) => this.accept(path, value, element.line),
  ): void {
    const value = element.text.trim();
    if (value !== "") onText(value);
    else if (element.children.length === 0 && !element.attributes.some(saysSomething)) onNothing("");
  }

  private key(name: string): string {
    return this.ignoresCase ? name.toLowerCase() : name;
  }
}

/** An element with children; `otherwise` says why those without a rule are ignored. */
export function group<Into>(rules: Rules<Into>, attributes: AttributeRules<Into> = {}, otherwise?: string): Rule<Into> {
  return (walk, element, path, into) => walk.visit(element, path, into, rules, attributes, otherwise);
}

/** An element with a value. */
export function leaf<Into, T>(parse: Parse<T>, set: (into: Into, value: T) => void): Rule<Into> {
  return (walk, element, path, into) => {
    const text = walk.valueOf(element, path);
    walk.takeText(text, element.line, path, parse, (value) => set(into, value));
  };
}

/** An attribute with a value. */
export function attribute<Into, T>(parse: Parse<T>, set: (into: Into, value: T) => void): AttributeRule<Into> {
  return (walk, { value, line }, path, into) => walk.take(value, line, path, parse, (parsed) => set(into, parsed));
}

/** An element, with all in it, that is known and has no meaning here. */
export function unsupported<Into>(reason: string): Rule<Into> {
  return (walk, element, path) => walk.ignoreAll(element, path, reason);
}

/** The same rule for several names. */
export function rulesFor<Into>(names: readonly string[], rule: Rule<Into>): Rules<Into> {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Namespaces and schema locations are for XML tools. */
function saysSomething({ name }: XmlAttribute): boolean {
  return name !== "xmlns" && !/^(xmlns|xsi|xml):/.test(name);
}
