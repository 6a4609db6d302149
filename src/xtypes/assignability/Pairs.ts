// What is known of pairs of types, by identity.

import type { ActualType } from "../../idl/index.js";

export class Pairs<Value> {
  private readonly byFirst = new Map<ActualType, Map<ActualType, Value>>();

  get(first: ActualType, second: ActualType): Value | undefined {
    return this.byFirst.get(first)?.get(second);
  }

  set(first: ActualType, second: ActualType, value: Value): void {
    const bySecond = this.byFirst.get(first);
    if (bySecond === undefined) this.byFirst.set(first, new Map([[second, value]]));
    else bySecond.set(second, value);
  }
}
