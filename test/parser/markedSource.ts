import type { Span } from "@semantic-xpath/parser";

export interface Marked {
  readonly text: string;
  /** The first marked range. */
  readonly span: Span;
  /** All marked ranges. */
  readonly spans: readonly Span[];
}

/** Source text whose `${…}` parts are the ranges that a test expects: marked`/Day[${"01"}]`. */
export function marked(parts: TemplateStringsArray, ...ranges: string[]): Marked {
  let text = "";
  const spans: Span[] = [];
  parts.forEach((part, i) => {
    text += part;
    if (i < ranges.length) {
      spans.push({ start: text.length, end: text.length + ranges[i].length });
      text += ranges[i];
    }
  });
  return { text, span: spans[0] ?? { start: 0, end: text.length }, spans };
}
