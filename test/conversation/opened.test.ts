import {
  ENGLISH_SPACE,
  levelCounts,
  openConversation,
  openedBy,
  rulesFormation,
  slotTimelines,
  timelinesWith,
  treeFacts,
} from "@semantic-xpath/conversation";
import { HASHED_THEMES, updateThemes } from "@semantic-xpath/conversation/xmemory";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { beforeAll, describe, expect, it } from "vitest";
import { writtenDialogue } from "./support/dialogues.js";

const memory = Memory.create(inMemoryJournal());
beforeAll(async () => {
  const talk = openConversation(memory, { formation: rulesFormation() });
  const said = (id: string, date: string, ...texts: readonly string[]) => ({
    id,
    date,
    turns: texts.map((text, i) => ({ id: `${id}.${i + 1}`, speaker: "Ivo", text })),
  });
  await talk.add([
    said("A", "2026-01-12", "I live in Tartu.", "If I won a prize, I would live in Oslo.", "My cat is called Zorg."),
    said("B", "2026-02-16", "I moved to Narva last week."),
  ]);
  await updateThemes({ memory, task: "conversation", space: ENGLISH_SPACE, settings: HASHED_THEMES });
});
const tree = () => memory.task("conversation").head().tree();

describe("what a question opened", () => {
  it("is the answer, what it hid, and the parts of each level that it comes from", () => {
    const { items, hidden, facts, turns, episodes, themes } = openedBy(tree(), "Where does Ivo live?");
    expect(items[0]!.text).toContain("Narva");
    expect(hidden.map(({ text, reason }) => [text, reason])).toEqual([
      [expect.stringContaining("Tartu"), "superseded"],
    ]);
    expect(facts.map(({ text }) => text)).toEqual([expect.stringContaining("Narva")]);
    expect(turns.map(({ ref }) => ref)).toEqual(["B.1"]);
    expect(episodes.map(({ date }) => date)).toEqual(["2026-02-16"]);
    for (const theme of themes) expect(theme.facts).toEqual(facts.map(({ id }) => id));
  });

  it("opens nothing where nothing answers", () => {
    const { items, facts, turns } = openedBy(tree(), "What is the capital of France?");
    expect([items.length, facts.length, turns.length]).toEqual([0, 0, 0]);
  });

  it("is a part of what there is, and each opened fact has its turns among those that were opened", async () => {
    for (const name of ["boat", "choir"]) {
      const { sessions, questions } = writtenDialogue(name);
      const store = Memory.create(inMemoryJournal());
      await openConversation(store, { formation: rulesFormation() }).add(sessions);
      const of = store.task("conversation").head().tree();
      const counts = levelCounts(of);
      for (const { text } of questions) {
        const opened = openedBy(of, text);
        for (const level of ["themes", "facts", "episodes", "turns"] as const) {
          const ids = opened[level].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.length).toBeLessThanOrEqual(counts[level]);
        }
        const turns = new Set(opened.turns.map(({ id }) => id));
        for (const fact of opened.facts) for (const turn of fact.turns) expect(turns).toContain(turn);
      }
    }
  });
});

describe("timelines", () => {
  it("are found by subject, slot and value", () => {
    const all = slotTimelines(treeFacts(tree()).state);
    expect(timelinesWith(all, " ")).toEqual(all);
    const found = timelinesWith(all, "narva");
    expect(found).toHaveLength(1);
    expect(found[0]!.entries.map(({ value }) => value)).toEqual(["Tartu", "Narva"]);
    expect(found[0]!.entries[0]!.turn).toBe("A/A.1");
    expect(timelinesWith(all, "constructor")).toEqual([]);
  });
});
