import { type RecallQuestion, readRecallQuestion } from "@semantic-xpath/english";
import { handOver } from "@semantic-xpath/runtime";
import { isDayOrMoment } from "@semantic-xpath/values";
import type { Days } from "../formation.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { Answer } from "./answer.js";
import { inTalk } from "./inTalk.js";
import type { Passage } from "./passages.js";

export interface RecallOptions {
  /** Budget of the answer, in tokens of four characters. Default 250. */
  readonly tokens?: number;
  /** The day for which the answer holds, ISO 8601; "all" for every time. Default: the day of the newest turn. */
  readonly validAt?: string;
  /** The day of the question, for "yesterday" in it. Default: `validAt`, else the day of the newest turn. */
  readonly askedOn?: string;
  /** The participant who asks: "my" and "I" are theirs. Default: "User" if there is one of this name, else the only one who is not an assistant. */
  readonly user?: string;
  /** Questions before it, the newest first: "she" is whom they were about, and a question without a topic has theirs. Default: none. */
  readonly earlier?: readonly string[];
}

/** One thing that is handed over, the best first. */
export interface RecallItem {
  readonly text: string;
  /** Turns that state it, as the caller named them. */
  readonly sources: readonly string[];
  /** Ids of these turns in the memory, with their sessions. */
  readonly turns: readonly string[];
  readonly fact: string | null;
  readonly why: RecallReason;
}

/** The reason for which an item is there. */
export interface RecallReason {
  readonly kind: "slot" | "topic" | "derived" | "turn";
  /** False for what may answer: it shares little with the question, or was added to fill the tokens. */
  readonly isCertain: boolean;
  readonly subject: string | null;
  readonly slot: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** Facts that it took the place of. */
  readonly replaced: readonly string[];
  /** Facts that a derived line counts. */
  readonly counted: readonly string[];
}

/** A fact that would have answered, and is not handed over. */
export interface HiddenFact {
  readonly fact: string;
  readonly text: string;
  readonly reason: "superseded" | "ended" | "retracted" | "forgotten" | "over" | "not yet" | "may be replaced";
  /** The fact that took its place; null for none. */
  readonly by: string | null;
}

export interface Recall {
  readonly question: RecallQuestion;
  /** Ids of the subjects that the question names; empty for a question about no one. */
  readonly subjects: readonly string[];
  readonly items: readonly RecallItem[];
  readonly hidden: readonly HiddenFact[];
  /** Items that answer and need more tokens than there were. */
  readonly leftOut: readonly RecallItem[];
  /** Name of the subject of the question, if the memory has nothing of it: "I" if the asker is unknown; null for none. */
  readonly unknown: string | null;
  readonly tokens: number;
}

/** Tokens of a text as they are counted everywhere here: a quarter of its characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Tokens of an item: sources beyond three cost one each. */
export const costOf = (text: string, sources: number): number => tokensOf(text) + Math.max(0, sources - 3);

export const DEFAULT_TOKENS = 250;

/**
 * Answers a question from the facts of a state. Throws a RangeError for an invalid day. Turns are found by the stems of their texts and the names of the slots of their facts, so the cost
 * grows with the turns that share words with the question. The size of the memory does not matter.
 */
export function recall(
  state: ConversationState,
  index: PassageIndex,
  text: string,
  options: RecallOptions = {},
): Recall {
  const { tokens = DEFAULT_TOKENS } = options;
  const latest = index.latest();
  const validAt = options.validAt === "all" ? null : (options.validAt ?? null);
  for (const given of [validAt, options.askedOn ?? null])
    if (given !== null && !isDayOrMoment(given))
      throw new RangeError(`"${given}" is no day: write 2026-03-14, or "all" for every time`);
  const day = options.askedOn ?? validAt ?? latest;
  const earlier = (options.earlier ?? []).map((each) => readRecallQuestion(each, day));
  const question = inTalk(readRecallQuestion(text, day), text, earlier);
  const run = new Answer(state, index, question, { validAt, latest, user: options.user ?? null, text });
  const cost = (item: RecallItem) => costOf(item.text, item.sources.length);
  const answering = run.items();
  const possible = answering.filter((item) => cost(item) <= tokens);
  const filled = handOver(possible, { tokens, formsOf: (item) => [item], costOf: cost });
  const items = filled.items.map(({ form }) => form);
  const leftOut = answering.filter((item) => !items.includes(item));
  const { subjects, hidden, unknown } = run;
  return { question, subjects, items, hidden, leftOut, unknown, tokens: filled.tokens };
}

/** Passages by the stems of their texts, and the day of the newest turn. */
export interface PassageIndex {
  latest(): string;
  /** The passage of a turn that states something. */
  passage(turn: string): Passage | undefined;
  /** Passages whose texts, slot names or values have a stem, or the question before them. */
  withStem(stem: string): ReadonlySet<Passage>;
  /** Stems that begin with a stem or that a stem begins with, of more than four letters. */
  variants(stem: string): readonly string[];
  /** Stems of the memory by their nearness to a stem, over words that both are related to. */
  near(stem: string): ReadonlyMap<string, number>;
  /** Statements with days among those from the first to the last. */
  onDays(days: Days): readonly string[];
  count(): number;
}
