import type { BoundBreakpoint, Breakpoint } from "@semantic-xpath/inspect";
import type { Span } from "@semantic-xpath/parser";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Given, integerOf, textOf } from "../arguments.js";
import type { DebugRun } from "../program/debugRun.js";
import { haltingPlaces } from "../program/places.js";
import type { Program } from "../program/program.js";
import { isSamePath } from "../text/paths.js";
import { type Counting, lineSpan, offsetOf, rangeOf } from "../text/positions.js";
import { hitsOf } from "./hits.js";

/** A breakpoint as the client asked for it: by line, and perhaps by column. */
interface Asked {
  readonly id: number;
  readonly line: number;
  readonly column: number | null;
  readonly condition: string | null;
  readonly hitCondition: string | null;
  readonly logMessage: string | null;
}

/** The client's breakpoints by file. They outlive a run: after an edit they are bound again by their lines. */
export class BreakpointStore {
  private readonly files = new Map<string, readonly Asked[]>();
  private next = 1;

  /** Replaces those of a file. */
  set(path: string, given: readonly Given[]): void {
    const asked = given.map(
      (one): Asked => ({
        id: this.next++,
        line: integerOf(one, "line") ?? 0,
        column: integerOf(one, "column"),
        condition: textOf(one, "condition"),
        hitCondition: textOf(one, "hitCondition"),
        logMessage: textOf(one, "logMessage") || null,
      }),
    );
    for (const known of [...this.files.keys()]) if (isSamePath(known, path)) this.files.delete(known);
    this.files.set(path, asked);
  }

  /** What a breakpoint is to write instead of halting; null: it halts. */
  logMessageOf(id: number | null): string | null {
    return this.all().find((asked) => asked.id === id)?.logMessage ?? null;
  }

  /** Binds those of the program's file, and answers with those of `path` as they were understood. */
  bind(run: DebugRun | null, path: string | null, counting: Counting): DebugProtocol.Breakpoint[] {
    const program = run?.program ?? null;
    const isProgram = (file: string): boolean => program !== null && isSamePath(file, sourcePathOf(program));
    const own = program === null ? [] : this.asked(isProgram);
    const placed = own.map((asked) => ({ asked, found: program === null ? null : placeOf(program, asked, counting) }));
    const runnable = placed.flatMap(({ asked, found }) =>
      found === null || "problem" in found ? [] : [{ ...breakpointOf(asked, found.offset) }],
    );
    const isHalting = run?.launch.noDebug !== true;
    const bound = new Map(run?.stepper.setBreakpoints(isHalting ? runnable : []).map((one) => [one.id, one]) ?? []);
    const told = new Map(
      placed.map(({ asked, found }) => {
        if (found === null || "problem" in found) return [asked.id, unverified(asked, found?.problem ?? "")];
        if (!isHalting) return [asked.id, unverified(asked, "The query runs without debugging.")];
        return [asked.id, protocolOf(program!, asked, bound.get(asked.id), counting)];
      }),
    );
    const wanted = this.asked((file) => (path === null ? isProgram(file) : isSamePath(file, path)));
    const elsewhere =
      program === null ? "Nothing is being debugged yet." : "This file is not the one that is being debugged.";
    return wanted.map((asked) => told.get(asked.id) ?? unverified(asked, elsewhere));
  }

  private all(): readonly Asked[] {
    return [...this.files.values()].flat();
  }

  private asked(isWanted: (file: string) => boolean): readonly Asked[] {
    return [...this.files].flatMap(([file, asked]) => (isWanted(file) ? asked : []));
  }
}

/** The path by which the client knows the text of the query. */
export const sourcePathOf = ({ path, name }: Program): string => path ?? name;

function breakpointOf(asked: Asked, offset: number): Breakpoint {
  return { id: asked.id, offset, condition: asked.condition, hits: hitsOf(asked.hitCondition) ?? 0 };
}

/** Where a line's breakpoint stands: at its column, else at the first operator that begins there, else in what goes on there. */
function placeOf(
  program: Program,
  { line, column, hitCondition }: Asked,
  counting: Counting,
): { readonly offset: number } | { readonly problem: string } {
  const { text, query, own, others } = program;
  if (hitsOf(hitCondition) === null)
    return { problem: 'A hit condition is a number: "5" or ">= 5" stops from the fifth time on.' };
  const span = lineSpan(text, line, counting);
  if (span === null) return { problem: "The query has no such line." };
  const places = haltingPlaces(query.plan.result);
  const at = column === null ? wordOn(span, text) : offsetOf(text, line, column, counting)!;
  const place = column === null ? ofLine(places, span, at, text) : ofColumn(places, span, at);
  if (place !== undefined) return { offset: place };
  const isIn = ({ start, end }: Span): boolean => start <= at && at < end;
  // A line without an operator leads to the next one that the query has.
  const next = isIn(own) ? places.find(({ start }) => start >= at) : undefined;
  if (next !== undefined) return { offset: next.start };
  return { problem: others.some(isIn) ? "Another query is being debugged." : "There is no step and no bracket here." };
}

/** The first operator that begins on a line, else the one that goes on there, unless nothing of it does. */
function ofLine(places: readonly Span[], line: Span, word: number, text: string): number | undefined {
  const first = places.find(({ start }) => start >= line.start && start < line.end);
  if (first !== undefined || IDLE.test(text.slice(line.start, line.end))) return first?.start;
  return places.some(({ start, end }) => start <= word && word < end) ? word : undefined;
}

/** A blank line, or one of comments alone. */
const IDLE = /^\s*(?:\(:(?:(?!:\)).)*:\)\s*)*$/;

/** What stands at a column, else the next operator of the line, else the last before it. */
function ofColumn(places: readonly Span[], line: Span, at: number): number | undefined {
  if (places.some(({ start, end }) => start <= at && at < end)) return at;
  const own = places.filter(({ start }) => start >= line.start && start < line.end);
  return (own.find(({ start }) => start >= at) ?? own.at(-1))?.start;
}

const wordOn = ({ start, end }: Span, text: string): number => start + /^\s*/.exec(text.slice(start, end))![0].length;

function protocolOf(
  { text }: Program,
  asked: Asked,
  bound: BoundBreakpoint | undefined,
  counting: Counting,
): DebugProtocol.Breakpoint {
  const isVerified = bound !== undefined && bound.problem === null;
  return {
    id: asked.id,
    verified: isVerified,
    ...(bound?.span ? rangeOf(text, bound.span, counting) : { line: asked.line }),
    ...(bound?.problem ? { message: bound.problem } : bound !== undefined && bound.hits > 1 ? { message: ONCE } : {}),
  };
}

const ONCE = "An operator acts once in a run, for all nodes together: from a second time on it never halts.";

const unverified = ({ id, line }: Asked, message: string): DebugProtocol.Breakpoint => ({
  id,
  verified: false,
  line,
  message,
});
