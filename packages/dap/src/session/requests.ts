import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Arguments, asGiven, integerOf, listOf, required, textOf, truthOf } from "../arguments.js";
import { completionsAt } from "../console/completion/completions.js";
import { launchRemarks, readLaunch } from "../launch.js";
import { RequestProblem } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { haltingPlaces } from "../program/operators.js";
import { QUERY_NAME } from "../program/program.js";
import { isSamePath } from "../text/paths.js";
import { columnIn, lineSpan, offsetOf, rangeOf } from "../text/positions.js";
import { anyRun, type Context, haltedRun, say } from "./context.js";
import { evaluateRequest, frameOf, scopes, stackTrace, variables } from "./inspect.js";
import { begin, changed, goesOn, launchRun, reportBreakpoints, restart } from "./lifetime.js";
import { endSession, goBackTo, isMovement, type Movement, move, pause } from "./movement.js";
import { stepsSoFar } from "./passed.js";
import { QUERY_REFERENCE, QUERY_SOURCE, sourcesOf } from "./source.js";

/** An answer, and what happens once the client has it. */
export interface Reply {
  readonly body?: object | undefined;
  readonly afterwards?: () => void;
}

type Handler = (context: Context, given: Arguments, signal: AbortSignal) => Reply | Promise<Reply>;
/** Gives the body of its answer. */
type Question = (...request: Parameters<Handler>) => object | Promise<object>;

/** The handler of a request, null if there is none. */
export function handlerOf(command: string): Handler | null {
  if (isMovement(command)) return (context) => movement(context, command);
  const question = Object.hasOwn(QUESTIONS, command) ? QUESTIONS[command] : undefined;
  if (question !== undefined) return async (...request) => ({ body: await question(...request) });
  return Object.hasOwn(HANDLERS, command) ? (HANDLERS[command] ?? null) : null;
}

/** Supported capabilities; a client does not offer the others. */
const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: [":", "/", "@", "$", "[", "(", '"'],
  supportsStepBack: true,
  supportsRestartRequest: true,
  supportsRestartFrame: true,
  supportsTerminateRequest: true,
  supportsCancelRequest: true,
  supportsExceptionInfoRequest: true,
  supportsLoadedSourcesRequest: true,
};

