import type { Draft, Drafted } from "./draft.js";
import type { Known } from "./known.js";
import type { Phrase, Word } from "./phrase.js";

/** More settings are no sentence. */
const MOST = 4;
const SETTING = /^(?:replace value of node|insert node attribute) /u;
const TARGET = /(?: into |^replace value of node )(\/[^\s"]+?)(?:\/@[^\s/"]+)?(?: with |$)/u;

/**
 * `assign t04 priority 1 and deadline September 20`, `it costs 60 and starts at 7 pm`: what comes after the first setting is about the same. Null:
 * the words are not all settings of one thing.
 */
export function severalSettings(
  known: Known,
  phrase: Phrase,
  draftOf: (known: Known, phrase: Phrase) => Drafted,
  depth = 1,
): Drafted {
  if (depth >= MOST) return null;
  for (const { to, from } of cutsIn(phrase)) {
    const first = draftOf(known, phrase.slice(0, to));
    const paths = first?.kind === "update" ? targetsOf(first) : [];
    if (first?.kind !== "update" || paths.length === 0) continue;
    const next = settingOf(aboutThese(known, paths), phrase.slice(from), paths, draftOf, depth);
    if (next !== null) return both(first, next);
  }
  return null;
}

/** Whether after an "and" another attribute is set: `set the room to Hall A and the time to 9:30` has no room of that name. */
export const setsAnother = (phrase: Phrase): boolean =>
  phrase.some(({ lower, isQuoted }, at) => {
    if (lower !== "and" || isQuoted) return false;
    const next = phrase.slice(at + 1, at + 5).map((word) => word.lower);
    return ["the", "its"].includes(next[0] ?? "") && ["to", "is", "as"].some((word) => next.slice(2).includes(word));
  });

/** Where "and" or a comma parts the words. */
const cutsIn = (phrase: Phrase): { to: number; from: number }[] =>
  phrase.flatMap(({ lower, gap, isQuoted }, at) => {
    if (at < 2 || at === phrase.length - 1 || isQuoted) return [];
    const isAnd = lower === "and";
    return isAnd ? [{ to: at, from: at + 1 }] : gap === "," ? [{ to: at, from: at }] : [];
  });

/** The paths of what only gets other values; none where something else is done, too. */
function targetsOf({ update }: Draft): readonly string[] {
  const lines = update.split(",\n");
  const paths = lines.map((line) => (SETTING.test(line) ? (TARGET.exec(line)?.[1] ?? null) : null));
  return paths.some((path) => path === null) ? [] : [...new Set(paths.filter((path) => path !== null))];
}

function settingOf(
  known: Known,
  phrase: Phrase,
  paths: readonly string[],
  draftOf: (known: Known, phrase: Phrase) => Drafted,
  depth: number,
): Draft | null {
  const pronoun = wordOf(paths.length === 1 ? "it" : "them", phrase);
  for (const words of [
    [pronoun, ...phrase],
    [wordOf("make", phrase), pronoun, ...phrase],
  ]) {
    const draft = draftOf(known, words);
    const found = draft?.kind === "update" ? draft : severalSettings(known, words, draftOf, depth + 1);
    if (found?.kind !== "update") continue;
    const others = targetsOf(found);
    if (others.length === paths.length && others.every((path) => paths.includes(path))) return found;
  }
  return null;
}

const wordOf = (text: string, [first]: Phrase): Word => ({
  text,
  lower: text,
  start: first!.start,
  end: first!.start,
  isQuoted: false,
});

function aboutThese(known: Known, paths: readonly string[]): Known {
  const context = { requests: [], ...known.about.context, found: [paths, ...(known.about.context?.found ?? [])] };
  return { ...known, found: new Map(), about: { ...known.about, context } };
}

const both = (one: Draft, other: Draft): Draft => ({
  ...one,
  update: `${one.update},\n${other.update}`,
  said: `${one.said}, and ${other.said}`,
  isDestructive: one.isDestructive || other.isDestructive,
  sureness: Math.min(one.sureness, other.sureness),
});
