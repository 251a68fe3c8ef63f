import { readAs } from "@semantic-xpath/readers";
import { type FormatName, type NodeData, treeOf } from "@semantic-xpath/tree";
import { writeJson, writeJsonLines, writeXml, writeYaml } from "@semantic-xpath/writers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Plain, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { type Draw, drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";
import { anyTree, mixedTree, written } from "../trees.js";
import { checkedEdit } from "./edited.js";

const NAMES = ["x", "Day", "id", "__proto__"];
const draws = (content: fc.Arbitrary<NodeData>, names = NAMES): fc.Arbitrary<Draw[]> =>
  fc.array(drawOf(names, fc.constantFrom("", "1", "a  b", "<&\"'>", "true", "-"), content), {
    minLength: 1,
    maxLength: 4,
  });

/** Edits of a text that a tree was written as; gives how many were refused. */
async function refusals<T extends NodeData>(
  format: FormatName,
  trees: fc.Arbitrary<T>,
  write: (plain: T, indent: number | string) => string,
  names = NAMES,
): Promise<{ made: number; refused: number }> {
  const counts = { made: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      trees,
      draws(trees, names),
      fc.constantFrom(0, 2, "\t"),
      fc.boolean(),
      async (plain, drawn, indent, isWide) => {
        const text = written(() => write(plain, indent));
        if (text === null) return;
        // A text of one line does not show how it breaks lines.
        const isCrLf = isWide && text.trimEnd().includes("\n");
        const source = isCrLf ? text.replaceAll("\n", "\r\n") : text;
        const edits = editsOf(modelOf(await readAs(format, source)), drawn);
        const edited = await checkedEdit(format, source, edits);
        if (edited === null) counts.refused++;
        else counts.made++;
        if (edited !== null && isCrLf) expect(edited.text.replaceAll("\r\n", "")).not.toContain("\n");
      },
    ),
    { numRuns: runs(400, 50) },
  );
  return counts;
}

describe("the text after random edits reads as the edited tree", () => {
  it("in XML, where next to nothing is refused: a space that no text between elements has", async () => {
    const { made, refused } = await refusals("xml", plainTree, (plain, indent) => writeXml(treeOf(plain), { indent }));
    expect(refused).toBeLessThanOrEqual(made / 50 + 2);
  });

  it("in mixed content, where next to nothing is refused", async () => {
    const xml = await refusals("xml", mixedTree, (data, indent) => writeXml(treeOf(data), { indent }));
    expect(xml.refused).toBeLessThanOrEqual(xml.made / 20 + 2);
    const json = await refusals("json", mixedTree, (data, indent) => writeJson(treeOf(data), { indent }));
    expect(json.refused).toBeLessThanOrEqual(json.made / 20 + 2);
  });

  it("in JSON of nodes, where nothing is refused", async () => {
    const { refused } = await refusals("json", anyTree, (plain, indent) => writeJson(treeOf(plain), { indent }));
    expect(refused).toBe(0);
  });

  it("in JSON of data, where hardly anything is refused", { tags: "slow" }, async () => {
    const write = (plain: Plain, indent: number | string) => writeJson(treeOf(plain), { indent, shape: "data" });
    const { made, refused } = await refusals("json", plainTree, write);
    expect(refused).toBeLessThanOrEqual(made / 20 + 3);
    await refusals("json", anyTree, write);
  });

  it("in YAML of nodes, where next to nothing is refused, and of data", { tags: "slow" }, async () => {
    const nodes = await refusals("yaml", anyTree, (plain) => writeYaml(treeOf(plain)));
    expect(nodes.refused).toBeLessThanOrEqual(nodes.made / 20 + 2);
    const write = (plain: Plain) => writeYaml(treeOf(plain), { shape: "data" });
    const data = await refusals("yaml", plainTree, write);
    expect(data.refused).toBeLessThanOrEqual(data.made / 10 + 2);
  });

  it("in JSON Lines, where only what is done to the root is refused", async () => {
    const { made } = await refusals("jsonl", plainTree, ({ children }) =>
      writeJsonLines(treeOf({ type: "root", children })),
    );
    expect(made).toBeGreaterThan(0);
  });
});
