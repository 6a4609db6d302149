// Which types contain themselves, on random graphs of types, against the definition: reachable from itself.

import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recursiveTypes } from "../../src/cdr/typeChecks.js";
import { parseIdl } from "../../src/idl/index.js";

const test = suite("recursive types");

/** Of each type, the numbers of those that it has sequences of. */
const graphs = fc.integer({ min: 1, max: 9 }).chain((size) => {
  const parts = fc.array(fc.nat(size - 1), { maxLength: 3 });
  return fc.array(parts, { minLength: size, maxLength: size });
});

const FORMS = [(name: string) => `sequence<${name}>`, (name: string) => `map<long, sequence<${name}>>`];

function idlOf(graph: readonly (readonly number[])[]): string {
  const forward = graph.map((_, index) => `struct T${index};`);
  const whole = graph.map((parts, index) => {
    const members = parts.map((part, at) => `${FORMS[(index + at) % 2]!(`T${part}`)} m${at};`);
    return `struct T${index} { long own; ${members.join(" ")} };`;
  });
  return [...forward, ...whole].join("\n");
}

function reachable(graph: readonly (readonly number[])[], from: readonly number[]): Set<number> {
  const found = new Set<number>();
  const waiting = [...from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...graph[next]!);
  }
  return found;
}

test("are those that are reached from themselves", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const found = [...recursiveTypes(parseIdl(idlOf(graph)).struct("T0"))].map(({ name }) => name);
      const expected = [...reachable(graph, [0])].filter((index) => reachable(graph, graph[index]!).has(index));
      assert.equal(found.sort(), expected.map((index) => `T${index}`).sort());
    }),
    { numRuns: 300 },
  );
});

test.run();
