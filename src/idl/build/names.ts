/** Names of types and members (OMG IDL 4.2 §7.2.3). */
import { IdlError } from "../IdlError.js";
import { errorAt, type Position } from "../text/Source.js";

/** Letters, digits and underscores, a letter first. Also keeps `__proto__` out of values and generated code. */
export function checkName(name: string, what: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new IdlError("bad-value", `"${name}" cannot be a ${what} name`);
  return name;
}

export function checkScopedName(name: string): string {
  for (const part of name.split("::")) checkName(part, "type");
  return name;
}

/** Something with a name, and where an IDL text declares it. */
export interface Named {
  readonly name: string;
  readonly at?: Position | undefined;
}

/** Gives errors without a place the place of the declaration. */
export function locating<Made>(at: Position | undefined, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (at !== undefined && error instanceof IdlError && error.line === 0) {
      throw errorAt(at, error.code, error.message);
    }
    throw error;
  }
}

/** Finds names that are equal but for their case: they collide. */
export class NameSet {
  private readonly owner: string;
  private readonly what: string;
  private readonly names = new Map<string, string>();

  /** `owner` is for messages: `struct A`. */
  constructor(owner: string, what: string) {
    this.owner = owner;
    this.what = what;
  }

  add(name: string): void {
    checkName(name, this.what);
    const key = name.toLowerCase();
    const twin = this.names.get(key);
    if (twin !== undefined) {
      const how = twin === name ? `named ${name}` : `that differ only in case: ${twin} and ${name}`;
      throw new IdlError("redefinition", `${this.owner} has two ${this.what}s ${how}`);
    }
    this.names.set(key, name);
  }
}
