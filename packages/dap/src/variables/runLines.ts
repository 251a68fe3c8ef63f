import type { Stop } from "@semantic-xpath/inspect";
import { treeStatistics } from "@semantic-xpath/runtime";
import type { DebugRun } from "../program/debugRun.js";
import { lazyLines, type Shown } from "./variable.js";

/** The run itself: where it is, what the scorer was asked so far, what it was started with, its plan. */
export function runLines({ stepper, program, launch }: DebugRun): readonly Shown[] {
  const { scorer, scorerCalls, scorerPairs, cacheHits } = stepper.counts;
  const { stop } = stepper.halt;
  const params = Object.entries(launch.params ?? {});
  const { passes } = stepper.query.plan;
  return [
    { name: "stop", value: stop === null ? "before the first operator" : stopText(stop) },
    { name: "scorer", value: launch.scorer ?? shortId(scorer) },
    { name: "calls of the scorer", value: String(scorerCalls) },
    { name: "texts scored", value: String(scorerPairs) },
    { name: "scores known already", value: String(cacheHits) },
    { name: "nodes", value: String(stepper.tree.size) },
    { name: "data", value: program.dataPath },
    ...(program.schemaPath === null ? [] : [{ name: "schema", value: program.schemaPath }]),
    ...(launch.limit === undefined ? [] : [{ name: "limit", value: String(launch.limit) }]),
    ...(launch.minScore === undefined ? [] : [{ name: "minimum score", value: String(launch.minScore) }]),
    ...params.map(([name, value]) => ({ name: `$${name}`, value: JSON.stringify(value), evaluateName: `$${name}` })),
    { name: "optimiser passes", value: passes.length === 0 ? "none" : passes.join(", ") },
    { name: "plan", value: `${planText(stepper).length} lines`, inside: lazyLines(() => planLines(stepper)) },
  ];
}

const stopText = ({ index, kind, before, after }: Stop): string =>
  `${index}: ${kind}, ${before.count} in, ${after.count} out`;

/** Without the settings in brackets after it. */
const shortId = (id: string): string => /^[^([{]+/.exec(id)?.[0] ?? id;

const planText = ({ query, tree }: DebugRun["stepper"]): readonly string[] =>
  query.explain("text", treeStatistics(tree)).trimEnd().split("\n");

const planLines = (stepper: DebugRun["stepper"]): readonly Shown[] =>
  planText(stepper).map((line, i) => ({ name: String(i + 1), value: line }));
