/**
 * Source of the functions that read member headers: parameter headers (XTypes 1.3 §7.4.1.2) and EMHEADERs
 * (§7.4.3.4.2). Each takes the position and the end and returns where the value starts. It sets ID (-1 behind the list,
 * -2 for what no member has), MU (must be understood) and END, which lies before the end given.
 */
import type { Encoding } from "../layout.js";

export function parameterFunction(name: string, { littleEndian }: Encoding): string {
  return `function ${name}(dv, p, e) {
p += (B - p) & 3;
if (p + 4 > e) throw F;
const pid = dv.getUint16(p, ${littleEndian});
let length = dv.getUint16(p + 2, ${littleEndian});
p += 4;
ID = pid & 0x3fff; MU = (pid & 0x4000) !== 0;
if (ID > 0x3f00) {
  if (ID === 0x3f02) { ID = -1; return p; }
  if (ID !== 0x3f01) ID = -2;
  else {
    if (length < 8 || (length & 3) !== 0 || p + 8 > e) throw F;
    const word = dv.getUint32(p, ${littleEndian});
    ID = word & 0x0fffffff; MU = (word & 0x40000000) !== 0;
    const extra = length - 8;
    length = dv.getUint32(p + 4, ${littleEndian});
    p = Math.min(p + 8 + extra, e);
  }
}
if (length > e - p) throw F;
B = p; END = p + length;
return p;
}`;
}

export function memberFunction(name: string, { littleEndian }: Encoding): string {
  return `function ${name}(dv, p, e) {
if (p + 4 > e) throw F;
const header = dv.getUint32(p, ${littleEndian}), code = (header >>> 28) & 7;
p += 4;
ID = header & 0x0fffffff; MU = header > 0x7fffffff;
let length = 1 << code;
if (code > 3) {
  if (p + 4 > e) throw F;
  length = dv.getUint32(p, ${littleEndian});
  // From code 5 on NEXTINT is the beginning of the value itself.
  if (code === 4) p += 4;
  else length = 4 + length * (code === 5 ? 1 : code === 6 ? 4 : 8);
}
if (length > e - p) throw F;
END = p + length;
return p;
}`;
}
