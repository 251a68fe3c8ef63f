import { readAs } from "@semantic-xpath/readers";
import { applyEdits, type Edit, type FormatName, type Tree } from "@semantic-xpath/tree";
import { type EditedSource, editSource, firstDifference, WriteError } from "@semantic-xpath/writers";
import { expect } from "vitest";
import { isDerived } from "../../../packages/writers/src/place/markdown/derived.js";
import { plainOf } from "../../readers/trees.js";

/** Edits a text and checks all that holds of every edit; null where the edit is refused. */
export async function checkedEdit(
  format: FormatName,
  text: string,
  edits: readonly Edit[],
  read: (text: string) => Tree | Promise<Tree> = (given) => readAs(format, given),
): Promise<EditedSource | null> {
  const tree = await read(text);
  let edited: EditedSource;
  try {
    edited = await editSource({ text, format, tree, read }, edits);
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    expect(error.code).toBe("SXP4032");
    return null;
  }
  const expected = applyEdits(tree, edits);
  // What the reader of Markdown makes of titles follows them.
  const ignored = format === "markdown" ? isDerived : undefined;
  expect(firstDifference(await read(edited.text), expected, ignored)).toBe(null);
  if (ignored === undefined) expect(plainOf(edited.tree)).toEqual(plainOf(expected));
  expect(firstDifference(edited.tree, expected, ignored)).toBe(null);
  let [rebuilt, at] = ["", 0];
  for (const { start, end, text: put } of edited.changes) {
    expect(start).toBeGreaterThanOrEqual(at);
    rebuilt += text.slice(at, start) + put;
    at = end;
  }
  expect(rebuilt + text.slice(at)).toBe(edited.text);
  return edited;
}

/** The text after edits, whose nodes are named by queries such as `/Plan/Day[2]`. */
export async function editedText(
  format: FormatName,
  text: string,
  edits: (at: (path: string) => number) => readonly Edit[],
): Promise<string> {
  const tree = await readAs(format, text);
  const at = (path: string): number => {
    for (let node = 1; node <= tree.size; node++) if (tree.node(node).path === path) return node;
    throw new Error(`There is no ${path} in ${JSON.stringify(plainOf(tree))}`);
  };
  const edited = await checkedEdit(format, text, edits(at));
  if (edited === null) throw new Error("refused");
  return edited.text;
}
