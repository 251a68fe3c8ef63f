import { FORMATS, readAs } from "@semantic-xpath/readers";
import { type Edit, type FormatName, ReadError, type Tree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutated } from "../../readers/mutated.js";
import { plainTree } from "../../readers/trees.js";
import { anyCharacter } from "../../support/characters.js";
import { isLong, runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";
import { checkedEdit } from "./edited.js";

const VALUES = fc.oneof(
  fc.string({ maxLength: 6, unit: anyCharacter }),
  fc.constantFrom("", "1", " x ", "<&\"'>", "a,b;c", "- a: b #", "]]>", "# h", "x\ny", "__proto__", "~"),
);
const NAMES = ["x", "type", "text", "b c", "__proto__", "", "title", "name"];

/** The tree of a text, or null where it has none. */
async function treeOrNull(format: FormatName, text: string): Promise<Tree | null> {
  try {
    return await readAs(format, text);
  } catch (error) {
    if (error instanceof ReadError) return null;
    throw error;
  }
}

describe.each(Object.keys(FORMATS) as FormatName[])("%s", (format) => {
  // `checkedEdit` allows no error but SXP4032, reads what is written, and rebuilds it from the changes and what is between them.
  it("whatever stands in a text, an edit is written as it is meant, or refused", async () => {
    const draws = fc.array(drawOf(NAMES, VALUES, plainTree), { minLength: 1, maxLength: 3 });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(mutated(format), draws, async (text, drawn) => {
        const tree = await treeOrNull(format, text);
        if (tree === null || tree.size === 0) return;
        const edits: readonly Edit[] = editsOf(modelOf(tree), drawn);
        if ((await checkedEdit(format, text, edits)) !== null) made++;
      }),
      { numRuns: runs(400, 20) },
    );
    // Of a few cases all may be refused.
    if (isLong) expect(made).toBeGreaterThan(0);
  });
});
