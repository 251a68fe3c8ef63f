import { apply, causes, compare, why, whynot } from "./answers.js";
import type { ReplCommand } from "./command.js";
import { def } from "./def.js";
import { exportCommand } from "./export.js";
import { load, save } from "./files.js";
import { helpOf } from "./help.js";
import { explain, plan, time, trace } from "./plan.js";
import { schema } from "./schema.js";
import { clear, history, more, quit, redact, undo } from "./session.js";
import { data, letCommand, limit, minscore, scorer } from "./settings.js";
import { breakCommand, step, steps, stop, watch } from "./stepping.js";
import { tree } from "./tree.js";

/**
 * Every command of the prompt, in the order of the help. One more costs its definition in one of the files beside this one, a row here, a
 * section in docs/guides/repl.md, and a test in test/cli/repl.
 */
export const COMMANDS: readonly ReplCommand[] = [
  why,
  whynot,
  apply,
  causes,
  compare,
  explain,
  plan,
  trace,
  time,
  tree,
  more,
  step,
  ...steps,
  stop,
  breakCommand,
  watch,
  data,
  schema,
  scorer,
  limit,
  minscore,
  letCommand,
  def,
  redact,
  undo,
  load,
  save,
  exportCommand,
  history,
  clear,
  helpOf(() => COMMANDS),
  quit,
];

/** The command with a name, or the only one that begins with it. */
export function commandOf(written: string): ReplCommand | undefined {
  const named = COMMANDS.filter(({ name }) => name.startsWith(written));
  return named.find(({ name }) => name === written) ?? (named.length === 1 ? named[0] : undefined);
}
