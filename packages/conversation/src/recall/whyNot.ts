import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";
import type { Recall } from "./recall.js";

/** The reason why a fact is not handed over. */
export interface WhyNot {
  readonly fact: string;
  readonly text: string;
  readonly reason: string;
  /** The fact that took its place; null for none. */
  readonly by: string | null;
  readonly byText: string | null;
}

/**
 * Explains for facts why they are not in an answer: by their ids, or by words of their texts.
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
  return facts.map((fact) => {
    const { statement, supersededBy } = fact;
    const by = hidden.get(statement.id)?.by ?? supersededBy;
    const reason = inAnswer.has(statement.id) ? "it is in the answer" : reasonOf(fact, answer);
    return {
      fact: statement.id,
      text: statement.text,
      reason,
      by,
      byText: by === null ? null : (state.statement(by)?.text ?? null),
    };
  });
}

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
