import type { Diagnostic } from "@semantic-xpath/parser";

/** The numbers and words of the protocol that the features use, so that they need nothing of it at run time. */
export const COMPLETION = {
  function: 3,
  field: 5,
  variable: 6,
  type: 7,
  property: 10,
  value: 12,
  keyword: 14,
  snippet: 15,
  text: 1,
  file: 17,
  folder: 19,
  operator: 24,
} as const;

export const SEVERITY = { error: 1, warning: 2, information: 3, hint: 4 } as const;

/** A finding of the language service itself: docs/how-to/editors.md has a section for its code. */
export interface OwnFinding extends Pick<Diagnostic, "message" | "span" | "fixes"> {
  readonly code: "cost" | "gone" | "import" | "value";
  readonly severity: keyof typeof SEVERITY;
}

export const UNNECESSARY = 1 as const;

export const SYMBOL = { query: 12, parameter: 13, step: 19, file: 1, type: 5, attribute: 7 } as const;

export const HIGHLIGHT = { read: 2, write: 3 } as const;

export const HINT_TYPE = 1 as const;

export const ACTION = {
  quickFix: "quickfix",
  fixAll: "source.fixAll.sxp",
  extract: "refactor.extract",
  inline: "refactor.inline",
  rewrite: "refactor.rewrite",
} as const;