const QUESTIONS: Readonly<Record<string, Question>> = {
  initialize: (context, given) => {
    const { linesStartAt1, columnsStartAt1, pathFormat } = given;
    context.client = {
      counting: { line: linesStartAt1 === false ? 0 : 1, column: columnsStartAt1 === false ? 0 : 1 },
      hasProgress: truthOf(given, "supportsProgressReporting"),
      hasUris: pathFormat === "uri",
    };
    return CAPABILITIES;
  },

  setBreakpoints: ({ breakpoints, run, client }, given) => {
    const path = pathOf(given);
    const lines = Array.isArray(given.lines) ? given.lines.map((line) => asGiven({ line })) : [];
    breakpoints.set(path, given.breakpoints === undefined ? lines : listOf(given, "breakpoints"));
    return { breakpoints: breakpoints.bind(run, path, client.counting) };
  },

  setFunctionBreakpoints: () => ({ breakpoints: [] }),
  setExceptionBreakpoints: () => ({ breakpoints: [] }),

  breakpointLocations: (context, given) => {
    const { program } = anyRun(context);
    const { counting } = context.client;
    const line = required(integerOf(given, "line"), "line");
    const [column, endColumn] = [integerOf(given, "column"), integerOf(given, "endColumn")];
    const first = lineSpan(program.text, line, counting);
    const last = lineSpan(program.text, integerOf(given, "endLine") ?? line, counting) ?? first;
    if (first === null || last === null || !isSamePath(pathOf(given), program.path ?? program.name))
      return { breakpoints: [] };
    const start = column === null ? first.start : columnIn(first, column, counting);
    const end = endColumn === null ? last.end : columnIn(last, endColumn, counting);
    const places = haltingPlaces(program.query.plan.result).filter((span) => span.start >= start && span.start <= end);
    return { breakpoints: places.map((span) => rangeOf(program.text, span, counting)) };
  },

  threads: ({ run }) => ({ threads: [{ id: 1, name: run?.program.queryName ?? "query" }] }),
  stackTrace,
  scopes,
  variables,
  evaluate: evaluateRequest,

  completions: (context, given) => {
    const text = textOf(given, "text") ?? "";
    const { counting } = context.client;
    const line = integerOf(given, "line") ?? counting.line;
    const offset = offsetOf(text, line, integerOf(given, "column") ?? text.length + counting.column, counting);
    return { targets: completionsAt(anyRun(context), text.slice(0, offset ?? text.length)) };
  },

  exceptionInfo: (context) => {
    const { failure } = haltedRun(context);
    if (failure === null) throw new RequestProblem("The run has not failed.", false);
    const { code, message } = failure.diagnostic;
    return { exceptionId: code, description: message, breakMode: "always" };
  },

  loadedSources: (context) => ({ sources: sourcesOf(anyRun(context).program, context.client) }),

  source: (context, given) => {
    const { path, text } = anyRun(context).program;
    const source = asGiven(given.source);
    const reference = integerOf(given, "sourceReference") || integerOf(source, "sourceReference") || 0;
    const sourcePath = textOf(source, "path");
    // The text of a file is given to a client that can't open it itself.
    const isFile = path !== null && reference === 0 && sourcePath !== null && isSamePath(path, sourcePath);
    if (!isFile && (path !== null || reference !== QUERY_REFERENCE))
      throw new RequestProblem("This source is a file: open it by its path.", false);
    return { content: text };
  },

  "sxp/steps": (context) => stepsSoFar(haltedRun(context), context.client.counting),
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  launch: async (context, given, signal) => {
    if (context.hasEnded) throw new RequestProblem("The session has ended.", false);
    if (context.run !== null || context.launching !== null)
      throw new RequestProblem("A query is being debugged already.");
    const launch = readLaunch(given);
    const run = await launchRun(context, launch, signal);
    for (const remark of launchRemarks(given)) say(context, remark);
    context.launch = launch;
    context.run = run;
    // Breakpoints are bound to operators, so they are requested now that there are some. Those of a client that did not wait are reported.
    return {
      afterwards: () => {
        context.send("initialized");
        reportBreakpoints(context);
      },
    };
  },

  attach: () => {
    throw new RequestProblem('There is nothing to attach to: a query is started by the request "launch".');
  },

  configurationDone: (context) => {
    const run = anyRun(context);
    if (context.isConfigured) return {};
    context.isConfigured = true;
    run.isMoving = goesOn(run.launch);
    return { afterwards: () => begin(context, run) };
  },

  pause: (context) => {
    const run = anyRun(context);
    return { afterwards: () => pause(run) };
  },

  restart: async (context, given, signal) => {
    const launch = context.launch;
    if (launch === null) throw new RequestProblem("Nothing was launched.", false);
    const next = given.arguments === undefined ? launch : readLaunch(asGiven(given.arguments));
    return { afterwards: await restart(context, next, signal) };
  },

  restartFrame: (context, given) => {
    const run = movable(context);
    const { begins } = frameOf(context, required(integerOf(given, "frameId"), "frameId"));
    run.isMoving = true;
    return { afterwards: () => void goBackTo(context, run, begins) };
  },

  "sxp/changed": (context, given, signal) => changed(context, required(textOf(given, "path"), "path"), signal),

  terminate: (context) => ({ afterwards: () => endSession(context) }),

  disconnect: (context) => {
    context.hasEnded = true;
    context.launch = null;
    context.launching = null;
    context.run?.abort.abort();
    context.run = null;
    return {};
  },
};

/** Answers at once; an event says where the run halts. */
function movement(context: Context, how: Movement): Reply {
  const run = movable(context);
  // From now on, so that a request on its heels is refused.
  run.isMoving = true;
  return {
    ...(how === "continue" && { body: { allThreadsContinued: true } }),
    afterwards: () => void move(context, run, how),
  };
}

function movable(context: Context): DebugRun {
  const run = haltedRun(context);
  if (!context.isConfigured) throw new RequestProblem("notStopped", false);
  return run;
}

/** The file of a breakpoint; a bare query goes by its number or its name. */
function pathOf(given: Arguments): string {
  const source = asGiven(given.source);
  if (integerOf(source, "sourceReference") === QUERY_REFERENCE) return QUERY_NAME;
  const path = required(textOf(source, "path") ?? textOf(source, "name"), "source.path");
  return path === QUERY_SOURCE ? QUERY_NAME : path;
}
