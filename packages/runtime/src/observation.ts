import type { Scorer } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import type { Compiled } from "./compiled.js";
import type { Frame } from "./execute/frame.js";
import type { ArgumentValue } from "./execute/run.js";
import type { Cutting } from "./runOptions.js";
import type { RunResult } from "./runResult.js";
import type { Seen } from "./trace/operatorTrace.js";
import type { Trace } from "./trace/trace.js";

/** Record of a traced run: enough to answer any later question about it, without further scores. */
export interface Observation extends Seen, Cutting {
  readonly query: Compiled;
  /** The tree that was queried: fields are folded where there is a schema. */
  readonly tree: Tree;
  /** As the run had it: bound to the tree. */
  readonly scorer: Scorer;
  readonly params: Readonly<Record<string, ArgumentValue>>;
  /** The result: in order, cut. */
  readonly frame: Frame;
  /** Everything that reached the end of the plan, the document node included; null if pruning dropped some of it. */
  readonly reached: Frame | null;
  readonly result: RunResult & { readonly trace: Trace };
}
