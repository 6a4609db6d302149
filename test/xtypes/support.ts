// What tests of xtypes share: bytes in hex, values that vendors sent, types from IDL.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseIdl, type StructType } from "../../src/idl/index.js";
import { udpDatagrams } from "../../src/inspect/udp.js";
import { DataFields } from "../../src/rtps/messages/fields.js";
import { MessageReader } from "../../src/rtps/messages/MessageReader.js";
import { ParameterListReader } from "../../src/rtps/messages/parameterList.js";
import { SUBMESSAGE_DATA } from "../../src/rtps/messages/submessageKind.js";
import type { RelationView } from "../../src/xtypes/build/representation.js";
import { typeObjectCodec } from "../../src/xtypes/wire/codecs.js";
import type { StructObject } from "../../src/xtypes/wire/typeObjectValues.js";
import { CAPTURES, readCapture } from "../inspect/fixtures.js";

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replace(/\s/g, ""), "hex"));

/** The struct of this name, or the last one. */
export function typeOf(idl: string, name?: string): StructType {
  const { structs } = parseIdl(idl);
  const found = name === undefined ? structs.at(-1) : structs.find((struct) => struct.name === name);
  if (found === undefined) throw new Error(`no struct ${name} in ${idl}`);
  return found;
}

/** One type that Cyclone's IDL compiler described, from the C source it wrote. */
export interface CompiledType {
  readonly type: string;
  readonly typeInformation: string;
  /** TypeMapping: both kinds of TypeObjects of the type and its dependencies. */
  readonly typeMapping: string;
}

/** What idlc of Cyclone DDS 0.10.2 makes of some IDL. */
export function cycloneCompiled(): readonly { name: string; idl: string; types: readonly CompiledType[] }[] {
  return JSON.parse(readFileSync(join(CAPTURES, "..", "xtypes", "cyclone-idlc-0.10.2.json"), "utf8"));
}

/** Payloads of DATA from a writer with this id in a capture, in order. */
export function capturedPayloads(capture: string, writerId: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  const fields = new DataFields();
  for (const { payload } of udpDatagrams(readCapture(`${capture}.pcapng`))) {
    const reader = new MessageReader();
    reader.reset(payload);
    while (reader.next()) {
      if (reader.kind !== SUBMESSAGE_DATA || !reader.readData(fields) || fields.writerId !== writerId) continue;
      found.push(payload.subarray(fields.payloadOffset, fields.payloadEnd));
    }
  }
  return found;
}

/** The values of one parameter in the announcements of a capture. */
export function capturedParameters(capture: string, writerId: number, pid: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const payload of capturedPayloads(capture, writerId)) {
    const list = new ParameterListReader();
    const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
    list.reset(payload, view, 4, payload.length, true);
    while (list.next()) if (list.pid === pid) found.push(list.valueCopy());
  }
  return found;
}

type Value<Union, Member> = Union extends { readonly member: infer Own; readonly value: infer Inner }
  ? Member extends Own
    ? Inner
    : never
  : never;

/** The value of a union that has selected this member. */
export function chosen<
  Union extends { readonly member: string | null; readonly value: unknown },
  Member extends Union["member"],
>(union: Union, member: Member): Value<Union, Member> {
  if (union.member !== member) throw new Error(`${union.member} is selected, not ${member}`);
  return union.value as Value<Union, Member>;
}

/** The object of a struct type itself, without those it depends on. */
export function structIn({ objects }: RelationView): StructObject {
  const [own] = objects.values();
  const object = typeObjectCodec.decode(own!.serialized);
  if (object instanceof Error) throw object;
  if (object.value.member !== "structType") throw new Error(`a ${object.value.member}`);
  return object.value.value;
}
