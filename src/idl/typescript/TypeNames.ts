/** TypeScript names of IDL types: `shapes::ShapeType` is `shapes_ShapeType`, in short `ShapeType`. */

/** How scoped names become names of a TypeScript module. */
export type NameStyle = "full" | "short";

/** Gives each scoped name a name that no other has, and that means nothing else in the module. */
export class TypeNames {
  private readonly names = new Map<string, string>();
  private readonly taken: Set<string>;

  /** @param reserved names that the module imports */
  constructor(scopedNames: Iterable<string>, style: NameStyle, reserved: Iterable<string>) {
    this.taken = new Set([...RESERVED, ...reserved]);
    const all = [...scopedNames];
    const counts = new Map<string, number>();
    for (const name of all) counts.set(lastPart(name), (counts.get(lastPart(name)) ?? 0) + 1);
    for (const name of all) {
      const short = lastPart(name);
      const isShort = style === "short" && counts.get(short) === 1;
      this.names.set(name, this.free(isShort ? short : name.replaceAll("::", "_")));
    }
  }

  /** The name of a type or constant that was given to the constructor. */
  of(scopedName: string): string {
    return this.names.get(scopedName)!;
  }

  /** A further name, made of that of a type. */
  derived(scopedName: string, suffix: string): string {
    return this.free(`${this.of(scopedName)}${suffix}`);
  }

  private free(wanted: string): string {
    let name = this.taken.has(wanted) ? `${wanted}_` : wanted;
    for (let n = 2; this.taken.has(name); n++) name = `${wanted}_${n}`;
    this.taken.add(name);
    return name;
  }
}

function lastPart(scopedName: string): string {
  return scopedName.slice(scopedName.lastIndexOf(":") + 1);
}

/** Words of the language that are no names of types or constants, what the module itself uses, and `self`. */
const RESERVED =
  `any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum
  eval export extends false finally for from function get if implements import in infer instanceof interface is keyof
  let namespace never new null number object of package private protected public readonly return satisfies set static
  string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield
  arguments globalThis self NaN Infinity
  Map Record Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigInt64Array BigUint64Array
  Float32Array Float64Array`.split(/\s+/);
