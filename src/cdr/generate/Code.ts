/**
 * Source text under construction, with what is known of the position `p` at compile time: a pending constant offset
 * and a residue. Known alignment becomes constants; only alignment after variable lengths costs an instruction.
 */
export class Code {
  private readonly lines: string[] = [];
  /** The expression that alignment counts from (XTypes 1.3 §7.4.1: the byte after the encapsulation header). */
  private readonly origin: string;
  private names = 0;
  /** Bytes passed since `p` was last updated. */
  pending = 0;
  /** `p + pending - origin` is `residue` modulo `modulus`; modulus 1 says nothing is known. */
  private modulus = 8;
  private residue = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** Adds a line whose text is set later; returns its index. */
  reserveLine(): number {
    return this.lines.push("") - 1;
  }

  setLine(index: number, text: string): void {
    this.lines[index] = text;
  }

  /** A variable name not used before. */
  fresh(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  /** The current position as an expression, plus a constant. */
  at(extra = 0): string {
    const offset = this.pending + extra;
    return offset === 0 ? "p" : `p + ${offset}`;
  }

  advance(bytes: number): void {
    this.pending += bytes;
    this.residue = (this.residue + bytes) % this.modulus;
  }

  /** After code that moved `p` itself by a known amount. */
  moved(bytes: number): void {
    this.residue = (this.residue + bytes) % this.modulus;
  }

  /** Padding to the alignment if it is known now, else undefined. */
  knownPadding(alignment: number): number | undefined {
    return this.modulus % alignment === 0 ? (alignment - (this.residue % alignment)) % alignment : undefined;
  }

  /** The position modulo 8 (XCDR1's largest alignment) or modulo 4 if `modulus` is 4; undefined when not known. */
  knownResidue(modulus: number): number | undefined {
    return this.modulus % modulus === 0 ? this.residue % modulus : undefined;
  }

  /** Emits the run-time alignment step and notes what is then known. */
  alignAtRunTime(alignment: number): void {
    this.flush();
    this.line(`p += (${this.origin} - p) & ${alignment - 1};`);
    this.know(alignment);
  }

  /** As `alignAtRunTime`, with zero bytes stored: targets are reused. */
  zeroFillAtRunTime(alignment: number): void {
    this.flush();
    this.line(`while ((${this.origin} - p) & ${alignment - 1}) u8[p++] = 0;`);
    this.know(alignment);
  }

  /** Brings `p` up to date. */
  flush(): void {
    if (this.pending === 0) return;
    this.line(`p += ${this.pending};`);
    this.pending = 0;
  }

  /** After code that moved `p` by an unknown amount: it is now a multiple of `modulus`. */
  know(modulus: number): void {
    this.modulus = modulus;
    this.residue = 0;
  }

  /** XCDR1: alignment counts from here on. Returns the variables with the origin until now and with this position. */
  openOrigin(): { readonly outer: string; readonly start: string } {
    this.flush();
    const opened = { outer: this.fresh("o"), start: this.fresh("h") };
    this.line(`const ${opened.outer} = B, ${opened.start} = p; B = p;`);
    this.know(8);
    return opened;
  }

  /** Alignment counts from the outer origin again. */
  closeOrigin(outer: string): void {
    this.flush();
    this.line(`B = ${outer};`);
    this.know(1);
  }

  /** What is known here, for branches: each starts from it. `p` must be up to date. */
  mark(): Readonly<{ modulus: number; residue: number }> {
    return { modulus: this.modulus, residue: this.residue };
  }

  restore(mark: Readonly<{ modulus: number; residue: number }>): void {
    this.modulus = mark.modulus;
    this.residue = mark.residue;
  }

  toString(): string {
    return this.lines.join("\n");
  }
}
