import {
  type AnnotatedFact,
  annotatedFormation,
  CONVERSATION_SCHEMA,
  ENGLISH_SPACE,
  openConversation,
  type SessionInput,
} from "@semantic-xpath/conversation";
import { consolidateMemory, extractiveSynthesis, type Synthesis } from "@semantic-xpath/conversation/structmem";
import {
  DEFAULT_RETRIEVAL,
  HASHED_THEMES,
  levelsOf,
  retrieveAdaptively,
  scorerUncertainty,
  updateThemes,
} from "@semantic-xpath/conversation/xmemory";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { validate } from "@semantic-xpath/readers";
import { query } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { nodeData } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const turns = (texts: readonly string[], from: number) =>
  texts.map((text, index) => ({ id: String(from + index), speaker: index % 2 === 0 ? "Ana" : "Ben", text }));
const SESSIONS: readonly SessionInput[] = [
  { id: "S1", date: "2026-01-05", turns: turns(["My cat Milo sleeps on the sofa.", "I row a canoe on the lake."], 1) },
  { id: "S2", date: "2026-01-07", turns: turns(["Milo the cat hates the vet.", "The canoe needs paint."], 3) },
  { id: "S3", date: "2026-02-05", turns: turns(["I bought my cat Milo a scratching post."], 5) },
];
const FACTS: readonly AnnotatedFact[] = [
  { source: "1", subject: "Ana", slot: "cat sleeps", value: "sofa" },
  { source: "2", subject: "Ben", slot: "sport", value: "canoe" },
  { source: "3", subject: "Ana", slot: "cat hates", value: "vet" },
  { source: "4", subject: "Ben", slot: "canoe", value: "paint" },
  { source: "5", subject: "Ana", slot: "cat post", value: "scratching post" },
];

async function built(sessions: readonly SessionInput[] = SESSIONS) {
  const memory = Memory.create(inMemoryJournal());
  const talk = openConversation(memory, { formation: annotatedFormation(FACTS) });
  await talk.add(sessions);
  return { memory, talk };
}
const head = (memory: Memory) => memory.task("conversation").head();
const countOf = (memory: Memory, type: string) =>
  nodeData(head(memory).tree(), 1).children!.filter((child) => child.type === type).length;
const themesOf = (memory: Memory) =>
  nodeData(head(memory).tree(), 1)
    .children!.filter(({ type }) => type === "Theme")
    .map(({ text, children }) => ({
      text,
      members: children!.map(({ attributes }) => attributes!.idref!.split("/")[1]),
    }));

