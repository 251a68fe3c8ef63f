import type { FactsReading } from "../translate/translation.js";
import { changed } from "./past.js";
import type { Turn } from "./turn.js";

/** Keeps or forgets facts of a memory of conversations; facts are shown before they are forgotten. */
export async function changeFacts(
  turn: Turn,
  reading: FactsReading,
  { isSure = false }: { readonly isSure?: boolean } = {},
): Promise<void> {
  const { action } = reading;
  if (turn.branch !== "main") return turn.say("Facts are kept on the branch main alone, and this is another one.");
  if (action.do === "remember") return remember(turn, action);
  const { facts } = action;
  if (!isSure) {
    const list = facts.map(({ text }) => `"${text}"`).join(", ");
    return turn.ask({ kind: "facts", reading }, `Forget ${list}?`, ["yes", "no"], { losses: facts.length });
  }
  const talk = await talkOf(turn);
  const before = turn.head();
  for (const { fact } of facts) await talk.forget(fact, by(turn));
  changed(turn, turn.host.memory.task(turn.place.task), before, turn.head(), "Forgotten. The turns that say it stay.");
}

const by = ({ host: { author }, record: { at: time } }: Turn) => ({ time, ...(author !== null && { author }) });

async function talkOf(turn: Turn) {
  const { openConversation, rulesFormation } = await import("@semantic-xpath/conversation");
  const { host, place, record } = turn;
  return openConversation(host.memory, {
    task: place.task,
    formation: rulesFormation({ isTold: true }),
    turn: record.id,
    ...(host.author !== null && { author: host.author }),
  });
}

async function remember(turn: Turn, { speaker, text }: FactsReading["action"] & { readonly do: "remember" }) {
  const talk = await talkOf(turn);
  const { id, at: time } = turn.record;
  const before = turn.head();
  const session = `chat ${time.slice(0, 10)}`;
  await talk.add([{ id: session, date: time.slice(0, 10), turns: [{ id, speaker, text, time }] }], {
    signal: turn.signal,
  });
  const { state } = talk;
  const formed = [...state.facts()].filter(({ statement, confirmedBy }) =>
    [statement, ...confirmedBy].some(({ draft }) => draft.turn === `${session}/${id}`),
  );
  const lines = formed.map(({ subject, slot, statement, confirmedBy }) => {
    const name = slot === null ? null : state.slot(slot)!.name;
    const value = statement.draft.operation === "end" ? "no longer" : (statement.draft.value ?? statement.text);
    const replaced = (slot === null ? [] : state.slot(slot)!.facts).flatMap(({ supersededBy, statement: old }) =>
      supersededBy === statement.id ? [`"${old.text}"`] : [],
    );
    return [
      name === null ? `"${statement.text}"` : `${state.subject(subject).name}, ${name}: ${value}`,
      ...(replaced.length > 0 ? [`in place of ${replaced.join(", ")}`] : []),
      ...(confirmedBy.length > 0 ? ["which was known"] : []),
    ].join(", ");
  });
  const report =
    lines.length > 0
      ? `Remembered: ${lines.join("; ")}.`
      : "The sentence is kept as it was said, but no fact was made of it: it states nothing that holds.";
  changed(turn, turn.host.memory.task(turn.place.task), before, turn.head(), report);
}
