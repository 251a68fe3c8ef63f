import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataSettings, readConfig } from "@semantic-xpath/scorers/node";
import { matchesGlob } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";

const MAPPING = '{ "version": 1, "root": "Log", "rules": { "Log": { "text": "message" } } }';

/** A folder with a configuration and files. */
function folderOf(data: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-data-"));
  for (const [name, text] of Object.entries({ ...files, "sxp.config.json": JSON.stringify({ data }) })) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe("how a configuration says that data is read", () => {
  it("is by the first entry for the file, wherever one stands", async () => {
    const files = {
      "own.mapping.json": MAPPING,
      "s.schema.json": '{ "version": 1, "roots": ["Log"], "types": { "Log": {} } }',
    };
    const folder = folderOf(
      {
        "exports/*.json": { mapping: "chatgpt" },
        "**/*.json": { mapping: "own.mapping.json", schema: "s.schema.json" },
      },
      files,
    );
    const exported = await dataSettings(join(folder, "exports/conversations.json"));
    expect([exported?.mapping?.mapping?.name, exported?.mapping?.schema?.roots, exported?.problems]).toEqual([
      ...["chatgpt", ["Export", "Conversation"], []],
    ]);
    mkdirSync(join(folder, "logs/2026"), { recursive: true });
    const own = await dataSettings(join(folder, "logs/2026/a.json"));
    expect([own?.mapping?.mapping?.name, own?.schema?.schema?.roots]).toEqual(["own.mapping.json", ["Log"]]);
    expect(await dataSettings(join(folder, "logs/2026/a.yaml"))).toBeNull();
  });

  it("stays within its folder", async () => {
    const outside = folderOf({}, { "own.mapping.json": MAPPING });
    const folder = folderOf({ "*.json": { mapping: "link/own.mapping.json" } });
    symlinkSync(outside, join(folder, "link"));
    const settings = await dataSettings(join(folder, "a.json"));
    expect(settings?.mapping).toBeNull();
    expect(settings?.problems[0]).toContain("it leads out of the folder");
  });

  it.each([
    ['{ "data": { "../*.json": {} } }', "SXP4102"],
    ['{ "data": { "/etc/*.json": {} } }', "SXP4102"],
    ['{ "data": { "*.json": { "mapping": "../m.mapping.json" } } }', "SXP4102"],
    ['{ "data": { "*.json": { "mapping": "/m.mapping.json" } } }', "SXP4102"],
    ['{ "data": { "*.json": { "schema": "C:\\\\s.json" } } }', "SXP4102"],
    ['{ "data": { "*.json": { "maping": "chatgpt" } } }', "SXP4101"],
    ['{ "data": { "*.json": "chatgpt" } }', "SXP4102"],
    ['{ "data": ["chatgpt"] }', "SXP4102"],
  ])("%s is a mistake", (text, code) => {
    expect(readConfig(text).diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });
});

it.each([
  ["*.json", "a.json", true],
  ["*.json", "b/a.json", false],
  ["**/*.json", "a.json", true],
  ["**/*.json", "b/c/a.json", true],
  ["b/**", "b/c/a.json", true],
  ["./a?.json", "ab.json", true],
  ["a+(b).json", "a+(b).json", true],
  ["a+(b).json", "aab.json", false],
])("the glob %s and the path %s: %s", (glob, path, expected) => {
  expect(matchesGlob(glob, path)).toBe(expected);
});
