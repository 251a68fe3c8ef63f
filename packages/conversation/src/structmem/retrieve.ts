import { nearest, type Vector } from "../vectors.js";

/** Entries and summaries that an answer reads in the paper (arXiv 2604.21748, section 4.1). */
export const PAPER_ENTRIES = 60;
export const PAPER_SUMMARIES = 5;

export interface StructMemResult {
  /** Ids, nearest first. */
  readonly entries: readonly string[];
  readonly summaries: readonly string[];
}

/** The entries and the consolidations nearest to a question. */
export function retrieveEvents(
  question: Vector,
  entries: ReadonlyMap<string, Vector>,
  summaries: ReadonlyMap<string, Vector>,
  limits = { entries: PAPER_ENTRIES, summaries: PAPER_SUMMARIES },
): StructMemResult {
  const ids = (points: ReadonlyMap<string, Vector>, limit: number) =>
    nearest(question, points, limit).map(({ key }) => key);
  return { entries: ids(entries, limits.entries), summaries: ids(summaries, limits.summaries) };
}
