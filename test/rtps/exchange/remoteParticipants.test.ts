import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RemoteParticipant } from "../../../src/rtps/exchange/RemoteParticipant.js";
import { RemoteParticipantTable } from "../../../src/rtps/exchange/RemoteParticipantTable.js";
import { GuidPrefix } from "../../../src/rtps/structure/guid.js";

const test = suite("RemoteParticipantTable");

test("finds by octets what was added, also when hashes are equal", () => {
  // Few values per octet, so that hashes collide and prefixes differ in single octets.
  const prefixes = fc.uniqueArray(fc.array(fc.constantFrom(0, 1, 17, 31, 255), { minLength: 12, maxLength: 12 }), {
    selector: String,
    maxLength: 60,
  });
  fc.assert(
    fc.property(prefixes, fc.nat(), (list, seed) => {
      const table = new RemoteParticipantTable();
      const added = list.map((octets) => new RemoteParticipant(new GuidPrefix(Uint8Array.from(octets)), 0, 0));
      for (const remote of added) table.add(remote);
      const removed = new Set(added.filter((_, i) => (seed >>> (i % 30)) & 1));
      for (const remote of removed) {
        table.remove(remote);
        table.remove(remote);
      }
      assert.is(table.size, added.length - removed.size);
      assert.is([...table].length, table.size);
      for (const remote of added) {
        const datagram = new Uint8Array(20);
        datagram.set(remote.prefix.bytes, 8);
        const expected = removed.has(remote) ? undefined : remote;
        assert.is(table.find(new DataView(datagram.buffer), 8), expected);
        assert.is(table.findPrefix(remote.prefix), expected);
      }
    }),
  );
});

test("two words that hash alike are told apart", () => {
  const table = new RemoteParticipantTable();
  const words = (w0: number, w1: number, w2: number) => {
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    for (const [i, word] of [w0, w1, w2].entries()) view.setUint32(4 * i, word);
    return new GuidPrefix(bytes);
  };
  // 31 * 17 in either word.
  const [a, b] = [words(17, 0, 0), words(0, 31, 0)];
  const remotes = [a, b].map((prefix) => new RemoteParticipant(prefix, 0, 0));
  for (const remote of remotes) table.add(remote);
  assert.is(table.findPrefix(a), remotes[0]);
  assert.is(table.findPrefix(b), remotes[1]);
  table.remove(remotes[0]!);
  assert.is(table.findPrefix(a), undefined);
  assert.is(table.findPrefix(b), remotes[1]);
});

test.run();
