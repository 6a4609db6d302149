// The version of the package, from its package.json.

import { readFileSync } from "node:fs";

const file = new URL("../../../package.json", import.meta.url);

export const PACKAGE_VERSION: string = (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
