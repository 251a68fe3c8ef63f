import {
  DATA,
  IN_TREE,
  LIMIT,
  MIN_SCORE,
  NOW,
  PARAM,
  READING,
  REDACT,
  RUNNING,
  SCHEMA,
  SCORING,
  TIMEOUT,
  TRACE,
  VALID_AT,
  WHY,
} from "./shared.js";
import { type CommandLine, option, options } from "./spec.js";

export const RUN_OPTIONS = options([
  DATA,
  ...READING,
  SCHEMA,
  ...RUNNING,
  option("-w, --watch", "run again whenever the data, the query or the schema changes, until Ctrl-C"),
  IN_TREE,
  TRACE,
  option("--full-trace", "with --trace: every score, without pruning", { needs: "trace" }),
  ...WHY,
  option("--report FILE", "write a page that shows the run: plan, tree, scores, and why or why not of nodes"),
  REDACT,
  NOW,
  VALID_AT,
  TIMEOUT,
]);
export type RunLine = CommandLine<typeof RUN_OPTIONS>;

export const REPL_OPTIONS = options([
  {
    ...DATA,
    summary: "data: a file, a folder, or a pattern in quotes. May be repeated. Default: what the file imports",
  },
  ...READING,
  SCHEMA,
  PARAM,
  ...SCORING,
  LIMIT,
  MIN_SCORE,
  NOW,
  TIMEOUT,
  option("--keep-going", "in a script: continue after an error"),
]);
export type ReplLine = CommandLine<typeof REPL_OPTIONS>;
