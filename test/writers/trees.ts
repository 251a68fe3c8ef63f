import type { NodeData } from "@semantic-xpath/tree";
import { WriteError } from "@semantic-xpath/writers";
import fc from "fast-check";
import { expect } from "vitest";
import type { Plain } from "../readers/trees.js";
import { anyCharacter } from "../support/characters.js";

const names = fc.oneof(
  fc.constantFrom(
    "Day",
    "item",
    "root",
    "type",
    "text",
    "children",
    "attributes",
    "content",
    "first name",
    "a/b",
    "",
    "1",
    "-",
    "#x",
  ),
  fc.string({ maxLength: 6 }),
);
const values = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    "1",
    "1.0",
    "-0",
    "1e5",
    "0x10",
    "true",
    "no",
    "null",
    "~",
    "2026-01-01",
    "- a",
    "a: b",
    "a #b",
    " a ",
    "\ud800",
    "x\r\ny",
    "'",
  ),
);

/** What `addText` makes of a text. */
export const collapsed = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");

/** Random small trees with any names and values at all, most of which XML can't hold. */
export const anyTree: fc.Arbitrary<Plain> = fc.letrec<{ node: Plain }>((tie) => ({
  node: fc.record(
    {
      type: names,
      attributes: fc.array(fc.tuple(names, values), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
      text: values.map(collapsed),
      children: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant<Plain[]>([]),
        fc.array(tie("node"), { maxLength: 4 }),
      ),
    },
    { noNullPrototype: true },
  ),
})).node;

/** Random small trees with text between children, in names that XML has. */
export const mixedTree: fc.Arbitrary<NodeData> = fc.letrec<{ node: NodeData }>((tie) => ({
  node: fc
    .record({
      type: fc.constantFrom("p", "b", "i"),
      attributes: fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom("", "1"), {
        maxKeys: 1,
        noNullPrototype: true,
      }),
      pieces: fc.array(fc.oneof({ depthSize: "small" }, fc.constantFrom("a", " b", "c ", " ", " d e "), tie("node")), {
        maxLength: 4,
      }),
    })
    .map(({ type, attributes, pieces }): NodeData => {
      const children = pieces.filter((piece): piece is NodeData => typeof piece !== "string");
      let place = 0;
      return {
        type,
        attributes,
        children,
        content: pieces.map((piece) => (typeof piece === "string" ? piece : place++)),
      };
    }),
})).node;

/** What is written, null where it is refused as it should be. */
export function written(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    expect(error).toBeInstanceOf(WriteError);
    expect((error as WriteError).code).toBe("SXP4031");
    return null;
  }
}
