import type { Phrase, Word } from "./phrase.js";

/** Ways to be polite, or to begin: they say nothing of what is wanted. */
const OPENINGS: readonly (readonly string[])[] = [
  "please",
  "can you",
  "could you",
  "would you",
  "will you",
  "can we",
  "could we",
  "i'd like to",
  "i would like to",
  "i want to",
  "i need to",
  "i'd like you to",
  "i want you to",
  "let's",
  "let us",
  "we should",
  "we need to",
  "you should",
  "you can",
  "go ahead and",
  "now",
  "then",
  "and",
  "also",
  "ok",
  "okay",
  "well",
  "actually",
  "oh",
  "no",
  "yes",
  "hmm",
  "hey",
  "hi",
  "hello",
  "just",
  "so",
  "but",
  "alright",
  "great",
  "good",
  "perfect",
  "fine",
  "thanks",
  "kindly",
  "maybe",
  "in fact",
  "on second thought",
  "next",
  "i think we should",
  "help me",
  "i think",
].map((text) => text.split(" "));

const CLOSINGS: readonly (readonly string[])[] = [
  "please",
  "thanks",
  "thank you",
  "for me",
  "instead",
  "too",
  "as well",
  "again",
  "then",
  "from the plan",
  "from the list",
  "ok",
  "okay",
  "will you",
  "would you",
].map((text) => text.split(" "));

/** The request without what is said around it. */
export function bareRequest(given: Phrase): Phrase {
  let phrase = given;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const opening of OPENINGS)
      if (
        opening.length < phrase.length &&
        opening.every((word, i) => phrase[i]!.lower === word && !phrase[i]!.isQuoted)
      ) {
        phrase = phrase.slice(opening.length);
        isMore = true;
      }
    for (const closing of CLOSINGS) {
      const from = phrase.length - closing.length;
      if (from > 0 && closing.every((word, i) => phrase[from + i]!.lower === word && !phrase[from + i]!.isQuoted)) {
        phrase = phrase.slice(0, from);
        isMore = true;
      }
    }
  }
  return phrase;
}

const SHORTENED: ReadonlySet<string> = new Set("st mr mrs ms dr no vs mt ave approx prof jr sr".split(" "));
const ENDS = /[.!?;]$/u;

/** The sentences of a request: each is a span of its words. A point within a number or a time ends none. */
export const sentencesOf = (request: string, phrase: Phrase): readonly Phrase[] =>
  cutWhere(phrase, (before, after) => {
    const gap = request.slice(before.end, after.start).trim();
    return (ENDS.test(gap) && !(gap === "." && SHORTENED.has(before.lower))) || gap.includes("\n");
  });

/** What commas of a request part. */
export const clausesOf = (request: string, phrase: Phrase): readonly Phrase[] =>
  cutWhere(phrase, (before, after) => request.slice(before.end, after.start).includes(","));

function cutWhere(phrase: Phrase, isCut: (before: Word, after: Word) => boolean): readonly Phrase[] {
  const sentences: Phrase[] = [];
  let start = 0;
  for (let at = 1; at < phrase.length; at++) {
    if (!isCut(phrase[at - 1]!, phrase[at]!)) continue;
    sentences.push(phrase.slice(start, at));
    start = at;
  }
  return [...sentences, phrase.slice(start)].filter(({ length }) => length > 0);
}
