import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";
import type { Recall } from "./recall.js";

/** The reason why a fact, or a part of a turn that was not kept as one, is not handed over. */
export interface WhyNot {
  /** Null for what was not kept. */
  readonly fact: string | null;
  /** The turn of the statement. */
  readonly turn: string;
  readonly text: string;
  readonly reason: string;
  /** The fact that took its place; null for none. */
  readonly by: string | null;
  readonly byText: string | null;
}

/**
 * Explains why facts are not in an answer: facts by their ids or by words of their texts, and statements of turns that were not kept.
 *
 * @returns one entry a fact, in order of the conversation; empty if there is no such fact
 */
export function whyNot(state: ConversationState, answer: Recall, wanted: string): readonly WhyNot[] {
  const inAnswer = new Set(answer.items.flatMap(({ fact }) => (fact === null ? [] : [fact])));
  const words = wanted.trim().toLowerCase();
  const exact = state.factOf(wanted);
  const facts =
    exact !== null
      ? [exact]
      : words === ""
        ? []
        : [...state.facts()].filter(({ statement: { text, draft } }) =>
            `${text} ${draft.value ?? ""}`.toLowerCase().includes(words),
          );
  const hidden = new Map(answer.hidden.map((each) => [each.fact, each]));
  const unkept = exact !== null || words === "" ? [] : notKeptWith(state, words);
  const reasons = facts.map((fact): WhyNot => {
    const { statement, supersededBy } = fact;
    const by = hidden.get(statement.id)?.by ?? supersededBy;
    const reason = inAnswer.has(statement.id) ? "it is in the answer" : reasonOf(fact, answer);
    return {
      fact: statement.id,
      turn: statement.draft.turn,
      text: statement.text,
      reason,
      by,
      byText: by === null ? null : (state.statement(by)?.text ?? null),
    };
  });
  return [...reasons, ...unkept];
}

/** Parts of turns with some words that were not kept. */
const notKeptWith = (state: ConversationState, words: string): readonly WhyNot[] =>
  [...state.sessions.values()].flatMap(({ episodes }) =>
    episodes.flatMap(({ dropped }) =>
      dropped.flatMap(({ turn, span, reason }) => {
        const text = state.turns.get(turn)!.text.slice(span.start, span.end);
        return text.toLowerCase().includes(words)
          ? [{ fact: null, turn, text, reason: `it was not kept: ${reason}`, by: null, byText: null }]
          : [];
      }),
    ),
  );

function reasonOf({ statement, status, how, validTo, slot, subject }: Fact, answer: Recall): string {
  const { problem } = statement;
  if (problem !== null) return `it failed a check: ${problem}`;
  if (status === "forgotten") return "a person had it forgotten";
  if (how === "superseded") return "another value took its place";
  if (how === "ended") return "it has ended";
  if (how === "retracted") return "it was taken back: it never held";
  if (validTo !== null) return `it is over since ${validTo.slice(0, 10)}`;
  const subjects = new Set(answer.items.map(({ why }) => why.subject));
  if (subjects.size > 0 && !subjects.has(subject)) return `it is about ${subject}, and the answer is not`;
  const slots = new Set(answer.items.map(({ why }) => why.slot));
  if (slot !== null && !slots.has(slot))
    return `it is about ${slot}, and the question was read as about something else`;
  return "it shares too little with the question, or the budget was used up";
}
