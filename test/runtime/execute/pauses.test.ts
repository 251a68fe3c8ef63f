import type { SequencePlan } from "@semantic-xpath/planner";
import { compile, readTree } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { Clock } from "../../../packages/runtime/src/execute/clock.js";
import { startRun } from "../../../packages/runtime/src/execute/run.js";
import { evaluateSequence } from "../../../packages/runtime/src/execute/sequence.js";

const wide = readTree({ type: "A", children: Array.from({ length: 100_000 }, () => ({ type: "B" })) });

/** A slice is used up whenever somebody looks at the clock, so each look is a pause. */
function pausesOf(text: string): { readonly pauses: number; readonly found: number } {
  const query = compile(text).query!;
  let time = 1;
  const clock = new Clock(() => {
    time += 100;
    return time;
  });
  const task = evaluateSequence({ ...startRun(query, wide, {}, null), clock }, query.plan.result as SequencePlan);
  let pauses = 0;
  for (let step = task.next(); ; step = task.next()) {
    if (step.done) return { pauses, found: step.value.ids.length };
    expect(step.value.kind).toBe("pause");
    pauses++;
  }
}

it.each([
  ["//B/following-sibling::B[1]", 99_999],
  ["//B/preceding-sibling::*[1:3]", 99_999],
  ["//B/self::*", 100_000],
  ["//B/descendant-or-self::*[1]", 100_000],
] as const)("%s pauses while it goes from context to context", (text, found) => {
  const result = pausesOf(text);
  expect(result.found).toBe(found);
  expect(result.pauses).toBeGreaterThanOrEqual(6);
});

it("pauses between the steps of a long path", () => {
  expect(pausesOf(`//B${"/..//B".repeat(4)}`).pauses).toBeGreaterThanOrEqual(8);
});
