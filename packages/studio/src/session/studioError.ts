import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "@semantic-xpath/parser";
import { SemanticXPathError } from "@semantic-xpath/tree";

/** Refusal or failure of the studio: one of SXP516…. The message can be shown unchanged. */
export class StudioError extends SemanticXPathError {
  override readonly name = "StudioError";
}

export const studioError = <C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>): StudioError =>
  new StudioError(diagnose(code, { start: 0, end: 0 }, parameters));

/** Report of a failure for a page: its code, null for a plain refusal, and a sentence without a trace of its place. */
export interface Reported {
  readonly code: string | null;
  readonly message: string;
}

/** null: the fault is internal, and its message may contain more than a page should show. */
export function reported(error: unknown): Reported | null {
  if (error instanceof SemanticXPathError) return { code: error.code, message: error.diagnostic.message };
  // Queries that don't compile, and nodes that a tree does not have.
  if (error instanceof Error && (error.name === "CompileError" || error instanceof RangeError))
    return { code: null, message: error.message };
  return null;
}
