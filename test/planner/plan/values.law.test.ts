import { parse } from "@semantic-xpath/parser";
import { check, eachChild, optimise, type PlanNode, plan, planRows, type QueryPlan } from "@semantic-xpath/planner";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryQueryText } from "../../parser/arbitraryAst.js";
import { runs } from "../../support/runs.js";

/** The naive plan of a random text of the grammar; null if a person must mend it first. */
function planOf(text: string): QueryPlan | null {
  const { ast, diagnostics } = parse(text);
  if (ast.query === null) return null;
  const checked = check(ast.query, null, null);
  const isFatal = [...diagnostics, ...checked.diagnostics].some(
    ({ severity, runnable }) => severity === "error" && !runnable,
  );
  return isFatal ? null : plan(checked, text);
}

const idsOf = (node: PlanNode): number[] => {
  const ids = "id" in node ? [node.id] : [];
  eachChild(node, (child) => void ids.push(...idsOf(child)));
  return ids;
};

it("whatever the grammar derives is planned, optimised once for all, explained and data", () => {
  let planned = 0;
  fc.assert(
    fc.property(arbitraryQueryText, (text) => {
      const naive = planOf(text);
      if (naive === null) return;
      planned++;
      const before = JSON.stringify(naive);
      const ids = idsOf(naive.result);
      expect(new Set(ids).size, text).toBe(ids.length);
      const best = optimise(naive);
      expect(JSON.stringify(naive)).toBe(before);
      expect(JSON.parse(JSON.stringify(best))).toEqual(best);
      expect({ ...optimise(best), passes: [] }, text).toEqual({ ...best, passes: [] });
      for (const { id, text: row, estimate } of planRows(best)) {
        expect(row, text).not.toContain("undefined");
        expect(estimate === null || estimate.rows.min >= 0, `${id} ${text}`).toBe(true);
      }
    }),
    { numRuns: runs(1500, 50) },
  );
  expect(planned).toBeGreaterThan(runs(1500, 50) / 4);
});
