import type { Stop } from "@semantic-xpath/inspect";
import { type Arguments, asGiven, integerOf, textOf } from "../arguments.js";
import type { StepsSoFar } from "../messages.js";
import type { DebugRun } from "../program/debugRun.js";
import { nameOf } from "../program/operators.js";
import { barePath, isSamePath } from "../text/paths.js";
import { type Counting, offsetOf, rangeOf } from "../text/positions.js";
import { bestOf } from "../variables/sequence.js";
import { QUERY_REFERENCE } from "./source.js";

/** The last stop of each operator, as far as the run is now: what is ahead of a place that was gone back to is not known there. */
function passedStops({ stepper }: DebugRun): readonly Stop[] {
  const stops = stepper.stops.slice(0, stepper.halt.stop?.index ?? 0).filter(({ kind }) => kind !== "End");
  return [...new Map(stops.map((stop) => [stop.operatorId, stop])).values()];
}

/** The innermost operator at a place of the query that has acted; null: there is none. */
export function passedAt(run: DebugRun, given: Arguments, counting: Counting): Stop | null {
  const line = integerOf(given, "line");
  const column = integerOf(given, "column");
  const offset = line === null || column === null ? null : offsetOf(run.program.text, line, column, counting);
  if (offset === null) return null;
  const around = passedStops(run).filter(({ span }) => span.start <= offset && offset < span.end);
  return around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0] ?? null;
}

/** True if the client's position is in the query. VS Code 1.100 may send a URI in its parts where it was given a path. */
export function isInQuery({ program: { path } }: DebugRun, source: Arguments): boolean {
  if (path === null) return integerOf(source, "sourceReference") === QUERY_REFERENCE;
  const sourcePath = textOf(source, "path") ?? textOf(asGiven(source.path), "path") ?? "";
  return isSamePath(barePath(path), barePath(sourcePath));
}

/** Outputs of the operators so far, at their places in the query; with their names if several end on a line. */
export function stepsSoFar(run: DebugRun, counting: Counting): StepsSoFar {
  const { text } = run.program;
  const stops = passedStops(run).map((stop) => ({ stop, range: rangeOf(text, stop.span, counting) }));
  const steps = stops.map(({ stop, range }) => {
    const isAlone = stops.every((other) => other.stop === stop || other.range.endLine !== range.endLine);
    return { ...range, text: isAlone ? gaveText(stop) : `${shortened(nameOf(stop, text))} ${gaveText(stop)}` };
  });
  return { steps };
}

/** Beginning of a bracket. */
const shortened = (name: string): string => name.replace(/^(\[[@$]?[\p{L}\p{N}_.-]+)[^\p{L}\p{N}_.-].+\]$/u, "$1…]");

/** Short: it is shown after a line of the query. */
function gaveText({ before, after, kind }: Stop): string {
  const isAll = kind === "Axis" || after.count === before.count;
  const count = isAll ? String(after.count) : `${after.count} of ${before.count}`;
  const best = bestOf(after);
  return best === null || best.weight === 1 ? count : `${count}, best ${best.weight.toFixed(2)}`;
}
