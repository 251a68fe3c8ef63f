import { apply } from "./apply.js";
import { breakCommand } from "./break.js";
import { causes } from "./causes.js";
import type { ReplCommand } from "./command.js";
import { compare } from "./compare.js";
import { data } from "./data.js";
import { def } from "./def.js";
import { explain, plan } from "./explain.js";
import { exportCommand } from "./export.js";
import { load, save } from "./files.js";
import { help } from "./help.js";
import { letCommand } from "./let.js";
import { limit, minscore } from "./limits.js";
import { more } from "./more.js";
import { schema } from "./schema.js";
import { scorer } from "./scorer.js";
import { clear, history, quit, redact, undo } from "./sessionCommands.js";
import { step, steps, stop } from "./step.js";
import { time } from "./time.js";
import { trace } from "./trace.js";
import { tree } from "./tree.js";
import { watch } from "./watch.js";
import { why } from "./why.js";
import { whynot } from "./whynot.js";

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
