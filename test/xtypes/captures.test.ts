// TypeInformation, TypeLookup requests and replies of vendors, as captured.

import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CdrError } from "../../src/cdr/index.js";
import { representationOf } from "../../src/xtypes/build/representation.js";
import { keyOf } from "../../src/xtypes/identifiers.js";
import * as kinds from "../../src/xtypes/kinds.js";
import { equivalenceHashOf } from "../../src/xtypes/nameHash.js";
import {
  typeInformationCodec,
  typeLookupReplyCodec,
  typeLookupRequestCodec,
  typeObjectCodec,
} from "../../src/xtypes/wire/codecs.js";
import type { TypeIdentifierTypeObjectPair } from "../../src/xtypes/wire/typeLookupTypes.js";
import type { TypeObject } from "../../src/xtypes/wire/typeObjectValues.js";
import { bytesOf, capturedParameters, capturedPayloads, chosen, hex, typeOf } from "./support.js";

const test = suite("xtypes/captures");

const CAPTURE = "connext-to-cyclone-reliable";
const REQUEST_WRITER = 0x000300c3;
const REPLY_WRITER = 0x000301c3;
const PUBLICATIONS_WRITER = 0x000003c2;
const SUBSCRIPTIONS_WRITER = 0x000004c2;
const PID_TYPE_INFORMATION = 0x0075;

const SHAPE = `
  @appendable struct ShapeType {
    @key string<128> color; long x; long y; long shapesize; sequence<uint8> additional_payload_size;
  };`;

const bodyOf = (payload: Uint8Array) => payload.subarray(4, payload.length - (payload[3]! & 3));

/** Connext answers Cyclone with a minimal object, Cyclone answers Connext with a complete one. */
function capturedPairs(): { connext: TypeIdentifierTypeObjectPair; cyclone: TypeIdentifierTypeObjectPair } {
  const [connext, cyclone] = capturedPayloads(CAPTURE, REPLY_WRITER).map((payload) => {
    const reply = defined(typeLookupReplyCodec.decode(bodyOf(payload)));
    const { types } = chosen(chosen(reply.return, "getTypes"), "result");
    assert.is(types.length, 1);
    return types[0]!;
  });
  return { connext: connext!, cyclone: cyclone! };
}

test("hashes of the types that Cyclone DDS and Connext answered with are those of their bytes", () => {
  for (const { typeIdentifier, typeObject } of Object.values(capturedPairs())) {
    const hash = equivalenceHashOf(delimited(typeObject));
    assert.is(hex(hash), hex(chosen(typeIdentifier, "equivalenceHash")));
  }
});

test("what Cyclone DDS answered with is the complete object of its IDL, but that keys are not must-understand", () => {
  const { cyclone } = capturedPairs();
  const [own] = representationOf(typeOf(SHAPE)).complete.objects.values();
  assert.is(hex(withPlainKeys(own!.serialized)), hex(delimited(cyclone.typeObject)));
});

test("so is the minimal type that it announces", () => {
  const [announced] = capturedParameters(CAPTURE, SUBSCRIPTIONS_WRITER, PID_TYPE_INFORMATION);
  const { minimal } = defined(typeInformationCodec.decode(announced!));
  const [own] = representationOf(typeOf(SHAPE)).minimal.objects.values();
  const hash = hex(equivalenceHashOf(withPlainKeys(own!.serialized)));
  assert.is(keyOf(minimal.typeidWithSize.typeId), `f1${hash}`);
});

test("what Connext answered with is the minimal object of its type with an octet more in each member", () => {
  const { connext } = capturedPairs();
  const theirs = defined(typeObjectCodec.decode(delimited(connext.typeObject)));
  const [own] = representationOf(typeOf(SHAPE.replace("uint8", "octet, 100"))).minimal.objects.values();
  assert.is(hex(typeObjectCodec.encode(theirs)), hex(own!.serialized));
  assert.is(delimited(connext.typeObject).length, 113);
  assert.is(own!.serialized.length, 108);
});

