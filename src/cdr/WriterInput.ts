/** What codecs take besides the values that they give. */

/**
 * What may be written where `T` is read: also plain arrays for typed ones, numbers for 64-bit integers, null for absent
 * members, unions without their discriminator. What does not fit the type after all is refused when it is written.
 */
export type WriterInput<T> = T extends bigint
  ? T | number
  : T extends BigInt64Array | BigUint64Array
    ? BigInt64Array | BigUint64Array | readonly (bigint | number)[]
    : T extends NumberArray
      ? NumberArray | readonly number[]
      : T extends string | number | boolean | undefined
        ? T
        : T extends ReadonlyMap<infer Key, infer Value>
          ? ReadonlyMap<WriterInput<Key>, WriterInput<Value>>
          : T extends readonly (infer Element)[]
            ? readonly WriterInput<Element>[]
            : T extends { $discriminator: infer Discriminator; member: string; value: unknown }
              ? { $discriminator?: WriterInput<Discriminator>; member: T["member"]; value: WriterInput<T["value"]> }
              : { [Name in keyof T]: WriterInput<T[Name]> | (undefined extends T[Name] ? null : never) };

type NumberArray =
  | (Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array)
  | (Float32Array | Float64Array);
