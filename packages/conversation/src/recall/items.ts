import type { RecallMode } from "@semantic-xpath/english";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Fact } from "../lifecycle/statement.js";
import type { RecallItem } from "./recall.js";

/** A fact as it is handed over: who said it, with its value and its days where the sentence leaves them out, and why it is there. */
export function itemOf(state: ConversationState, fact: Fact, mode: RecallMode): RecallItem {
  const { statement, subject, slot, validFrom, validTo, confirmedBy } = fact;
  const { draft } = statement;
  const latest = confirmedBy.at(-1) ?? statement;
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
    text: `${latest.speaker}: ${statement.text}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`,
    sources: ref === undefined ? [] : [ref],
    fact: statement.id,
    why: { kind: slot === null ? "topic" : "slot", subject, slot, validFrom, validTo, replaced, counted: [] },
  };
}

const dayText = (day: string): string => day.slice(0, 10);
const daysText = (days: { readonly first: string; readonly last: string } | null): string | null =>
  days === null ? null : days.first === days.last ? days.first : `${days.first} to ${days.last}`;
