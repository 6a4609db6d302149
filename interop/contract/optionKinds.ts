// The kinds of values that options of the peer contract have: how each is read from text and written as text.

/** A wrong command line. The message is the one line to print. */
export class PeerUsageError extends Error {}

export interface OptionKind<T> {
  /** A flag has no value: naming it is saying yes. */
  readonly isFlag: boolean;
  /** @throws PeerUsageError */
  parse(name: string, value: string): T;
  /** undefined: not to be written. */
  format(value: T): string | undefined;
}

export const number: OptionKind<number> = {
  isFlag: false,
  parse(name, value) {
    if (!/^\d{1,9}$/.test(value)) throw new PeerUsageError(`${name} needs a number from 0, got ${value}`);
    return Number(value);
  },
  format: String,
};

// One kind for texts that must be there and texts that may be missing: what is missing is never written.
export const text: OptionKind<string> & OptionKind<string | undefined> = {
  isFlag: false,
  parse: (_name: string, value: string) => value,
  format: (value: string | undefined) => value,
};

/** Values between commas. */
export const list: OptionKind<readonly string[]> = {
  isFlag: false,
  parse: (_name, value) => (value === "" ? [] : value.split(",")),
  format: (values) => (values.length === 0 ? undefined : values.join(",")),
};

export const flag: OptionKind<boolean> = {
  isFlag: true,
  parse: (_name, value) => value === "true",
  format: (value) => (value ? "true" : undefined),
};

/** KEEP_LAST depth; 0 is KEEP_ALL. */
export const history: OptionKind<number> = {
  isFlag: false,
  parse(name, value) {
    if (value === "keep_all") return 0;
    const depth = /^keep_last:([1-9]\d{0,8})$/.exec(value)?.[1];
    if (depth === undefined) throw new PeerUsageError(`${name} needs keep_all or keep_last:N, got ${value}`);
    return Number(depth);
  },
  format: (depth) => (depth === 0 ? "keep_all" : `keep_last:${depth}`),
};

export function choice<T extends string>(...allowed: readonly T[]): OptionKind<T> {
  return {
    isFlag: false,
    parse(name, value) {
      const found = allowed.find((one) => one === value);
      if (found === undefined) throw new PeerUsageError(`${name} needs ${allowed.join(" or ")}, got ${value}`);
      return found;
    },
    format: (value) => value,
  };
}
