import { markAt } from "../lexicon/closed.js";
import { readTalk } from "../words/readTalk.js";
import { sentencesIn } from "../words/sentences.js";
import type { Words } from "../words/words.js";
import { type Item, itemsOf } from "./items.js";
import type { Lexicon } from "./senses.js";

/**
 * The last sentence of a request, with the place or the day that a sentence before it names and it does not: "The forecast is rain on day 7. Which stops are outdoors?" is
 * about day 7. A request of one sentence as it is.
 */
export function inScope(whole: Words, lexicon: Lexicon): Words {
  const words = afterColon(withoutRegardless(withoutTalk(whole)), lexicon);
  const sentences = sentencesIn(words);
  const [from, to] = sentences.at(-1) ?? [0, 0];
  if (sentences.length < 2) return words;
  const last = { ...words, all: words.all.slice(from, to) };
  const before = { ...words, all: words.all.slice(0, from) };
  const scope = scopeOf(itemsOf(before, lexicon));
  const items = itemsOf(last, lexicon);
  // "One was cracked. Which plate is that?": the last sentence has no condition.
  const isReference =
    items.some((item) => item.kind === "mark" && item.mark.kind === "refers") ||
    last.all.some(({ text }) => text === "that" || text === "it");
  // The last sentence has no condition of its own, so the whole request is read.
  if (
    scope === null &&
    !items.some(says) &&
    (isReference || itemsOf(before, lexicon).some((item) => item.kind !== "mark"))
  )
    return words;
  const isScoped = scopeOf(items) !== null;
  return scope === null || isScoped
    ? last
    : { ...words, all: [...last.all, ...before.all.slice(scope.from, scope.to)] };
}

/** Without the sentences at either end that are a greeting or thanks. */
function withoutTalk(words: Words): Words {
  const sentences = sentencesIn(words);
  const isSaid = ([from, to]: readonly [number, number]): boolean =>
    readTalk(words.all.slice(from, to).map(({ text }) => text)) === null;
  const first = sentences.findIndex(isSaid);
  const last = sentences.findLastIndex(isSaid);
  return first < 0 || last - first === sentences.length - 1
    ? words
    : { ...words, all: words.all.slice(sentences[first]![0], sentences[last]![1]) };
}

/** "…, gone or not": what is so of some and not of others limits nothing. */
function withoutRegardless(words: Words): Words {
  const { request } = words;
  const all = words.all.slice(0, words.all.findLastIndex(({ text }) => text !== "please" && text !== "thanks") + 1);
  const isEnd = all.at(-1)?.text === "included" || (all.at(-2)?.text === "or" && all.at(-1)?.text === "not");
  const start = all.findLastIndex(
    ({ span }, at) => at > 0 && request.slice(all[at - 1]!.span.end, span.start).includes(","),
  );
  const isEither = !all.slice(start, -1).some(({ text }) => markAt([text], 0)?.mark.kind === "not");
  return isEnd && isEither && start > 0 ? { ...words, all: all.slice(0, start) } : words;
}

/** "For the order: planks of oak" is about planks: what a person does it for comes before a colon, if a question or a thing comes after. */
function afterColon(words: Words, lexicon: Lexicon): Words {
  const { all, request } = words;
  const start = all.findIndex(
    ({ span }, at) => at > 0 && request.slice(all[at - 1]!.span.end, span.start).includes(":"),
  );
  if (start < 0 || !LEADS.has(all[0]!.text)) return words;
  const before = itemsOf({ ...words, all: all.slice(0, start) }, lexicon);
  if (
    before.some((item) => says(item) && item.kind !== "rest") ||
    before.some((item) => item.kind === "mark" && STATES.has(item.mark.kind))
  )
    return words;
  const after = { ...words, all: all.slice(start) };
  const isAsked = itemsOf(after, lexicon).some((item) =>
    item.kind === "mark"
      ? ["which", "what", "count", "wanted"].includes(item.mark.kind)
      : item.kind === "name" && item.senses.some(({ kind }) => kind === "type" || kind === "value"),
  );
  return isAsked ? after : words;
}
const STATES: ReadonlySet<string> = new Set(["open", "done", "free", "overdue", "not", "without"]);
const LEADS: ReadonlySet<string> = new Set("for i we because as since so".split(" "));

/** True for what limits the things that are asked for. */
const says = (item: Item): boolean =>
  !["mark", "verb", "unit"].includes(item.kind) &&
  !(item.kind === "name" && item.senses.some(({ kind }) => kind === "type" || kind === "attribute"));

/** The words of a numbered thing, or of a day. */
function scopeOf(items: readonly Item[]): { readonly from: number; readonly to: number } | null {
  for (const [at, item] of items.entries()) {
    const next = items[at + 1];
    if (item.kind === "days" || item.kind === "weekdays") return item;
    const isType = item.kind === "name" && item.senses.some(({ kind, strength }) => kind === "type" && strength >= 0.7);
    if (isType && next?.kind === "number" && next.from === item.to && next.unit === null)
      return { from: item.from, to: next.to };
  }
  return null;
}
