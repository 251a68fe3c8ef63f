import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";

/** A memory of sentences of Vera, a day each, from 2026-01-01. */
async function told(...sentences: readonly string[]) {
  const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
  await talk.add(
    sentences.map((text, i) => {
      const day = `2026-01-${String(i + 1).padStart(2, "0")}`;
      return { id: day, date: day, turns: [{ id: String(i + 1), speaker: "Vera", text }] };
    }),
  );
  return talk;
}

/** What a person says, a day each, and the sources of the answer to a question. */
async function answersTo(question: string, ...sentences: readonly string[]) {
  const talk = await told(...sentences);
  return talk.recall(question).items.map(({ sources }) => sources.join());
}

describe("rules read forms of change that name no relation", () => {
  it.each<[string, string[], ...string[]]>([
    [
      "What does Vera burn in the stove?",
      ["2"],
      "I burn birch in the stove.",
      "Birch ran out, I burn peat in the stove now.",
    ],
    [
      "Who is Vera's tutor?",
      ["2"],
      "My tutor is Mr Abel.",
      "I've changed tutor. Abel was never free; Ruth Hale does it.",
    ],
    [
      "Which boat does Vera have?",
      ["2"],
      "My boat is a Wayfarer.",
      "The Wayfarer was stolen. We sail a Mirror instead.",
    ],
    [
      "What is Vera's favourite soup?",
      ["2"],
      "My favourite soup is borscht.",
      "Goulash is the soup that I like best these days.",
    ],
    ["What does Vera weigh the dough with?", [], "If I had the money I would weigh the dough with a balance."],
    ["How old is Vera's loom?", ["2"], "My loom is 40 years old.", "I said my loom was 40, but I had it wrong: 60."],
    ["Has Vera ever kept geese?", ["1"], "Geese? Never in my life, I keep ducks."],
    ["Where does Vera sing?", ["2"], "I sing in the crypt.", "I sing at the town hall."],
    ["Who feeds Vera's hens?", ["1"], "My nephew Bas feeds the hens for me."],
  ])("%s", async (question, answer, ...sentences) => {
    expect(await answersTo(question, ...sentences)).toEqual(answer);
  });
});

describe("rules tell what holds from what happens", () => {
  it.each<[string, string]>([
    ["The guild meets in the crypt, every second Tuesday.", "state"],
    ["We meet in the library from now on.", "state"],
    ["We met in the crypt last Tuesday.", "event"],
  ])("%s", async (sentence, kind) => {
    const { state } = await told(sentence);
    expect([...state.facts()].map(({ statement }) => statement.draft.kind)).toEqual([kind]);
  });
});

it("a contraction before the verb of an everyday slot is passed over", async () => {
  const { state } = await told("We've moved into a loft by the harbour.");
  expect([...state.facts()].map(({ slot }) => slot)).toEqual(["vera#home"]);
});

describe("what others say of others is hearsay", () => {
  it.each<[string, number]>([
    ["The verger says the parish is selling the organ to Malmö in May.", 0],
    ["A woman at the market reckons Lund is closing the baths in May.", 0],
    ["My boss told me the fair is on 3 March.", 1],
    ["Old Tove says I am her best pupil.", 1],
  ])("%s", async (sentence, facts) => {
    const { state } = await told(sentence);
    expect([...state.facts()].length).toBe(facts);
  });
});

describe("what was there before something came up", () => {
  const talk = () =>
    told(
      "They've given me a mule called Hektor.",
      "Hektor has gone to the farm, I lead a donkey called Mirabel now.",
      "I bought a bell in the market.",
      "Mirabel is lame, so I have Odile for the tours.",
    );

  it("is what the turn that brings it up names, whose own words the question lacks", async () => {
    const { items } = (await talk()).recall("Which animal did Vera have before Odile?");
    expect(items.map(({ sources }) => sources)).toEqual([["2"]]);
  });

  it("is what held until then", async () => {
    const bells = await told("I ring the treble bell.", "I ring the tenor bell now.", "I ring the bass bell now.");
    expect(bells.recall("Which bell did Vera ring before the tenor?").items.map(({ sources }) => sources)).toEqual([
      ["1"],
    ]);
  });
});

it("a question in the perfect asks for all that was so", async () => {
  const talk = await told("I sing in the crypt.", "I sing in the town hall now.");
  expect(talk.recall("Where has Vera sung?").items.flatMap(({ sources }) => sources)).toEqual(["1", "2"]);
});

