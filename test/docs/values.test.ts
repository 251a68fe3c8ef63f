import { collationOf, parseValueType, readValue, VALUE_KINDS, type ValueType } from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";
import { documentText } from "./blocks.js";

/** Rows of the tables of a section, each cell as the code in it. */
function rowsOf(section: string): string[][][] {
  const text = documentText("docs/reference/values.md").split(`\n## ${section}\n`)[1]!.split("\n## ")[0]!;
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!)),
  );
}

describe("docs/reference/values.md", () => {
  const formats = rowsOf("Types of values").filter(([type]) => type!.length === 1);
  it.each(formats.map(([type, reads, not]) => [type![0]!, reads!, not!] as const))(
    "%s reads %j, not %j",
    (name, reads, not) => {
      const type = parseValueType(name) as ValueType;
      expect(reads.filter((text) => readValue(type, text) === null)).toEqual([]);
      expect(not.filter((text) => readValue(type, text) !== null)).toEqual([]);
    },
  );

  it("has every type", () =>
    expect(new Set(formats.map(([type]) => type![0]!.split("(")[0]))).toEqual(new Set(VALUE_KINDS)));

  it.each(rowsOf("Units").slice(1))("%#: the units are of one dimension", (_, units) => {
    const dimensions = units!.map(
      (unit) => (readValue({ kind: "quantity", unit: null }, `1 ${unit}`) as { dimension: string }).dimension,
    );
    expect(new Set(dimensions).size).toBe(1);
  });

  it("names collations that there are", () => {
    const collations = rowsOf("Collations").flatMap(([named]) => named!);
    expect(collations.length).toBe(6);
    expect(collations.filter((name) => collationOf(name) === null)).toEqual([]);
  });
});
