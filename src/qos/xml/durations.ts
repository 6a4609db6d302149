// Durations of Fast DDS and Connext: `<sec>` and `<nanosec>`, numbers or words, or one word for the whole.

import { integerText, type Parse, wrong } from "./values.js";
import { leaf, type Rule, type Rules } from "./XmlWalk.js";

interface DurationDraft {
  sec: number;
  nanosec: number;
}

/**
 * A duration in milliseconds. Either part being infinite makes it infinite.
 *
 * @param check like a FieldParser: returns what is set, or throws QosError
 */
export function durationRule<Into>(
  check: (ms: number, path: string) => unknown,
  set: (into: Into, value: unknown) => void,
): Rule<Into> {
  return (walk, element, path, into) => {
    const words = [element.text.trim(), walk.peek(element, "sec") ?? "", walk.peek(element, "nanosec") ?? ""];
    if (words.some((word) => AUTO.test(word)))
      return walk.ignoreAll(element, path, "a duration is named, never guessed");
    if (element.children.length === 0) {
      return leaf(wholeText, (draft: Into, ms) => set(draft, check(ms, path)))(walk, element, path, into);
    }
    const parts: DurationDraft = { sec: 0, nanosec: 0 };
    walk.visit(element, path, parts, DURATION_RULES);
    walk.check(element.line, () => set(into, check(parts.sec * 1000 + parts.nanosec / 1e6, path)));
  };
}

const AUTO = /^(DDS_)?DURATION_AUTO(_N?SEC)?$/;
const INFINITE = /^(DDS_)?DURATION_(INFINITY|INFINITE|INFINITE_N?SEC)$/;
const ZERO = /^(DDS_)?DURATION_ZERO(_N?SEC)?$/;

const wholeText: Parse<number> = (text, path) => {
  if (INFINITE.test(text)) return Infinity;
  if (ZERO.test(text)) return 0;
  throw wrong(path, text, "<sec> and <nanosec>, or DURATION_INFINITY");
};

const uint32Text = integerText(0, 4294967295);

const partText: Parse<number> = (text, path) => {
  if (INFINITE.test(text)) return Infinity;
  return ZERO.test(text) ? 0 : uint32Text(text, path);
};

const DURATION_RULES: Rules<DurationDraft> = {
  sec: leaf(partText, (parts, value) => {
    parts.sec = value;
  }),
  nanosec: leaf(partText, (parts, value) => {
    parts.nanosec = value;
  }),
};
