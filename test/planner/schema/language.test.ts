import { readFileSync } from "node:fs";
import { parseSchema, printSchema } from "@semantic-xpath/planner";
import { LANGUAGE_CODES, LANGUAGE_NAMES } from "@semantic-xpath/values";
import { describe, expect, test } from "vitest";

const textWith = (language: unknown) => JSON.stringify({ version: 1, language, roots: ["A"], types: { A: {} } });
const languageOf = (language: unknown) => parseSchema(textWith(language)).schema!.language;

describe("the language of a schema", () => {
  test("is read by its name or its code, whatever the case", () => {
    expect(["german", "German", "de", "de-CH", "nb"].map(languageOf)).toEqual([
      ...["german", "german", "german", "german", "norwegian"],
    ]);
    expect(languageOf(undefined)).toBeUndefined();
  });
  test("prints as it is read", () => {
    const { schema } = parseSchema(textWith("pt-BR"));
    expect(printSchema(schema!)).toContain('"language": "portuguese"');
    expect(parseSchema(printSchema(schema!)).schema).toEqual(schema);
  });
  test("is one that there is, with the nearest as a fix", () => {
    const [found, ...others] = parseSchema(textWith("germann")).diagnostics;
    expect(others).toEqual([]);
    expect(found!.code).toBe("SXP2102");
    expect(found!.message).toContain("a language: english (en), arabic (ar)");
    expect(found!.fixes.map(({ edits }) => edits[0]!.newText)).toEqual(['"german"']);
    expect(languageOf("germann")).toBeUndefined();
    expect(parseSchema(textWith(1)).diagnostics.map(({ code }) => code)).toEqual(["SXP2102"]);
  });
  test("is offered by the description of the format as the reader knows it", () => {
    const file = new URL("../../../packages/planner/schema/sxp-schema.json", import.meta.url);
    const { properties } = JSON.parse(readFileSync(file, "utf8"));
    const [names, codes] = properties.language.anyOf;
    expect(names.enum).toEqual(LANGUAGE_NAMES);
    const pattern = new RegExp(codes.pattern, "u");
    for (const code of [...LANGUAGE_CODES, "de-CH", "nb"]) expect(pattern.test(code), code).toBe(true);
    expect(pattern.test("klingon")).toBe(false);
  });
});
