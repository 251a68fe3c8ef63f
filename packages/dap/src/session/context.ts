import { BreakpointStore } from "../breakpoints/store.js";
import type { DebugHost } from "../host.js";
import type { LaunchArguments } from "../launch.js";
import { RequestProblem } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import type { Frame } from "../program/operators.js";
import type { Counting } from "../text/positions.js";
import { VariableStore } from "../variables/variable.js";

/** Capabilities of the client. */
export interface Client {
  readonly counting: Counting;
  readonly hasProgress: boolean;
  /** True if it names files by URIs. */
  readonly hasUris: boolean;
}

/** State shared by the requests of one session. */
export interface Context {
  readonly host: DebugHost;
  send(event: string, body?: object): void;
  client: Client;
  readonly breakpoints: BreakpointStore;
  readonly variables: VariableStore;
  /** The frames of the present stop by id. */
  readonly frames: Map<number, Frame>;
  nextFrame: number;
  launch: LaunchArguments | null;
  run: DebugRun | null;
  /** The request whose files are being read for the next run. A newer one takes its place. */
  launching: object | null;
  /** True if the client has sent its whole configuration before the start. */
  isConfigured: boolean;
  hasEnded: boolean;
}

export const newContext = (host: DebugHost, send: Context["send"]): Context => ({
  host,
  send,
  client: { counting: { line: 1, column: 1 }, hasProgress: false, hasUris: false },
  breakpoints: new BreakpointStore(),
  variables: new VariableStore(),
  frames: new Map(),
  nextFrame: 1,
  launch: null,
  run: null,
  launching: null,
  isConfigured: false,
  hasEnded: false,
});

/** The run, if there is one that does not move. */
export function haltedRun(context: Context): DebugRun {
  const run = anyRun(context);
  if (run.isMoving) throw new RequestProblem("notStopped", false);
  return run;
}

export function anyRun({ run }: Context): DebugRun {
  if (run === null) throw new RequestProblem("Nothing is being debugged.", false);
  return run;
}

/** Says something in the debug console, with the place in the query that it is about. After the end of a session nothing is said. */
export function say(
  { send, hasEnded }: Context,
  text: string,
  category: "console" | "stdout" | "stderr" | "important" = "console",
  place: object = {},
): void {
  if (!hasEnded) send("output", { category, output: text.endsWith("\n") ? text : `${text}\n`, ...place });
}

/** Numbers that the client was given mean nothing after a movement. */
export function forgetShown({ variables, frames }: Context): void {
  variables.forget();
  frames.clear();
}
