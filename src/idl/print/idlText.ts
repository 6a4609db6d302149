import { IdlError } from "../IdlError.js";
import type { TypeDescription } from "../types.js";
import { DeclarationPrinter } from "./declarations.js";
import { identifier, moduleOf, NamesInModule } from "./literals.js";
import { definitionSteps, type Step } from "./order.js";

/**
 * Types, and all that they consist of, as IDL text: `parseIdl` makes the same types of it. Every annotation that changes
 * bytes or meaning is there. What IDL cannot say is left out: the flags of the elements of an array. Throws IdlError
 * when two different types have one name.
 */
export function idlText(...types: readonly TypeDescription[]): string {
  const steps = definitionSteps(types);
  checkNames(steps);
  const typedefs = nameTypedefs(steps);
  const declared = declaredNames(steps, typedefs);
  const lines: string[] = [];
  let open = "";
  for (const step of steps) {
    const module = moduleOfStep(step);
    if (module !== open) {
      lines.push(...closing(open), ...opening(module));
      open = module;
    }
    const indent = "  ".repeat(module === "" ? 0 : module.split("::").length);
    const printer = new DeclarationPrinter(new NamesInModule(module, declared), (type) => typedefs.get(type));
    for (const line of stepLines(step, printer, typedefs)) {
      // Enumerators come as one text.
      for (const each of line.split("\n")) lines.push(indent + each);
    }
  }
  lines.push(...closing(open));
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function stepLines(step: Step, printer: DeclarationPrinter, typedefs: ReadonlyMap<TypeDescription, string>): string[] {
  switch (step.kind) {
    case "define":
      return printer.lines(step.type);
    case "forward":
      return [`${step.type.kind} ${identifier(step.type.name.split("::").at(-1)!)};`];
    case "typedef":
      return printer.typedefLines(typedefs.get(step.type)!.split("::").at(-1)!, step.type);
  }
}

function moduleOfStep(step: Step): string {
  return moduleOf(step.kind === "typedef" ? step.user.name : step.type.name);
}

/** Types from different places can have one name; a text cannot. */
function checkNames(steps: readonly Step[]): void {
  const names = new Set<string>();
  for (const step of steps) {
    if (step.kind !== "define") continue;
    const { name } = step.type;
    if (names.has(name)) throw new IdlError("redefinition", `two different types are named ${name}`);
    names.add(name);
  }
}

/** All names of the text, fully scoped and in lower case, those of modules and literals too. */
function declaredNames(steps: readonly Step[], typedefs: ReadonlyMap<TypeDescription, string>): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    for (let scope = name.toLowerCase(); scope !== ""; scope = moduleOf(scope)) names.add(scope);
  };
  for (const step of steps) {
    if (step.kind === "typedef") continue;
    add(step.type.name);
    if (step.type.kind !== "enum") continue;
    const module = moduleOf(step.type.name);
    for (const { name } of step.type.literals) add(module === "" ? name : `${module}::${name}`);
  }
  for (const name of typedefs.values()) add(name);
  return names;
}

/** `Mod::Array1`, `Mod::Array2`, ... as far as no type has that name. */
function nameTypedefs(steps: readonly Step[]): ReadonlyMap<TypeDescription, string> {
  const taken = new Set(steps.map((step) => (step.kind === "typedef" ? "" : step.type.name.toLowerCase())));
  const found = new Map<TypeDescription, string>();
  let number = 0;
  for (const step of steps) {
    if (step.kind !== "typedef") continue;
    const module = moduleOfStep(step);
    let name: string;
    do name = `${module === "" ? "" : `${module}::`}Array${++number}`;
    while (taken.has(name.toLowerCase()));
    found.set(step.type, name);
  }
  return found;
}

function opening(module: string): string[] {
  if (module === "") return [];
  return module.split("::").map((name, depth) => `${"  ".repeat(depth)}module ${identifier(name)} {`);
}

function closing(module: string): string[] {
  if (module === "") return [];
  const depth = module.split("::").length;
  return Array.from({ length: depth }, (_, index) => `${"  ".repeat(depth - 1 - index)}};`);
}
