import {
  asksScorer,
  type ExplainedPlan,
  explainJson,
  explainMermaid,
  explainText,
  type QueryPlan,
  type Schema,
  type Statistics,
} from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Collection } from "./collection.js";
import type { ArgumentValue } from "./execute/run.js";
import { type CollectionResult, runCollection } from "./runCollection.js";
import type { RunOptions } from "./runOptions.js";
import { runPlan } from "./runPlan.js";
import type { RunResult } from "./runResult.js";
import { type Selection, selectPlan } from "./selectPlan.js";

/** A query that can run, any number of times and over any trees. */
export class CompiledQuery {
  #isSemantic: boolean | undefined;

  constructor(
    readonly plan: QueryPlan,
    readonly schema: Schema | null,
  ) {}

  /** True if a run may call a scorer. Otherwise the query is structural and `select` works. */
  get isSemantic(): boolean {
    this.#isSemantic ??= asksScorer(this.plan.result) || (this.plan.record !== null && asksScorer(this.plan.record));
    return this.#isSemantic;
  }

  /**
   * Runs the query. Rejects with a `RunError` (SXP4001 scorer failed, SXP4002 score out of range, SXP4003 limit exceeded,
   * SXP4004 cancelled, SXP4009 missing or unsuitable argument, SXP5060 root that is not a node).
   */
  run(tree: Tree, options: RunOptions = {}): Promise<RunResult> {
    return runPlan(this, tree, options);
  }

  /**
   * Runs the query on each tree of a collection and gives one result: the matches of all trees in the order of the query, each with its `source`;
   * `limit`, `minScore`, `budget` and `signal` are over the whole. By keys and by weight the order is one of all matches, and what ties goes in the
   * order of the trees; else tree by tree. A query that gives a value gives one for each tree. Of a collection of one tree it is what `run` gives.
   * Rejects as `run` does.
   */
  runAll(collection: Collection, options: RunOptions = {}): Promise<CollectionResult> {
    return runCollection(this, collection, options);
  }

  /**
   * Runs a structural query synchronously and gives the ids of the nodes that `run` gives, in its order: no objects are made, and ids may be a view
   * into the tree, so do not write to them. With a `root` it sees what a run does, and ids are counted from there. Throws where the query is semantic.
   */
  select(
    tree: Tree,
    params: Readonly<Record<string, ArgumentValue>> = {},
    options: Pick<RunOptions, "root" | "validAt"> = {},
  ): Selection {
    return selectPlan(this, tree, params, options);
  }

  explain(format?: "text", statistics?: Statistics): string;
  explain(format: "mermaid", statistics?: Statistics): string;
  explain(format: "json", statistics?: Statistics): ExplainedPlan;
  explain(format: "text" | "mermaid" | "json" = "text", statistics?: Statistics): string | ExplainedPlan {
    if (format === "json") return explainJson(this.plan, statistics);
    return format === "mermaid" ? explainMermaid(this.plan, statistics) : explainText(this.plan, statistics);
  }
}
