// The value of CYCLONEDDS_URI: file names, file:// URIs and XML, separated by commas. In XML given like this Cyclone DDS
// takes `</>` for any closing tag and the end of the text for all that are missing; so these are completed here.

/** One part of a CYCLONEDDS_URI: the name of a file, or XML. */
export type CycloneSource = { readonly file: string } | { readonly text: string };

/** Splits the value of CYCLONEDDS_URI into its parts, in the order in which they apply. */
export function splitCycloneUri(uri: string): CycloneSource[] {
  const sources: CycloneSource[] = [];
  let at = 0;
  while (at < uri.length) {
    if (/[\s,]/.test(uri[at]!)) {
      at++;
    } else if (uri[at] === "<") {
      const { text, end } = inlineXml(uri, at);
      sources.push({ text });
      at = end;
    } else {
      const comma = uri.indexOf(",", at);
      const end = comma < 0 ? uri.length : comma;
      sources.push({
        file: uri
          .slice(at, end)
          .trim()
          .replace(/^file:\/\//, ""),
      });
      at = end;
    }
  }
  return sources;
}

/** XML from `start` to the comma behind its last element, with closing tags completed. */
function inlineXml(uri: string, start: number): { text: string; end: number } {
  const open: string[] = [];
  let text = "";
  let at = start;
  for (const [piece] of uri.slice(start).matchAll(PIECES)) {
    if (open.length === 0 && piece.trim() !== "" && !piece.startsWith("<")) break;
    text += completed(piece, open);
    at += piece.length;
  }
  return {
    text:
      text +
      open
        .reverse()
        .map((name) => `</${name}>`)
        .join(""),
    end: at,
  };
}

/** A tag or text; keeps track of what is open. */
function completed(piece: string, open: string[]): string {
  const [, slash, name = "", rest = ""] = /^<(\/?)([^\s<>/!?]*)(.*)>$/s.exec(piece) ?? [];
  if (slash === "/") {
    const opened = open.pop();
    return name === "" && opened !== undefined ? `</${opened}>` : piece;
  }
  if (slash === "" && name !== "" && !rest.endsWith("/")) open.push(name);
  return piece;
}

/** Comments, declarations, tags with quoted attributes, and what is between them. */
const PIECES = /<!--.*?-->|<[?!][^>]*>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+|</gs;
