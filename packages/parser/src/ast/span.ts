/** A half-open range of the source text in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Orders what has spans by where it begins in the text. */
export const byStart = (a: { readonly span: Span }, b: { readonly span: Span }): number => a.span.start - b.span.start;
