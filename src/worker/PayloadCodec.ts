// What stands for values in the worker: payloads that another thread encodes or decodes. Members are there for whoever
// asks, such as the key of an instance or a filter of a reader, and are decoded only then.

import { CdrError, type Dialect, type StructValue, type TypeCodec } from "../cdr/index.js";

/** A value that is still a payload. */
export interface PayloadValue {
  readonly [PAYLOAD]: Uint8Array;
  /** Of the vendor that wrote it; undefined for the codec's own. */
  readonly [DIALECT]: Dialect | undefined;
}

export const PAYLOAD = Symbol("payload");
export const DIALECT = Symbol("dialect");

export class PayloadCodec implements TypeCodec<PayloadValue> {
  readonly type: TypeCodec["type"];
  readonly encapsulationId: number;
  readonly isGenerated: boolean;
  readonly hasKey: boolean;
  /** Payloads taken in so far. */
  takenIn = 0;
  private readonly prototype: object;

  /** @param codec of the same type */
  constructor(private readonly codec: TypeCodec) {
    this.type = codec.type;
    this.encapsulationId = codec.encapsulationId;
    this.isGenerated = codec.isGenerated;
    this.hasKey = codec.hasKey;
    this.prototype = prototypeFor(codec);
  }

  /** A value for `DataWriter.write`. */
  wrap(payload: Uint8Array, dialect?: Dialect): PayloadValue {
    const value = Object.create(this.prototype) as { -readonly [K in keyof PayloadValue]: PayloadValue[K] };
    value[PAYLOAD] = payload;
    value[DIALECT] = dialect;
    return value;
  }

  serializedSize(value: PayloadValue): number {
    return value[PAYLOAD].length;
  }

  serialize(value: PayloadValue): Uint8Array {
    return value[PAYLOAD];
  }

  serializeInto(value: PayloadValue, target: Uint8Array, offset: number): number {
    target.set(value[PAYLOAD], offset);
    return value[PAYLOAD].length;
  }

  deserialize(payload: Uint8Array, dialect?: Dialect): PayloadValue {
    const value = this.tryDeserialize(payload, dialect);
    if (value instanceof CdrError) throw value;
    return value;
  }

  /** Topics with key are decoded at once: their instances are found by members, which must not throw then. */
  tryDeserialize(payload: Uint8Array, dialect?: Dialect): PayloadValue | CdrError {
    if (this.hasKey) {
      const decoded = this.codec.tryDeserialize(payload, dialect);
      if (decoded instanceof CdrError) return decoded;
    }
    this.takenIn++;
    return this.wrap(payload, dialect);
  }

  serializeKey(value: Partial<PayloadValue>): Uint8Array {
    return this.codec.serializeKey(value as StructValue);
  }

  deserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<PayloadValue> {
    return this.codec.deserializeKey(payload, dialect) as Partial<PayloadValue>;
  }

  tryDeserializeKey(payload: Uint8Array, dialect?: Dialect): Partial<PayloadValue> | CdrError {
    return this.codec.tryDeserializeKey(payload, dialect) as Partial<PayloadValue> | CdrError;
  }

  keyHash(value: Partial<PayloadValue>): Uint8Array {
    return this.codec.keyHash(value as StructValue);
  }

  keyHashFromKeyPayload(payload: Uint8Array, dialect?: Dialect): Uint8Array {
    return this.codec.keyHashFromKeyPayload(payload, dialect);
  }

  defaultValue(): PayloadValue {
    return this.wrap(this.codec.serialize(this.codec.defaultValue()));
  }
}

function prototypeFor(codec: TypeCodec): object {
  const decoded = new WeakMap<PayloadValue, StructValue>();
  const prototype = {};
  for (const { name } of codec.type.members) {
    const get = function (this: PayloadValue): unknown {
      let value = decoded.get(this);
      if (value === undefined) {
        value = codec.deserialize(this[PAYLOAD], this[DIALECT]);
        decoded.set(this, value);
      }
      return value[name];
    };
    Object.defineProperty(prototype, name, { get, enumerable: true });
  }
  return prototype;
}
