import {
  type ArrayType,
  type BitsetType,
  type MapType,
  type StructType,
  type TypeDescription,
  type UnionType,
  unaliased,
} from "../../idl/index.js";
import { unionCases } from "../lookups.js";
import { JsonWalk } from "./JsonWalk.js";
import type { Json } from "./jsonText.js";

/** A value on its way to JSON. */
export class JsonWriter extends JsonWalk {
  write(type: TypeDescription, value: unknown): Json {
    const actual = unaliased(type);
    switch (actual.kind) {
      case "int64":
      case "uint64":
        return String(value);
      case "bitmask":
        return actual.bitBound > 32 ? String(value) : (value as number);
      case "float32":
      case "float64":
      case "float128":
        return Number.isFinite(value) ? (value as number) : String(value);
      case "sequence":
        return this.list(actual, value, (item) => this.write(actual.element, item));
      case "array":
        return this.array(actual, actual.dimensions, value);
      case "map":
        return this.map(actual, value);
      case "struct":
        return this.nested(actual, () => this.struct(actual, value));
      case "union":
        return this.nested(actual, () => this.union(actual, value));
      case "bitset":
        return this.bitset(actual, value);
      default:
        return value as Json;
    }
  }

  private list(type: TypeDescription, value: unknown, one: (item: unknown) => Json): Json {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw this.expected(type, value);
    return this.items(value as unknown as Iterable<unknown>, one) as Json;
  }

  private array(type: ArrayType, dimensions: readonly number[], value: unknown): Json {
    const inner = dimensions.slice(1);
    return this.list(type, value, (item) =>
      inner.length === 0 ? this.write(type.element, item) : this.array(type, inner, item),
    );
  }

  private map(type: MapType, value: unknown): Json {
    if (!(value instanceof Map)) throw this.expected(type, value);
    return this.list(type, [...value], (entry) => {
      const [key, item] = entry as [unknown, unknown];
      return [this.write(type.key, key), this.write(type.value, item)];
    });
  }

  private struct(type: StructType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const members = type.members.map(({ name, optional, type: memberType }): [string, Json] => {
      const part = given[name];
      const isAbsent = optional && (part === undefined || part === null);
      return [name, isAbsent ? null : this.within(name, () => this.write(memberType, part))];
    });
    return Object.fromEntries(members);
  }

  private union(type: UnionType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const member = (given["member"] ?? null) as string | null;
    const selected = member === null ? undefined : unionCases(type).byName.get(member);
    const $discriminator = this.within("$discriminator", () => this.write(type.discriminator, given["$discriminator"]));
    const shown =
      selected === undefined ? null : this.within(selected.name, () => this.write(selected.type, given["value"]));
    return { $discriminator, member, value: shown };
  }

  private bitset(type: BitsetType, value: unknown): Json {
    const given = this.objectOf(type, value);
    const fields = type.fields.flatMap(({ name, holder }): [string, Json][] =>
      name === undefined ? [] : [[name, this.within(name, () => this.write({ kind: holder }, given[name]))]],
    );
    return Object.fromEntries(fields);
  }
}
