import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { type Diagnostic, locate, parse } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { generateQueries } from "./types/generateQueries.js";

/** The used part of esbuild, in its shapes: the package itself is not needed. */
interface Build {
  onLoad(options: { filter: RegExp }, load: (file: { path: string }) => Promise<Loaded>): void;
}

interface Loaded {
  readonly contents?: string;
  readonly loader?: "js";
  readonly resolveDir?: string;
  readonly watchFiles: string[];
  readonly errors: Message[];
  readonly warnings: Message[];
}

interface Message {
  readonly text: string;
  readonly location: { file: string; line: number; column: number; length: number; lineText: string };
}

export interface PluginOptions {
  /**
   * Writes `day.d.sxp.ts` beside `day.sxp`, so that TypeScript has the types of an import of it (with its option
   * `allowArbitraryExtensions`). Default false.
   */
  readonly declarations?: boolean;
}

/**
 * A plugin for esbuild: `import { overdue } from "./todo.sxp"` gives the declared queries of the document, with the schema that it
 * imports. Mistakes of the queries are those of the build, with their places; warnings are its warnings.
 *
 * @example await build({ entryPoints: ["main.ts"], bundle: true, plugins: [semanticXPath({ declarations: true })] });
 */
export function semanticXPath({ declarations = false }: PluginOptions = {}) {
  return {
    name: "semantic-xpath",
    setup(build: Build): void {
      build.onLoad({ filter: /\.sxp$/ }, ({ path }) => load(path, declarations));
    },
  };
}

async function load(path: string, declarations: boolean): Promise<Loaded> {
  const text = await readFile(path, "utf8");
  const imported = parse(text).ast.imports.find(({ what }) => what === "schema")?.path;
  const schemaPath = imported?.kind === "StringLiteral" ? resolve(dirname(path), imported.value) : null;
  const messages: { error: Message[]; warning: Message[] } = { error: [], warning: [] };
  const report = (file: string, source: string, found: readonly Diagnostic[]): void => {
    for (const diagnostic of found)
      if (diagnostic.severity !== "hint") messages[diagnostic.severity].push(messageOf(file, source, diagnostic));
  };
  const schema = schemaPath === null ? null : await readSchema(schemaPath, report);
  const options = { schema, name: basename(path) };
  const generated = generateQueries(text, { ...options, form: "javascript" });
  report(path, text, generated.diagnostics);
  const watchFiles = schemaPath === null ? [path] : [path, schemaPath];
  const reported = { watchFiles, errors: messages.error, warnings: messages.warning };
  if (messages.error.length > 0) return reported;
  if (declarations) {
    const { text: types } = generateQueries(text, { ...options, form: "declarations" });
    const declarationPath = path.replace(/\.sxp$/, ".d.sxp.ts");
    // An unchanged file is not rewritten, which would notify its watchers.
    if ((await readFile(declarationPath, "utf8").catch(() => null)) !== types) await writeFile(declarationPath, types);
  }
  return { ...reported, contents: generated.text, loader: "js", resolveDir: dirname(path) };
}

async function readSchema(path: string, report: (file: string, text: string, found: readonly Diagnostic[]) => void) {
  const text = await readFile(path, "utf8");
  const { schema, diagnostics } = parseSchema(text);
  report(path, text, diagnostics);
  return schema;
}

function messageOf(path: string, text: string, { code, message, span }: Diagnostic): Message {
  const { line, column } = locate(text, span.start);
  const lineText = text.split(/\r?\n/)[line - 1] ?? "";
  const length = Math.max(1, Math.min(span.end - span.start, lineText.length - column + 1));
  return {
    text: `${code}: ${message}`,
    location: { file: relative("", path), line, column: column - 1, length, lineText },
  };
}
