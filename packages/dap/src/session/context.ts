import { BreakpointStore } from "../breakpoints/store.js";
import type { DebugHost } from "../host.js";
import type { LaunchArguments } from "../launch.js";
import { RequestProblem } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import type { Frame } from "../program/frames.js";
import type { Counting } from "../text/positions.js";
import { VariableStore } from "../variables/variable.js";

/** What the client said about itself. */
export interface Client {
  readonly counting: Counting;
  readonly hasProgress: boolean;
}

/** What the requests of one session share. */
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
  /** Files are being read for a run that there is not yet. */
  isLaunching: boolean;
  /** Whether the client has said all that it wanted to before the start. */
  isConfigured: boolean;
  hasEnded: boolean;
}

export const newContext = (host: DebugHost, send: Context["send"]): Context => ({
  host,
  send,
  client: { counting: { line: 1, column: 1 }, hasProgress: false },
  breakpoints: new BreakpointStore(),
  variables: new VariableStore(),
  frames: new Map(),
  nextFrame: 1,
  launch: null,
  run: null,
  isLaunching: false,
  isConfigured: false,
  hasEnded: false,
});

/** The run, where there is one that stands still. */
export function haltedRun({ run }: Context): DebugRun {
  if (run === null) throw new RequestProblem("Nothing is being debugged.", false);
  if (run.isMoving) throw new RequestProblem("notStopped", false);
  return run;
}

export function anyRun({ run }: Context): DebugRun {
  if (run === null) throw new RequestProblem("Nothing is being debugged.", false);
  return run;
}

/** Says something in the debug console. */
export const say = (
  { send }: Context,
  text: string,
  category: "console" | "stdout" | "stderr" | "important" = "console",
): void => send("output", { category, output: text.endsWith("\n") ? text : `${text}\n` });

/** Numbers that the client was given mean nothing after a movement. */
export function forgetShown({ variables, frames }: Context): void {
  variables.forget();
  frames.clear();
}
