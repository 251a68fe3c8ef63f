import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { compile, compileUpdate, schemaNamed } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { blocksOf, DOCUMENTS, documentText } from "./blocks.js";

const blocks = DOCUMENTS.flatMap(blocksOf);
const shipped = await Promise.all(["notes", "chatgpt", "openai"].map(async (name) => (await schemaNamed(name))!));
const schemas = ["itinerary", "todo", "mealplan", "memory"]
  .map((name) => `examples/${name}/${name}.schema.json`)
  .map((path): Schema => parseSchema(documentText(path)).schema!)
  .concat(shipped);
const [itinerary] = schemas;
const codesOf = (text: string, schema: Schema | null): string[] =>
  compile(text, { schema }).diagnostics.map(({ code }) => code);
const errorsOf = (text: string, schema: Schema | null): string[] =>
  compile(text, { schema }).diagnostics.flatMap(({ code, severity, message }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );

describe("a block sxp", () => {
  it.each(blocks.filter(({ info }) => info === "sxp").map((block) => [`${block.document}:${block.line}`, block.text]))(
    "%s compiles",
    (_, text) => expect(errorsOf(text, null)).toEqual([]),
  );
  it.each(blocks.filter(({ info }) => info === "sxp").map((block) => [`${block.document}:${block.line}`, block.text]))(
    "%s knows the names of one of the examples, or of none",
    (_, text) => {
      const fits = schemas.map((schema) => errorsOf(text, schema));
      const unknown = fits.every((errors) => errors.some((error) => error.startsWith("SXP2001")));
      if (!unknown)
        expect(
          fits.some((errors) => errors.length === 0),
          text,
        ).toBe(true);
    },
  );
});

describe("a block sxp error", () => {
  it.each(
    blocks
      .filter(({ info }) => info === "sxp error")
      .map((block) => [`${block.document}:${block.line}`, block.section, block.text]),
  )("%s shows %s", (_, section, text) => {
    const codes = codesOf(text, itinerary!);
    if (/^SXP\d{4}$/.test(section)) expect(codes).toContain(section);
    else expect(codes.length).toBeGreaterThan(0);
  });
});

const ofUpdates = (info: string) =>
  blocks
    .filter((block) => block.info === info)
    .map((block) => [`${block.document}:${block.line}`, block.section, block.text] as const);
const problemsOf = (text: string, schema: Schema | null): string[] =>
  compileUpdate(text, { schema }).diagnostics.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));

describe("a block sxp update", () => {
  it.each(ofUpdates("sxp update"))("%s compiles, and fits one of the examples", (_, __, text) => {
    expect(problemsOf(text, null)).toEqual([]);
    expect(
      schemas.some((schema) => problemsOf(text, schema).length === 0),
      text,
    ).toBe(true);
  });
  it.each(ofUpdates("sxp update error"))("%s shows %s", (_, section, text) => {
    const codes = schemas.flatMap((schema) => compileUpdate(text, { schema }).diagnostics.map(({ code }) => code));
    if (/^SXP\d{4}$/.test(section)) expect(codes).toContain(section);
    else expect(codes.length).toBeGreaterThan(0);
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
