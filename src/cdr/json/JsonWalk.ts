import { type TypeDescription, typeToString } from "../../idl/index.js";
import { CdrError } from "../CdrError.js";
import { ValuePath } from "../interpret/ValuePath.js";
import type { AggregateType } from "../layout.js";
import { MAX_RECURSION } from "../limits.js";
import { shownValue } from "../shownValue.js";
import { recursiveTypes } from "../typeChecks.js";

/** Both directions walk the type, know where they are, and how deep. */
export abstract class JsonWalk {
  protected readonly path = new ValuePath();
  private readonly recursive: ReadonlySet<AggregateType>;
  private depth = 0;

  /** @param root what the whole value is of */
  constructor(root: TypeDescription) {
    this.recursive = recursiveTypes(root);
  }

  protected within<T>(part: string | number, run: () => T): T {
    this.path.push(part);
    const result = run();
    this.path.pop();
    return result;
  }

  /** A struct or union: how often one may contain itself is limited, as it is in payloads. */
  protected nested<T>(type: AggregateType, run: () => T): T {
    const counts = this.recursive.has(type) ? 1 : 0;
    this.depth += counts;
    if (this.depth > MAX_RECURSION) throw this.bad(`nested more than ${MAX_RECURSION} levels deep`);
    const result = run();
    this.depth -= counts;
    return result;
  }

  protected bad(problem: string): CdrError {
    return new CdrError("bad-value", problem, this.path.toString());
  }

  protected expected(type: TypeDescription, value: unknown, form = ""): CdrError {
    return this.bad(`expected ${typeToString(type)}${form}, got ${shownValue(value)}`);
  }

  protected objectOf(type: TypeDescription, value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.expected(type, value);
    return value as Readonly<Record<string, unknown>>;
  }

  protected items(values: Iterable<unknown>, one: (item: unknown) => unknown): unknown[] {
    return Array.from(values, (item, index) => this.within(index, () => one(item)));
  }
}
