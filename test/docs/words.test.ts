import { AXIS_NAMES, FUNCTION_NAMES, functionOf } from "@semantic-xpath/parser";
import { expect, it } from "vitest";
import { textOf } from "../structure/support/sources.js";

const rowsOf = (document: string): readonly string[] =>
  textOf(document)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|")[1]!);

const rows = rowsOf("docs/language.md");

it.each(AXIS_NAMES)("a table of the language says what %s:: leads to", (axis) =>
  expect(rows).toContain(` \`${axis}\` `),
);

const ownNames = FUNCTION_NAMES.filter((name) => functionOf(name)!.aliasOf === null);
it.each(ownNames)("a table of the language says what %s() gives", (name) =>
  expect(rows.filter((row) => row.includes(`\`${name}(`))).not.toEqual([]),
);
