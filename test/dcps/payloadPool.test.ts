import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileCodec } from "../../src/cdr/index.js";
import { PayloadPool } from "../../src/dcps/writer/PayloadPool.js";
import { parseIdl } from "../../src/idl/index.js";

const test = suite("PayloadPool");

const codec = compileCodec<{ data: Uint8Array }>(
  parseIdl("@final struct Blob { sequence<octet> data; };").struct("Blob"),
  { representation: "xcdr1" },
);
const blob = (length: number, fill = 7) => ({ data: new Uint8Array(length).fill(fill) });

/** A pool that has seen a large sample, so that it expects another. */
function usedPool(hasLeft: () => boolean = () => true): PayloadPool {
  const pool = new PayloadPool(hasLeft);
  pool.serialize(codec, blob(100_000));
  return pool;
}

test("payloads are those of the codec, whatever was in their memory before", () => {
  const pool = usedPool();
  for (const [length, fill] of [
    [100_000, 255],
    [99_998, 1],
    [60_001, 2],
    [5, 3],
    [100_000, 4],
  ] as const) {
    const payload = pool.serialize(codec, blob(length, fill));
    assert.equal(payload, codec.serialize(blob(length, fill)));
    pool.release(payload);
  }
});

test("memory is used again once it was released, and not before", () => {
  const pool = usedPool();
  const first = pool.serialize(codec, blob(100_000));
  const second = pool.serialize(codec, blob(100_000));
  assert.is.not(first.buffer, second.buffer);
  pool.release(first);
  assert.is(pool.serialize(codec, blob(90_000)).buffer, first.buffer);
  assert.is.not(pool.serialize(codec, blob(90_000)).buffer, first.buffer);
});

test("nothing is used again while a socket may still read it", () => {
  let hasLeft = true;
  const pool = usedPool(() => hasLeft);
  const first = pool.serialize(codec, blob(100_000));
  hasLeft = false;
  pool.release(first);
  assert.is.not(pool.serialize(codec, blob(100_000)).buffer, first.buffer);
  hasLeft = true;
  assert.is(pool.serialize(codec, blob(100_000)).buffer, first.buffer);
});

test("memory that is not its own, or was released before, is not taken", () => {
  const pool = usedPool();
  const foreign = codec.serialize(blob(100_000));
  pool.release(foreign);
  const own = pool.serialize(codec, blob(100_000));
  assert.is.not(own.buffer, foreign.buffer);
  pool.release(own);
  pool.release(own);
  const again = pool.serialize(codec, blob(100_000));
  assert.is.not(pool.serialize(codec, blob(100_000)).buffer, again.buffer);
});

test("a small sample does not take a large buffer with it", () => {
  const pool = usedPool();
  pool.release(pool.serialize(codec, blob(1_000_000)));
  const small = pool.serialize(codec, blob(20_000));
  assert.ok(small.buffer.byteLength < 100_000, `${small.buffer.byteLength} octets for 20 kB`);
});

test("a value that is not of the type throws, and costs the pool nothing", () => {
  const pool = usedPool();
  const payload = pool.serialize(codec, blob(100_000));
  pool.release(payload);
  assert.throws(() => pool.serialize(codec, { data: "text" } as never), /CdrError|data/);
  assert.equal(pool.serialize(codec, blob(100_000)), codec.serialize(blob(100_000)));
});

test.run();
