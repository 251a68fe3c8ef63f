import { foldFields } from "@semantic-xpath/readers";
import { DOCUMENT, type Tree } from "@semantic-xpath/tree";
import type { Compiled } from "./compiled.js";
import { cutResult, rowsOf, withRecords } from "./concludeRun.js";
import { driveSync } from "./execute/drive.js";
import { lookUp } from "./execute/lookUp.js";
import { type ArgumentValue, startRun } from "./execute/run.js";
import { evaluateSequence } from "./execute/sequence.js";
import { iterate, type Match, type MatchRows, matchesOf } from "./match.js";
import { checkTree } from "./prepareRun.js";
import type { RunOptions } from "./runOptions.js";
import { nodesOf } from "./runResult.js";
import { visibleData } from "./visibleData.js";

/** The result of a structural query as columns, and as objects if they are read. */
export class Selection {
  readonly ids: Int32Array;
  /** Attribute ids of the entries, -1 for nodes; null: nodes only. */
  readonly attributes: Int32Array | null;
  readonly #rows: MatchRows;
  #matches: readonly Match[] | null = null;

  constructor(rows: MatchRows) {
    this.ids = nodesOf(rows);
    this.attributes = rows.groups === null ? rows.attributes : null;
    this.#rows = rows;
  }

  /** The matches that `run` gives. */
  get matches(): readonly Match[] {
    this.#matches ??= matchesOf(this.#rows);
    return this.#matches;
  }

  /** Goes through the matches without keeping them. */
  [Symbol.iterator](): Iterator<Match> {
    return iterate(this.#rows, this);
  }
}

const UNCUT = { limit: Number.POSITIVE_INFINITY, minScore: 0 };

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
  const rows = lookUpRows(query, whole, params, options.root);
  if (rows !== null) return new Selection(rows);
  const { tree } = visibleData(whole, options);
  const folded = query.schema === null ? tree : foldFields(tree, query.schema);
  const run = startRun(query, folded, params, null, undefined, options.validAt);
  const sequence = driveSync(withRecords(run, evaluateSequence(run, result), UNCUT));
  return new Selection(rowsOf(run, cutResult(run, sequence, UNCUT)));
}

/** The results of a query that a few look-ups in the index answer, without a run; null for all others. */
export function lookUpRows(
  { plan, schema }: Compiled,
  whole: Tree,
  params: Readonly<Record<string, ArgumentValue>>,
  root: RunOptions["root"],
): MatchRows | null {
  if (plan.parameters.length > 0 || plan.validity !== null || plan.record !== null || root !== undefined) return null;
  for (const _ in params) return null;
  const tree = schema === null ? whole : foldFields(whole, schema);
  const ids = lookUp(plan, tree);
  if (ids === null || ids[0] === DOCUMENT) return null;
  return { tree, groups: null, records: null, source: null, ids, weights: null, attributes: null };
}