test("TypeInformation of both is read, and that of Cyclone DDS is written to the same octets", () => {
  const [connext] = capturedParameters(CAPTURE, PUBLICATIONS_WRITER, PID_TYPE_INFORMATION);
  const [cyclone] = capturedParameters(CAPTURE, SUBSCRIPTIONS_WRITER, PID_TYPE_INFORMATION);
  const fromConnext = defined(typeInformationCodec.decode(connext!));
  assert.is(keyOf(fromConnext.minimal.typeidWithSize.typeId), "f1962ba8e6c59ebe573b6f078b4d23");
  assert.is(fromConnext.minimal.typeidWithSize.typeobjectSerializedSize, 113);
  assert.is(keyOf(fromConnext.complete.typeidWithSize.typeId), "f2b74bf580832fc08546f87cf743cf");
  assert.is(hex(typeInformationCodec.encode(defined(typeInformationCodec.decode(cyclone!)))), hex(cyclone!));
});

test("TypeInformation with a minimal type alone is read (OpenDDS)", () => {
  const value = bytesOf(`
    54000000 01100040 28000000 24000000 14000000 f1e7c2e5a79b757a7338a25d019b3600 28000000
    ffffffff 04000000 00000000 02100040 1c000000 18000000 08000000 00000000 00000000 00000000 04000000 00000000`);
  const { minimal, complete } = defined(typeInformationCodec.decode(value));
  assert.is(keyOf(minimal.typeidWithSize.typeId), "f1e7c2e5a79b757a7338a25d019b36");
  assert.is(minimal.dependentTypeidCount, -1);
  assert.is(complete.typeidWithSize.typeId.$discriminator, kinds.TK_NONE);
});

test("requests of both are read and written to the same octets", () => {
  const payloads = capturedPayloads(CAPTURE, REQUEST_WRITER);
  assert.is(payloads.length, 2);
  for (const payload of payloads) {
    const request = defined(typeLookupRequestCodec.decode(bodyOf(payload)));
    assert.is(chosen(request.data, "getTypes").typeIds.length, 1);
    assert.match(request.header.instanceName, /^dds\.builtin\.TOS\.[0-9a-f]{32}$/);
    assert.is(hex(typeLookupRequestCodec.encode(request)), hex(bodyOf(payload)));
  }
});

test("replies of both are written to the same octets", () => {
  for (const payload of capturedPayloads(CAPTURE, REPLY_WRITER)) {
    const reply = defined(typeLookupReplyCodec.decode(bodyOf(payload)));
    assert.is(reply.header.remoteEx, 0);
    assert.is(hex(typeLookupReplyCodec.encode(reply)), hex(bodyOf(payload)));
  }
});

test("cut and garbled values are errors, not exceptions", () => {
  const [announced] = capturedParameters(CAPTURE, PUBLICATIONS_WRITER, PID_TYPE_INFORMATION);
  for (let length = 0; length < announced!.length; length++) {
    const result = typeInformationCodec.decode(announced!.subarray(0, length));
    assert.instance(result, CdrError, `${length} octets`);
  }
  for (const payload of capturedPayloads(CAPTURE, REPLY_WRITER)) {
    for (let at = 4; at < payload.length; at++) {
      const bad = payload.slice();
      bad[at]! ^= 0xff;
      typeLookupReplyCodec.decode(bodyOf(bad));
    }
  }
});

function defined<Value>(value: Value | CdrError): Value {
  if (value instanceof CdrError) throw value;
  return value;
}

/** With its DHEADER, as it is hashed. */
function delimited(octets: Uint8Array): Uint8Array {
  const whole = new Uint8Array(4 + octets.length);
  new DataView(whole.buffer).setUint32(0, octets.length, true);
  whole.set(octets, 4);
  return whole;
}

function withPlainKeys(serialized: Uint8Array): Uint8Array {
  const object = defined(typeObjectCodec.decode(serialized));
  const struct = chosen(object.value, "structType");
  const memberSeq = struct.memberSeq.map(({ common, detail }) => {
    const isKey = (common.memberFlags & kinds.IS_KEY) !== 0;
    const memberFlags = isKey ? common.memberFlags & ~kinds.IS_MUST_UNDERSTAND : common.memberFlags;
    return { common: { ...common, memberFlags }, detail };
  });
  const changed = { ...object, value: { ...object.value, value: { ...struct, memberSeq } } } as TypeObject;
  return typeObjectCodec.encode(changed);
}

test.run();
