import type { ContextEvidence, MatchKind, ScoreEvidence, TermEvidence } from "@semantic-xpath/scorers";
import { shortNumber } from "./numbers.js";

/** A word of a condition with the word that is evidence of it, and in words how and where that is. */
export interface SaidTerm {
  readonly term: string;
  /** The word of the text, or of what is around it; null: there is none. */
  readonly found: string | null;
  /** "stem, in @name", "synonym .8", "same, in the Turn before"; empty where nothing was found. */
  readonly said: string;
  /** True if it counts against the text. */
  readonly isAgainst: boolean;
}

/** The evidence of one word, as every surface shows it. */
export function saidTerm({
  term: word,
  isDenied,
  matched,
  how,
  strength,
  field,
  negated,
  context,
}: TermEvidence): SaidTerm {
  const term = isDenied === true ? `not ${word}` : word;
  const isAgainst = negated === true;
  if (matched === null) {
    if (context === undefined) return { term, found: null, said: "", isAgainst };
    return { term, found: context.matched, said: contextSaid(context), isAgainst };
  }
  const parts = [isAgainst ? "denied" : null, howSaid(how, strength), field === null ? null : `in ${field}`];
  const ownWords = parts.filter((part) => part !== null).join(", ");
  return { term, found: matched, said: ownWords + alsoSaid({ matched, how, field }, context), isAgainst };
}

/** Words for the gain from the context, if it is notable and differs from the word's own evidence. */
function alsoSaid(own: Pick<TermEvidence, "matched" | "how" | "field">, context: ContextEvidence | undefined): string {
  if (context === undefined || context.adds < MINOR) return "";
  const { place, matched, how } = context;
  const isSame = matched.toLowerCase() === own.matched?.toLowerCase();
  // The attribute that has the name is that of who says it.
  if (place === "by") return isSame && own.field !== null ? "" : `; ${isSame ? "" : `"${matched}" `}says it`;
  if (isSame && how === own.how) return `; also ${placeSaid(context)}`;
  return `; "${matched}" ${contextSaid(context)}`;
}

/** Words of a condition with their evidence: `lake → "pond" (synonym .8, in @name), quiet → nothing`. */
export const wordsText = ({ terms }: ScoreEvidence): string =>
  terms
    .map((each) => {
      const { term, found, said } = saidTerm(each);
      return found === null ? `${term} → nothing` : `${term} → "${found}" (${said})`;
    })
    .join(", ");

/**
 * The share of a condition that was found, and what that means as a score: `0.62 of the condition, which scores 0.55`. What is repeated, or in a
 * weighty field, is worth more than the condition once in a text: `evidence worth 4.05 times the condition, which scores 0.995`. Of a condition that
 * denies something: `nothing that the condition denies, which scores 1`. Null: no evidence.
 */
export function shareText({ raw, score, terms, denied }: ScoreEvidence): string | null {
  const affirms = terms.some(({ isDenied }) => isDenied !== true);
  if (affirms ? raw === 0 : denied === undefined) return null;
  const parts = [
    affirms ? worthText(raw, "the condition") : null,
    denied &&
      (denied.raw > 0 ? worthText(denied.raw, "what the condition denies") : "nothing that the condition denies"),
  ];
  return `${parts.filter(Boolean).join(" and ")}, which scores ${partText(score)}`;
}

function worthText(raw: number, whole: string): string {
  const share = Number(raw.toFixed(3));
  return share > 1 ? `evidence worth ${shortNumber(share)} times ${whole}` : `${partText(raw)} of ${whole}`;
}

/** A number from 0 to 1 in three digits; what is neither 0 nor 1 is never said to be. */
function partText(part: number): string {
  if (part > 0 && part < 0.0005) return "less than 0.001";
  if (part < 1 && part >= 0.9995) return "more than 0.999";
  return shortNumber(Number(part.toFixed(3)));
}

/** Least gain by context worth a word, for a word that the text has itself: a session has the words of its turns. */
const MINOR = 0.1;

const SAID: Partial<Record<MatchKind | "none", string>> = { exact: "same", fuzzy: "one letter off" };

const howSaid = (how: MatchKind | "none", strength?: number): string =>
  `${SAID[how] ?? how}${strength === undefined ? "" : ` ${strength.toFixed(2).replace(/^0(?=\.)|0$/g, "")}`}`;

function contextSaid(context: ContextEvidence): string {
  if (context.place === "by") return "says it";
  return `${howSaid(context.how)}, ${placeSaid(context)}`;
}

const placeSaid = ({ place, type }: ContextEvidence): string => (place === "by" ? "" : PLACES[place](type));

const PLACES: Readonly<Record<Exclude<ContextEvidence["place"], "by">, (type: string | null) => string>> = {
  before: (type) => `in the ${type ?? "text"} before`,
  after: (type) => `in the ${type ?? "text"} after`,
  within: (type) => (type === null ? "in what it is in" : `in its ${type}`),
  facts: (type) => (type === null ? "of what it is in" : `of its ${type}`),
};
