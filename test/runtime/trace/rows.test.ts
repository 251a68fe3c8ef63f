import {
  type BracketOperator,
  type PathPlan,
  type SequencePlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import type { DropReason, Trace, TraceOperator } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCase, RUNS, traced } from "./tracedCase.js";

const REASONS: Readonly<Record<string, readonly DropReason[]>> = {
  Axis: ["no-candidates"],
  Position: ["position"],
  Sibling: ["no-sibling"],
  Filter: ["filter", "bound", "zero-weight"],
  Relevance: ["bound", "zero-weight"],
  Attribute: ["no-attribute"],
  Text: ["no-text"],
  Meet: ["except", "intersect"],
};

describe.each([true, "full"] as const)("a trace (trace: %s)", (trace) => {
  it("loses no entry: what goes into a bracket comes out or is dropped, once", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async (example) => {
        const { operators } = (await traced(example, trace)).trace!;
        for (const { kind, text, rowsIn, rowsOut, dropped } of operators) {
          if (kind !== "Axis") expect(rowsOut + dropped.length, `${example.text}: ${kind} ${text}`).toBe(rowsIn);
          else expect(dropped.length, `${example.text}: ${kind} ${text}`).toBeLessThanOrEqual(rowsIn);
        }
      }),
      { numRuns: RUNS },
    ));

  it("gives each drop a reason that its operator can have", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async (example) => {
        const { operators } = (await traced(example, trace)).trace!;
        for (const { kind, dropped } of operators)
          for (const { reason, detail } of dropped) {
            expect(REASONS[kind], example.text).toContain(reason);
            expect(detail).not.toMatch(/undefined|NaN|Infinity/);
          }
      }),
      { numRuns: RUNS },
    ));

  it("hands what comes out of an operator of a step to the next one", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async (example) => {
        const { trace: shown } = await traced(example, trace);
        for (const chain of chainsOf(example.query.plan.result, shown!))
          for (let i = 1; i < chain.length; i++)
            expect(chain[i]!.rowsIn, `${example.text}: into ${chain[i]!.text}`).toBe(chain[i - 1]!.rowsOut);
      }),
      { numRuns: RUNS },
    ));
});

/** The operators of each step, and the brackets of each group, in the order in which nodes pass them. */
function chainsOf(result: SequencePlan | ValuePlan, { operators }: Trace): TraceOperator[][] {
  const byId = new Map(operators.map((operator) => [operator.id, operator]));
  const chains: TraceOperator[][] = [];
  const add = (ids: readonly number[]): void => {
    chains.push(ids.map((id) => byId.get(id)!));
  };
  const path = (plan: PathPlan): void => {
    const start = startSequence(plan);
    if (start !== null) sequence(start);
    for (const { axis, brackets } of plan.steps) add([axis.id, ...idsOf(brackets)]);
  };
  const sequence = (plan: SequencePlan): void => {
    if (plan.kind === "Path") path(plan);
    else if (plan.kind === "Union") plan.inputs.forEach(sequence);
    else if (plan.kind === "Meet") [plan.left, plan.right].forEach(sequence);
    else {
      sequence(plan.input);
      add(idsOf(plan.brackets));
    }
  };
  if (result.kind !== "Value") sequence(result);
  return chains;
}

const idsOf = (brackets: readonly BracketOperator[]): number[] => brackets.map(({ id }) => id);
