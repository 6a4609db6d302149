// Filters: what they cost each sample, and what a filter costs once. The floor is the same condition in JavaScript.

import { compileFilter, parseFilter } from "../src/filter/index.js";
import { parseIdl } from "../src/idl/index.js";
import { BATCH, runBench } from "./support.js";

const { structs } = parseIdl(`
  enum Kind { SQUARE, CIRCLE, TRIANGLE };
  struct Point { long x; long y; };
  struct Shape {
    @key string<128> color; long x; long y; long shapesize; Kind kind; double angle; long long id; sequence<Point> path;
  };`);
const type = structs.at(-1)!;

const shapes = ["BLUE", "RED", "GREEN", "YELLOW"].map((color, i) => ({
  color,
  x: 60 * i,
  y: 70 * i,
  shapesize: 10 + i,
  kind: i % 2 === 0 ? "SQUARE" : "CIRCLE",
  angle: i * 0.7,
  id: BigInt(i) << 60n,
  path: [
    { x: i, y: 1 },
    { x: i, y: 2 },
  ],
}));
type Shape = (typeof shapes)[number];

/** Passed and refused samples in turn; the count keeps the work from being dropped. */
let passed = 0;
function perSample(matches: (shape: Shape) => boolean): () => void {
  return () => {
    for (let i = 0; i < BATCH; i++) if (matches(shapes[i & 3]!)) passed++;
  };
}

function filterTask(expression: string, parameters: readonly string[] = []): readonly [string, () => void] {
  const filter = compileFilter<Shape>(type, expression, parameters);
  return [expression, perSample((shape) => filter.matches(shape))];
}

await runBench("one sample through a filter", {
  "floor: shape.color === 'BLUE'": perSample((shape) => shape.color === "BLUE"),
  ...Object.fromEntries([
    filterTask("color = 'BLUE'"),
    filterTask("x > %0", ["100"]),
    filterTask("x BETWEEN 50 AND 150 AND y < 100"),
    filterTask("(x < 50 OR x > 150) AND (y < 50 OR y > 150)"),
    filterTask("kind = 'CIRCLE'"),
    filterTask("kind > 'SQUARE'"),
    filterTask("angle <= 1.25"),
    filterTask("id >= 1152921504606846976"),
    filterTask("path[1].y = 2"),
    filterTask("x < y"),
    filterTask("color < 'G'"),
    filterTask("color LIKE 'B%'"),
    filterTask("color LIKE '%L_W'"),
    filterTask("color MATCH 'RED,BL[A-Z]*'"),
  ]),
});

const expression = "(x < %0 OR x > %1) AND color LIKE 'B%' AND NOT kind = 'CIRCLE'";
const parsed = parseFilter(expression);
const filter = compileFilter(type, parsed, ["50", "150"]);
await runBench(`once: ${expression}`, {
  parseFilter: () => {
    for (let i = 0; i < BATCH; i++) parseFilter(expression);
  },
  compileFilter: () => {
    for (let i = 0; i < BATCH; i++) compileFilter(type, parsed, ["50", "150"]);
  },
  setParameters: () => {
    for (let i = 0; i < BATCH; i++) filter.setParameters(["40", "160"]);
  },
});
if (passed === 0) throw new Error("no sample passed any filter");
