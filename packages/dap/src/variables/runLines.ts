import type { Stop } from "@semantic-xpath/inspect";
import { treeStatistics } from "@semantic-xpath/runtime";
import type { DebugRun } from "../program/debugRun.js";
import { numbered, type Variable } from "./variable.js";

/** The run itself: where it is, what the scorer was asked so far, what it was started with, its plan. */
export function runLines({ stepper, program, launch }: DebugRun): readonly Variable[] {
  const { scorer, scorerCalls, scorerPairs, cacheHits } = stepper.counts;
  const { stop } = stepper.halt;
  const { passes } = stepper.query.plan;
  const figures = {
    stop: stop === null ? "before the first operator" : stopText(stop),
    scorer: launch.scorer ?? shortId(scorer),
    "calls of the scorer": scorerCalls,
    "texts scored": scorerPairs,
    "scores known already": cacheHits,
    nodes: stepper.tree.size,
    data: program.dataPath,
    schema: program.schemaPath,
    limit: launch.limit,
    "minimum score": launch.minScore,
  };
  const plan = planText(stepper);
  return [
    ...Object.entries(figures).flatMap(([name, value]) => (value == null ? [] : [{ name, value: String(value) }])),
    ...Object.entries(launch.params ?? {}).map(([name, value]) => ({
      name: `$${name}`,
      value: JSON.stringify(value),
      evaluateName: `$${name}`,
    })),
    { name: "optimiser passes", value: passes.length === 0 ? "none" : passes.join(", ") },
    { name: "plan", value: `${plan.length} lines`, inside: numbered(plan, (value) => ({ value })) },
  ];
}

const stopText = ({ index, kind, before, after }: Stop): string =>
  `${index}: ${kind}, ${before.count} in, ${after.count} out`;

/** Without the settings in brackets after it. */
const shortId = (id: string): string => /^[^([{]+/.exec(id)?.[0] ?? id;

const planText = ({ query, tree }: DebugRun["stepper"]): readonly string[] =>
  query.explain("text", treeStatistics(tree)).trimEnd().split("\n");
