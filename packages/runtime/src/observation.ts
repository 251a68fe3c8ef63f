import type { Scorer } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import type { CompiledQuery } from "./compiledQuery.js";
import type { Frame } from "./execute/frame.js";
import type { ArgumentValue } from "./execute/run.js";
import type { Cutting } from "./runOptions.js";
import type { RunResult } from "./runResult.js";
import type { Seen } from "./trace/operatorTrace.js";
import type { Trace } from "./trace/trace.js";

/** What a traced run left behind: enough to answer any question about it afterwards, without asking for a score. */
export interface Observation extends Seen, Cutting {
  readonly query: CompiledQuery;
  /** The tree that was queried: fields are folded where there is a schema. */
  readonly tree: Tree;
  /** As the run had it: bound to the tree. */
  readonly scorer: Scorer;
  readonly params: Readonly<Record<string, ArgumentValue>>;
  /** The result: in order, cut. */
  readonly frame: Frame;
  /** Everything that reached the end of the plan, the document node included; null where pruning kept some of it away. */
  readonly reached: Frame | null;
  readonly result: RunResult & { readonly trace: Trace };
}
