import { FORMATS, readAs } from "@semantic-xpath/readers";
import type { FormatName, TreeNode } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";
import { blocksOf, documentText } from "./blocks.js";

const PAGE = "docs/reference/formats.md";
const blocks = blocksOf(PAGE);

/** A tree as the page shows it: a node on each line. */
function outline({ type, attributes, text, children }: TreeNode, indent = ""): string[] {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  const own = text === "" ? "" : ` '${text}'`;
  return [`${indent}${type}${pairs.join("")}${own}`, ...children.flatMap((child) => outline(child, `${indent}  `))];
}

describe("docs/reference/formats.md", () => {
  it.each(Object.keys(FORMATS) as FormatName[])("shows the tree of %s as it is", async (format) => {
    const at = blocks.findIndex(({ info, section }) => info === format && section === FORMATS[format].noun);
    const [sample, shown] = blocks.slice(at, at + 2);
    const tree = await readAs(format, `${sample!.text}\n`);
    expect(outline(tree.root!)).toEqual(shown!.text.split("\n"));
  });

  it("lists the endings of every format", () => {
    const rows = documentText(PAGE).split("\n");
    for (const { noun, endings } of Object.values(FORMATS)) {
      const row = rows.find((line) => line.startsWith(`| ${noun} | \``));
      expect(row).toContain(endings.map((ending) => `\`${ending}\``).join(" "));
    }
  });
});
