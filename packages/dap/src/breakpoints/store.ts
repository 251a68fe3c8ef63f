import type { BoundBreakpoint, Breakpoint } from "@semantic-xpath/inspect";
import type { Span } from "@semantic-xpath/parser";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Arguments, integerOf, textOf } from "../arguments.js";
import type { DebugRun } from "../program/debugRun.js";
import { haltingPlaces } from "../program/operators.js";
import type { Program } from "../program/program.js";
import { isSamePath } from "../text/paths.js";
import { type Counting, columnIn, contains, lineSpan, rangeOf } from "../text/positions.js";

/** A breakpoint as the client requests it: by file and line, and perhaps by column. */
interface RequestedBreakpoint {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  readonly condition: string | null;
  readonly hitCondition: string | null;
  readonly logMessage: string | null;
}

/** The client's breakpoints. They outlive a run: after an edit they are bound again by their lines. */
export class BreakpointStore {
  private asked: readonly RequestedBreakpoint[] = [];
  private next = 1;

  /** Replaces those of a file. */
  set(file: string, given: readonly Arguments[]): void {
    const requestedHere = given.map((one) => ({
      id: this.next++,
      file,
      line: integerOf(one, "line") ?? 0,
      column: integerOf(one, "column"),
      condition: textOf(one, "condition"),
      hitCondition: textOf(one, "hitCondition"),
      logMessage: textOf(one, "logMessage") || null,
    }));
    this.asked = [...this.asked.filter((known) => !isSamePath(known.file, file)), ...requestedHere];
  }

  /** Log message of a breakpoint that does not halt; null: it halts. */
  logMessageOf(id: number): string | null {
    return this.asked.find((asked) => asked.id === id)?.logMessage ?? null;
  }

  /** Binds those of the program's file, and answers with those of `path` (null: with the same) as they were understood. */
  bind(run: DebugRun | null, path: string | null, counting: Counting): DebugProtocol.Breakpoint[] {
    const isOwn = ({ file }: RequestedBreakpoint): boolean =>
      run !== null && isSamePath(file, sourcePathOf(run.program));
    const matching = this.asked.filter((asked) => (path === null ? isOwn(asked) : isSamePath(asked.file, path)));
    if (run === null) return matching.map((asked) => unverified(asked, "Nothing is being debugged yet."));
    const { program, stepper, launch } = run;
    const isHalting = launch.noDebug !== true;
    const places = new Map(this.asked.filter(isOwn).map((asked) => [asked, placeOf(program, asked, counting)]));
    const runnable = [...places].flatMap(([asked, place]) =>
      typeof place === "string" || !isHalting ? [] : [breakpointOf(asked, place)],
    );
    const bound = new Map(stepper.setBreakpoints(runnable).map((one) => [one.id, one]));
    return matching.map((asked) => {
      const place = places.get(asked);
      if (place === undefined) return unverified(asked, "This file is not the one that is being debugged.");
      if (typeof place === "string") return unverified(asked, place);
      if (!isHalting) return unverified(asked, "The query runs without debugging.");
      return protocolOf(program, asked, bound.get(asked.id), counting);
    });
  }
}

/** The path by which the client knows the text of the query. */
const sourcePathOf = ({ path, name }: Program): string => path ?? name;

const breakpointOf = ({ id, condition, hitCondition }: RequestedBreakpoint, offset: number): Breakpoint => ({
  id,
  offset,
  condition,
  hits: hitsOf(hitCondition) ?? 0,
});

/**
 * The offset of a line's breakpoint: at its column, else at the first operator that begins there, else in what goes on there. A text:
 * why there is none.
 */
function placeOf(
  program: Program,
  { line, column, hitCondition }: RequestedBreakpoint,
  counting: Counting,
): number | string {
  const { text, query, own, others } = program;
  if (hitsOf(hitCondition) === null) return 'A hit condition is a number: "5" or ">= 5" stops from the fifth time on.';
  const span = lineSpan(text, line, counting);
  if (span === null) return "The query has no such line.";
  const places = haltingPlaces(query.plan.result);
  const at = column === null ? wordOn(span, text) : columnIn(span, column, counting);
  const place = column === null ? ofLine(places, span, at, text) : ofColumn(places, span, at);
  if (place !== undefined) return place;
  // A line without an operator leads to the next one that the query has.
  const next = contains(own, at) ? places.find(({ start }) => start >= at) : undefined;
  if (next !== undefined) return next.start;
  const isInOther = others.some((other) => contains(other, at));
  return isInOther ? "Another query is being debugged." : "There is no step and no bracket here.";
}

/** The first operator that begins on a line, else the one that goes on there, unless nothing of it does. */
function ofLine(places: readonly Span[], line: Span, word: number, text: string): number | undefined {
  const first = places.find(({ start }) => start >= line.start && start < line.end);
  if (first !== undefined || IDLE.test(text.slice(line.start, line.end))) return first?.start;
  return places.some((place) => contains(place, word)) ? word : undefined;
}

/** A blank line, or one of comments alone. */
const IDLE = /^\s*(?:\(:(?:(?!:\)).)*:\)\s*)*$/;

/** Operator at a column, else the next one of the line, else the last before it. */
function ofColumn(places: readonly Span[], line: Span, at: number): number | undefined {
  if (places.some((place) => contains(place, at))) return at;
  const onLine = places.filter(({ start }) => start >= line.start && start < line.end);
  return (onLine.find(({ start }) => start >= at) ?? onLine.at(-1))?.start;
}

const wordOn = ({ start, end }: Span, text: string): number => {
  const line = text.slice(start, end);
  return start + line.length - line.trimStart().length;
};

function protocolOf(
  { text }: Program,
  asked: RequestedBreakpoint,
  bound: BoundBreakpoint | undefined,
  counting: Counting,
): DebugProtocol.Breakpoint {
  const message = bound?.problem ?? (bound !== undefined && bound.hits > 1 ? ONCE : undefined);
  return {
    id: asked.id,
    verified: bound?.problem === null,
    ...(bound?.span ? rangeOf(text, bound.span, counting) : { line: asked.line }),
    ...(message !== undefined && { message }),
  };
}

const ONCE = "An operator acts once in a run, for all nodes together: from a second time on it never halts.";

const unverified = ({ id, line }: RequestedBreakpoint, message: string): DebugProtocol.Breakpoint => ({
  id,
  verified: false,
  line,
  message,
});

/** First hit at which a breakpoint stops: `5` and `>= 5` at the fifth, `> 5` at the sixth; null for other conditions. */
export function hitsOf(condition: string | null): number | null {
  if (condition === null || condition.trim() === "") return 0;
  const [, operator, digits] = /^\s*(>=|>)?\s*(\d{1,9})\s*$/.exec(condition) ?? [];
  return digits === undefined ? null : Number(digits) + (operator === ">" ? 1 : 0);
}
