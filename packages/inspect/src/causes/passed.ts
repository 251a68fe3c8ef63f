import type { BracketOperator, SequencePlan } from "@semantic-xpath/planner";
import { type BracketRecord, eachOperator, type Observation } from "@semantic-xpath/runtime/internal";

/** A bracket with what passed it in a run, over all lists that it acted on. */
export interface PassedBracket {
  readonly bracket: BracketOperator;
  /** 0 for the query's own brackets, one more inside each evidence path. */
  readonly depth: number;
  readonly records: readonly BracketRecord[];
  readonly rowsIn: number;
  readonly rowsOut: number;
}

/** The brackets that something went into. */
export function passedBrackets(
  { recorder, query }: Observation,
  plan: SequencePlan = query.plan.result,
): PassedBracket[] {
  const passed: PassedBracket[] = [];
  eachOperator(plan, (bracket, depth) => {
    if (bracket.kind === "Step" || bracket.kind === "Attribute") return;
    const records = recorder.brackets.get(bracket.id) ?? [];
    const rowsIn = records.reduce((sum, { before }) => sum + before.ids.length, 0);
    const rowsOut = records.reduce((sum, { after }) => sum + after.ids.length, 0);
    if (rowsIn > 0) passed.push({ bracket, depth, records, rowsIn, rowsOut });
  });
  return passed;
}

/** The nodes that went into a bracket, each once. */
export function nodesInto(records: readonly BracketRecord[]): Set<number> {
  const nodes = new Set<number>();
  for (const { before } of records) for (const node of before.ids) nodes.add(node);
  return nodes;
}
