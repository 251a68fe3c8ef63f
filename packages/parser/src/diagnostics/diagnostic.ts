import type { Span } from "../ast/span.js";

export type Severity = "error" | "warning" | "hint";

/** A change of the source text: replace `span` by `newText`. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** A repair that a tool can offer and apply as it is. `title` is a short imperative ("Replace by =~"). */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /**
   * True if it may be applied unseen: no name, literal or condition is removed, and the new text has the only possible
   * meaning of the old one. Any other fix is one of several readings, for a person to choose.
   */
  readonly isSafe: boolean;
}

/** Problem of a text, with its place and fixes. */
export interface Diagnostic {
  /** Stable, documented at `docs/reference/diagnostics.md#<code in lower case>`. */
  readonly code: string;
  readonly severity: Severity;
  /** A sentence with the user's words in quotes, then what to do. */
  readonly message: string;
  /** Never empty in a text that is not empty. */
  readonly span: Span;
  readonly fixes: readonly Fix[];
  /** True if the query still has an exact meaning and can run in spite of the error (an unknown type matches nothing). */
  readonly runnable: boolean;
}

/** Errors, which keep a text from being read; without warnings and hints. */
export const errorsOf = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === "error");
