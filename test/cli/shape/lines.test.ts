import { suite } from "uvu";
import * as assert from "uvu/assert";
import { instanceLine, sampleLine, statusLine } from "../../../src/cli/shape/lines.js";

const test = suite("lines of the shapes program");

const shape = (x: number, y: number, extra: number[] = []) => ({
  color: "BLUE",
  x,
  y,
  shapesize: 20,
  additional_payload_size: Uint8Array.from(extra),
});

test("a sample", () => {
  assert.is(sampleLine("Square", shape(7, 123)), "Square     BLUE       007 123 [20]");
  assert.is(sampleLine("Square", shape(0, 0, [1, 2, 255])), "Square     BLUE       000 000 [20] {255}");
});

test("names longer than their column are not cut", () => {
  assert.is(
    sampleLine("Square_filtered", { ...shape(1, 2), color: "ULTRAMARINE" }),
    "Square_filtered ULTRAMARINE 001 002 [20]",
  );
});

test("numbers below zero and above 999, as printf has them", () => {
  assert.is(sampleLine("S", shape(-5, -1234)), "S          BLUE       -05 -1234 [20]");
  assert.is(sampleLine("S", shape(-50, 1234)), "S          BLUE       -50 1234 [20]");
});

test("an instance that is not alive", () => {
  assert.is(instanceLine("Square", "RED", "DISPOSED"), "Square     RED        NOT_ALIVE_DISPOSED_INSTANCE_STATE");
  assert.is(instanceLine("Square", "RED", "NO_WRITERS"), "Square     RED        NOT_ALIVE_NO_WRITERS_INSTANCE_STATE");
});

test("a status", () => {
  assert.is(
    statusLine("on_offered_incompatible_qos", "Square", "ShapeType", "11 (RELIABILITY)"),
    "on_offered_incompatible_qos() topic: 'Square'  type: 'ShapeType' : 11 (RELIABILITY)",
  );
  assert.is(
    statusLine("on_inconsistent_topic", "Square", "ShapeType"),
    "on_inconsistent_topic() topic: 'Square'  type: 'ShapeType'",
  );
});

test.run();
