import type { TurnState } from "@semantic-xpath/chat";
import { type ChatEvent, present, spoken } from "@semantic-xpath/chat/present";
import type { ConversationView } from "../../protocol.js";

type EventOf<K extends ChatEvent["type"]> = Omit<Extract<ChatEvent, { type: K }>, "type" | "turn">;

/** Content of a turn for a page: all its events, by kind. */
export interface ShownTurn {
  readonly id: string;
  readonly request: string;
  /** An instant; empty until the studio says it. */
  readonly at: string;
  readonly state: TurnState | "running";
  readonly read: EventOf<"read"> | null;
  readonly repairs: readonly EventOf<"repair">[];
  readonly widened: EventOf<"widened"> | null;
  readonly retrieved: EventOf<"retrieved"> | null;
  /** The last question; `isOpen` until something follows it. */
  readonly question: (EventOf<"question"> & { readonly isOpen: boolean }) | null;
  /** The choice, in its words. */
  readonly choices: readonly string[];
  readonly changes: readonly EventOf<"changed">[];
  readonly compared: EventOf<"compared"> | null;
  readonly notes: readonly EventOf<"note">[];
  readonly moved: EventOf<"moved"> | null;
  readonly answer: string;
  readonly cost: EventOf<"cost">["cost"] | null;
  readonly failure: EventOf<"failed"> | null;
}

export interface ShownConversation extends Omit<ConversationView, "turns"> {
  readonly turns: readonly ShownTurn[];
}

const newTurn = (id: string, request: string, at: string): ShownTurn => ({
  id,
  request,
  at,
  state: "running",
  read: null,
  repairs: [],
  widened: null,
  retrieved: null,
  question: null,
  choices: [],
  changes: [],
  compared: null,
  notes: [],
  moved: null,
  answer: "",
  cost: null,
  failure: null,
});

/** A conversation as it was kept: the events of each turn, one after the other. */
export const shownConversation = (view: ConversationView): ShownConversation => ({
  ...view,
  turns: view.turns.map(({ id, request, at, events }) => {
    const turn = events.reduce(withEvent, newTurn(id, request, at));
    return id === view.waiting ? turn : closed(turn);
  }),
});

/** Only the last turn waits for a choice. */
const closed = (turn: ShownTurn): ShownTurn =>
  turn.question?.isOpen ? { ...turn, question: { ...turn.question, isOpen: false } } : turn;

/** The conversation after an event. One that begins again under the same id, starts again. */
export function follow(conversation: ShownConversation, event: ChatEvent): ShownConversation {
  const { turns } = conversation;
  const at = turns.findIndex(({ id }) => id === event.turn);
  if (at < 0)
    return event.type === "began"
      ? { ...conversation, turns: [...turns.map(closed), newTurn(event.turn, event.request, "")] }
      : conversation;
  const next = turns.with(at, withEvent(turns[at]!, event));
  // The task of a conversation is that of its last move.
  return { ...conversation, turns: next, task: event.type === "moved" ? event.task : conversation.task };
}

/** A turn after an event. */
function withEvent(turn: ShownTurn, event: ChatEvent): ShownTurn {
  const { question } = turn;
  // Whatever follows a question answers it, but for the end of the turn that waits for it.
  const isWaiting = event.type === "cost" || (event.type === "done" && event.state === "waiting");
  const answered = question?.isOpen && !isWaiting ? { ...turn, question: { ...question, isOpen: false } } : turn;
  switch (event.type) {
    case "began":
      return newTurn(turn.id, event.request, turn.at);
    case "read":
      return { ...answered, state: "running", read: event };
    case "repair":
      return { ...answered, repairs: [...turn.repairs, event] };
    case "widened":
      return { ...answered, widened: event };
    case "retrieved":
      return { ...answered, state: "running", retrieved: event };
    case "question":
      return { ...turn, question: { ...event, isOpen: true } };
    case "changed":
      return { ...answered, changes: [...turn.changes, event] };
    case "chosen":
      return { ...answered, state: "running", choices: [...turn.choices, event.text] };
    case "compared":
      return { ...answered, compared: event };
    case "note":
      return { ...turn, notes: [...turn.notes, event] };
    case "moved":
      return { ...answered, moved: event };
    case "text":
      return { ...answered, state: "running", answer: turn.answer + event.text };
    case "cost":
      return { ...answered, cost: event.cost };
    case "done":
      return { ...answered, state: event.state };
    case "failed":
      return { ...answered, state: "failed", failure: event };
  }
}

/** The sentence of an event that has one. */
export function sentenceOf(event: ChatEvent): string {
  const [block] = present(event);
  return block !== undefined && "text" in block ? block.text : "";
}

/** Announcement of an event for a screen reader; null: none. The answer is announced sentence by sentence elsewhere. */
export const announcementOf = (event: ChatEvent): string | null =>
  present(event)
    .map(spoken)
    .find((text) => text !== null) ?? null;

/** End of the last whole sentence of a growing text, from `said` on. */
export function sentencesAfter(text: string, said: number): number {
  const remainder = text.slice(said);
  for (let i = remainder.length - 2; i >= 0; i--)
    if (".!?\n".includes(remainder[i]!) && /\s/.test(remainder[i + 1]!)) return said + i + 1;
  return said;
}
