/** One way each to encode and decode a case. All write plain CDR, little endian: the same bytes. */
import * as cdr from "@foxglove/cdr";
import * as omgParser from "@foxglove/omgidl-parser";
import * as omg from "@foxglove/omgidl-serialization";
import * as rosmsg from "@foxglove/rosmsg";
import * as ros from "@foxglove/rosmsg2-serialization";
import { compileCodec } from "../../src/cdr/index.js";
import { parseIdl } from "../../src/idl/index.js";
import { BY_HAND } from "./byHand.js";
import type { BenchCase } from "./cases.js";

export interface Contender {
  readonly name: string;
  readonly isOurs: boolean;
  /** Writes into a buffer that it does not allocate. */
  readonly isGivenBuffer?: boolean;
  readonly run: () => unknown;
}

export function writers({ typeName, idl, message, value }: BenchCase): readonly Contender[] {
  const codec = compileCodec(parseIdl(idl).struct(typeName), { representation: "xcdr1" });
  const size = codec.serialize(value).length;
  const slab = new Uint8Array(size + 64);
  const buffer = new ArrayBuffer(size + 64);
  const omgWriter = new omg.MessageWriter(typeName, omgParser.parseIDL(idl), { kind: cdr.EncapsulationKind.CDR_LE });
  const rosWriter = new ros.MessageWriter(rosmsg.parse(message, { ros2: true }));
  const byHand = BY_HAND[typeName]!;
  const kind = cdr.EncapsulationKind.CDR_LE;
  return [
    { name: "serializeInto", isOurs: true, run: () => codec.serializeInto(value, slab, 8) },
    { name: "serialize", isOurs: true, run: () => codec.serialize(value) },
    { name: "omgidl-serialization", isOurs: false, run: () => omgWriter.writeMessage(value) },
    { name: "rosmsg2-serialization", isOurs: false, run: () => rosWriter.writeMessage(value) },
    {
      name: "cdr, buffer allocated",
      isOurs: false,
      run: () => {
        const writer = new cdr.CdrWriter({ size, kind });
        byHand.write(writer, value as never);
        return writer.data;
      },
    },
    {
      name: "cdr, buffer given",
      isOurs: false,
      isGivenBuffer: true,
      run: () => {
        const writer = new cdr.CdrWriter({ buffer, kind });
        byHand.write(writer, value as never);
        return writer.data;
      },
    },
  ];
}

export function readers({ typeName, idl, message, value }: BenchCase): readonly Contender[] {
  const codec = compileCodec(parseIdl(idl).struct(typeName), { representation: "xcdr1" });
  const payload = receivedPayload(codec.serialize(value));
  const omgReader = new omg.MessageReader(typeName, omgParser.parseIDL(idl));
  const rosReader = new ros.MessageReader(rosmsg.parse(message, { ros2: true }));
  const byHand = BY_HAND[typeName]!;
  return [
    { name: "deserialize", isOurs: true, run: () => codec.deserialize(payload) },
    { name: "omgidl-serialization", isOurs: false, run: () => omgReader.readMessage(payload) },
    { name: "rosmsg2-serialization", isOurs: false, run: () => rosReader.readMessage(payload) },
    { name: "cdr by hand", isOurs: false, run: () => byHand.read(new cdr.CdrReader(payload)) },
  ];
}

/** Where a payload lies in a datagram: behind the RTPS header, INFO_TS and the header of DATA. */
function receivedPayload(payload: Uint8Array): Uint8Array {
  const datagram = new Uint8Array(HEADERS_BYTES + payload.length);
  datagram.set(payload, HEADERS_BYTES);
  return datagram.subarray(HEADERS_BYTES);
}

const HEADERS_BYTES = 20 + 12 + 24;
