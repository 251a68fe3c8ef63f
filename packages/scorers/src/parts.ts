import { getOrMake } from "@semantic-xpath/tree";
import { checkedListed, checkedScore } from "./checkedScore.js";
import { contextsAt } from "./context.js";
import { contextsIn, textsIn } from "./scoreListed.js";
import type { ScoreOptions, Scorer, TextContext, TextList } from "./scorer.js";

/** Input of a composite scorer for one condition, with access to its parts. */
export interface Input {
  readonly texts: readonly string[];
  /** Context of each text; undefined: none. */
  readonly contexts: readonly (TextContext | null)[] | undefined;
  /**
   * The scores that a part gives the texts at some places, checked. A part that reads contexts gets those, and one that keeps by number gets the list;
   * any other gets each text once.
   */
  of(part: Scorer, places: readonly number[]): Promise<Float32Array>;
}

function askedTexts(texts: readonly string[], condition: string, options: ScoreOptions): Input {
  const { contexts, ...rest } = options;
  return {
    texts,
    contexts,
    of(part, places) {
      const selected = places.map((place) => texts[place]!);
      if (contexts === undefined) return checkedScore(part, selected, condition, rest);
      if (part.readsContext === true)
        return checkedScore(part, selected, condition, { ...rest, ...contextsAt(contexts, places) });
      return eachOnce(part, selected, condition, rest);
    },
  };
}

function askedListed(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Input {
  const { contexts: _, ...rest } = options;
  let texts: readonly string[] | undefined;
  return {
    get texts() {
      texts ??= textsIn(list, numbers);
      return texts;
    },
    contexts: contextsIn(list, numbers),
    of(part, places) {
      const selected = Int32Array.from(places, (place) => numbers[place]!);
      if (part.readsContext === true || list.contextOf === undefined)
        return checkedListed(part, list, selected, condition, rest);
      if (part.scoreListed !== undefined) return checkedListed(part, plainList(list), selected, condition, rest);
      return eachOnce(part, textsIn(list, selected), condition, rest);
    },
  };
}

const plain = new WeakMap<TextList, TextList>();

/** The texts of a list without their contexts; of one list the same. */
const plainList = (list: TextList): TextList =>
  list.contextOf === undefined
    ? list
    : getOrMake(plain, list, () => ({
        get texts() {
          return list.texts;
        },
      }));

/** Texts that differ by their contexts alone are one text to a part that reads none. */
async function eachOnce(part: Scorer, texts: readonly string[], condition: string, options: ScoreOptions) {
  const distinct = [...new Set(texts)];
  const scores = await checkedScore(part, distinct, condition, options);
  const scoreOf = new Map(distinct.map((text, at) => [text, scores[at]!]));
  return Float32Array.from(texts, (text) => scoreOf.get(text)!);
}

type Answer = (asked: Input, condition: string, options: Omit<ScoreOptions, "contexts">) => Promise<Float32Array>;

/** The methods of a scorer of several, from one function of `Input`; it reads contexts if a part does. */
export const answering = (parts: readonly Scorer[], answer: Answer) => {
  const reads = parts.some(({ readsContext }) => readsContext === true);
  return {
    ...(reads && { readsContext: true }),
    score: (texts, condition, { contexts, ...options }) =>
      answer(askedTexts(texts, condition, reads ? { ...options, contexts } : options), condition, options),
    scoreListed: (list, numbers, condition, { contexts: _, ...options }) =>
      answer(askedListed(reads ? list : plainList(list), numbers, condition, options), condition, options),
  } satisfies Partial<Scorer>;
};
