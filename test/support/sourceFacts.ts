// What the architecture test looks at, read from the syntax tree of a file: imports, names, functions, exports.
// Comments and strings are no code, so they never count.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export interface ImportFact {
  /** As written: "../qos/index.js", "node:os". */
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

export interface ClassFact {
  readonly name: string;
  /** Has methods or accessors; a class without them is a plain record. */
  readonly hasMethods: boolean;
}

export interface FunctionFact {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[];
  /** Identifiers that are used as values or types (not as member names), `async`, `await`, "1n" for bigint literals,
   *  and member accesses of a plain identifier such as "Math.random". */
  readonly tokens: ReadonlySet<string>;
  readonly functions: readonly FunctionFact[];
  readonly exportedClasses: readonly ClassFact[];
  /** Names of interfaces and type aliases. */
  readonly exportedTypes: readonly string[];
  /** Names of functions, constants and classes. */
  readonly exportedValues: readonly string[];
}

/** The folder that holds package.json, for sources and for their compiled copies. */
export const PROJECT = projectFolder();

function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    if (dirname(folder) === folder) throw new Error("package.json not found above the tests");
    folder = dirname(folder);
  }
  return folder;
}

/** Paths from the project folder, with slashes, sorted; nothing from node_modules or build folders. */
export function listFiles(folder: string, suffix: RegExp): string[] {
  const found: string[] = [];
  const visit = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && entry.name !== "build") visit(path);
      } else if (suffix.test(entry.name)) found.push(relative(PROJECT, path).split(sep).join("/"));
    }
  };
  if (existsSync(join(PROJECT, folder))) visit(join(PROJECT, folder));
  return found.sort();
}

const known = new Map<string, SourceFacts>();

/** Facts of a TypeScript or JavaScript file; each file is parsed once. */
export function readFacts(file: string): SourceFacts {
  let facts = known.get(file);
  if (facts === undefined) {
    facts = factsOf(readFileSync(join(PROJECT, file), "utf8"), file);
    known.set(file, facts);
  }
  return facts;
}

export function countLines(file: string): number {
  return readFileSync(join(PROJECT, file), "utf8").split("\n").length - 1;
}

export function factsOf(text: string, file = "sample.ts"): SourceFacts {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const imports: ImportFact[] = [];
  const tokens = new Set<string>();
  const functions: FunctionFact[] = [];
  const visit = (node: ts.Node) => {
    const imported = importOf(node);
    if (imported !== undefined) imports.push(imported);
    const token = tokenOf(node);
    if (token !== undefined) tokens.add(token);
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
      functions.push(functionFact(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    imports,
    tokens,
    functions,
    exportedClasses: source.statements.filter(isExported).filter(ts.isClassDeclaration).map(classFact),
    exportedTypes: source.statements
      .filter(isExported)
      .filter(isTypeDeclaration)
      .map((one) => one.name.text),
    exportedValues: source.statements.filter(isExported).flatMap(valueNames),
  };
}

function importOf(node: ts.Node): ImportFact | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const clause = node.importClause;
    const isTypeOnly = clause !== undefined && (clause.isTypeOnly || namesOnlyTypes(clause));
    return { specifier: node.moduleSpecifier.text, isTypeOnly };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return { specifier: node.argument.literal.text, isTypeOnly: true };
  if (!ts.isCallExpression(node)) return undefined;
  const isLoad = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === "require";
  const argument = node.arguments[0];
  if (!isLoad || argument === undefined) return undefined;
  return { specifier: ts.isStringLiteral(argument) ? argument.text : argument.getText(), isTypeOnly: false };
}

/** `import { type A, type B } from …` loads the module but needs nothing of it. */
function namesOnlyTypes(clause: ts.ImportClause): boolean {
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function tokenOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return "async";
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AwaitKeyword) return "await";
  if (ts.isBigIntLiteral(node)) return "1n";
  if (node.kind === ts.SyntaxKind.BigIntKeyword) return "bigint";
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
    return `${node.expression.text}.${node.name.text}`;
  return ts.isIdentifier(node) && !isMemberName(node) ? node.text : undefined;
}

/** `clock.performance`, `{ Date: 1 }`, a method called `setTimeout`: the word names a member, not the global. */
function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isAccessor(parent);
  return isMember && parent.name === node;
}

function functionFact(source: ts.SourceFile, node: ts.SignatureDeclaration): FunctionFact {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const last = source.getLineAndCharacterOfPosition(node.end).line;
  return { name: functionName(node), line: first + 1, lines: last - first + 1 };
}

function functionName(node: ts.SignatureDeclaration): string {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "(anonymous)";
}

function classFact(node: ts.ClassDeclaration): ClassFact {
  const hasMethods = node.members.some((member) => ts.isMethodDeclaration(member) || ts.isAccessor(member));
  return { name: node.name?.text ?? "default", hasMethods };
}

function isExported(node: ts.Statement): boolean {
  if (!ts.canHaveModifiers(node)) return false;
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isTypeDeclaration(node: ts.Statement): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function valueNames(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map((one) => one.name.getText());
  if (ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isEnumDeclaration(node))
    return [node.name?.text ?? "default"];
  return [];
}
