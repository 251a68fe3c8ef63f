import {
  type CompiledQuery,
  type Observation,
  observePlan,
  type RunOptions,
  type RunResult,
  type Trace,
} from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import type { Cause, Change, Nearest, Why, WhyNot, WhyNotGroup, WhyNotValue } from "./answers.js";
import { causesOf } from "./causes/causes.js";
import type { SearchOptions } from "./change/attempt.js";
import { type EntryValues, entryValuesOf } from "./entryValues.js";
import { type NodeReference, nodeOf } from "./nodeReference.js";
import { whyOf } from "./why/why.js";
import { whyNotOf } from "./whyNot/whyNot.js";

/**
 * Runs a query and keeps what questions about the run need. Costs a traced run; no answer is computed before its method is called.
 * Rejects as `CompiledQuery.run` does.
 *
 * @example
 * const { query } = compile('//POI[node =~ "museum" >= 0.5]');
 * const inspection = await inspect(query!, tree);
 * inspection.whyNot("/Itinerary/Day[2]/POI[1]")?.message; // "its score 0.31 for node =~ "museum" is not >= 0.5"
 * (await inspection.change("/Itinerary/Day[2]/POI[1]"))?.message; // "threshold 0.5 → 0.31"
 */
export async function inspect(query: CompiledQuery, tree: Tree, options: RunOptions = {}): Promise<Inspection> {
  return new Inspection(await observePlan(query, tree, options));
}

/** A run with its answers. Methods that take a node throw a `RangeError` for one that the tree does not have, those that
 * give a promise reject with it. */
export class Inspection {
  constructor(readonly observation: Observation) {}

  get query(): CompiledQuery {
    // Every observation is one of a query that `compile` made.
    return this.observation.query as CompiledQuery;
  }

  /** The queried tree: fields are folded if the query has a schema, so numbers may differ from those of the tree given. */
  get tree(): Tree {
    return this.observation.tree;
  }

  get result(): RunResult & { readonly trace: Trace } {
    return this.observation.result;
  }

  /** Values of the entries of the result beside their weights: the values of its keys, and contributions to the value of the query. */
  get entries(): EntryValues {
    return entryValuesOf(this.observation);
  }

  /** Why a node is in the result; null when it is not. */
  why(node: NodeReference): Why | null {
    return whyOf(this.observation, nodeOf(this.tree, node));
  }

  /** Why a node is not in the result; null when it is. */
  whyNot(node: NodeReference): WhyNot | null {
    return whyNotOf(this.observation, nodeOf(this.tree, node));
  }

  /**
   * Why no result is a group for which a condition holds, such as `[@who = "Dan"]`: null if one is. Rejects with a `RangeError` if the query makes no groups.
   */
  async whyNotGroup(condition: string): Promise<WhyNotGroup | null> {
    const { whyNotGroupOf } = await import("./absence/whyNotGroup.js");
    return whyNotGroupOf(this.observation, condition);
  }

  /** Explains why the record of a result lacks a node below it; null without records, or where no field could have it. */
  async whyNotValue(node: NodeReference): Promise<WhyNotValue | null> {
    const { whyNotValueOf } = await import("./absence/whyNotValue.js");
    return whyNotValueOf(this.observation, nodeOf(this.tree, node));
  }

  /**
   * The smallest change of the query or of its options that admits a node, or a group that it is in; it was run. null when the node is in the result. May call the scorer. `onProgress` is called before each query that is tried. Rejects as a run does, with SXP4004 when the signal aborts.
   */
  async change(node: NodeReference, searching: SearchOptions = {}): Promise<Change | null> {
    const id = nodeOf(this.tree, node);
    const { smallestChange } = await searches();
    return smallestChange(this.observation, id, searching);
  }

  /**
   * For an empty result, the nearest query that finds something; null when there are results, or nothing was found. Rejects as
   * `change` does.
   */
  async nearest(searching: SearchOptions = {}): Promise<Nearest | null> {
    const { nearestQuery } = await searches();
    return nearestQuery(this.observation, searching);
  }

  /** The commonest causes of a disappointing result that apply to this run, the most important first. */
  causes(): readonly Cause[] {
    return causesOf(this.observation);
  }
}

/** The code that tries other queries is loaded on first use. */
const searches = () => import("./change/searches.js");
