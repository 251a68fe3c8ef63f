import { isAsking } from "./functionWords.js";
import type { Words } from "./words.js";

const TAKING_BACK: readonly (readonly string[])[] = [
  "i mean",
  "or rather",
  "scratch that",
  "no wait",
  "wait no",
  "sorry",
].map((text) => text.split(" "));
const ASKED: ReadonlySet<string> = new Set("what which who whom when where why how show list find give".split(" "));

/** Of a request that somebody takes back and puts otherwise what is said last: `how much … I mean which stops …`. */
export function lastSaid(words: Words): Words {
  const { all } = words;
  for (let at = all.length - 1; at > 0; at--)
    for (const phrase of TAKING_BACK) {
      const next = all[at + phrase.length];
      if (next === undefined || !phrase.every((text, i) => all[at + i]?.text === text)) continue;
      if (ASKED.has(next.text) && !isAsking(all[at - 1]!.text)) return { ...words, all: all.slice(at + phrase.length) };
    }
  return words;
}
