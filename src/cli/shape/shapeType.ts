// The type of the shapes demo, as the OMG interoperability suite has it.

import { int32, type StructType, sequence, string, struct, uint8 } from "../../index.js";

export interface Shape {
  color: string;
  x: number;
  y: number;
  shapesize: number;
  /** Octets that make the sample larger; the name is the suite's. */
  additional_payload_size: Uint8Array;
}

export const TYPE_NAME = "ShapeType";

/** @appendable struct ShapeType { @key string<128> color; int32 x, y, shapesize; sequence<uint8> … }; */
export function shapeType(): StructType {
  return struct(
    TYPE_NAME,
    {
      color: { type: string(128), key: true },
      x: int32,
      y: int32,
      shapesize: int32,
      additional_payload_size: sequence(uint8),
    },
    { extensibility: "appendable" },
  );
}
