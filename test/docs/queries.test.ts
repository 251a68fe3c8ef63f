import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyExamples, repository, sxp } from "../cli/sxp.js";
import { blocksOf, DOCUMENTS, documentText } from "./blocks.js";

const blocks = DOCUMENTS.flatMap(blocksOf);
const EXAMPLES = ["itinerary", "todo", "mealplan", "memory"].map((name) => `examples/${name}/${name}.schema.json`);
const SCHEMAS = [...EXAMPLES, "notes", "chatgpt", "openai"];

/** A cell of a document as the command for notebooks reports it. */
interface Cell {
  readonly file: string;
  readonly line: number;
  readonly info: string;
  readonly status: "ran" | "compiled" | "shown" | "failed";
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

/** The documents in a folder in which what they import is beside them. */
const cwd = mkdtempSync(join(tmpdir(), "sxp-documents-"));
copyExamples(cwd);
for (const document of DOCUMENTS) {
  const folder = dirname(join(cwd, document));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(cwd, document), documentText(document));
  for (const file of [
    "itinerary/itinerary.xml",
    "itinerary/itinerary.schema.json",
    "todo/todo.xml",
    "todo/todo.schema.json",
  ])
    copyFileSync(join(repository, "examples", file), join(folder, basename(file)));
}

/** All documents checked as notebooks, with a schema or without any. */
async function cellsWith(schema: string | null): Promise<readonly Cell[]> {
  const chosen = schema === null ? [] : ["--schema", schema];
  const { out } = await sxp(["notebook", "run", ...DOCUMENTS, ...chosen, "--check", "--format", "json"], { cwd });
  return JSON.parse(out) as readonly Cell[];
}

const plain = await cellsWith(null);
const withSchemas = await Promise.all(SCHEMAS.map(cellsWith));
const placed = (info: RegExp) =>
  plain.flatMap((cell, i) =>
    info.test(cell.info) ? [[`${cell.file}:${cell.line}`, cell, withSchemas.map((cells) => cells[i]!)] as const] : [],
  );
/** The headings of a document by the lines of the first text below their fences. */
const sections = new Map(blocks.map(({ document, line, section }) => [`${document}:${line + 1}`, section]));

it("the command finds the cells that documents have as fences", () => {
  expect(plain.map(({ file, line, info }) => [file, line, info])).toEqual(
    blocks.filter(({ info }) => /^sxp\b/.test(info)).map(({ document, line, info }) => [document, line + 1, info]),
  );
});

const isFine = ({ status }: Cell): boolean => status === "compiled" || status === "ran";

describe("a block sxp", () => {
  it.each(placed(/^sxp$/))("%s compiles, and knows the names of one of the examples, or of none", (_, cell, found) => {
    expect(cell).toMatchObject({ status: expect.stringMatching(/compiled|ran/) });
    const unknown = found.every(({ diagnostics }) => diagnostics.some(({ code }) => code === "SXP2001"));
    if (!unknown) expect(found.map(isFine)).toContain(true);
  });
});

describe("a block sxp update", () => {
  it.each(placed(/^sxp update$/))("%s compiles, and fits one of the examples", (_, cell, found) => {
    expect(cell).toMatchObject({ status: expect.stringMatching(/compiled|ran/) });
    expect(found.map(isFine)).toContain(true);
  });
});

describe("a block sxp error", () => {
  it.each(placed(/^sxp(?: update)? error$/))("%s shows the diagnostic of its section", (place, { info }, found) => {
    // The data of queries is the itinerary, that of updates any.
    const shown = info === "sxp error" ? found.slice(0, 1) : found;
    const section = sections.get(place)!;
    const codes = shown.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
    if (/^SXP\d{4}$/.test(section)) expect(codes).toContain(section);
    else expect(shown.map(({ status }) => status)).toContain("shown");
  });
});

it("every block has an info word that is known", () => {
  const KNOWN = [
    "sxp",
    "sxp error",
    "sxp update",
    "sxp update error",
    "ts",
    "js",
    "json",
    "jsonc",
    "lua",
    "toml",
    "sql",
    "elisp",
    "rust",
    "jsonl",
    "xml",
    "csv",
    "html",
    "markdown",
    "sh",
    "text",
    "ebnf",
    // A conversation, which test/chat has again.
    "chat",
    "xpath",
    "mermaid",
    "yaml",
    "",
  ];
  expect(
    blocks.filter(({ info }) => !KNOWN.includes(info)).map(({ document, line, info }) => `${document}:${line} ${info}`),
  ).toEqual([]);
});
