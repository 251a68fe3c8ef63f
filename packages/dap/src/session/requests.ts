import { asGiven, type Given, integerOf, listOf, textOf, truthOf, wanted } from "../arguments.js";
import { completionsAt } from "../console/completions.js";
import { readLaunch } from "../launch.js";
import { Cancelled, RequestProblem } from "../problem.js";
import { haltingPlaces } from "../program/places.js";
import { isSamePath } from "../text/paths.js";
import { lineSpan, offsetOf, rangeOf } from "../text/positions.js";
import { CAPABILITIES } from "./capabilities.js";
import { anyRun, type Context, haltedRun } from "./context.js";
import { evaluateRequest, scopes, stackTrace, variables } from "./inspect.js";
import { begin, changed, launchRun, restart } from "./lifetime.js";
import { endSession, isMovement, type Movement, move } from "./movement.js";
import { QUERY_REFERENCE, sourcesOf } from "./source.js";

/** An answer, and what happens once the client has it. */
export interface Reply {
  readonly body?: object | undefined;
  readonly afterwards?: () => void;
}

type Handler = (context: Context, given: Given, signal: AbortSignal) => Reply | Promise<Reply>;

/** The handler of a request, null where there is none. */
export const handlerOf = (command: string): Handler | null =>
  isMovement(command)
    ? (context) => movement(context, command)
    : Object.hasOwn(HANDLERS, command)
      ? HANDLERS[command]!
      : null;

const HANDLERS: Readonly<Record<string, Handler>> = {
  initialize: (context, given) => {
    context.client = {
      counting: {
        line: given.linesStartAt1 === false ? 0 : 1,
        column: given.columnsStartAt1 === false ? 0 : 1,
      },
      hasProgress: truthOf(given, "supportsProgressReporting"),
    };
    return { body: CAPABILITIES };
  },

  launch: async (context, given) => {
    if (context.run !== null || context.isLaunching) throw new RequestProblem("A query is being debugged already.");
    const launch = readLaunch(given);
    context.isLaunching = true;
    const run = await launchRun(context, launch).finally(() => {
      context.isLaunching = false;
    });
    if (context.hasEnded) throw new Cancelled();
    context.launch = launch;
    context.run = run;
    // Breakpoints are bound to operators, so they are asked for now that there are some.
    return { afterwards: () => context.send("initialized") };
  },

  setBreakpoints: (context, given) => {
    const path = pathOf(given);
    const lines = Array.isArray(given.lines) ? given.lines.map((line) => asGiven({ line })) : [];
    context.breakpoints.set(path, given.breakpoints === undefined ? lines : listOf(given, "breakpoints"));
    const program = context.run?.program ?? null;
    const stepper = context.run?.stepper ?? null;
    return { body: { breakpoints: context.breakpoints.bind(program, stepper, path, context.client.counting) } };
  },

  setFunctionBreakpoints: () => ({ body: { breakpoints: [] } }),
  setExceptionBreakpoints: () => ({ body: { breakpoints: [] } }),

  configurationDone: (context) => {
    const run = anyRun(context);
    if (context.isConfigured) return {};
    context.isConfigured = true;
    return { afterwards: () => begin(context, run) };
  },

  breakpointLocations: (context, given) => {
    const { program } = anyRun(context);
    const { counting } = context.client;
    const { source, line } = { source: pathOf(given), line: wanted(integerOf(given, "line"), "line") };
    if (!isSamePath(source, program.path ?? program.name)) return { body: { breakpoints: [] } };
    const endLine = integerOf(given, "endLine") ?? line;
    const column = integerOf(given, "column");
    const endColumn = integerOf(given, "endColumn");
    const first = lineSpan(program.text, line, counting);
    const last = lineSpan(program.text, endLine, counting) ?? first;
    if (first === null || last === null) return { body: { breakpoints: [] } };
    const start = column === null ? first.start : offsetOf(program.text, line, column, counting)!;
    const end = endColumn === null ? last.end : offsetOf(program.text, endLine, endColumn, counting)!;
    const places = haltingPlaces(program.query.plan.result).filter((span) => span.start >= start && span.start <= end);
    return { body: { breakpoints: places.map((span) => rangeOf(program.text, span, counting)) } };
  },

  threads: (context) => ({ body: { threads: [{ id: 1, name: context.run?.program.queryName ?? "query" }] } }),
  stackTrace: (context, given) => ({ body: stackTrace(context, given) }),
  scopes: (context, given) => ({ body: scopes(context, given) }),
  variables: (context, given) => ({ body: variables(context, given) }),
  evaluate: async (context, given, signal) => ({ body: await evaluateRequest(context, given, signal) }),

  completions: (context, given) => {
    const text = textOf(given, "text") ?? "";
    const { counting } = context.client;
    const line = integerOf(given, "line") ?? counting.line;
    const offset = offsetOf(text, line, integerOf(given, "column") ?? text.length + counting.column, counting);
    return { body: { targets: completionsAt(anyRun(context), text.slice(0, offset ?? text.length)) } };
  },

  pause: (context) => {
    const run = anyRun(context);
    run.isPausing = true;
    run.stepper.pause();
    return {};
  },

  exceptionInfo: (context) => {
    const { failure } = haltedRun(context);
    if (failure === null) throw new RequestProblem("The run has not failed.", false);
    const { code, message } = failure.diagnostic;
    return { body: { exceptionId: code, description: message, breakMode: "always" } };
  },

  loadedSources: (context) => ({ body: { sources: sourcesOf(anyRun(context).program) } }),

  source: (context, given) => {
    const { program } = anyRun(context);
    const reference = integerOf(given, "sourceReference") ?? integerOf(asGiven(given.source), "sourceReference");
    if (reference !== QUERY_REFERENCE || program.path !== null)
      throw new RequestProblem("This source is a file: open it by its path.", false);
    return { body: { content: program.text } };
  },

  restart: async (context, given) => {
    const launch = context.launch;
    if (launch === null) throw new RequestProblem("Nothing was launched.", false);
    const next = given.arguments === undefined ? launch : readLaunch(given.arguments);
    return { afterwards: await restart(context, next) };
  },

  "sxp/changed": (context, given) => changed(context, wanted(textOf(given, "path"), "path")),

  terminate: (context) => ({ afterwards: () => endSession(context) }),

  disconnect: (context) => {
    context.hasEnded = true;
    context.launch = null;
    context.run?.abort.abort();
    context.run = null;
    return {};
  },
};

/** Answers at once; where the run halts is told by an event. */
function movement(context: Context, how: Movement): Reply {
  const run = haltedRun(context);
  if (!context.isConfigured) throw new RequestProblem("notStopped", false);
  return {
    ...(how === "continue" && { body: { allThreadsContinued: true } }),
    afterwards: () => void move(context, run, how),
  };
}

/** The file of a breakpoint; a bare query goes by its name. */
function pathOf(given: Given): string {
  const source = asGiven(given.source);
  return wanted(textOf(source, "path") ?? textOf(source, "name"), "source.path");
}
