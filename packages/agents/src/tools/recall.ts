import { defined } from "@semantic-xpath/values";
import { z } from "zod";
import { TASK } from "./shared.js";
import { talkIn, talkTask } from "./talks.js";
import { tool } from "./tool.js";

/** Facts that an answer lists beside those that it hands over. */
const MAX_HIDDEN = 20;

export const recall = tool({
  name: "recall",
  title: "Recall facts of conversations",
  description:
    "Answers a question (Where does Ana live now? Who was Ben's dentist before?) from remembered messages: only what answers, with what it hid; without facts, the nearest turns. whyNot explains why facts with these words are missing.",
  does: "read",
  input: z.object({
    question: z.string().min(1).max(2000),
    ...TASK,
    tokens: z.int().min(1).optional(),
    validAt: z.string().optional().describe("a day, or all; default now"),
    user: z.string().optional().describe("who asks"),
    whyNot: z.string().optional(),
  }),
  output: z.object({
    task: z.string(),
    items: z.array(z.looseObject({ text: z.string() })),
    hidden: z.array(z.looseObject({ fact: z.string() })).optional(),
    whyNot: z.array(z.looseObject({ fact: z.string() })).optional(),
  }),
  async run(session, { question, validAt, user, tokens, whyNot, task: named }) {
    const task = session.scope.named(await talkTask(session, named));
    const talk = await talkIn(session, "recall", task);
    const now = session.now().toISOString().slice(0, 10);
    const asking = defined({ validAt: validAt ?? now, askedOn: now, tokens: session.tokensFor(tokens ?? 250), user });
    const tight = talk.recall(question, asking);
    // A question without facts gets turns.
    const answer = tight.items.length > 0 || whyNot !== undefined ? tight : await talk.recallFull(question, asking);
    return {
      task,
      items: answer.items.map(({ text, sources, fact, why }) => ({
        text,
        sources,
        fact: fact ?? undefined,
        isTurn: why.kind === "turn" || undefined,
        mayAnswer: !why.isCertain || undefined,
        slot: why.slot ?? undefined,
        replaced: why.replaced.length > 0 ? why.replaced : undefined,
      })),
      hidden: answer.hidden.length > 0 ? firstOf(answer.hidden) : undefined,
      whyNot: whyNot === undefined ? undefined : firstOf(talk.whyNot(whyNot, answer)),
    };
  },
});

const firstOf = <T extends object>(all: readonly T[]): Members<T>[] => all.slice(0, MAX_HIDDEN);

/** A type of the same members, which other members may be added to. */
type Members<T> = { [K in keyof T]: T[K] };
