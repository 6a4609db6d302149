// Names that peers chose, in lines of ours: none of them shall break a line, fill a page or steer a terminal.

/** Quoted, without line breaks and control characters, cut when it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text)).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped);
}

/** Cut when it is long. */
export function shortened(text: string): string {
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const MAX_NAME = 100;
