// @module-tag process
import { beforeAll, expect, it } from "vitest";
import { mistakesOf } from "../support/typescript.js";
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
/** The published package; test/e2e/published.test.ts has all of it. */
declare module "semantic-xpath" {
  export * from "@semantic-xpath/runtime";
}
`;

/** Programs run on Node or in a browser, and a document may leave what it gets unread. */
const DOCUMENTED = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: false,
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  jsx: "react-jsx",
  jsxImportSource: "preact",
  skipLibCheck: true,
};
const AROUND_NAME = "around.d.ts";
const nameOf = ({ document, line }: Block): string => `${document.replaceAll("/", "_")}_${line}.ts`;

/** By file: the line, from 1, and what is wrong there. */
function problemsByFile(): Map<string, string[]> {
  const files = new Map([
    [AROUND_NAME, AROUND],
    ...programs.map((program) => [nameOf(program), `${program.text}\nexport {};\n`] as const),
  ]);
  const found = new Map([...files.keys()].map((name): [string, string[]] => [name, []]));
  for (const { file, line, message } of mistakesOf(files, DOCUMENTED)) found.get(file)!.push(`${line}: ${message}`);
  return found;
}

let problems: Map<string, string[]>;
beforeAll(() => {
  problems = problemsByFile();
});

it("the documents have programs", () => {
  expect(programs.length).toBeGreaterThan(20);
  expect(problems.get(AROUND_NAME)).toEqual([]);
});

it.each(programs.map((program) => [`${program.document}:${program.line}`, program] as const))(
  "%s compiles",
  (_, program) => {
    expect(problems.get(nameOf(program))).toEqual([]);
  },
);
