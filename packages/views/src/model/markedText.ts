import type { ScoreEvidence } from "@semantic-xpath/runtime";

type TermEvidence = ScoreEvidence["terms"][number];

interface MarkedPart {
  readonly text: string;
  /** The word of a condition that it is evidence of; null: of none. */
  readonly term: TermEvidence | null;
}

/** Characters of a long text that are shown at first, and how many of them are before its first evidence. */
const SHOWN = 240;
const BEFORE = 60;

/** A text in parts, so that evidence can be marked. A long one that is not wanted whole is a piece that begins near its first evidence. */
export function markedText(text: string, terms: readonly TermEvidence[], isWhole: boolean): MarkedPart[] {
  const places = terms.flatMap((term) => (term.inText === null ? [] : [{ ...term.inText, term }]));
  places.sort((a, b) => a.start - b.start);
  const first = places[0]?.start ?? 0;
  const from = isWhole || first < SHOWN - BEFORE ? 0 : first - BEFORE;
  const to = isWhole ? text.length : Math.min(text.length, from + SHOWN);
  const parts: MarkedPart[] = [{ text: from > 0 ? "…" : "", term: null }];
  let at = from;
  for (const { start, end, term } of places) {
    // Two words may have the same evidence.
    if (start < at || end > to) continue;
    parts.push({ text: text.slice(at, start), term: null }, { text: text.slice(start, end), term });
    at = end;
  }
  parts.push({ text: text.slice(at, to) + (to < text.length ? "…" : ""), term: null });
  return parts.filter((part) => part.text !== "");
}

export const isLong = (text: string): boolean => text.length > SHOWN;
