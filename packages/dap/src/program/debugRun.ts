import { type Stepper, startStepper } from "@semantic-xpath/inspect";
import { RunError, type RunOptions } from "@semantic-xpath/runtime";
import type { DebugHost } from "../host.js";
import type { LaunchArguments } from "../launch.js";
import { messageOf, RequestProblem } from "../problem.js";
import { diagnosticText } from "../text/rendered.js";
import { loadProgram, type Program } from "./program.js";
import type { ProgressReporter } from "./progress.js";

/** One run under the debugger; a restart makes another. */
export interface DebugRun {
  readonly program: Program;
  readonly launch: LaunchArguments;
  readonly stepper: Stepper;
  readonly abort: AbortController;
  readonly progress: ProgressReporter;
  isMoving: boolean;
  /** True if the client requested a halt during a movement. */
  isPausing: boolean;
  /** True if the result has been written to the console. */
  isResultShown: boolean;
  /** Error of the last movement. */
  failure: RunError | null;
}

/** Reads, compiles and halts before the first operator. Throws a `RequestProblem` if that can't be. */
export async function startRun(
  host: DebugHost,
  launch: LaunchArguments,
  progress: ProgressReporter,
): Promise<DebugRun> {
  const program = await loadProgram(host, launch);
  const scorer = await host.openScorer(launch.scorer ?? null).catch((error: unknown) => {
    throw new RequestProblem(messageOf(error));
  });
  const abort = new AbortController();
  const options: RunOptions = {
    scorer,
    params: launch.params ?? {},
    ...(program.within !== null && { within: program.within }),
    signal: abort.signal,
    onProgress: progress.report,
    ...(launch.limit !== undefined && { limit: launch.limit }),
    ...(launch.minScore !== undefined && { minScore: launch.minScore }),
    ...(host.limits !== undefined && { budget: host.limits }),
  };
  return {
    program,
    launch,
    stepper: start(program, options),
    abort,
    progress,
    isMoving: false,
    isPausing: false,
    isResultShown: false,
    failure: null,
  };
}

function start({ query, tree, name, text }: Program, options: RunOptions): Stepper {
  try {
    return startStepper(query, tree, options);
  } catch (error) {
    throw error instanceof RunError ? new RequestProblem(diagnosticText(name, text, error.diagnostic)) : error;
  }
}
