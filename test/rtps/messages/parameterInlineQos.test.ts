import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  InlineQos,
  inlineQosFor,
  inlineQosLength,
  STATUS_DISPOSED,
  STATUS_UNREGISTERED,
  writeInlineQos,
} from "../../../src/rtps/messages/parameterList.js";
import { GuidPrefix } from "../../../src/rtps/structure/guid.js";

const test = suite("inline QoS");

const EPROSIMA = 0x010f;
const OTHER = 0x017f;
const HASH = "cac217c318363f8ef1160eeedef9e886";

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replace(/\s+/g, ""), "hex"));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function read(qos: InlineQos, hex: string, littleEndian = true, vendorId = OTHER): boolean {
  const bytes = bytesOf(hex);
  return qos.read(bytes, new DataView(bytes.buffer), 0, bytes.length, littleEndian, vendorId);
}

test("KEY_HASH and STATUS_INFO as Fast DDS and Connext send them", () => {
  const qos = new InlineQos();
  // Fast DDS 3.6.2: dispose and unregister of a reader.
  const list = "70001000 010f7f01df790f470000000000000107 71000400 00000003 01000000";
  assert.ok(read(qos, list));
  assert.is(qos.keyHashOffset, 4);
  assert.is(hexOf(qos.keyHashCopy()), "010f7f01df790f470000000000000107");
  assert.is(qos.statusInfo, 3);
  assert.is(qos.changeKind(), 3);
  assert.is(qos.endOffset, 32);
});

test("STATUS_INFO is four octets, not a number: the byte order does not matter", () => {
  const qos = new InlineQos();
  assert.ok(read(qos, "71000400 00000001 01000000"));
  assert.is(qos.statusInfo, STATUS_DISPOSED);
  assert.is(qos.changeKind(), 1);
  assert.ok(read(qos, "00710004 00000002 00010000", false));
  assert.is(qos.statusInfo, STATUS_UNREGISTERED);
  assert.is(qos.changeKind(), 2);
  // Filtered is no change of state.
  assert.ok(read(qos, "71000400 00000004 01000000"));
  assert.is(qos.changeKind(), 0);
});

test("the object is reused: nothing of the last list is left", () => {
  const qos = new InlineQos();
  const guid = "0102030405060708090a0b0c00000107";
  const full = [
    `70001000${HASH}`,
    "7100040000000003",
    "5600080000000000 05000000",
    "6300080000000000 06000000",
    "6400080000000000 07000000",
    `83001800${guid}00000000 09000000`,
    `61001800${guid}00000000 0a000000`,
    `57001000${guid}`,
    "55000400 00000000",
    "bc4a0000",
    "01000000",
  ];
  assert.ok(read(qos, full.join("")));
  assert.is(qos.coherentSetSn, 5);
  assert.is(qos.groupCoherentSetSn, 6);
  assert.is(qos.groupSeqNum, 7);
  assert.is.not(qos.relatedSampleIdentityOffset, -1);
  assert.is.not(qos.originalWriterInfoOffset, -1);
  assert.is(qos.directedWriteCount, 1);
  assert.is(qos.contentFilterInfoLength, 4);
  assert.ok(qos.hasUnknownMustUnderstand);
  assert.ok(read(qos, "01000000"));
  const fresh = new InlineQos();
  assert.ok(read(fresh, "01000000"));
  assert.equal(qos, fresh);
  assert.equal([...qos.keyHashCopy()], []);
  assert.is(qos.keyHashOffset, -1);
});

test("a list without a sentinel is invalid", () => {
  const qos = new InlineQos();
  assert.not.ok(read(qos, `70001000${HASH}`));
  assert.not.ok(read(qos, "7000fcff"));
  assert.not.ok(read(qos, ""));
});

test("parameters that are too short count as absent; the last of several counts", () => {
  const qos = new InlineQos();
  assert.ok(read(qos, "70000400 01020304 71000000 83000400 00000000 01000000"));
  assert.is(qos.keyHashOffset, -1);
  assert.is(qos.statusInfo, 0);
  assert.is(qos.relatedSampleIdentityOffset, -1);
  assert.ok(read(qos, "71000400 00000001 71000400 00000002 01000000"));
  assert.is(qos.statusInfo, 2);
});

test("COHERENT_SET: a set; unknown is none", () => {
  const qos = new InlineQos();
  assert.ok(read(qos, "56000800 01000000 03000000 01000000"));
  assert.is(qos.coherentSetSn, 2 ** 32 + 3);
  // SEQUENCENUMBER_UNKNOWN.
  assert.ok(read(qos, "56000800 ffffffff 00000000 01000000"));
  assert.is(qos.coherentSetSn, 0);
  assert.ok(read(qos, "00560008 00000000 00000009 00010000", false));
  assert.is(qos.coherentSetSn, 9);
});

