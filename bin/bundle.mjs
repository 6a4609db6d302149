// Makes one file of each command, dist/NAME.cjs, and of the library, dist/index.js, from the modules that tsc wrote:
// loading hundreds of modules takes several times as long as starting Node. And compiled code for it, which saves half of what is left.
// Run by build.mjs: `node bin/bundle.mjs`, in a checkout with dist/src/ built.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compile } from "./launch.cjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");

/** Where a command may look for others while it is built: nowhere. */
const ALONE = ["--interface", "127.0.0.1", "--no-multicast", "--peer", "127.0.0.1:9", "--domain-tag", "build"];

const COMMON = {
  bundle: true,
  write: false,
  platform: "node",
  target: "node20",
  // Names stay, and lines stay short, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  charset: "ascii",
  legalComments: "none",
  metafile: true,
  logLevel: "error",
};

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The commands, and what each does once to be warm. */
const COMMANDS = [
  { name: "rtps", entry: "main.js", example: ["ls", "--wait", "0.01", ...ALONE] },
  {
    name: "shape_main",
    entry: "shape/main.js",
    example: ["-P", "-t", "Square", "--num-iterations", "2", "--write-period", "1", ...ALONE],
  },
];

async function main() {
  const results = await Promise.all(COMMANDS.map((command) => build(options(command))));
  results.forEach((result, index) => {
    write(COMMANDS[index].name, result.outputFiles[0].text);
  });
  const [library] = (await build(libraryOptions())).outputFiles;
  replace("index.js", library.text);
  writeLicenses(results.flatMap((result) => Object.keys(result.metafile.inputs)));
  for (const command of COMMANDS) warmUp(command);
}

/** What the command says does not matter, as long as it ran: where there is no network it cannot do much. */
function warmUp({ name, example }) {
  const args = [join(ROOT, "bin", "warmUp.cjs"), name, ...example];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (!existsSync(compile(name).cacheFile)) throw new Error(`${name} does not run:\n${stderr}`);
}

function options({ entry }) {
  const urlOf = (file) => `require("node:url").pathToFileURL(\`\${__dirname}/${file}\`).href`;
  return { ...COMMON, entryPoints: [join(DIST, "src", "cli", entry)], format: "cjs", plugins: [keepUrls(urlOf)] };
}

/** What `import "rtps-lab"` loads: one file takes half the time and memory of five hundred. Packages stay packages. */
function libraryOptions() {
  const urlOf = (file) => `new URL(${JSON.stringify(file)}, import.meta.url).href`;
  const entryPoints = [join(DIST, "src", "index.js")];
  return { ...COMMON, entryPoints, format: "esm", packages: "external", plugins: [keepUrls(urlOf)] };
}

/** A module that looks for files beside itself must look where it was, not where the bundle is. */
function keepUrls(urlOf) {
  const onModule = ({ path }) => {
    const text = readFileSync(path, "utf8");
    if (!path.startsWith(join(DIST, "src")) || !text.includes("import.meta.url")) return undefined;
    return { contents: text.replaceAll("import.meta.url", urlOf(relative(DIST, path))), resolveDir: dirname(path) };
  };
  return { name: "import.meta.url", setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, onModule) };
}

/** Others may start the command meanwhile: they find the old file or the new one, and code for neither or for theirs. */
function write(name, text) {
  const fingerprint = createHash("sha256").update(text).digest("hex").slice(0, 16);
  for (const old of readdirSync(DIST)) if (old.startsWith(`${name}-`)) rmSync(join(DIST, old));
  replace(`${name}.cjs`, `${text.trimEnd()}\n//# fingerprint=${fingerprint}\n`);
}

function replace(name, text) {
  const unfinished = join(DIST, `.${name}.${process.pid}`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(DIST, name));
}

/** The packages whose code is in the bundles ask for their licenses to go with it. */
function writeLicenses(inputs) {
  const packages = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []));
  const texts = [...packages].sort().map((name) => `${name}\n\n${licenseOf(join(ROOT, "node_modules", name))}\n`);
  writeFileSync(join(DIST, "bundled-licenses.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
}

function licenseOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  const { license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${license}, by ${author?.name ?? author}`;
}

await main();
