import type { Span } from "@semantic-xpath/parser";
import type { BoundBreakpoint, Breakpoint, Stepper } from "@semantic-xpath/runtime";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Given, integerOf, textOf } from "../arguments.js";
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

const MOST_BREAKPOINTS = 1000;

/** The client's breakpoints by file. They outlive a run: after an edit they are bound again by their lines. */
export class BreakpointStore {
  private readonly files = new Map<string, readonly Asked[]>();
  private next = 1;

  /** Replaces those of a file. */
  set(path: string, given: readonly Given[]): void {
    const asked = given.slice(0, MOST_BREAKPOINTS).map(
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
  bind(
    program: Program | null,
    stepper: Stepper | null,
    path: string | null,
    counting: Counting,
  ): DebugProtocol.Breakpoint[] {
    const isProgram = (file: string): boolean => program !== null && isSamePath(file, sourcePathOf(program));
    const own = program === null ? [] : this.asked(isProgram);
    const placed = own.map((asked) => ({ asked, found: program === null ? null : placeOf(program, asked, counting) }));
    const runnable = placed.flatMap(({ asked, found }) =>
      found === null || "problem" in found ? [] : [{ ...breakpointOf(asked, found.offset) }],
    );
    const bound = new Map(stepper?.setBreakpoints(runnable).map((one) => [one.id, one]) ?? []);
    const told = new Map(
      placed.map(({ asked, found }) => {
        if (found === null || "problem" in found) return [asked.id, unverified(asked, found?.problem ?? "")];
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
  const { text, query, others } = program;
  if (hitsOf(hitCondition) === null)
    return { problem: 'A hit condition is a number: "5" or ">= 5" stops from the fifth time on.' };
  const span = lineSpan(text, line, counting);
  if (span === null) return { problem: "The query has no such line." };
  const places = haltingPlaces(query.plan.result);
  const at = column === null ? firstOn(places, span, text) : offsetOf(text, line, column, counting)!;
  if (places.some((place) => place.start <= at && at < place.end)) return { offset: at };
  const isOther = others.some((other) => other.start <= at && at < other.end);
  return { problem: isOther ? "Another query is being debugged." : "There is no step and no bracket here." };
}

function firstOn(places: readonly Span[], line: Span, text: string): number {
  const first = places.find(({ start }) => start >= line.start && start < line.end);
  return first?.start ?? line.start + (/^\s*/.exec(text.slice(line.start, line.end))?.[0].length ?? 0);
}

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
    ...(bound?.problem ? { message: bound.problem } : {}),
  };
}

const unverified = ({ id, line }: Asked, message: string): DebugProtocol.Breakpoint => ({
  id,
  verified: false,
  line,
  message,
});
