import type { RecallMode } from "@semantic-xpath/english";
import { handOver } from "@semantic-xpath/runtime";
import type { Turn } from "../dialogue.js";
import type { DropReason } from "../formation.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";
import { turnItem } from "./items.js";
import { costOf, type Recall } from "./recall.js";
import { bestSentence, factsByTurn, wholeTurn } from "./turnForms.js";

/** Budgets up to this one hand over single sentences of the turns after the first ones. */
const MAX_LADDER_TOKENS = 250;
/** Share of such a budget that whole turns may fill; on LoCoMo .3 to .7 differ by .03 in the turns that are found. */
const SHARE_OF_WHOLE_TURNS = 0.7;
/** A turn of such sentences alone is not handed over: they are not meant, or are orders to the memory. */
const UNSTATED: ReadonlySet<DropReason> = new Set(["joke", "instruction"]);
/** Questions about other times than now get turns whose facts no longer hold, too. */
const OF_THE_PAST: ReadonlySet<RecallMode> = new Set(["history", "before", "as of", "when", "count", "on day"]);

/**
 * An answer that goes on after its facts, up to the budget: turns by their relevance, the best ones whole, and of the next ones, where the budget is
 * small, the sentence that states a fact. Turns whose facts were all replaced or ended by later ones are left out of a question about now, and turns of jokes and orders of every question.
 *
 * @param ranked turns, the most relevant first
 */
export function fullRecall(
  state: ConversationState,
  tight: Recall,
  ranked: readonly Turn[],
  { tokens }: { readonly tokens: number },
): Recall {
  const facts = factsByTurn(state);
  const stems = new Set(tight.question.stems);
  const isHandedOver = ({ ref }: Turn): boolean =>
    tight.items.some(({ sources, why }) => why.kind !== "derived" && sources.includes(ref));
  const isPast = OF_THE_PAST.has(tight.question.mode);
  const turns = ranked.filter(
    (turn) => !isHandedOver(turn) && !isUnstated(state, turn) && (isPast || !isEnded(facts.get(turn.id) ?? [])),
  );
  let turnCost = 0;
  const room = tokens <= MAX_LADDER_TOKENS ? tokens * SHARE_OF_WHOLE_TURNS - tight.tokens : tokens;
  const formsOf = (turn: Turn): readonly string[] => {
    const text = wholeTurn(turn);
    turnCost += costOf(text, 1);
    const sentence = bestSentence(turn, facts.get(turn.id) ?? [], stems);
    return turnCost <= room ? [text, sentence] : [sentence];
  };
  const filled = handOver(turns, { tokens: tokens - tight.tokens, formsOf, costOf: (text) => costOf(text, 1) });
  const items = filled.items.map(({ entry, form }) => turnItem(entry, form));
  return { ...tight, items: [...tight.items, ...items], tokens: tight.tokens + filled.tokens };
}

const isEnded = (facts: readonly Fact[]): boolean =>
  facts.length > 0 && facts.every(({ supersededBy }) => supersededBy !== null);

function isUnstated(state: ConversationState, turn: Turn): boolean {
  const episode = state.episodeOf(turn);
  const dropped = (episode?.dropped ?? []).filter((each) => each.turn === turn.id);
  const hasFacts = (episode?.statements ?? []).some(({ draft }) => draft.turn === turn.id);
  return dropped.length > 0 && !hasFacts && dropped.every(({ reason }) => UNSTATED.has(reason));
}
