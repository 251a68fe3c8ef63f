import { lexicalScorer, type Scorer } from "@semantic-xpath/scorers";
import type { Budget, NodeId } from "@semantic-xpath/tree";
import type { Collection, CollectionRoots } from "./collection.js";
import type { Progress } from "./execute/drive.js";
import type { ArgumentValue } from "./execute/run.js";

export interface RunOptions {
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, ArgumentValue>>;
  /** Maximum number of results, the best first. Default: all. */
  readonly limit?: number;
  /** Leaves out results that weigh less. In [0, 1]; default 0. */
  readonly minScore?: number;
  /** `true`: with what pruning left unscored shown as such; `full`: every score, without pruning. */
  readonly trace?: boolean | "full";
  /** Cancels the run within 50 ms, whether or not the scorer listens. */
  readonly signal?: AbortSignal;
  readonly budget?: Partial<Budget>;
  /**
   * Reading of current-date() and current-dateTime(): a `Date`, or ISO 8601 with a zone, such as `2026-03-14T09:00:00+01:00`. Default: the real
   * clock, read once in a run. The trace shows it if the query used it.
   */
  readonly now?: Date | string;
  /**
   * The moment at which results hold, for schemas that declare a validity of nodes: a date or a date and time, `now` for that of the clock, or
   * `all` for no moment. A query that begins with `as of` names its own. Default: `all`.
   */
  readonly validAt?: string;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * The collection that the tree is of. Scores are then those of `runAll` over all of it, such as ranks in all of it; the lexical scorer weighs each text by its own tree.
   * So it can be asked about one tree why something has its weight.
   */
  readonly within?: Collection;
  /**
   * The visible node, with its subtree: a tree of its own, in which `/` begins and nodes are numbered from 1. Node `n`
   * is node `root + n - 1` of the given tree. Everything outside is absent from results, statistics of scorers, messages and traces. For a
   * collection, a map from the name of each tree to its node. A root that is not a node is an error (SXP5060). Default: all.
   */
  readonly root?: NodeId | CollectionRoots;
}

/** Cut of a result: at most `limit` entries, none that weighs less than `minScore`. */
export interface Cutting {
  /** A whole number from 0, or infinity. */
  readonly limit: number;
  /** In [0, 1]. */
  readonly minScore: number;
}

/** The cut of the options. Throws a `RangeError` for invalid values. */
export function cuttingOf({ limit = Number.POSITIVE_INFINITY, minScore = 0 }: RunOptions): Cutting {
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(limit) && limit >= 0))
    throw new RangeError(`limit must be a whole number from 0 up, not ${limit}`);
  if (!(minScore >= 0 && minScore <= 1)) throw new RangeError(`minScore must be a number from 0 to 1, not ${minScore}`);
  return { limit, minScore };
}

let lexical: Scorer | undefined;

/** One for all runs: its caches are worth keeping. */
export function defaultScorer(): Scorer {
  lexical ??= lexicalScorer();
  return lexical;
}
