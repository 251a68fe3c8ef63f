import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { ROOT } from "../structure/support/sources.js";
import { type Block, blocksOf, DOCUMENTS } from "./blocks.js";

/** Programs in documents: each is compiled as a module of its own, with what the text around it speaks of. */

const programs = DOCUMENTS.flatMap(blocksOf).filter(({ info }) => info === "ts");

/** Names that a document imports or makes once, and goes on with. */
const AROUND = `
type Runtime = typeof import("@semantic-xpath/runtime");
type Compiled = import("@semantic-xpath/runtime").CompiledQuery;
declare var compile: Runtime["compile"];
declare var sxp: Runtime["sxp"];
declare var query: Runtime["query"] & Compiled;
declare var readXml: Runtime["readXml"];
declare var ReadError: Runtime["ReadError"];
declare var readFile: typeof import("node:fs/promises").readFile;
declare var writeFile: typeof import("node:fs/promises").writeFile;
declare var tree: import("@semantic-xpath/runtime").Tree;
declare var schema: import("@semantic-xpath/planner").Schema;
declare var scorer: import("@semantic-xpath/runtime").Scorer;
declare var service: import("@semantic-xpath/lsp").LanguageService;
declare var text: string, moduleText: string, wish: string, userInput: string, answer: string, date: string, day: number;
declare var texts: Map<string, string>;
declare var memory: import("@semantic-xpath/memory").Memory;
declare var client: { receive(message: object): void };
declare var judged: { condition: string; text: string; relevant: number }[];
declare var embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
declare var embeddingScorer: (model: string, embedder: typeof embed) => typeof scorer;
type Tree = typeof tree;
type ScoreEvidence = import("@semantic-xpath/runtime").ScoreEvidence;
type ScoreBounds = import("@semantic-xpath/runtime").ScoreBounds;
`;

const TESTS = join(ROOT, "test");
const FOLDER = `${TESTS}/docs/programs`;
const nameOf = ({ document, line }: Block): string => `${FOLDER}/${document.replaceAll("/", "_")}_${line}.ts`;

function problemsByFile(): Map<string, string[]> {
  const files = new Map([
    [`${FOLDER}/around.d.ts`, AROUND],
    ...programs.map((program) => [nameOf(program), `${program.text}\nexport {};\n`] as const),
  ]);
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${TESTS}/tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    TESTS,
  );
  const settled = { ...options, noEmit: true, noUnusedLocals: false, incremental: false, composite: false };
  const host = ts.createCompilerHost(settled);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const own = files.get(path);
    return own === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, own, target);
  };
  const program = ts.createProgram([...files.keys()], settled, host);
  const found = new Map<string, string[]>();
  for (const path of files.keys()) {
    const source = program.getSourceFile(path);
    if (source === undefined) throw new Error(`the compiler has not read ${path}`);
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    found.set(
      path,
      problems.map(({ start = 0, messageText }) => {
        const { line } = source.getLineAndCharacterOfPosition(start);
        return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
      }),
    );
  }
  return found;
}

let problems: Map<string, string[]>;
beforeAll(() => {
  problems = problemsByFile();
});

it("the documents have programs", () => {
  expect(programs.length).toBeGreaterThan(20);
  expect(problems.get(`${FOLDER}/around.d.ts`)).toEqual([]);
});

it.each(programs.map((program) => [`${program.document}:${program.line}`, program] as const))(
  "%s compiles",
  (_, program) => {
    expect(problems.get(nameOf(program))).toEqual([]);
  },
);
