import { emptyReason, openConversation, type RecallOptions, rulesFormation } from "@semantic-xpath/conversation";
import { readRecallQuestion } from "@semantic-xpath/english";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";

/** A memory of turns, a session and a month each, from January 2026. */
async function told(...lines: readonly string[]) {
  const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
  for (const [i, line] of lines.entries()) {
    const [speaker, text] = line.split(": ", 2) as [string, string];
    const turns = [{ id: "1", speaker, text: line.slice(speaker.length + 2) || text }];
    await talk.add([{ id: `s${i + 1}`, date: `2026-0${i + 1}-05`, turns }]);
  }
  const answer = (question: string, options?: RecallOptions) => talk.recall(question, options);
  return { talk, answer, facts: (question: string) => answer(question).items.map(({ fact }) => fact) };
}

describe("an answer is about whom the question is about", () => {
  it("and not about somebody else where the person is nowhere", async () => {
    const { answer, facts } = await told("Ilse: I live in Graz.", "Otto: I work as a tailor.");
    for (const question of ["Where does Bruno live?", "What is Bruno's job?", "Does Bruno live in Graz?"]) {
      expect(answer(question)).toMatchObject({ items: [], unknown: "Bruno" });
      expect(emptyReason(answer(question))).toBe("nothing is known of Bruno");
    }
    expect(facts("Where does Ilse live?")).toEqual(["s1/1#1"]);
  });

  it("and not about a relative of theirs, which hides nothing of them", async () => {
    const { answer, facts } = await told(
      "Ilse: I live in Graz.",
      "Ilse: I moved to Linz.",
      "Ilse: My new doctor is Dr. Haas. My sister Uta lives in Wels.",
    );
    expect(facts("Where does Ilse live now?")).toEqual(["s2/1#1"]);
    expect(answer("Where does Ilse live now?").hidden.map(({ by }) => by)).toEqual(["s2/1#1"]);
    expect(facts("Where does Uta live?")).toEqual(["s3/1#2"]);
    expect(facts("Who is Ilse's doctor?")).toEqual(["s3/1#1"]);
    const relative = await told("Ilse: My sister Uta lives in Wels.");
    expect(relative.facts("Where does Ilse live?")).toEqual([]);
  });

  it("while what others do for them is", async () => {
    const { facts } = await told("Ilse: Uta winds the clock.");
    expect(facts("Who winds Ilse's clock?")).toEqual(["s1/1#1"]);
  });

  it("and 'I' is nobody where several talk and none is named", async () => {
    const { answer } = await told("Ilse: I live in Graz.", "Otto: I live in Bregenz.");
    expect(answer("Where do I live?")).toMatchObject({ items: [], unknown: "I" });
    expect(answer("Where do I live?", { user: "Otto" }).items[0]!.fact).toBe("s2/1#1");
    expect(answer("Where do I live?", { user: "Bruno" })).toMatchObject({ items: [], unknown: "Bruno" });
    expect(answer("Tell me where Ilse lives.").items[0]!.fact).toBe("s1/1#1");
    const alone = await told("Ilse: I live in Graz.", "Assistant: Noted.");
    expect(alone.facts("Where do I live?")).toEqual(["s1/1#1"]);
    const user = await told("User: I live in Graz.", "Otto: I live in Bregenz.");
    expect(user.facts("Where do I live?")).toEqual(["s1/1#1"]);
  });
});

it("a turn with an end and what holds after it answers with what holds", async () => {
  const job = await told(
    "Otto: I work as a tailor in Graz.",
    "Otto: I quit my job as a tailor. I now work as a guard.",
  );
  for (const question of ["Where does Otto work now?", "What is Otto's job?"])
    expect(job.facts(question)).toEqual(["s2/1#2"]);
  expect(job.facts("What was Otto's job before?")).toEqual(["s1/1#1"]);
  const home = await told("Ilse: I live in Graz.", "Ilse: I no longer live in Graz. I moved to Linz.");
  expect(home.facts("Where does Ilse live?")).toEqual(["s2/1#2"]);
});

