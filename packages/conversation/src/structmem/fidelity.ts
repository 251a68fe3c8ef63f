import { type Citation, citationsOf, type Evidence, unsupportedCitations } from "./support.js";

/** Fidelity of a summary to its inputs. */
export interface Fidelity {
  readonly sentences: number;
  /** Sentences with a date, name or number that occurs in none of the inputs. */
  readonly unsupportedSentences: number;
  /** Dates of other times that the summary cites. */
  readonly links: number;
  /** Cited dates without an input. */
  readonly spuriousLinks: number;
}

/** Measures a summary against its inputs. Counts only; shares are for the caller. */
export function fidelityOf(summary: string, inputs: readonly Evidence[]): Fidelity {
  const sentences = sentencesOf(summary);
  const dates = citationsOf(summary).filter(({ kind }) => kind === "date");
  return {
    sentences: sentences.length,
    unsupportedSentences: sentences.filter((sentence) => unsupportedCitations(sentence, inputs).length > 0).length,
    links: dates.length,
    spuriousLinks: unsupportedCitations(summary, inputs).filter(({ kind }) => kind === "date").length,
  };
}

/**
 * Share of the names and numbers of `inputs` that occur in `summary`, in [0, 1]; 1 if they have none. Over the summaries of following
 * cycles it measures how long details survive.
 */
export function survival(inputs: readonly string[], summary: string): number {
  const details = detailsOf(inputs);
  if (details.size === 0) return 1;
  const keptDetails = detailsOf([summary]);
  return [...details].filter((detail) => keptDetails.has(detail)).length / details.size;
}

/** The names and numbers of texts, in lower case. */
export const detailsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap(citationsOf).filter(isDetail).map(keyOf));

const isDetail = ({ kind }: Citation): boolean => kind !== "date";
const keyOf = ({ text }: Citation): string => text.toLowerCase().replace(/['’]s$/u, "");

function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}
