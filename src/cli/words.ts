// Small pieces of messages.

/** "1 topic", "2 topics": a number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The beginning of a text, for messages about it. */
export function excerpt(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}

const EXCERPT_LENGTH = 60;
