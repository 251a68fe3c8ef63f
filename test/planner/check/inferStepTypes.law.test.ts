import { AXIS_NAMES, type Axis } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { arbitrarySchema } from "../schema/arbitrarySchema.js";
import { checkText } from "./marked.js";
import { evaluate, type TreeNode } from "./naivePaths.js";

/** A tree that is valid under the schema, by seeded choices; where `min` would recurse too deep it stops, which only removes nodes. */
function growTree(schema: Schema, choose: (below: number) => number): TreeNode {
  let budget = 60;
  const grow = (type: string, parent: TreeNode | null, depth: number): TreeNode => {
    const node: TreeNode = { type, parent, children: [] };
    for (const [child, { max }] of Object.entries(schema.types[type]!.children)) {
      const count = depth > 5 ? 0 : choose(Math.min(max ?? 3, 3) + 1);
      for (let index = 0; index < count && budget-- > 0; index++) node.children.push(grow(child, node, depth + 1));
    }
    for (let index = node.children.length - 1; index > 0; index--) {
      const other = choose(index + 1);
      [node.children[index], node.children[other]] = [node.children[other]!, node.children[index]!];
    }
    return node;
  };
  return grow(schema.roots[choose(schema.roots.length)]!, null, 0);
}

const arbitraryStep = (names: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom("/..", "/.", "//..", "//.") },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom("/", "//"),
          fc.constantFrom<(Axis | "")[]>("", "", ...AXIS_NAMES),
          fc.constantFrom("*", "*", "*", "*", ...names, `(${names.join("|")})`),
          fc.constantFrom("", "", "", "[1][@+1]", "[-1][@-1]", "[1:-1][@+1]", "[1]"),
        )
        .map(([separator, axis, nodeTest, brackets]) => `${separator}${axis}${axis && "::"}${nodeTest}${brackets}`),
    },
  );

const arbitraryCase = arbitrarySchema.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    steps: fc
      .tuple(fc.constantFrom("//*", "/*"), fc.array(arbitraryStep(Object.keys(schema.types)), { maxLength: 4 }))
      .map(([first, others]) => [first, ...others]),
    choices: fc.infiniteStream(fc.nat(1000)),
  }),
);

test("law: every node that a step reaches has one of its inferred types", () => {
  let reached = 0;
  fc.assert(
    fc.property(arbitraryCase, ({ schema, steps, choices }) => {
      const tree = growTree(schema, (below) => (choices.next().value as number) % below);
      const checked = checkText(steps.join(""), schema);
      const path = checked.query.kind === "Query" ? checked.query.paths[0] : undefined;
      if (path?.kind !== "Path") throw new Error("the path is complete");
      for (let length = 1; length <= steps.length; length++) {
        const types = checked.types.get(path.segments[length - 1]!);
        for (const node of evaluate(tree, path.segments.slice(0, length))) {
          if (node.type === null) continue; // the document node
          if (types === null) throw new Error(`${steps.join("")} has an unknown set but reaches a node`);
          else expect(types, steps.slice(0, length).join("")).toContain(node.type);
          reached++;
        }
      }
    }),
    { numRuns: runs(3000, 120) },
  );
  expect(reached).toBeGreaterThan(300);
});