it("a value that its turn names may be replaced by one with a word of change", async () => {
  const talk = await told("My farrier is Tom Reed.", "Tom Reed has a bad back. Gil shoes the pony now.");
  const answer = talk.recall("Who is Vera's farrier?");
  expect(answer.items.map(({ sources }) => sources)).toEqual([["2"]]);
  expect(answer.hidden).toMatchObject([{ reason: "may be replaced" }]);
  expect(talk.recall("Who was Vera's farrier before?").items.map(({ sources }) => sources)).toEqual([["1"]]);
});

it("an answer in a few words may be replaced by what names it again", async () => {
  const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
  const turn = (id: string, speaker: string, text: string) => ({ id, speaker, text });
  await talk.add([
    {
      id: "a",
      date: "2026-01-01",
      turns: [turn("1", "Bo", "Who tunes the organ?"), turn("2", "Vera", "Old Hartwig.")],
    },
    { id: "b", date: "2026-02-01", turns: [turn("3", "Vera", "Hartwig has left, Miss Lund tunes the organ.")] },
  ]);
  expect(talk.recall("Who tunes Vera's organ?").items.map(({ sources }) => sources)).toEqual([["3"]]);
});

it("a correction of what has no slot replaces it", async () => {
  const talk = await told(
    "The rugs come from Shiraz, they are red.",
    "I was wrong about the rugs: they're from Tabriz.",
  );
  expect(talk.recall("Where are Vera's rugs from?").items.map(({ sources }) => sources)).toEqual([["2"]]);
});

it("a question that shares no word with a fact finds one about the same topic", async () => {
  const talk = await told("Ozpolat mends my coats.", "My shed leaks.");
  expect(talk.recall("Which tailor does Vera go to?").items.map(({ sources }) => sources)).toEqual([["1"]]);
  expect(talk.recall("Which notary does Vera go to?").items).toEqual([]);
});

it("a question that no turn is certain to answer gets at most three that may, none of which an answer after it replaces", async () => {
  const talk = await told(
    "Ozpolat mends my coats.",
    "My shed leaks.",
    "Ozpolat left for Izmir.",
    "Minas Kevork mends my coats.",
  );
  expect(talk.recall("Which tailor does Vera go to?").items.map(({ sources }) => sources)).toEqual([["4"]]);
  const much = await told(...["Ada", "Bea", "Cleo", "Dora", "Edda"].map((name) => `${name} mends my coats.`));
  const may = much.recall("Which tailor did Vera go to?").items.length;
  expect(may).toBeGreaterThan(0);
  expect(may).toBeLessThanOrEqual(3);
});

describe("a question about a topic that has no slot of one value", () => {
  it("gets the value with a word of change, and is told what that may replace", async () => {
    const talk = await told("I polish my boots with beeswax.", "I polish my boots with lanolin these days.");
    const { items, hidden } = talk.recall("What does Vera polish boots with?");
    expect(items.map(({ sources }) => sources)).toEqual([["2"]]);
    expect(hidden).toMatchObject([{ fact: "2026-01-01/1#1", reason: "may be replaced", by: "2026-01-02/2#1" }]);
    expect([...talk.state.facts()].every(({ how }) => how === null)).toBe(true);
    expect(talk.recall("What did Vera polish boots with before?").items[0]!.sources).toEqual(["1"]);
    expect(talk.recall("What did Vera polish boots with on 1 January 2026?").items[0]!.sources).toEqual(["1"]);
  });

  it("is told the end of what was stopped, and keeps what only shares a verb", async () => {
    const talk = await told("I do pilates at Core Room.", "I love the lake.", "So I quit pilates.");
    expect(talk.recall("Does Vera still do pilates?").items.map(({ sources }) => sources)).toEqual([["3"]]);
    expect(talk.recall("Does Vera love the lake?").items.map(({ sources }) => sources)).toEqual([["2"]]);
  });

  it("gets nothing about a relative who is not known", async () => {
    const talk = await told("I work for Hale Rail.");
    expect(talk.recall("Which employer does Vera's aunt have?").items).toEqual([]);
  });

  it("keeps what is bounded before its clause to its days", async () => {
    const talk = await told(
      "I polish my boots with beeswax.",
      "For the time being, until 20 January 2026, I polish my boots with tallow.",
    );
    const at = (validAt: string) => talk.recall("What does Vera polish boots with?", { validAt }).items.at(-1)!.sources;
    expect(at("2026-01-10")).toEqual(["2"]);
    expect(at("2026-02-10")).toEqual(["1"]);
  });
});
