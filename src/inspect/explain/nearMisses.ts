// Names that differ, but so little that they were probably meant to be the same: case, a ROS 2 prefix, how modules
// are separated. Each likeness is a way to rewrite a name; two names are near when all rewritings make them equal.

interface Likeness {
  /** Goes after "the names differ only in". */
  readonly words: string;
  readonly advice: string;
  readonly rewrite: (name: string) => string;
}

/** Names that are probably meant to be one. */
export interface NearMiss {
  /** "case and in the ROS 2 prefix". */
  readonly words: string;
  readonly advice: string;
}

/** How little two different topic names differ; undefined if they are really different. */
export function topicNearMiss(a: string, b: string): NearMiss | undefined {
  return nearMiss(a, b, TOPIC_LIKENESSES);
}

/** How little two different type names differ; undefined if they are really different. */
export function typeNearMiss(a: string, b: string): NearMiss | undefined {
  return nearMiss(a, b, TYPE_LIKENESSES);
}

/** Topic names with the same key are equal or near misses. */
export function topicKey(name: string): string {
  return rewriteAll(name, TOPIC_LIKENESSES);
}

function nearMiss(a: string, b: string, likenesses: readonly Likeness[]): NearMiss | undefined {
  if (a === b) return undefined;
  const isEqualBy = (ways: readonly Likeness[]) => rewriteAll(a, ways) === rewriteAll(b, ways);
  const enough = likenesses.findIndex((_, last) => isEqualBy(likenesses.slice(0, last + 1)));
  if (enough < 0) return undefined;
  const ways = likenesses.slice(0, enough + 1);
  // Those without which the two stay different; the last always is.
  const needed = ways.filter((one) => !isEqualBy(ways.filter((other) => other !== one)));
  return { words: needed.map((one) => one.words).join(" and in "), advice: needed.at(-1)!.advice };
}

function rewriteAll(name: string, likenesses: readonly Likeness[]): string {
  return likenesses.reduce((text, one) => one.rewrite(text), name);
}

const CASE: Likeness = {
  words: "case",
  advice: "names are compared letter by letter: write both alike",
  rewrite: (name) => name.toLowerCase(),
};

const TOPIC_LIKENESSES: readonly Likeness[] = [
  {
    words: "spaces around them",
    advice: "take the spaces away",
    rewrite: (name) => name.trim(),
  },
  {
    words: "a leading slash",
    advice: "a ROS 2 topic /name is rt/name in DDS: write it without the leading slash",
    rewrite: (name) => name.replace(/^\/+/, ""),
  },
  {
    words: "the prefix that ROS 2 gives to its topics",
    advice: "ROS 2 calls its topic /name rt/name in DDS: use that, or avoid_ros_namespace_conventions in ROS 2",
    rewrite: (name) => name.replace(/^(rt|rq|rr)\/+/i, ""),
  },
  CASE,
];

const TYPE_LIKENESSES: readonly Likeness[] = [
  {
    words: "how modules are separated",
    advice: "DDS writes module::Type: give both the same type name (option typeName of createTopic)",
    rewrite: (name) => name.replace(/::|\/|\./g, "::"),
  },
  {
    words: "the form that ROS 2 gives to type names",
    advice: "ROS 2 calls pkg/msg/Type pkg::msg::dds_::Type_ in DDS: use that name on both sides",
    rewrite: (name) => name.replace(/(^|::|\/|\.)dds_(::|\/|\.)([^:/.]+)_$/i, "$1$3"),
  },
  CASE,
  {
    words: "the modules before them",
    advice: "the modules belong to the name: give both the same (option typeName of createTopic)",
    rewrite: (name) => name.split(/::|\/|\./).at(-1)!,
  },
];
