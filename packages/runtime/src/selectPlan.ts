import { foldFields } from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";
import type { Compiled } from "./compiled.js";
import { cutResult } from "./concludeRun.js";
import { driveSync } from "./execute/drive.js";
import { type ArgumentValue, startRun } from "./execute/run.js";
import { evaluateSequence, lookUpSequence } from "./execute/sequence.js";
import { checkTree } from "./prepareRun.js";
import type { RunOptions } from "./runOptions.js";
import { visibleData } from "./visibleData.js";

/** The result of a structural query as columns. */
export interface Selection {
  readonly ids: Int32Array;
  /** Attribute ids of the entries, -1 for nodes; null: nodes only. */
  readonly attributes: Int32Array | null;
}

export function selectPlan(
  query: Compiled,
  whole: Tree,
  params: Readonly<Record<string, ArgumentValue>>,
  options: Pick<RunOptions, "root" | "validAt">,
): Selection {
  if (query.isSemantic) throw new Error("select runs structural queries only: use run for one that asks a scorer");
  const { result } = query.plan;
  if (result.kind === "Value")
    throw new Error("select gives nodes, and this query gives a value: use run, which has it as `value`");
  checkTree(whole);
  const { tree } = visibleData(whole, options);
  const folded = query.schema === null ? tree : foldFields(tree, query.schema);
  const run = startRun(query, folded, params, null, undefined, options.validAt);
  const reached = lookUpSequence(run, result) ?? driveSync(evaluateSequence(run, result));
  const { ids, attributes } = cutResult(run, reached, { limit: Number.POSITIVE_INFINITY, minScore: 0 });
  return run.groups.areGroups(ids)
    ? { ids: ids.map((id) => run.groups.firstNode(id)), attributes: null }
    : { ids, attributes };
}
