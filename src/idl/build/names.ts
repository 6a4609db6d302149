/** Names of types and members (OMG IDL 4.2 §7.2.3). */
import { IdlError } from "../IdlError.js";

/** Letters, digits and underscores, a letter first. Also keeps `__proto__` out of values and generated code. */
export function checkName(name: string, what: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new IdlError("bad-value", `"${name}" cannot be a ${what} name`);
  return name;
}

export function checkScopedName(name: string): string {
  for (const part of name.split("::")) checkName(part, "type");
  return name;
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
      throw new IdlError("redefinition", `${this.owner} has two ${this.what}s named ${twin}`);
    }
    this.names.set(key, name);
  }
}
