// What samples from the command line and from files begin with: members that are not given take their defaults.

import { compileCodec, type StructType, type StructValue } from "../index.js";

export class SampleDefaults {
  private readonly known = new Map<StructType, StructValue>();

  /** The default value of a type. The same object each time: copy it before it is changed. */
  of(type: StructType): StructValue {
    let value = this.known.get(type);
    if (value === undefined) {
      value = compileCodec(type, { representation: "xcdr1" }).defaultValue();
      this.known.set(type, value);
    }
    return value;
  }
}
