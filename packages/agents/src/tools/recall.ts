import { defined, isDayOrMoment } from "@semantic-xpath/values";
import { z } from "zod";
import { invalidInput } from "../results/failure.js";
import { TASK, unlessEmpty } from "./shared.js";
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
    note: z.string().optional(),
    items: z.array(z.looseObject({ text: z.string() })),
    leftOut: z.array(z.looseObject({ tokens: z.number() })).optional(),
    hidden: z.array(z.looseObject({ fact: z.string() })).optional(),
    whyNot: z.array(z.looseObject({ text: z.string() })).optional(),
  }),
  async run(session, { question, validAt, user, tokens, whyNot, task: named }) {
    const task = session.scope.named(await talkTask(session, named));
    const { emptyReason } = await import("@semantic-xpath/conversation");
    const talk = await talkIn(session, "recall", task);
    if (validAt !== undefined && validAt !== "all" && !isDayOrMoment(validAt))
      throw invalidInput("recall", `validAt "${validAt}" is no day: write 2026-03-14, or all`);
    const now = session.now().toISOString().slice(0, 10);
    const asking = defined({ validAt: validAt ?? now, askedOn: now, tokens: session.tokensFor(tokens ?? 250), user });
    const tight = talk.recall(question, asking);
    // A question without facts gets turns.
    const isAnswered = tight.items.length + tight.leftOut.length > 0 || tight.unknown !== null;
    const answer = isAnswered || whyNot !== undefined ? tight : await talk.recallFull(question, asking);
    return {
      task,
      note: emptyReason(answer) ?? undefined,
      items: answer.items.map(({ text, turns, fact, why }) => ({
        text,
        sources: turns,
        fact: fact ?? undefined,
        isTurn: why.kind === "turn" || undefined,
        mayAnswer: !why.isCertain || undefined,
        slot: why.slot ?? undefined,
        replaced: unlessEmpty(why.replaced),
      })),
      leftOut: unlessEmpty(
        firstOf(
          answer.leftOut.map(({ fact, text, turns }) => ({
            fact: fact ?? undefined,
            sources: turns,
            tokens: Math.ceil(text.length / 4),
          })),
        ),
      ),
      hidden: unlessEmpty(firstOf(answer.hidden)),
      whyNot: whyNot === undefined ? undefined : firstOf(talk.whyNot(whyNot, answer)),
    };
  },
});

const firstOf = <T extends object>(all: readonly T[]): Members<T>[] => all.slice(0, MAX_HIDDEN);

/** A type of the same members, which other members may be added to. */
type Members<T> = { [K in keyof T]: T[K] };
