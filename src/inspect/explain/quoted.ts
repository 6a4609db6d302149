// Names that peers chose, in lines of ours: none of them shall break a line, fill a page or steer a terminal.

import { visibleJson } from "../../text/visible.js";

/** Quoted, without line breaks and control characters, cut when it is long. */
export function quoted(text: string): string {
  return visibleJson(JSON.stringify(shortened(text)));
}

/** Cut when it is long. */
export function shortened(text: string): string {
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
}

const MAX_NAME = 100;
