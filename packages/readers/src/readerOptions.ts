import type { Diagnostic } from "@semantic-xpath/parser";
import type { ReadError, ReadLimits } from "@semantic-xpath/tree";

/** Options of every reader. */
export interface ReaderOptions {
  /** Bounds on the input, each with a default; more is always refused. */
  readonly limits?: Partial<ReadLimits>;
  /**
   * Called for each problem of the text, at most a thousand, and the text is read as far as it can be: a code, a span into it, what is
   * wrong. Without it the first error is thrown as a `ReadError`; warnings, which lose nothing, are never thrown.
   */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/** Maximum number of reports about one text. */
const MAX_REPORTED = 1_000;

/** Says that the text has a problem: throws it, or comes back and reading goes on. */
export type Report = (problem: ReadError) => void;

/** A report that calls back at once; null without a callback: problems are thrown. */
export function reportIfAny(onDiagnostic: ReaderOptions["onDiagnostic"]): Report | null {
  if (onDiagnostic === undefined) return null;
  let count = 0;
  return ({ diagnostic }) => {
    if (count++ < MAX_REPORTED) onDiagnostic(diagnostic);
  };
}

/** Runs `read` with a report for it. What it reports is passed on when it has come to an end. */
export function reporting<T>(onDiagnostic: ReaderOptions["onDiagnostic"], read: (report: Report) => T): T {
  const collected: Diagnostic[] = [];
  const report: Report = (problem) => {
    if (onDiagnostic !== undefined) {
      if (collected.length < MAX_REPORTED) collected.push(problem.diagnostic);
    } else if (problem.diagnostic.severity === "error") throw problem;
  };
  try {
    return read(report);
  } finally {
    for (const diagnostic of collected) onDiagnostic!(diagnostic);
  }
}