test("CD-24: RELATED_SAMPLE_IDENTITY, and 0x800f by vendor", () => {
  const qos = new InlineQos();
  const identity = "0102030405060708090a0b0c0000010200000000 09000000";
  assert.ok(read(qos, `0f801800${identity} 01000000`, true, EPROSIMA));
  assert.is(qos.relatedSampleIdentityOffset, 4);
  assert.ok(read(qos, `0f801800${identity} 01000000`, true, 0x0101));
  assert.is(qos.relatedSampleIdentityOffset, 4);
  assert.ok(read(qos, `0f801800${identity} 01000000`, true, OTHER));
  assert.is(qos.relatedSampleIdentityOffset, -1);
  // Both: the standard one counts, whatever the order.
  assert.ok(read(qos, `0f801800${identity} 83001800${identity} 01000000`, true, EPROSIMA));
  assert.is(qos.relatedSampleIdentityOffset, 32);
  assert.ok(read(qos, `83001800${identity} 0f801800${identity} 01000000`, true, EPROSIMA));
  assert.is(qos.relatedSampleIdentityOffset, 4);
});

test("DIRECTED_WRITE names the readers that may take the sample", () => {
  const qos = new InlineQos();
  const prefix = new GuidPrefix(bytesOf("0102030405060708090a0b0c"));
  const other = new GuidPrefix(bytesOf("0102030405060708090a0b0d"));
  assert.ok(read(qos, "01000000"));
  assert.ok(qos.isDirectedTo(prefix, 0x107));
  const list = [
    "57001000 0102030405060708090a0b0c 00000107",
    "57001000 0102030405060708090a0b0c 000300c4",
    "01000000",
  ].join("");
  for (const littleEndian of [true, false]) {
    const swapped = list.replaceAll("57001000", "00570010").replace(/01000000$/, "00010000");
    assert.ok(read(qos, littleEndian ? list : swapped, littleEndian));
    assert.is(qos.directedWriteCount, 2);
    assert.ok(qos.isDirectedTo(prefix, 0x107));
    assert.ok(qos.isDirectedTo(prefix, 0x000300c4));
    assert.not.ok(qos.isDirectedTo(prefix, 0x207));
    assert.not.ok(qos.isDirectedTo(other, 0x107));
  }
});

test("PL-11: an unknown parameter that must be understood is reported, a vendor's is not", () => {
  const qos = new InlineQos();
  assert.ok(read(qos, "bc4a0000 01000000"));
  assert.ok(qos.hasUnknownMustUnderstand);
  assert.ok(read(qos, "bcca0000 bc0a0000 70500000 01000000"));
  assert.ok(qos.hasUnknownMustUnderstand, "0x5070 is unknown");
  assert.ok(read(qos, `bcca0000 bc0a0000 70401000${HASH} 01000000`));
  assert.not.ok(qos.hasUnknownMustUnderstand);
  assert.is(hexOf(qos.keyHashCopy()), HASH);
});

test("the lists that are sent", () => {
  const hash = bytesOf(HASH);
  const none = new Uint8Array(0);
  assert.is(hexOf(inlineQosFor(none, 0)), "01000000");
  assert.is(hexOf(inlineQosFor(hash, 0)), `70001000${HASH}01000000`);
  assert.is(hexOf(inlineQosFor(hash, 3)), `70001000${HASH}710004000000000301000000`);
  assert.is(hexOf(inlineQosFor(none, 1)), "710004000000000101000000");
});

test("lists written into a larger buffer touch nothing else", () => {
  const hash = bytesOf(HASH);
  const slab = new Uint8Array(64).fill(0xaa);
  const end = writeInlineQos(slab, 7, hash, 2);
  assert.is(end, 7 + inlineQosLength(true, 2));
  assert.is(hexOf(slab.subarray(7, end)), hexOf(inlineQosFor(hash, 2)));
  assert.ok(slab.subarray(0, 7).every((octet) => octet === 0xaa));
  assert.ok(slab.subarray(end).every((octet) => octet === 0xaa));
});

test("what is written is read back", () => {
  const qos = new InlineQos();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.boolean(), fc.nat(3), (hash, withHash, status) => {
      const list = inlineQosFor(withHash ? hash : new Uint8Array(0), status);
      assert.ok(qos.read(list, new DataView(list.buffer), 0, list.length, true, OTHER));
      assert.is(qos.changeKind(), status);
      assert.equal([...qos.keyHashCopy()], withHash ? [...hash] : []);
      assert.is(qos.endOffset, list.length);
    }),
  );
});

test("a parameter whose rounded length ends behind the list does not lead outside", () => {
  const qos = new InlineQos();
  const bytes = Uint8Array.from([0, 0, 1, 0, 0]);
  assert.not(qos.read(bytes, new DataView(bytes.buffer), 0, bytes.length, true, OTHER));
  assert.ok(qos.endOffset <= bytes.length);
});

test("random bytes never throw", () => {
  const qos = new InlineQos();
  const prefix = new GuidPrefix(new Uint8Array(12));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.boolean(),
      fc.constantFrom(EPROSIMA, OTHER),
      (bytes, le, vendor) => {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        qos.read(bytes, view, 0, bytes.length, le, vendor);
        qos.isDirectedTo(prefix, 0x107);
        qos.keyHashCopy();
        assert.ok(qos.endOffset <= bytes.length);
      },
    ),
    { numRuns: 3000 },
  );
});

test.run();
