import { contentStems, sentencesIn } from "@semantic-xpath/english";
import type { Turn } from "../dialogue.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";

/** Facts by the turns that state them, first or again. */
export function factsByTurn(state: ConversationState): ReadonlyMap<string, readonly Fact[]> {
  const facts = new Map<string, Fact[]>();
  for (const fact of state.facts()) {
    for (const { draft } of [fact.statement, ...fact.confirmedBy]) {
      const stated = facts.get(draft.turn);
      if (stated === undefined) facts.set(draft.turn, [fact]);
      else stated.push(fact);
    }
  }
  return facts;
}

export const wholeTurn = ({ speaker, text }: Turn): string => `${speaker}: ${text}`;

/** The sentence of a turn that shares most stems with a question: of those that state facts, if there are some. */
export function bestSentence(turn: Turn, facts: readonly Fact[], stems: ReadonlySet<string>): string {
  const texts =
    facts.length > 0 ? facts.map(({ statement }) => statement.text) : sentencesIn(turn.text).map(({ text }) => text);
  const shared = (text: string): number => contentStems(text).filter((stem) => stems.has(stem)).length;
  const [best] = texts.map((text) => ({ text, count: shared(text) })).toSorted((a, b) => b.count - a.count);
  return `${turn.speaker}: ${best?.text ?? turn.text}`;
}
