import { inspect, type WhyNot } from "@semantic-xpath/inspect";
import type { CombineFunction } from "@semantic-xpath/parser";
import { combine } from "@semantic-xpath/planner";
import type { ScoreAlgebra } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCase, RUNS } from "../runtime/trace/tracedCase.js";

const inPlan = (rows: readonly { readonly id: number }[], id: number): boolean => rows.some((row) => row.id === id);

it("every node is in the result, or has exactly one reason why it is not", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      const found = new Set(inspection.result.matches.map(({ node }) => node.id));
      for (let node = 1; node <= tree.size; node++) {
        const why = inspection.why(node);
        const whyNot = inspection.whyNot(node);
        const of = `${text}: ${tree.node(node).path}`;
        expect(why !== null, of).toBe(found.has(node));
        expect(whyNot !== null, of).toBe(!found.has(node));
        expect((why ?? whyNot)!.node, of).toBe(node);
      }
    }),
    { numRuns: RUNS },
  ));

it("a reason names an operator of the plan and a node that fell out there", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      const { trace } = inspection.result;
      const rows = query.explain("json").operators;
      for (let node = 1; node <= tree.size; node++) {
        const whyNot = inspection.whyNot(node);
        if (whyNot === null) continue;
        const of = `${text}: ${tree.node(node).path}: ${JSON.stringify(whyNot)}`;
        expect(whyNot.message, of).not.toBe("");
        if (whyNot.operatorId === 0) {
          expect(whyNot.span, of).toEqual(query.plan.result.span);
          expect(["zero-weight", "limit", "min-score"], of).toContain(whyNot.reason);
          if (options.scorer.cost === "cheap")
            expect(
              trace.cut.some(({ path, reason }) => path === whyNot.via && reason === whyNot.reason),
              of,
            ).toBe(true);
          continue;
        }
        expect(inPlan(rows, whyNot.operatorId), of).toBe(true);
        const operator = trace.operators.find(({ id }) => id === whyNot.operatorId)!;
        expect(whyNot.span, of).toEqual(operator.span);
        if (!isOfAxis(whyNot, operator.kind))
          expect(
            // Of an attribute or a text that fell out, the reason is that of its node.
            operator.dropped.some(
              ({ path, reason }) =>
                path.replace(/\/(?:@[^/]*|text\(\))$/, "") === whyNot.via && reason === whyNot.reason,
            ),
            `${of} ${JSON.stringify(operator.dropped)}`,
          ).toBe(true);
      }
    }),
    { numRuns: RUNS },
  ));

/** The trace lists contexts that lead nowhere, not every node that an axis passes by. */
const isOfAxis = ({ reason }: WhyNot, kind: string): boolean =>
  reason === "type" || reason === "axis" || reason === "document" || (kind === "Axis" && reason === "position");

it("the factors multiply to the weight", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      for (const [i, match] of inspection.result.matches.entries()) {
        const why = inspection.why(match.node)!;
        if (why.rank !== i + 1) continue;
        const weight = why.factors.reduce(
          (product, { scores }) => product * scores.reduce((own, { algebra }) => own * algebra.value!, 1),
          1,
        );
        expect(weight, text).toBe(match.weight);
        expect(why.weight).toBe(match.weight);
        expect(why.path).toBe(match.path);
        expect(why.count).toBe(inspection.result.matches.length);
        expect(why.above?.path ?? null).toBe(i === 0 ? null : inspection.result.matches[i - 1]!.path);
        const lost = why.costs.map((cost) => cost.lost);
        expect(lost).toEqual([...lost].sort((a, b) => b - a));
        for (const cost of why.costs) expect(cost.lost, text).toBeGreaterThanOrEqual(-1e-12);
        expect(why.sentences.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: RUNS },
  ));

it("a cost is what the weight gains with that operand at 1", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
      const inspection = await inspect(query, tree, options);
      for (const { node } of inspection.result.matches) {
        const why = inspection.why(node)!;
        for (const { operatorId, expressionId, path, score, lost } of why.costs) {
          const scores = why.factors.flatMap((factor) => factor.scores);
          expect(
            scores.some((own) => own.operatorId === operatorId && own.path === path),
            text,
          ).toBe(true);
          const raised = why.factors.reduce(
            (product, factor) =>
              product * factor.scores.reduce((own, { algebra }) => own * withRaised(algebra, expressionId), 1),
            1,
          );
          expect(raised, text).toBeCloseTo(why.weight + lost, 12);
          expect(lost === 0 || score < 1, text).toBe(true);
        }
      }
    }),
    { numRuns: RUNS },
  ));

/** The value of an algebra with one of its expressions at 1. */
function withRaised(algebra: ScoreAlgebra, expressionId: number): number {
  if (algebra.expressionId === expressionId) return 1;
  const { operation, operands } = algebra;
  if (operands.length === 0 || operation === "1-") return algebra.value!;
  const values = operands.map((operand) => withRaised(operand, expressionId));
  return combine(operation as CombineFunction, values);
}
