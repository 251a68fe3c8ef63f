import { plusDays } from "@semantic-xpath/values";
import type { Dialogue, SuiteFile } from "../format/shapes.js";
import { randomFrom } from "../measure/random.js";
import { DialogueWriter } from "./dialogueWriter.js";
import { SCRIPTS, type Script } from "./scripts.js";
import { FAR } from "./topics/far.js";
import { FRESH } from "./topics/fresh.js";
import { NEAR } from "./topics/near.js";
import type { Words } from "./words.js";

export interface LifecycleOptions {
  /** Seed of the suite: equal seeds give equal suites. Default 1. */
  readonly seed?: number;
  /** Dialogues of each part, from 1. Default 3. */
  readonly dialogues?: number;
  /** Sessions of each dialogue, from 6. Default 10. */
  readonly sessions?: number;
  /** Remarks in each session that mean nothing, beside greetings and nods. Default 3. */
  readonly talk?: number;
  /** The words of each part, by its name. Default: `LIFECYCLE_WORDS`. */
  readonly words?: Readonly<Record<string, Words>>;
  /** Events of each dialogue. Default: `SCRIPTS`. */
  readonly scripts?: readonly Script[];
}

/**
 * The shipped words, in three parts without common topics, wordings or names: tune on `near`, look at `far`, report `fresh`. Reading the texts of
 * `fresh` to write a rule spends it; pass words of your own then.
 */
export const LIFECYCLE_WORDS: Readonly<Record<string, Words>> = { near: NEAR, far: FAR, fresh: FRESH };

const FIRST_DAY = "2025-01-06";
/** Steps of a script are in different sessions, and the longest one has this many. */
const MIN_SESSIONS = 6;

/**
 * A suite of dialogues over several sessions. Facts are stated, restated, updated, retracted, superseded in chains, bounded in time, counted and
 * told by two speakers. Hypotheticals, jokes, hearsay, questions and injected instructions are in between. The gold is known by construction.
 * With the default options 252 questions about 9 dialogues.
 *
 * @throws RangeError for options out of range, or words with too few topics.
 * @example lifecycleSuite({ seed: 7, talk: 20 }) // the same questions with more to overlook
 */
export function lifecycleSuite(options: LifecycleOptions = {}): SuiteFile {
  const { seed = 1, dialogues = 3, sessions = 10, talk = 3, words = LIFECYCLE_WORDS, scripts = SCRIPTS } = options;
  for (const [name, value, least] of [
    ["dialogues", dialogues, 1],
    ["sessions", sessions, MIN_SESSIONS],
    ["talk", talk, 0],
  ] as const)
    if (!Number.isSafeInteger(value) || value < least)
      throw new RangeError(`${name} is a whole number from ${least}, not ${value}.`);
  const random = randomFrom(seed);
  const scripted = Object.entries(words).flatMap(([split, of]) =>
    Array.from({ length: dialogues }, (_, place): Dialogue => {
      const pair = of.names.slice((2 * place) % of.names.length).slice(0, 2) as [string, string];
      const days = [FIRST_DAY];
      while (days.length < sessions) days.push(plusDays(days.at(-1)!, 6 + random.index(15)));
      const writer = new DialogueWriter(random, of, pair, days);
      for (const script of scripts) script(writer);
      return writer.dialogue(`${split}-${place + 1}`, split, talk);
    }),
  );
  return { version: 1, name: `lifecycle-${seed}`, dialogues: scripted };
}
