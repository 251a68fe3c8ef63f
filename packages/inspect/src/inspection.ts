import {
  type CompiledQuery,
  type Observation,
  observePlan,
  type RunOptions,
  type RunResult,
  type Trace,
} from "@semantic-xpath/runtime/internal";
import type { Tree, TreeNode } from "@semantic-xpath/tree";
import type { Cause, Change, Nearest, Why, WhyNot } from "./answers.js";
import { causesOf } from "./causes/causes.js";
import type { SearchOptions } from "./change/attempt.js";
import { smallestChange } from "./change/change.js";
import { nearestQuery } from "./change/nearest.js";
import { nodeOf } from "./nodeReference.js";
import { whyOf } from "./why/why.js";
import { whyNotOf } from "./whyNot/whyNot.js";

/** A node: a view, its number, or a path that finds it. */
export type NodeReference = TreeNode | number | string;

/**
 * Runs a query and keeps what the run left behind, so that it can be asked about any node. Costs a traced run; nothing is computed
 * before it is asked for. Rejects as `CompiledQuery.run` does.
 *
 * @example
 * const inspection = await inspect(query, tree);
 * inspection.whyNot("/Itinerary/Day[2]")?.message
 */
export async function inspect(query: CompiledQuery, tree: Tree, options: RunOptions = {}): Promise<Inspection> {
  return new Inspection(await observePlan(query, tree, options));
}

/** A run that can be asked about. */
export class Inspection {
  constructor(readonly observation: Observation) {}

  get query(): CompiledQuery {
    return this.observation.query;
  }

  /** The queried tree: fields are folded where the query has a schema, so numbers may differ from those of the tree given. */
  get tree(): Tree {
    return this.observation.tree;
  }

  get result(): RunResult & { readonly trace: Trace } {
    return this.observation.result;
  }

  /** Why a node is in the result; null where it is not. Throws a `RangeError` for a node that the tree does not have. */
  why(node: NodeReference): Why | null {
    return whyOf(this.observation, nodeOf(this.tree, node));
  }

  /** Why a node is not in the result; null where it is. Throws a `RangeError` for a node that the tree does not have. */
  whyNot(node: NodeReference): WhyNot | null {
    return whyNotOf(this.observation, nodeOf(this.tree, node));
  }

  /**
   * The smallest change of the query or of its options that admits a node, tried before it is told; null where the node is in the
   * result. May ask the scorer. `onProgress` is told of each query that is tried. Rejects as a run does, with SXP4004 when the signal
   * aborts.
   */
  change(node: NodeReference, searching: SearchOptions = {}): Promise<Change | null> {
    return smallestChange(this.observation, nodeOf(this.tree, node), searching);
  }

  /**
   * For an empty result, the nearest query that finds something; null where there are results, or nothing was found. Rejects as
   * `change` does.
   */
  nearest(searching: SearchOptions = {}): Promise<Nearest | null> {
    return nearestQuery(this.observation, searching);
  }

  /** What the commonest causes of a disappointing result say about this run, the most telling first. */
  causes(): readonly Cause[] {
    return causesOf(this.observation);
  }
}
