import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  AUTOMATIC_LIVELINESS_UPDATE,
  decodeParticipantMessageData,
  encodeParticipantMessageData,
  MANUAL_LIVELINESS_UPDATE,
  type ParticipantMessageData,
  participantMessageKey,
} from "../../src/discovery/participantMessageData.js";
import { capturedPayload, fromHex, PREFIX, toHexText } from "./support.js";

const test = suite("ParticipantMessageData");

function decoded(payload: Uint8Array): ParticipantMessageData {
  const value = decodeParticipantMessageData(payload);
  if (typeof value === "string") throw new Error(value);
  return value;
}

test("the bytes that are sent", () => {
  const payload = encodeParticipantMessageData({ guidPrefix: PREFIX, kind: MANUAL_LIVELINESS_UPDATE });
  assert.is(toHexText(payload), "00010000017f00005a5a0001000000010000000200000000");
  const key = participantMessageKey({ guidPrefix: PREFIX, kind: AUTOMATIC_LIVELINESS_UPDATE });
  assert.is(toHexText(key), "017f00005a5a00010000000100000001");
});

test("what Cyclone DDS 11.0.1 sends", () => {
  const value = decoded(capturedPayload("cyclone-participant-message"));
  assert.is(value.guidPrefix.toString(), "0110c65ad61715d259cd00ae");
  assert.is(value.kind, AUTOMATIC_LIVELINESS_UPDATE);
});

test("the forms of other vendors", () => {
  const key = "017f00005a5a00010000000100000002";
  const forms = [
    `00010000 ${key} 00000000`, // Connext: no octets
    `00010000 ${key} 00000000 00000000`, // Fast DDS: no octets and four more zeros
    `00030000 ${key} 00000000 00000000`, // Fast DDS 2.9.1: labelled PL_CDR
    `00000000 ${key} 00000001 00000000`, // big-endian
    `00010003 ${key} 01000000 00000000`, // with the pad count in the options
  ];
  for (const form of forms) {
    const value = decoded(fromHex(form));
    assert.is(value.guidPrefix.toString(), PREFIX.toString(), form);
    assert.is(value.kind, MANUAL_LIVELINESS_UPDATE, form);
  }
});

test("PL-32: short or unknown is ignored", () => {
  const key = "017f00005a5a000100000001";
  const table: [string, string][] = [
    ["", "too short"],
    ["00010000", "too short"],
    ["00030000 0000000000000000", "too short"],
    [`00010000 ${key}00000001`, "too short"],
    [`00010000 ${key}00000001 05000000 00000000`, "too short"],
    [`00010000 ${key}00000001 ffffffff 00000000`, "too short"],
    [`00010000 ${key}00000000 00000000`, "unknown kind"],
    [`00010000 ${key}00000003 00000000`, "unknown kind"],
    [`00010000 ${key}80000001 00000000`, "unknown kind"],
    [`00010000 ${key}01000000 00000000`, "unknown kind"],
    // A real parameter list under that label.
    ["00030000 50001000 017f00005a5a0001000000aa000001c1 01000000", "unknown kind"],
  ];
  for (const [payload, reason] of table) assert.is(decodeParticipantMessageData(fromHex(payload)), reason, payload);
});

test("random bytes never throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 48 }), (bytes) => {
      const value = decodeParticipantMessageData(bytes);
      assert.ok(typeof value === "string" || value.kind === 1 || value.kind === 2);
    }),
    { numRuns: 1000 },
  );
});

test.run();
