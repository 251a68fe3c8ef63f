import { AXIS_NAMES } from "@semantic-xpath/parser";
import { readTree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reachesSet } from "../../../packages/inspect/src/view/reachesSet.js";
import { pushCandidates } from "../../../packages/runtime/src/execute/candidates.js";
import { IdBuffer } from "../../../packages/runtime/src/execute/frame.js";
import type { ResolvedAxis } from "../../../packages/runtime/src/execute/resolvedAxis.js";
import { reachesAnything } from "../../../packages/runtime/src/trace/reaches.js";
import { arbitraryTree } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";

const take = fc.option(
  fc.record({ single: fc.boolean(), from: fc.constantFrom(1, 2, -1), to: fc.constantFrom(null, 2, -1) }),
);

/** What can be told without walking an axis is what walking it tells. */
describe.each(AXIS_NAMES)("%s", (axis) => {
  it("reaches something, or something of a set, just where a walk along it does", () =>
    fc.assert(
      fc.property(arbitraryTree, fc.constantFrom("A", "B", "C", "Z"), take, fc.nat(), (plain, name, places, seed) => {
        const tree = readTree(plain);
        const type = tree.typeId(name);
        const mask = Uint8Array.from(tree.typeNames, (_, id) => (id === type ? 1 : 0));
        const resolved: ResolvedAxis = { axis, indexed: false, types: type < 0 ? [] : [type], mask, take: places };
        const marks = Uint8Array.from({ length: tree.size + 1 }, (_, node) =>
          node > 0 && tree.type[node] === type && (seed >> (node % 30)) & 1 ? 1 : 0,
        );
        const anything = reachesAnything(tree, resolved);
        const ofSet = reachesSet(tree, resolved, marks);
        for (let context = 0; context <= tree.size; context++) {
          const out = new IdBuffer();
          pushCandidates(tree, resolved, context, out);
          expect(anything(context), `from ${context}`).toBe(out.length > 0);
          expect(ofSet(context), `from ${context}`).toBe(out.take().some((node) => marks[node] === 1));
        }
      }),
      { numRuns: runs(60) },
    ));
});
