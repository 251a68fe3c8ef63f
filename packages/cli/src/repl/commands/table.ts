import { apply, causes, compare, why, whynot } from "./answers.js";
import type { ReplCommand } from "./command.js";
import { def } from "./def.js";
import { exportCommand } from "./export.js";
import { load, save } from "./files.js";
import { help } from "./help.js";
import { explain, plan, time, trace } from "./plan.js";
import { schema } from "./schema.js";
import { clear, history, more, quit, redact, undo } from "./session.js";
import { data, letCommand, limit, minscore, scorer } from "./settings.js";
import { breakCommand, step, steps, stop, watch } from "./stepping.js";
import { tree } from "./tree.js";

/** Every command of the prompt, in the order of the help. */
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
  help,
  quit,
];
