import { describe, expect, it, vi } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createKit, exampleText, exampleUri } from "./kit.js";

/** Work that was done: texts that were parsed, and files that were made into schemas or trees. */
const work = vi.hoisted(() => {
  const parsed: unknown[] = [];
  const read: unknown[] = [];
  const checked: unknown[] = [];
  const counted = <T extends (...given: never[]) => unknown>(run: T, inputs: unknown[]): T =>
    ((...given: Parameters<T>) => {
      inputs.push(given[0]);
      return run(...given);
    }) as T;
  return { parsed, read, checked, counted };
});

vi.mock("@semantic-xpath/parser", async (original) => {
  const parser = await original<typeof import("@semantic-xpath/parser")>();
  const { parse, parsePieces } = parser;
  return { ...parser, parse: work.counted(parse, work.parsed), parsePieces: work.counted(parsePieces, work.parsed) };
});
vi.mock("@semantic-xpath/planner", async (original) => {
  const planner = await original<typeof import("@semantic-xpath/planner")>();
  return {
    ...planner,
    parseSchema: work.counted(planner.parseSchema, work.read),
    check: work.counted(planner.check, work.checked),
  };
});
vi.mock("@semantic-xpath/runtime", async (original) => {
  const runtime = await original<typeof import("@semantic-xpath/runtime")>();
  return { ...runtime, readTree: work.counted(runtime.readTree, work.read) };
});

const HEAD = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n';
const SMALL = `${HEAD}declare query q() :=\n  //Day[@city = "Ottawa"]/POI[node =~ "museum"];\n`;
const MODULE = exampleText("itinerary/itinerary.sxp");

/** What makes features answer at once while one types: a version of a text is parsed once, whatever is wanted of it, and no file again. */
describe("features while one types", () => {
  it.each([
    ["small", SMALL, SMALL.indexOf("/POI") + 1],
    ["bracket of small", SMALL, SMALL.indexOf("[node") + 1],
    ["module of 33 queries", MODULE, MODULE.lastIndexOf("/*[name") + 1],
  ])("parse a version once and read no file again: %s", (_, text, offset) => {
    const { service } = createKit();
    const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", 0, text);
    const position = document.positionAt(offset);
    for (let round = 1; round <= 20; round++) {
      const isTyped = round % 2 === 1;
      const end = isTyped ? position : { ...position, character: position.character + 1 };
      TextDocument.update(document, [{ range: { start: position, end }, text: isTyped ? " " : "" }], round);
      work.parsed.length = 0;
      work.read.length = 0;
      work.checked.length = 0;
      service.diagnostics(document);
      service.complete(document, position);
      service.semanticTokens(document);
      service.codeActions(document, { start: position, end: position });
      service.documentSymbols(document);
      // The first two rounds see files, and paths around the cursor, that are new: what they lead to is kept.
      if (round === 1) expect(work.read.length).toBeGreaterThan(0);
      if (round <= 2) continue;
      expect(work.read).toEqual([]);
      expect(work.parsed).toEqual([document.getText()]);
      // Its neighbours are not checked again.
      expect(work.checked.length).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ["brackets", "//Day", '\n  [@citty = "a" and @nope = 1 and @city = "Nowhere"]'],
    ["steps", "//Day", '\n  /descendant-or-self::*[@nope = "a"]/..[@citty = "b"]/@nope/..'],
    ["paths in a bracket", "//Day[@nope = 1", ' and\n  /POI[@nope = "a"]/@nope = 3'],
    ["quantifiers", "//Day", '\n  [some $x in /POI, $y in $x/../POI satisfies $y/@nope = 3 and $x/@cityy = "a"]'],
  ])("check a query once, whatever the number of its findings: %s", (_, first, line) => {
    const { service } = createKit();
    for (const lines of [5, 50]) {
      const text = `${HEAD}declare query q() := ${first}${line.repeat(lines)}${first.includes("[") ? "]" : ""};\n`;
      const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", lines, text);
      work.parsed.length = 0;
      work.checked.length = 0;
      const found = service.diagnostics(document);
      expect(found.filter(({ relatedInformation }) => relatedInformation !== undefined).length).toBeGreaterThan(lines);
      expect(work.checked.length).toBe(1);
      expect(work.parsed).toEqual([text]);
    }
  });

  it("check each path of an update once, whatever the number of its findings", () => {
    const { service } = createKit();
    for (const lines of [5, 50]) {
      const brackets = '\n  [@citty = "a" and /POI[@nope = 1]/@nope = 3]'.repeat(lines);
      const text = `${HEAD}declare update u() := delete node //Day${brackets};\n`;
      const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", lines, text);
      work.parsed.length = 0;
      const found = service.diagnostics(document);
      expect(found.filter(({ relatedInformation }) => relatedInformation !== undefined).length).toBeGreaterThan(lines);
      expect(work.parsed).toEqual([text]);
    }
  });

  it("check a query once whose first step is unknown, whatever the number of its values", () => {
    const { service } = createKit();
    const text = `${HEAD}declare query q() := //Nope${'\n  [@city = "Nowhere"]'.repeat(50)};\n`;
    const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", 1, text);
    work.parsed.length = 0;
    work.checked.length = 0;
    expect(service.diagnostics(document).map(({ code }) => code)).toEqual(["SXP2001"]);
    expect(work.checked.length).toBe(1);
    expect(work.parsed).toEqual([text]);
  });

  it("check no query for what only needs the text: completion, folding, selection and formatting", () => {
    const { service } = createKit();
    const document = TextDocument.create(exampleUri("itinerary/typed.sxp"), "sxp", 0, MODULE);
    const offset = MODULE.lastIndexOf("/*[name") + 1;
    const position = document.positionAt(offset);
    for (let round = 1; round <= 4; round++) {
      const end = round % 2 === 1 ? position : { ...position, character: position.character + 1 };
      TextDocument.update(document, [{ range: { start: position, end }, text: round % 2 === 1 ? " " : "" }], round);
      work.checked.length = 0;
      expect(service.complete(document, position).items.length).toBeGreaterThan(0);
      service.foldingRanges(document);
      service.selectionRanges(document, [position]);
      service.format(document);
      if (round > 2) expect(work.checked).toEqual([]);
    }
  });
});
