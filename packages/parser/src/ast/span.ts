/** A half-open range of the source text in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
