/** What the documentation and `sxp help CODE` say of a diagnostic, in addition to its message. */
export interface Explanation {
  /** When it is reported, if not for the text of a query: "when data is read". */
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
