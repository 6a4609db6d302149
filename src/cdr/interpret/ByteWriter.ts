/**
 * Growing payload bytes, on @foxglove/cdr's CdrWriter. CdrWriter counts UTF-16 units as string bytes, misplaces XCDR2
 * 64-bit arrays, wants sizes beforehand and cannot restore the origin of alignment behind an XCDR1 parameter: strings
 * are encoded here, numbers written one by one, sizes patched in, and alignment to 8 is done here.
 */
import { CdrWriter } from "@foxglove/cdr";
import { ENCAPSULATION_BYTES, EncapsulationId } from "../encapsulation.js";
import { float128Bits } from "../float128.js";
import type { Encoding } from "../layout.js";

/** Where a size is to be written, and what had been cut before it. */
export interface OpenSize {
  readonly at: number;
  readonly cutBefore: number;
}

export class ByteWriter {
  readonly encoding: Encoding;
  /** Where alignment to 8 counts from. Always a multiple of 4 from the encapsulation header on. */
  origin = ENCAPSULATION_BYTES;
  private readonly cdr: CdrWriter;
  /** Spans that the finished payload does without: the rest of headers that were written at their widest. */
  private readonly cuts: { readonly at: number; readonly count: number }[] = [];
  private cutBytes = 0;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    // CdrWriter aligns to 4 at most under this id; the id itself is replaced in the end.
    const kind = encoding.littleEndian ? EncapsulationId.CDR2_LE : EncapsulationId.CDR2_BE;
    this.cdr = new CdrWriter({ size: 64, kind });
  }

  /** Bytes written so far, those that will be cut included. */
  get position(): number {
    return this.cdr.size;
  }

  uint8(value: number): void {
    this.cdr.uint8(value);
  }

  uint16(value: number): void {
    this.cdr.uint16(value);
  }

  uint32(value: number): void {
    this.cdr.uint32(value);
  }

  float32(value: number): void {
    this.cdr.float32(value);
  }

  float64(value: number): void {
    this.alignTo8();
    this.cdr.float64(value);
  }

  float128(value: number): void {
    const bits = float128Bits(value, this.encoding.rules.float128);
    const [first, second] = this.encoding.littleEndian ? [bits, bits >> 64n] : [bits >> 64n, bits];
    this.alignTo8();
    this.cdr.uint64(BigInt.asUintN(64, first)).uint64(BigInt.asUintN(64, second));
  }

  /** The low bits of a whole number, in 1, 2, 4 or 8 bytes. */
  integer(value: number | bigint, bytes: number): void {
    if (bytes === 8) {
      this.alignTo8();
      this.cdr.uint64(BigInt.asUintN(64, BigInt(value)));
      return;
    }
    const number = Number(value);
    if (bytes === 4) this.cdr.uint32(number >>> 0);
    else if (bytes === 2) this.cdr.uint16(number & 0xffff);
    else this.cdr.uint8(number & 0xff);
  }

  bytes(values: Uint8Array): void {
    this.cdr.uint8Array(values);
  }

  alignTo4(): void {
    while (this.cdr.size % 4 !== 0) this.cdr.uint8(0);
  }

  /** A uint32 that `closeSize` fills in. */
  openSize(): OpenSize {
    this.cdr.uint32(0);
    return { at: this.cdr.size - 4, cutBefore: this.cutBytes };
  }

  /** Fills in how many bytes came behind the size. */
  closeSize(size: OpenSize): void {
    this.patch32(size.at, this.sizeSince(size.at + 4, size.cutBefore));
  }

  /** What the bytes from a position on will take, without what was cut since. */
  sizeSince(start: number, cutBefore: number): number {
    return this.cdr.size - start - (this.cutBytes - cutBefore);
  }

  get cutSoFar(): number {
    return this.cutBytes;
  }

  /** Takes bytes out of the finished payload. In XCDR1 a multiple of 8, in XCDR2 of 4, so that alignment stays. */
  cut(at: number, count: number): void {
    this.cuts.push({ at, count });
    this.cutBytes += count;
  }

  patch16(at: number, value: number): void {
    this.view().setUint16(at, value, this.encoding.littleEndian);
  }

  patch32(at: number, value: number): void {
    this.view().setUint32(at, value, this.encoding.littleEndian);
  }

  /** The payload without trailing padding, encapsulation header included. */
  finish(encapsulationId: number): Uint8Array {
    const written = this.cdr.data;
    const payload = new Uint8Array(written.length - this.cutBytes);
    let from = 0;
    let to = 0;
    const end = { at: written.length, count: 0 };
    for (const { at, count } of [...this.cuts.sort((a, b) => a.at - b.at), end]) {
      payload.set(written.subarray(from, at), to);
      to += at - from;
      from = at + count;
    }
    payload[0] = encapsulationId >> 8;
    payload[1] = encapsulationId & 0xff;
    return payload;
  }

  /** XCDR1 alone aligns to 8; CdrWriter does the rest. */
  private alignTo8(): void {
    if (this.encoding.version === 2) return;
    this.alignTo4();
    if ((this.cdr.size - this.origin) % 8 !== 0) this.cdr.uint32(0);
  }

  private view(): DataView {
    return new DataView(this.cdr.data.buffer);
  }
}
