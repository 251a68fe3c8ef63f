import { type RecallMode, reportsSpeaker } from "@semantic-xpath/english";
import type { Turn } from "../dialogue.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";
import { type Answering, CERTAIN_SHARE } from "./passageAnswer.js";
import type { RecallItem } from "./recall.js";
import { wholeTurn } from "./turnForms.js";

/** A fact as it is handed over: who wholeText it, with its value and its days where the sentence leaves them out, and why it is there. */
export function itemOf(state: ConversationState, fact: Fact, mode: RecallMode, wholeText?: string): RecallItem {
  const { statement, subject, slot, validFrom, validTo, confirmedBy } = fact;
  const { draft } = statement;
  const replaced =
    slot === null
      ? []
      : (state.slot(slot)?.facts ?? []).flatMap((each) =>
          each.supersededBy === statement.id ? [each.statement.id] : [],
        );
  const notes: string[] = [];
  if (draft.slot !== null && draft.value !== null && !statement.text.includes(draft.value))
    notes.push(`${draft.slot.name}: ${draft.value}`);
  if (mode === "when" || draft.kind === "event" || draft.kind === "plan")
    notes.push(daysText(draft.when) ?? dayText(validFrom));
  else if (validFrom !== "") notes.push(`since ${dayText(validFrom)}`);
  if (validTo !== null) notes.push(`until ${dayText(validTo)}`);
  const ref = state.turns.get(draft.turn)?.ref;
  return {
    text: `${wholeText ?? `${(confirmedBy.at(-1) ?? statement).speaker}: ${statement.text}`}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`,
    sources: ref === undefined ? [] : [ref],
    turns: ref === undefined ? [] : [draft.turn],
    fact: statement.id,
    why: {
      kind: slot === null ? "topic" : "slot",
      isCertain: true,
      subject,
      slot,
      validFrom,
      validTo,
      replaced,
      counted: [],
    },
  };
}

/** A passage as it is handed over: whole, with the question that it answers, as its fact if it has one. */
export function passageItem(
  state: ConversationState,
  { passage: { turn, text, question, isAnswer }, fact, share }: Answering,
  mode: RecallMode,
): RecallItem {
  const wholeText = wholeTurn({ ...turn, text: isAnswer && question !== "" ? `${question} ${text}` : text });
  const item =
    fact === null
      ? turnItem(turn, wholeText)
      : itemOf(state, fact, mode, state.correctionOf(fact.statement.id) === null ? wholeText : undefined);
  return {
    ...item,
    why: { ...item.why, isCertain: share >= CERTAIN_SHARE && !(fact !== null && reportsSpeaker(fact.statement.text)) },
  };
}

/** A turn, or a part of it, that is handed over as it was wholeText. */
export const turnItem = (turn: Turn, text: string): RecallItem => ({
  text,
  sources: [turn.ref],
  turns: [turn.id],
  fact: null,
  why: {
    kind: "turn",
    isCertain: false,
    subject: null,
    slot: null,
    validFrom: null,
    validTo: null,
    replaced: [],
    counted: [],
  },
});

const dayText = (day: string): string => day.slice(0, 10);
const daysText = (days: { readonly first: string; readonly last: string } | null): string | null =>
  days === null ? null : days.first === days.last ? days.first : `${days.first} to ${days.last}`;
