// DDS 1.4 §2.2.2.3.2 Topic: a name and a type. QoS is given to writers and readers.

import type { StructValue } from "../cdr/index.js";
import type { StructType } from "../idl/index.js";

/** A topic of one participant. `T` is the TypeScript type of its values. */
export class Topic<T extends object = StructValue> {
  /** Only for the type checker: what a value of this topic looks like. */
  declare readonly valueType: T;

  constructor(
    /** The topic name on the wire. */
    readonly name: string,
    readonly type: StructType,
    /** The type name on the wire: the scoped name of the type unless another was asked for. */
    readonly typeName: string,
  ) {}

  /** True if the type has key members: each key value is an instance of its own. */
  get keyed(): boolean {
    return this.type.hasKey;
  }
}
