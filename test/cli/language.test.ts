import { describe, expect, test } from "vitest";
import { folder, sxp } from "./sxp.js";

const DATA = "<List><Item>viele alte Häuser</Item><Item>ein Boot am See</Item></List>";
const run = (...options: string[]) =>
  sxp(["run", '//Item[node =~ "Haus"]', "--data", "-", "--format", "values", ...options], { stdin: DATA });

const SCHEMA = JSON.stringify({
  version: 1,
  language: "de",
  roots: ["List"],
  types: { List: { children: { Item: {} } }, Item: { text: true } },
});
const CONFIG = JSON.stringify({
  scorers: { words: { kind: "lexical", language: "english" }, both: { kind: "fused", of: ["words", "lexical"] } },
  defaultScorer: "words",
});

/** Whether "Haus" finds "Häuser", which only German does. */
async function findsHouses(options: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const cwd = folder({ "schema.json": SCHEMA, ...files });
  const line = ["run", '//Item[node =~ "Haus"]', "--data", "-", "--format", "values", ...options];
  const { code, out } = await sxp(line, { stdin: DATA, cwd });
  expect(code).toBe(0);
  return out.includes("Häuser");
}

describe("who says the language", () => {
  test("the schema, where nobody else does", async () => {
    expect(await findsHouses([])).toBe(false);
    expect(await findsHouses(["--schema", "schema.json"])).toBe(true);
    expect(await findsHouses(["--schema", "schema.json", "--scorer", "lexical"])).toBe(true);
  });
  test("a configuration, before the schema", async () => {
    const files = { "sxp.config.json": CONFIG };
    expect(await findsHouses(["--schema", "schema.json"], files)).toBe(false);
    expect(await findsHouses(["--schema", "schema.json", "--scorer", "lexical"], files)).toBe(true);
  });
  test("--language, before both, and for each part of a scorer that compares words", async () => {
    const files = { "sxp.config.json": CONFIG };
    expect(await findsHouses(["--schema", "schema.json", "--language", "en"])).toBe(false);
    expect(await findsHouses(["--language", "de"], files)).toBe(true);
    expect(await findsHouses(["--language", "de", "--scorer", "both"], files)).toBe(true);
  });
});

describe("sxp run --language", () => {
  test.each([[["--language", "de"]], [["--language", "german", "--scorer", "lexical"]], [["--scorer", "lexical:de"]]])(
    "%j compares the words of that language",
    async (options) => {
      const { code, out } = await run(...options);
      expect([code, out.includes("Häuser")]).toEqual([0, true]);
    },
  );

  test("an unknown language is refused with the list of those that are known", async () => {
    const { code, err } = await run("--language", "klingon");
    expect(code).toBe(4);
    expect(err).toContain('There is no language "klingon". There are: english (en), ');
  });

  test("it is of the scorer lexical", async () => {
    const { code, err } = await run("--language", "de", "--scorer", "recorded:x.json");
    expect(code).toBe(2);
    expect(err).toContain("--language is of the scorer lexical, and this is recorded:x.json.");
  });
});
