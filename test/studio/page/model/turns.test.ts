import type { ChatEvent } from "@semantic-xpath/chat";
import { array, assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  announcementOf,
  follow,
  type ShownConversation,
  sentencesAfter,
  shownConversation,
} from "../../../../packages/studio/src/page/model/turns.js";
import { runs } from "../../../support/runs.js";

const question: ChatEvent = {
  turn: "t1",
  type: "question",
  question: "Which?",
  choices: ["a", "b"],
  dryRun: null,
  losses: 0,
};
const waits: ChatEvent = { turn: "t1", type: "done", state: "waiting" };
const begins: ChatEvent = { turn: "t1", type: "began", request: "what is outdoors?" };
const says = (text: string): ChatEvent => ({ turn: "t1", type: "text", text });

const conversationOf = (events: readonly ChatEvent[], waiting: string | null = null): ShownConversation =>
  shownConversation({
    id: "c",
    title: "",
    task: "trip",
    branch: "main",
    running: null,
    waiting,
    omitted: 0,
    turns: events.length === 0 ? [] : [{ id: "t1", request: "what is outdoors?", at: "", events }],
  });
const followed = (events: readonly ChatEvent[]): ShownConversation => events.reduce(follow, conversationOf([]));

describe("the turns of a conversation", () => {
  it("grow by events; a question is open until something follows it", () => {
    const asked = followed([begins, question, waits]);
    expect(asked.turns[0]).toMatchObject({ state: "waiting", question: { question: "Which?", isOpen: true } });
    const chosen = follow(asked, { turn: "t1", type: "chosen", choice: 1, text: "b" });
    expect(chosen.turns[0]).toMatchObject({ state: "running", choices: ["b"], question: { isOpen: false } });
    const next = follow(asked, { ...begins, turn: "t2" });
    expect(next.turns.map((turn) => turn.question?.isOpen ?? null)).toEqual([false, null]);
  });

  it("that were kept have an open question only where the studio waits for it", () => {
    expect(conversationOf([begins, question, waits], "t1").turns[0]!.question!.isOpen).toBe(true);
    expect(conversationOf([begins, question, waits]).turns[0]!.question!.isOpen).toBe(false);
  });

  it("begin anew under the same id, and leave others alone", () => {
    const again = followed([begins, says("Wrong."), { turn: "t1", type: "done", state: "answered" }, begins]);
    expect(again.turns).toHaveLength(1);
    expect(again.turns[0]).toMatchObject({ state: "running", answer: "" });
    expect(follow(again, { ...says("for nobody"), turn: "t9" })).toBe(again);
  });

  it("move the conversation to another task", () => {
    const moved = followed([begins, { turn: "t1", type: "moved", task: "spring", version: 1 }]);
    expect(moved.task).toBe("spring");
  });

  it("are the same whether they were followed or kept", () =>
    assert(
      property(
        array(constantFrom<ChatEvent>(question, waits, says("One. "), says("Two"), begins), { maxLength: 8 }),
        (later) => {
          const events = [begins, ...later];
          expect(followed(events).turns).toEqual(conversationOf(events, "t1").turns);
        },
      ),
      { numRuns: runs(200) },
    ));
});

describe("what a screen reader says", () => {
  it("is what matters of an event", () => {
    expect(announcementOf(question)).toBe("Which? 1: a. 2: b");
    expect(announcementOf({ turn: "t1", type: "done", state: "cancelled" })).toBe(
      "Stopped. Nothing was changed after that.",
    );
    expect(announcementOf({ turn: "t1", type: "failed", code: "SXP5140", message: "It broke." })).toBe("It broke.");
    expect(announcementOf(says("One."))).toBeNull();
  });

  it("is whole sentences of a growing answer", () => {
    expect(sentencesAfter("One. Two", 0)).toBe(4);
    expect(sentencesAfter("One. Two", 4)).toBe(4);
    expect(sentencesAfter("3.5 km", 0)).toBe(0);
  });

  it("never goes back, and ends a sentence, whatever comes", () =>
    assert(
      property(
        array(
          string({ maxLength: 5 }).map((text) => `${text}. `),
          { maxLength: 6 },
        ),
        (pieces) => {
          let [text, said] = ["", 0];
          for (const piece of pieces) {
            text += piece;
            const next = sentencesAfter(text, said);
            expect(next).toBeGreaterThanOrEqual(said);
            expect(next).toBeLessThanOrEqual(text.length);
            if (next > said) expect(".!?\n").toContain(text[next - 1]);
            said = next;
          }
        },
      ),
      { numRuns: runs(200) },
    ));
});
