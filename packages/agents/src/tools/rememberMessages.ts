import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { TASK, unlessEmpty } from "./shared.js";
import { talkIn, talkTask, wrote } from "./talks.js";
import { tool } from "./tool.js";
import { digestOf } from "./write.js";

/** Facts that an answer lists. */
const MAX_FACTS = 50;

export const rememberMessages = tool({
  name: "remember_messages",
  title: "Remember messages",
  description:
    "Keeps messages of a conversation with the facts that they state, for recall. A message that is there already (by session and id; without one by speaker, time and text) is ignored.",
  does: "write",
  input: z.object({
    session: z.string().min(1).max(200),
    messages: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(200).optional(),
          speaker: z.string().min(1).max(200),
          text: z.string(),
          time: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...TASK,
  }),
  output: z.object({
    task: z.string(),
    turns: z.int(),
    count: z.int(),
    facts: z.array(z.looseObject({ fact: z.string(), text: z.string() })),
    notKept: z.array(z.looseObject({ reason: z.string() })).optional(),
  }),
  async run(session, input) {
    const { scope, memory } = session;
    scope.checkWrite();
    const task = await talkTask(session, input.task);
    if (!memory.hasTask(task)) scope.checkWhole("Making a task");
    const talk = await talkIn(session, "remember_messages", task);
    const date = input.messages.find(({ time }) => time !== undefined)?.time ?? session.now().toISOString();
    const turns = await identified(input.session, input.messages);
    const report = await talk.add([{ id: input.session, date, turns }]);
    wrote(session, task);
    const ids = new Set(turns.map(({ id }) => `${input.session}/${id}`));
    const episodes = talk.state.sessions.get(input.session)?.episodes ?? [];
    const facts = episodes.flatMap(({ statements }) =>
      statements.flatMap(({ id, draft, text, problem }) =>
        problem === null && ids.has(draft.turn) ? [{ fact: id, text, slot: draft.slot?.name }] : [],
      ),
    );
    const reasons = new Map<string, number>();
    const dropped = episodes.flatMap((episode) => episode.dropped.filter(({ turn }) => ids.has(turn)));
    for (const { reason } of dropped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return {
      task,
      turns: report.turns,
      count: facts.length,
      facts: facts.slice(0, MAX_FACTS),
      notKept: unlessEmpty(Array.from(reasons, ([reason, count]) => ({ reason, count }))),
    };
  },
});

interface Message {
  readonly id?: string | undefined;
  readonly speaker: string;
  readonly text: string;
  readonly time?: string | undefined;
}

/** Messages with an id each, which is the same for the same messages of a session. Equal ones of a call are told apart by their order. */
async function identified(session: string, messages: readonly Message[]) {
  const counts = new Map<string, number>();
  const turns = [];
  for (const { id, ...message } of messages) {
    const about = [session, message.speaker, message.time ?? null, message.text];
    const count = (counts.get(JSON.stringify(about)) ?? 0) + 1;
    counts.set(JSON.stringify(about), count);
    turns.push(defined({ ...message, id: id ?? (await madeId([...about, count])) }));
  }
  return turns;
}

/** 96 bits of a digest, and a letter: a number at the end would be a place in the conversation. */
const madeId = async (about: readonly unknown[]): Promise<string> => `${(await digestOf(about)).slice(0, 16)}m`;
