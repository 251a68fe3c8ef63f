import type { CommandSpec } from "../spec/spec.js";
import { ask } from "./ask/command.js";
import { cacheClear, cacheStats } from "./cache.js";
import { chat } from "./chat/command.js";
import { check } from "./check/command.js";
import { codegen } from "./codegen.js";
import { compare } from "./compare/command.js";
import { completion } from "./completion/command.js";
import { convert } from "./convert.js";
import { debug } from "./debug/command.js";
import { demo } from "./demo/command.js";
import { emit } from "./emit.js";
import { EVAL_COMMANDS } from "./eval/command.js";
import { explain } from "./explain/command.js";
import { format } from "./format.js";
import { help } from "./help/command.js";
import { lsp } from "./lsp.js";
import { mcp } from "./mcp/command.js";
import { MEMORY_COMMANDS } from "./memory/command.js";
import { migrate } from "./migrate/command.js";
import { bench } from "./models/bench.js";
import { calibrate } from "./models/calibrate.js";
import { add, list, pull, remove } from "./models/library.js";
import { notebookRun } from "./notebook/command.js";
import { repl } from "./repl.js";
import { run } from "./run/command.js";
import { schemaCheck, schemaDiff, schemaImport, schemaInfer } from "./schema/command.js";
import { studio } from "./studio/command.js";

/**
 * Every command, in the order of the help. One more costs a file beside these (a folder if it is large: `command.ts` says what it is and
 * imports the rest when it runs), a row here, and a test in test/cli. `npm run docs` writes docs/reference/cli.md.
 */
export const COMMANDS: readonly CommandSpec[] = [
  run,
  ask,
  chat,
  studio,
  repl,
  notebookRun,
  check,
  migrate,
  explain,
  compare,
  ...EVAL_COMMANDS,
  format,
  convert,
  schemaInfer,
  schemaImport,
  schemaDiff,
  schemaCheck,
  emit,
  codegen,
  ...MEMORY_COMMANDS,
  lsp,
  mcp,
  debug,
  list,
  pull,
  add,
  remove,
  calibrate,
  bench,
  cacheStats,
  cacheClear,
  demo,
  completion,
  help,
];
