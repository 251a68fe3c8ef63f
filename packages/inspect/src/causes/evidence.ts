import { suggest } from "@semantic-xpath/parser";
import { describeBracket, describeIds, describeScore, type PathPlan } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { listed } from "@semantic-xpath/values";
import type { Cause } from "../answers.js";
import { counted } from "../numbers.js";
import { evidenceEntries } from "../view/recorded.js";
import { quoted } from "../words.js";
import { bracketParts, causeAt, nodesInto, type PassedBracket, passedBrackets } from "./brackets.js";

/** Below this share of nodes without evidence, nothing is said about them. */
const NOTABLE_SHARE = 0.2;

const LOOK = "Look at where the evidence path leads from such a node: its axis, its type and its filters.";

/** Aggregates over nothing: nodes for which an evidence path found no node. */
export function evidenceCauses(observation: Observation): Cause[] {
  return passedBrackets(observation).flatMap(({ bracket }) =>
    bracketParts(bracket).aggregates.flatMap((aggregate): Cause[] => {
      const origins = new Set<number>();
      const having = new Set<number>();
      for (const { starts, origin } of evidenceEntries(observation.recorder, aggregate.evidence)) {
        for (const node of starts) origins.add(node);
        for (const node of origin) having.add(node);
      }
      const without = origins.size - having.size;
      if (without === 0 || without < origins.size * NOTABLE_SHARE) return [];
      const who =
        without < origins.size
          ? `${without} of ${counted(origins.size, "node")} ${without === 1 ? "has" : "have"} no`
          : origins.size === 1
            ? "the only node has no"
            : `none of ${counted(origins.size, "node")} has`;
      const message = `${who} evidence for ${describeScore(aggregate)}: without any it is 0`;
      const advice = emptiedBy(observation, aggregate.evidence) ?? LOOK;
      return [causeAt("no-evidence", { id: bracket.id, span: aggregate.span }, message, advice)];
    }),
  );
}

/** The first operator of an evidence path that nothing came out of, null when something reached its end. */
function emptiedBy(observation: Observation, path: PathPlan): string | null {
  const emptyBracket = passedBrackets(observation, path).find(({ rowsOut }) => rowsOut === 0);
  if (emptyBracket !== undefined) {
    const near = nearestValue(observation, emptyBracket);
    return `Nothing passes ${describeBracket(emptyBracket.bracket)} there.${near === null ? "" : ` ${near}`}`;
  }
  const step = path.steps.find(({ axis }) =>
    (observation.recorder.axes.get(axis.id) ?? []).every(({ list }) => list.ids.length === 0),
  );
  if (step === undefined) return null;
  if (step.axis.kind === "Id") return `${describeIds(step.axis)} leads to no node there.`;
  if (step.axis.kind === "Members") return "No group has such a member.";
  const { axis, test } = step.axis;
  return `Nothing is on its ${axis} axis${test.names === null ? "" : ` of type ${listed(test.names.map(quoted), "or")}`}.`;
}

const MAX_VALUES = 5;

/** For a comparison that no node met: existing values of similar spelling; all values if they are few. */
export function nearestValue({ tree, run }: Observation, { bracket, records }: PassedBracket): string | null {
  if (bracket.kind !== "Filter") return null;
  const { condition } = bracket;
  if (condition.kind !== "Compare" || condition.operator !== "=" || !("name" in condition.value)) return null;
  const { name } = condition.value;
  const values = new Set<string>();
  for (const node of nodesInto(records)) {
    const value = tree.attribute(node, name);
    if (value !== undefined) values.add(value);
  }
  const near = suggest(String(run.value(condition.right)), values);
  const listed = near.length > 0 ? near : values.size <= MAX_VALUES ? [...values] : [];
  if (listed.length === 0) return null;
  const lead = near.length > 0 ? "The nearest values" : "The values there";
  return `${lead}: ${listed.slice(0, MAX_VALUES).map(quoted).join(", ")}.`;
}
