import { applyEdits, type Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";

/** Something that is wrong with a query, for a model to repair it. */
export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "hint";
  readonly message: string;
  /** UTF-16 units, end exclusive. */
  readonly span: { readonly start: number; readonly end: number };
  /** Text of the span. */
  readonly text: string;
  /** Valid texts in its place. */
  readonly expected?: readonly string[];
  /** Whole queries in which it is repaired; each compiles without an error. */
  readonly fixes: readonly { readonly title: string; readonly query: string }[];
}

/** Fixes that are shown of one problem. */
const MAX_FIXES = 3;
/** Characters of what is quoted. */
const MAX_TEXT = 80;

/** Diagnoses a repaired text. */
type Recheck = (text: string) => readonly Diagnostic[];

export const recheckQuery =
  (schema: Schema | null): Recheck =>
  (text) =>
    compile(text, { schema }).diagnostics;

/** Diagnostics of a text with their repairs, each of which was tried. */
export const problemsOf = (text: string, diagnostics: readonly Diagnostic[], recheck: Recheck): readonly Problem[] =>
  diagnostics.map((diagnostic) => problemOf(text, diagnostic, recheck));

function problemOf(text: string, { code, severity, message, span, fixes }: Diagnostic, recheck: Recheck): Problem {
  const isFixed = (found: readonly Diagnostic[]): boolean => found.every((each) => each.severity !== "error");
  const repaired = fixes.map(({ title, edits }) => ({ title, query: applyEdits(text, edits), edits }));
  const verified = repaired.filter(({ query }) => isFixed(recheck(query))).slice(0, MAX_FIXES);
  const expected = verified.flatMap(({ edits: [edit, ...others] }) =>
    edit !== undefined && others.length === 0 && edit.span.start === span.start && edit.span.end === span.end
      ? [edit.newText]
      : [],
  );
  return {
    code,
    severity,
    message,
    span: { start: span.start, end: span.end },
    text: text.slice(span.start, Math.min(span.end, span.start + MAX_TEXT)),
    ...(expected.length > 0 && { expected }),
    fixes: verified.map(({ title, query }) => ({ title, query })),
  };
}

/** A problem of a failure, without the code and message that the failure has. */
export type ProblemOfFailure = Partial<Pick<Problem, "code" | "message">> & {
  readonly text: string;
  readonly fixes: readonly { readonly query: string }[];
};

/** Problems of a failure that are shown. */
const MAX_PROBLEMS = 5;

/** Errors with their repairs, as a member of a failure; the first one without the code and message that the failure has. */
export function problemsOfFailure(
  first: Problem | undefined,
  problems: readonly Problem[],
): { readonly problems?: readonly ProblemOfFailure[] } {
  const details = problems
    .filter((problem) => problem.severity === "error")
    .map(({ code, message, text, fixes }) => ({
      ...(message !== first?.message && { code, message }),
      text,
      fixes: fixes.map(({ query }) => ({ query })),
    }))
    .filter(({ message, fixes }) => message !== undefined || fixes.length > 0)
    .slice(0, MAX_PROBLEMS);
  return details.length === 0 ? {} : { problems: details };
}
