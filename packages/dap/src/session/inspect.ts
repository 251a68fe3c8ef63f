import { RunError } from "@semantic-xpath/runtime";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Arguments, asGiven, integerOf, required, textOf } from "../arguments.js";
import { type EvaluateContext, evaluate, hoveredAt } from "../console/evaluate.js";
import { Cancelled, RequestProblem } from "../problem.js";
import { type Frame, framesOf } from "../program/operators.js";
import { rangeOf } from "../text/positions.js";
import { keyLines } from "../variables/keys.js";
import { runLines } from "../variables/runLines.js";
import { sequenceInside } from "../variables/sequence.js";
import { countsOf, type Inside, lines, pages, type Variable } from "../variables/variable.js";
import { anyRun, type Context, haltedRun } from "./context.js";
import { isInQuery, passedAt } from "./passed.js";
import { querySource } from "./source.js";

/** Frames that a client is given at once if it does not say how many. */
const MAX_FRAMES = 1000;

export function stackTrace(context: Context, given: Arguments): DebugProtocol.StackTraceResponse["body"] {
  const { program, stepper } = haltedRun(context);
  const all = framesOf(program.query.plan, program.queryName ?? "query", stepper.stops, stepper.halt.stop);
  const from = Math.max(0, integerOf(given, "startFrame") ?? 0);
  const count = integerOf(given, "levels") || MAX_FRAMES;
  const stackFrames = all.slice(from, from + Math.max(0, count)).map((frame): DebugProtocol.StackFrame => {
    const id = context.nextFrame++;
    context.frames.set(id, frame);
    const { line, column, ...end } = rangeOf(program.text, frame.span, context.client.counting);
    // Editors select what a frame covers: of the whole query its beginning is enough.
    const range = frame.span === program.query.plan.result.span ? { line, column } : { line, column, ...end };
    return { id, name: frame.name, source: querySource(program, context.client), ...range, canRestart: true };
  });
  return { stackFrames, totalFrames: all.length };
}

export async function scopes(
  context: Context,
  given: Arguments,
  signal: AbortSignal,
): Promise<DebugProtocol.ScopesResponse["body"]> {
  const run = haltedRun(context);
  const frameId = required(integerOf(given, "frameId"), "frameId");
  // An editor that looks at a frame while the run moves on would show an error for a moment.
  if (!context.frames.has(frameId) && frameId > 0 && frameId < context.nextFrame) return { scopes: [] };
  const { before, after } = frameOf(context, frameId);
  const { tree } = run.stepper;
  const { stop } = run.stepper.halt;
  const { generation } = context.variables;
  const keys = stop?.kind === "Order" && after === stop.after ? await keyLines(run, stop, signal) : [];
  // The run may have gone on while keys were read.
  if (generation !== context.variables.generation) return { scopes: [] };
  const scope = (name: string, inside: Inside, hint?: string): DebugProtocol.Scope => ({
    name,
    variablesReference: context.variables.referenceTo(inside),
    expensive: false,
    ...countsOf(inside),
    ...(hint !== undefined && { presentationHint: hint }),
  });
  return {
    scopes: [
      // The output comes first. Names are stable from stop to stop, so that opened lines stay open.
      ...(after === null ? [] : [scope("After", sequenceInside(tree, after), "locals")]),
      ...(keys.length === 0 ? [] : [scope("Keys", lines(keys))]),
      ...(before === null ? [] : [scope("Before", sequenceInside(tree, before))]),
      scope("Run", lines(runLines(run))),
    ],
  };
}

/** Entries that are given if the client does not say how many; after them a line that opens to the rest. */
const MAX_ENTRIES = 1000;

export function variables(context: Context, given: Arguments): DebugProtocol.VariablesResponse["body"] {
  haltedRun(context);
  const inside = context.variables.find(required(integerOf(given, "variablesReference"), "variablesReference"));
  if (inside === undefined) throw new RequestProblem("These variables belong to another stop.", false);
  const filter = textOf(given, "filter");
  const from = Math.max(0, integerOf(given, "start") ?? 0);
  const count = Math.max(0, integerOf(given, "count") ?? 0);
  const named = filter === "indexed" ? [] : inside.named();
  const indexed = filter === "named" ? [] : count > 0 ? inside.indexed(from, count) : allFrom(inside, from);
  return { variables: [...named, ...indexed].map((shown) => context.variables.variable(shown)) };
}

function allFrom(inside: Inside, from: number): readonly Variable[] {
  const next = from + MAX_ENTRIES;
  const remaining = inside.indexedCount - next;
  const entries = inside.indexed(from, MAX_ENTRIES);
  if (remaining <= 0) return entries;
  const remainingPages = pages(remaining, (start, count) => inside.indexed(next + start, count));
  // Entries are numbered through.
  const last = Number(entries.at(-1)?.name);
  return [
    ...entries,
    { name: `${last + 1} to ${last + remaining}`, value: `${remaining} more`, inside: remainingPages },
  ];
}

const CONTEXTS: readonly EvaluateContext[] = ["watch", "repl", "hover", "clipboard"];

export async function evaluateRequest(
  context: Context,
  given: Arguments,
  signal: AbortSignal,
): Promise<DebugProtocol.EvaluateResponse["body"]> {
  const run = anyRun(context);
  const expression = required(textOf(given, "expression"), "expression");
  const frameId = integerOf(given, "frameId");
  // Output of a frame, or the input of an operator at work.
  const frame = frameId === null ? null : frameOf(context, frameId);
  const from = frame?.after ?? frame?.before ?? undefined;
  const evaluationContext = CONTEXTS.find((one) => one === given.context) ?? "other";
  if (evaluationContext === "hover" && isInQuery(run, asGiven(given.source))) {
    const hoverValue = await hoveredAt(run, expression, passedAt(run, given, context.client.counting), signal);
    return answered(context, hoverValue, hoverValue.inside);
  }
  // With the run ends what is asked about it.
  const stop = AbortSignal.any([signal, run.abort.signal]);
  const { generation } = context.variables;
  const evaluated = await evaluate(run, { text: expression, context: evaluationContext, from }, stop).catch(
    (error: unknown) => {
      if (error instanceof RunError && !stop.aborted) throw new RequestProblem(error.diagnostic.message, false);
      throw stop.aborted ? new Cancelled() : error;
    },
  );
  if (stop.aborted) throw new Cancelled();
  // If the run went on meanwhile, what was found belongs to another stop, and can't be opened any more.
  return answered(context, evaluated, generation === context.variables.generation ? evaluated.inside : undefined);
}

const answered = (
  { variables: store }: Context,
  shown: Variable,
  inside: Inside | undefined,
): DebugProtocol.EvaluateResponse["body"] => ({
  result: shown.value,
  variablesReference: store.referenceTo(inside),
  ...countsOf(inside),
  ...(shown.type !== undefined && { type: shown.type }),
});

export function frameOf({ frames }: Context, id: number): Frame {
  const frame = frames.get(id);
  if (frame === undefined) throw new RequestProblem("This frame belongs to another stop.", false);
  return frame;
}
