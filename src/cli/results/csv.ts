// Fields of RFC 4180, read and written.

export function csvRow(fields: readonly (string | number | undefined)[]): string {
  return `${fields.map(csvField).join(",")}\n`;
}

/** Rows without empty ones. Quoted fields may hold commas, quotes and line ends. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text.replace(/^\uFEFF/, "");
  while (rest !== "") {
    const [whole, quoted, plain, end] = FIELD.exec(rest)!;
    row.push(quoted === undefined ? plain!.trim() : quoted.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (end === ",") {
      if (rest === "") row.push("");
      continue;
    }
    if (row.some((field) => field !== "")) rows.push(row);
    row = [];
  }
  if (row.some((field) => field !== "")) rows.push(row);
  return rows;
}

function csvField(value: string | number | undefined): string {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A field and what ends it. */
const FIELD = /^(?:"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*))(,|\r?\n|\r|$)/;