describe("themes of a memory", () => {
  const options = (memory: Memory) => ({ memory, space: ENGLISH_SPACE, settings: HASHED_THEMES });

  it("hold the facts that belong together, and are valid in the schema", async () => {
    const { memory } = await built();
    expect(await updateThemes(options(memory))).toEqual({ facts: 5, themes: 2, changed: 2 });
    expect(themesOf(memory).map(({ members }) => members)).toEqual([
      ["1#1", "3#1", "5#1"],
      ["2#1", "4#1"],
    ]);
    expect(validate(head(memory).tree(), CONVERSATION_SCHEMA)).toEqual([]);
  });

  it("get no version when nothing changed", async () => {
    const { memory } = await built();
    await updateThemes(options(memory));
    const { number } = head(memory);
    expect(await updateThemes(options(memory))).toEqual({ facts: 5, themes: 2, changed: 0 });
    expect(head(memory).number).toBe(number);
  });

  it("of a new fact are summarised from all of their facts, the others not at all", async () => {
    const { memory, talk } = await built(SESSIONS.slice(0, 2));
    const asked: string[][] = [];
    const summarise = async (facts: readonly string[]) => {
      asked.push([...facts]);
      return `${facts.length} facts`;
    };
    await updateThemes({ ...options(memory), summarise });
    asked.length = 0;
    await talk.add(SESSIONS.slice(2));
    await updateThemes({ ...options(memory), summarise });
    expect(asked).toEqual([SESSIONS.map((session) => session.turns[0]!.text)]);
    expect(
      themesOf(memory)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(["2 facts", "3 facts"]);
  });

  it("lose a fact that was forgotten", async () => {
    const { memory, talk } = await built();
    await updateThemes(options(memory));
    await talk.forget("S2/3#1");
    await updateThemes(options(memory));
    expect(
      themesOf(memory)
        .map(({ members }) => members)
        .sort(),
    ).toEqual([
      ["1#1", "5#1"],
      ["2#1", "4#1"],
    ]);
  });

  it("are made before there is a memory: refused", async () => {
    const memory = Memory.create(inMemoryJournal());
    await expect(updateThemes(options(memory))).rejects.toThrow(
      'There is no memory of conversations "conversation" yet',
    );
  });

  it("lead a question to its facts, episodes and turns", async () => {
    const { memory } = await built();
    await updateThemes(options(memory));
    const tree = head(memory).tree();
    const text = "What does the cat Milo hate?";
    const [vector] = await ENGLISH_SPACE.embed([text]);
    const levels = await levelsOf(tree, ENGLISH_SPACE);
    const opened = await retrieveAdaptively(
      levels,
      { text, vector: vector! },
      scorerUncertainty(lexicalScorer()),
      DEFAULT_RETRIEVAL,
    );
    expect(opened.facts[0]).toBe("S2/3#1");
    expect(opened.episodes).toContain("S2/e1");
    expect(opened.probed.map(({ id }) => id)).toEqual(expect.arrayContaining([...opened.episodes]));
  });

  it("are reached by queries", async () => {
    const { memory } = await built();
    await updateThemes(options(memory));
    const result = await query(
      head(memory).tree(),
      '//Theme[exists(/Member/id(@idref)[contains(text(), "needs paint")])]/Member/id(@idref)',
    );
    expect(result.map(({ node }) => node.attribute("id"))).toEqual(["S1/2#1", "S2/4#1"]);
  });
});

describe("consolidations of a memory", () => {
  const options = (memory: Memory, synthesise: Synthesis = extractiveSynthesis()) => ({
    memory,
    space: ENGLISH_SPACE,
    synthesise,
  });

  it("cover each session, with entries of other sessions as seeds", async () => {
    const { memory } = await built();
    expect(await consolidateMemory(options(memory))).toEqual({ entries: 5, written: 3, kept: 0, marked: 0 });
    const tree = head(memory).tree();
    expect(validate(tree, CONVERSATION_SCHEMA)).toEqual([]);
    const covered = await query(tree, "//Consolidation/Covers/@idref");
    expect(covered).toHaveLength(5);
    const [first] = nodeData(tree, 1).children!.filter(({ type }) => type === "Consolidation");
    expect(first!.attributes).toMatchObject({ tier: "1", start: "2026-01-05T00:00:00", end: "2026-01-05T00:00:01" });
    const seeds = first!.children!.filter(({ type }) => type === "Seed").map(({ attributes }) => attributes!.idref);
    expect(seeds).toContain("S2/3#1");
    expect(seeds.some((seed) => seed!.startsWith("S1/"))).toBe(false);
  });

  it("are not written twice, but anew when their window gets another entry", async () => {
    const { memory, talk } = await built();
    await consolidateMemory(options(memory));
    const { number } = head(memory);
    expect(await consolidateMemory(options(memory))).toMatchObject({ written: 0, kept: 3 });
    expect(head(memory).number).toBe(number);
    await talk.forget("S1/1#1");
    // The other windows had the forgotten fact as a seed.
    await consolidateMemory(options(memory));
    expect(countOf(memory, "Consolidation")).toBe(3);
    expect(
      JSON.stringify(nodeData(head(memory).tree(), 1).children!.filter(({ type }) => type === "Consolidation")),
    ).not.toContain("S1/1#1");
  });

  it("go on after a failure without asking again for what is there", async () => {
    const { memory } = await built();
    let calls = 0;
    const failing: Synthesis = async (input, problems) => {
      if (++calls === 2) throw new Error("refused");
      return extractiveSynthesis()(input, problems);
    };
    await expect(consolidateMemory(options(memory, failing))).rejects.toThrow("refused");
    expect(countOf(memory, "Consolidation")).toBe(1);
    await consolidateMemory(options(memory, failing));
    expect(calls).toBe(4);
    expect(countOf(memory, "Consolidation")).toBe(3);
  });

  it("have marks for what they cite without support", async () => {
    const { memory } = await built();
    const report = await consolidateMemory(options(memory, async () => "They went to Lisbon and met Eve there."));
    expect(report.marked).toBe(3);
    const marked = await query(head(memory).tree(), '//Consolidation[@unsupported = "Lisbon; Eve"]');
    expect(marked).toHaveLength(3);
  });

  it("of a week are consolidated in a second tier", async () => {
    const { memory } = await built();
    const report = await consolidateMemory({ ...options(memory), hasSecondTier: true });
    expect(report).toEqual({ entries: 5, written: 5, kept: 0, marked: 0 });
    const covers = await query(head(memory).tree(), "//Consolidation[@tier = 2]/Covers");
    expect(covers.map(({ node }) => node.parent!.attribute("start"))).toEqual([
      ...Array(2).fill("2026-01-05T00:00:00"),
      "2026-02-05T00:00:00",
    ]);
  });
});
