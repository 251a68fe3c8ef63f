/** Texts of the documentation and of `sxp help CODE` about a diagnostic, in addition to its message. */
export interface Explanation {
  /** Time of the report, if it is not about the text of a query: "when data is read". */
  readonly when?: string;
  /** At most 30 words in Markdown; links are relative to docs/reference. */
  readonly text: string;
  /** A text that gets the diagnostic, and the same text repaired. */
  readonly bad?: string;
  readonly good?: string;
  /** Language of both texts. Absent: `sxp update` for a text that starts like an update, else `sxp`. */
  readonly language?: string;
}

/** One row for each diagnostic of a registry. */
export type Explanations<R> = { readonly [C in keyof R]: Explanation };
