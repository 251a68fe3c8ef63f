import { evaluate } from "../console/evaluate.js";
import { messageOf } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { rangeOf } from "../text/positions.js";
import { type Context, say } from "./context.js";
import { querySource } from "./source.js";

/** An expression in braces; braces in its strings are its own. */
const PART = /(\{(?:[^{}"']|"[^"]*"|'[^']*')*\})/;

/** Writes a log message, with what stands in braces evaluated on the current nodes, and the place that it comes from. */
export async function log(context: Context, run: DebugRun, message: string): Promise<void> {
  const { stepper, program, abort } = run;
  const { stop } = stepper.halt;
  const told = await Promise.all(
    message.split(PART).map(async (part, i) => {
      if (i % 2 === 0) return part;
      const answer = evaluate(run, part.slice(1, -1), "watch", undefined, abort.signal);
      return answer.then(({ value }) => value).catch((error: unknown) => `{${messageOf(error)}}`);
    }),
  );
  if (context.run !== run) return;
  const { line, column } = rangeOf(program.text, stop?.span ?? program.own, context.client.counting);
  say(context, told.join(""), "console", { source: querySource(program, context.client), line, column });
}
