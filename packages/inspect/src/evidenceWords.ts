import type { ContextEvidence, MatchKind, ScoreEvidence, TermEvidence } from "@semantic-xpath/scorers";
import { shortNumber } from "./numbers.js";

/** A word of a condition with the word that is evidence of it, and in words how and where that is. */
export interface SaidTerm {
  readonly term: string;
  /** The word of the text, or of what is around it; null: there is none. */
  readonly found: string | null;
  /** "stem, in @name", "synonym .8", "same, in the Turn before"; empty where nothing was found. */
  readonly said: string;
  /** Whether it speaks against the text. */
  readonly isAgainst: boolean;
}

/** What every surface says of the evidence of one word. */
export function saidTerm({ term, matched, how, strength, field, negated, context }: TermEvidence): SaidTerm {
  const isAgainst = negated === true;
  if (matched === null) {
    if (context === undefined) return { term, found: null, said: "", isAgainst };
    return { term, found: context.matched, said: contextSaid(context), isAgainst };
  }
  const parts = [isAgainst ? "denied" : null, howSaid(how, strength), field === null ? null : `in ${field}`];
  const own = parts.filter((part) => part !== null).join(", ");
  const more = context === undefined || context.adds < MINOR ? "" : `; "${context.matched}" ${contextSaid(context)}`;
  return { term, found: matched, said: own + more, isAgainst };
}

/** Which words are evidence of which words of a condition: `lake → "pond" (synonym .8, in @name), quiet → nothing`. */
export const wordsText = ({ terms }: ScoreEvidence): string =>
  terms
    .map((each) => {
      const { term, found, said } = saidTerm(each);
      return found === null ? `${term} → nothing` : `${term} → "${found}" (${said})`;
    })
    .join(", ");

/** The share of a condition that was found, and what that means as a score: `0.62 of the condition, which scores 0.55`. */
export const shareText = ({ raw, score }: ScoreEvidence): string =>
  `${shortNumber(Number(raw.toFixed(3)))} of the condition, which scores ${shortNumber(Number(score.toFixed(3)))}`;

/** Of a word that the text has itself, less than this of a gain by its context is not worth a word: a session has the words of its turns. */
const MINOR = 0.1;

const SAID: Partial<Record<MatchKind | "none", string>> = { exact: "same", prefix: "part", fuzzy: "one letter off" };

const howSaid = (how: MatchKind | "none", strength?: number): string =>
  `${SAID[how] ?? how}${strength === undefined ? "" : ` ${strength.toFixed(2).replace(/^0(?=\.)|0$/g, "")}`}`;

function contextSaid({ place, type, how }: ContextEvidence): string {
  if (place === "by") return "says it";
  return `${howSaid(how)}, ${PLACES[place](type)}`;
}

const PLACES: Readonly<Record<Exclude<ContextEvidence["place"], "by">, (type: string | null) => string>> = {
  before: (type) => `in the ${type ?? "text"} before`,
  after: (type) => `in the ${type ?? "text"} after`,
  within: (type) => (type === null ? "in what it is in" : `in its ${type}`),
  facts: (type) => (type === null ? "of what it is in" : `of its ${type}`),
};
