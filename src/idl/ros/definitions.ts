/** What ROS 2 interface files say, before the names in them are looked up (docs.ros.org, "Interfaces"). */
import type { SourceLocation } from "../IdlError.js";
import type { ConstantValue, DefaultValue } from "../types.js";

/** The primitive types of `.msg` files. `char` is an unsigned octet with a value, as `uint8` is. */
export type RosPrimitive =
  | "bool"
  | "byte"
  | "char"
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "string"
  | "wstring";

/** `T[5]`, `T[]`, `T[<=5]`. */
export type RosCollection =
  | { readonly kind: "array"; readonly size: number }
  | { readonly kind: "sequence"; readonly bound: number | undefined };

export interface RosFieldType {
  /** A primitive, or the full name of a message: `pkg/msg/Name`. */
  readonly base: RosPrimitive | { readonly message: string };
  /** Of `string<=N` and `wstring<=N`. */
  readonly stringBound: number | undefined;
  readonly collection: RosCollection | undefined;
}

export interface RosField {
  readonly name: string;
  readonly type: RosFieldType;
  readonly defaultValue: DefaultValue | undefined;
  /** Lines joined by "\n"; "" for none. */
  readonly comment: string;
  /** From a comment with one `[unit]`. */
  readonly unit: string | undefined;
  readonly at: SourceLocation | undefined;
}

export interface RosConstant {
  readonly name: string;
  /** Undefined for constants of an `.idl` file. */
  readonly type: RosPrimitive | undefined;
  readonly value: ConstantValue;
  readonly comment: string;
}

/** A message, or the part of a service or action that is one. */
export interface RosMessageDefinition {
  /** `pkg/msg/Name`; parts are `pkg/srv/Name_Request`, `pkg/action/Name_Goal` and so on. */
  readonly name: string;
  readonly fields: readonly RosField[];
  readonly constants: readonly RosConstant[];
  readonly comment: string;
}

export interface RosServiceDefinition {
  /** `pkg/srv/Name`. */
  readonly name: string;
  readonly request: RosMessageDefinition;
  readonly response: RosMessageDefinition;
}

export interface RosActionDefinition {
  /** `pkg/action/Name`. */
  readonly name: string;
  readonly goal: RosMessageDefinition;
  readonly result: RosMessageDefinition;
  readonly feedback: RosMessageDefinition;
}
