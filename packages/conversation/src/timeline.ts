import type { ConversationState } from "./lifecycle/conversationState.js";
import type { Slot } from "./lifecycle/records.js";
import { compareStatements, type Fact } from "./lifecycle/statement.js";

/** One value of a slot, with who said it when, and what became of it. */
export interface SlotEntry {
  readonly fact: string;
  readonly value: string | null;
  readonly text: string;
  readonly speaker: string;
  /** Turn that states it, as the caller named it. */
  readonly source: string;
  /** Id of that turn in the memory. */
  readonly turn: string;
  readonly kind: string;
  readonly operation: string;
  readonly status: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly how: string | null;
  readonly by: string | null;
  readonly confirmed: number;
}

/** The values of a slot in order of the conversation. */
export interface SlotTimeline {
  readonly slot: string;
  readonly subject: string;
  readonly name: string;
  readonly entries: readonly SlotEntry[];
}

/** All slots of a memory with their values over time, by subject and name. */
export function slotTimelines(state: ConversationState): readonly SlotTimeline[] {
  return state.subjects().flatMap(({ id, name: own, of, role }) => {
    const owner = of === null ? null : state.subject(of).name;
    const subject = owner === null ? own : `${owner}'s ${[role, own === role ? null : own].filter(Boolean).join(" ")}`;
    return state.slotsOf(id).map((slot) => ({ ...timelineOf(state, slot), subject }));
  });
}

function timelineOf(state: ConversationState, { id, subject, name, facts }: Slot): SlotTimeline {
  const ordered = [...facts].sort((a, b) => compareStatements(a.statement, b.statement));
  return { slot: id, subject, name, entries: ordered.map((fact) => entryOf(state, fact)) };
}

function entryOf(state: ConversationState, fact: Fact): SlotEntry {
  const { statement, status, validFrom, validTo, how, supersededBy, confirmedBy } = fact;
  const { draft, text, speaker, id } = statement;
  return {
    fact: id,
    value: draft.value,
    text,
    speaker,
    source: state.turns.get(draft.turn)?.ref ?? draft.turn,
    turn: draft.turn,
    kind: draft.kind,
    operation: draft.operation,
    status,
    validFrom,
    validTo,
    how,
    by: supersededBy,
    confirmed: confirmedBy.length,
  };
}

/** Timelines whose subject, slot or a value has a text in it; all for an empty one. */
export function timelinesWith(timelines: readonly SlotTimeline[], text: string): readonly SlotTimeline[] {
  const needle = text.trim().toLowerCase();
  const has = (part: string | null): boolean => part?.toLowerCase().includes(needle) ?? false;
  if (needle === "") return timelines;
  return timelines.filter(
    ({ subject, name, entries }) =>
      has(`${subject} ${name}`) || entries.some((entry) => has(entry.value) || has(entry.text)),
  );
}

/** Sentences that were read and not kept, and facts that failed a check, counted by their reasons, with the first ones of each. */
export interface NotKept {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly { readonly source: string; readonly text: string }[];
}

/** Statements that a memory did not keep, with the reasons, the most frequent first. */
export function notKept(state: ConversationState, most = 5): readonly NotKept[] {
  const reasons = new Map<string, { count: number; examples: { source: string; text: string }[] }>();
  const add = (reason: string, turn: string, text: string) => {
    const entry = reasons.get(reason) ?? { count: 0, examples: [] };
    reasons.set(reason, entry);
    entry.count++;
    if (entry.examples.length < most) entry.examples.push({ source: state.turns.get(turn)?.ref ?? turn, text });
  };
  for (const { episodes } of state.sessions.values()) {
    for (const { dropped, statements, failure, turns } of episodes) {
      if (failure !== null) for (const turn of turns) add(`the call failed: ${failure}`, turn.id, turn.text);
      for (const { turn, span, reason } of dropped)
        add(reason, turn, state.turns.get(turn)?.text.slice(span.start, span.end) ?? "");
      for (const { problem, draft, text } of statements) if (problem !== null) add(problem, draft.turn, text);
    }
  }
  return [...reasons].map(([reason, rest]) => ({ reason, ...rest })).sort((a, b) => b.count - a.count);
}
