import { fileURLToPath } from "node:url";
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ["@semantic-xpath/source"],
  allowArbitraryExtensions: true,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: [],
};
const host = ts.createCompilerHost(OPTIONS);
/** Comments are half of what there is to read, and say nothing of types here. */
const READING = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
const files = new Map<string, ts.SourceFile | undefined>();
const FOLDER = fileURLToPath(new URL("../", import.meta.url));

/** A file of the project or of the compiler's own library, read once. */
function known(name: string): ts.SourceFile | undefined {
  if (!files.has(name)) files.set(name, host.getSourceFile(name, READING));
  return files.get(name);
}

/**
 * What the compiler of TypeScript has to say about a module, strictly; with others beside it by their names ("other.ts"). Imports of the project's
 * packages lead to their sources.
 */
export function mistakesIn(source: string, beside: Readonly<Record<string, string>> = {}): string[] {
  const made = new Map(
    Object.entries({ ...beside, "emitted.ts": source }).map(([name, text]) => [
      `${FOLDER}${name}`,
      ts.createSourceFile(`${FOLDER}${name}`, text, ts.ScriptTarget.ES2022),
    ]),
  );
  const program = ts.createProgram([`${FOLDER}emitted.ts`], OPTIONS, {
    ...host,
    getSourceFile: (name) => made.get(name) ?? known(name),
    fileExists: (name) => made.has(name) || host.fileExists(name),
    readFile: (name) => made.get(name)?.text ?? host.readFile(name),
  });
  return [...made.values()].flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ),
  );
}