describe("what is not meant, or said by another, replaces nothing", () => {
  it.each([
    "Just kidding, I live in a volcano.",
    "Ha, only joking: I live in a volcano.",
    "Bruno says I live in Rust.",
    "Bruno says: I live in Rust.",
    "Bruno told me that I moved to Rust.",
    "According to Bruno, I now live in Rust.",
  ])("%s", async (text) => {
    const { answer, facts } = await told("Ilse: I live in Graz.", `Ilse: ${text}`);
    expect(facts("Where does Ilse live?")).toEqual(["s1/1#1"]);
    expect(answer("Where does Ilse live?").hidden).toEqual([]);
  });

  it("while what is said after a joke, or against it, is meant", async () => {
    const after = await told("Ilse: I live in a volcano. Just kidding, I live in Graz.");
    expect((await after.talk.recall("Where does Ilse live?")).items[0]!.text).toContain("Ilse: I live in Graz.");
    const against = await told("Ilse: I live in a volcano.", "Ilse: Kidding, but I do live in Graz.");
    expect(against.facts("Where does Ilse live?")).toEqual(["s2/1#1"]);
  });

  it("while a report may answer where nothing else does", async () => {
    const { answer } = await told("Ilse: Bruno says I live in Rust.");
    expect(answer("Where does Ilse live?").items).toMatchObject([{ why: { isCertain: false } }]);
  });

  it("and why-not names the joke", async () => {
    const { talk, answer } = await told("Ilse: I live in Graz.", "Ilse: Just kidding, I live in a volcano.");
    expect(talk.whyNot("volcano", answer("Where does Ilse live?"))).toMatchObject([
      { fact: null, turn: "s2/1", reason: "it was not kept: joke" },
    ]);
  });
});

it("a budget that is too small says what it left out", async () => {
  const { answer } = await told("Ilse: I live in Graz.");
  const small = answer("Where does Ilse live?", { tokens: 1 });
  expect(small).toMatchObject({ items: [], leftOut: [{ fact: "s1/1#1", turns: ["s1/1"] }] });
  expect(emptyReason(small)).toBe("the budget is too small: the answer needs 10 tokens (s1/1#1)");
  expect(answer("Where does Ilse live?")).toMatchObject({ leftOut: [] });
});

it("a day that is none is an error", async () => {
  const { answer } = await told("Ilse: I live in Graz.");
  for (const day of ["someday", "2026-13-40", ""])
    expect(() => answer("Where does Ilse live?", { validAt: day })).toThrow(RangeError);
  expect(answer("Where does Ilse live?", { validAt: "all" }).items).toHaveLength(1);
});

it("a name beside a relation names the same person, unless it is known to be another", async () => {
  const { facts } = await told(
    "Ilse: My niece is at a bakery school, Hofer.",
    "Ilse: Our Uta goes to the bakery school Lamm now.",
    "Ilse: My friend Greta is at the bakery school Kern.",
  );
  expect(facts("Which bakery school is Ilse's niece Uta at?")).toEqual(["s2/1#1"]);
  expect(facts("Which bakery school is Ilse's niece Greta at?")).not.toContain("s3/1#1");
});

describe("a correction takes the place of what was wrong", () => {
  it("where it names that", async () => {
    const { answer } = await told(
      "Ilse: The men of Brandl & Hock fixed the boiler.",
      "Otto: I bake bread.",
      "Ilse: I told you Brandl & Hock the other day, it's Brandl & Koch.",
    );
    expect(answer("Who fixed Ilse's boiler, in order?").items.flatMap(({ turns }) => turns)).toEqual(["s3/1"]);
  });

  it("where it follows that in the same talk", async () => {
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: rulesFormation() });
    const said = ["The heaviest pumpkin had forty kilos.", "Sorry, I read it wrong, there were thirty kilos on it."];
    const turns = said.map((text, i) => ({ id: `${i}`, speaker: "Ilse", text }));
    await talk.add([{ id: "s1", date: "2026-01-05", turns }]);
    expect(talk.recall("How heavy was Ilse's pumpkin?").items.flatMap(({ sources }) => sources)).toEqual(["1"]);
  });
});

describe("the time of a question", () => {
  it("hides what was told after a day, and not what was told later of it", async () => {
    const { answer } = await told("Ilse: Uta feeds my hens.", "Otto: Fine.", "Ilse: Bruno feeds my hens.");
    const asked = answer("Who was minding Ilse's hens, geese and ducks on 2 February 2026?");
    expect(asked.items.flatMap(({ turns }) => turns)).toEqual(["s1/1"]);
    const later = await told("Otto: Fine.", "Ilse: I sold the hens on 20 January 2026.");
    expect(later.facts("Which of the hens had Ilse sold on 25 January 2026?")).toEqual(["s2/1#1"]);
  });

  it("is the one of what happened, where that is asked for", async () => {
    const { facts } = await told("Ilse: I had my knee mended at Hofer.", "Ilse: I train the knee at Lamm now.");
    expect(facts("Where did Ilse have her knee mended?")).toEqual(["s1/1#1"]);
  });

  it("is read from the verb and not from a name or a noun", () => {
    const modeOf = (question: string) => readRecallQuestion(question, "2026-05-01").mode;
    expect(modeOf("How does Will get home?")).toBe("now");
    expect(modeOf("What will Ilse cook?")).toBe("planned");
    expect(modeOf("What does Ilse have in the old shed?")).toBe("now");
    expect(modeOf("Who has fed the hens?")).toBe("history");
    expect(modeOf("Who fed the hens, first to last?")).toBe("history");
  });
});
