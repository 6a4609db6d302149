// Makes one file of each command and of the library, dist/NAME.cjs, from the modules that tsc wrote: loading hundreds of
// modules takes several times as long as starting Node. And compiled code for it, which saves half of what is left.
// dist/index.js is what `import "rtps-lab"` loads: the library with its compiled code. Bundlers take dist/module.js.
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

const LIBRARY = { name: "library", entry: "../index.js", example: [] };

async function main() {
  const bundles = [...COMMANDS, LIBRARY];
  const results = await Promise.all(bundles.map((bundle) => build(options(bundle))));
  results.forEach((result, index) => {
    write(bundles[index].name, result.outputFiles[0].text);
  });
  const { outputFiles, metafile } = await build(moduleOptions());
  replace("module.js", outputFiles[0].text);
  replace("index.js", indexText(Object.values(metafile.outputs)[0].exports));
  writeLicenses(results.flatMap((result) => Object.keys(result.metafile.inputs)));
  for (const bundle of bundles) warmUp(bundle);
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

/** The library as one module, for bundlers, which do not see what is read at run time. Packages stay packages. */
function moduleOptions() {
  const urlOf = (file) => `new URL(${JSON.stringify(file)}, import.meta.url).href`;
  const entryPoints = [join(DIST, "src", "index.js")];
  return { ...COMMON, entryPoints, format: "esm", packages: "external", plugins: [keepUrls(urlOf)] };
}

function indexText(names) {
  return `import { createRequire } from "node:module";
const { load } = createRequire(import.meta.url)("../bin/launch.cjs");
export const {
${names.map((name) => `  ${name},`).join("\n")}
} = load("library");
`;
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
