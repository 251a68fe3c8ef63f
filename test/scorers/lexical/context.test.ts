import { lexicalScorer, type TextContext } from "@semantic-xpath/scorers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const NOTHING: TextContext = { facts: "", within: null, before: [], after: [], by: null, isDeclared: true };
const scorer = lexicalScorer();
const scoreOf = async (text: string, condition: string, context: Partial<TextContext> | null = null, with_ = scorer) =>
  (await with_.score([text], condition, { contexts: [context && { ...NOTHING, ...context }] }))[0]!;

describe("a text that is read with a context", () => {
  it("scores as without where that has nothing of the condition", async () => {
    const around = { within: "Session\ndate: 2023-05-08\nTurn\nHello", before: ["Hello"], after: ["Good bye"] };
    expect(await scoreOf("We saw the museum", "museum of art", around)).toBe(
      await scoreOf("We saw the museum", "museum of art", {}),
    );
  });
  it("scores more in a session about the condition", async () => {
    const session = { within: "Session\nTurn\nWe talked of painting and of sculpture" };
    expect(await scoreOf("It was lovely", "lovely sculpture", session)).toBeGreaterThan(
      await scoreOf("It was lovely", "lovely sculpture", {}),
    );
  });
  it("scores more after a question that has what is looked for than after a sentence that has it", async () => {
    const condition = "Ana pottery class";
    const reply = "speaker Ana: a bowl";
    const asked = await scoreOf(reply, condition, {
      before: ["Turn\nspeaker: Ben\nWhat did you make in the pottery class?"],
    });
    const said = await scoreOf(reply, condition, { before: ["Turn\nspeaker: Ben\nYou were in the pottery class."] });
    expect(asked).toBeGreaterThan(said);
    expect(said).toBeGreaterThan(await scoreOf(reply, condition, {}));
  });
  it("is looked for by the date of its session", async () => {
    const condition = "concert in May 2023";
    const on = (date: string) => scoreOf("The concert was loud", condition, { facts: `Session\ndate: ${date}` });
    expect(await on("2023-05-08")).toBeGreaterThan(await on("2022-11-08"));
    expect(await on("2022-11-08")).toBe(await scoreOf("The concert was loud", condition, {}));
  });
  it("gets little where it has nothing itself, and only as an answer", async () => {
    const question = "Turn\nspeaker: Ben\nDid you go to the art museum?";
    const reply = await scoreOf("Yes, in May!", "art museum", { before: [question] });
    expect(reply).toBeGreaterThan(0);
    expect(reply).toBeLessThan(0.35);
    expect(await scoreOf("Yes, in May!", "art museum", { within: `Session\n${question}`, after: [question] })).toBe(0);
  });
  it("never scores more by its context than one that has all the words", async () => {
    const all = "art museum";
    const around = { within: all, before: [`${all}?`, all], after: [all, all], facts: all };
    expect(await scoreOf("some art", all, around)).toBeLessThanOrEqual(await scoreOf(all, all));
  });
  it("is read alone where contexts are off, and where no schema says that it has one", async () => {
    const around = { within: "art museum", before: ["the museum?"] };
    const alone = await scoreOf("some art", "art museum");
    const off = lexicalScorer({ context: "off" });
    expect([off.readsContext, scorer.readsContext]).toEqual([false, true]);
    expect(await scoreOf("some art", "art museum", around, off)).toBe(alone);
    expect(await scoreOf("some art", "art museum", { ...around, isDeclared: false })).toBe(alone);
    expect(await scoreOf("some art", "art museum", around)).not.toBe(alone);
    expect(() => lexicalScorer({ context: "sometimes" as "off" })).toThrow('"context" is "schema" or "off"');
  });
});

describe("evidence of a context", () => {
  const context = {
    ...NOTHING,
    facts: "Session\ndate: 2023-05-08",
    within: "Session\nTurn\nWe talked of sculpture",
    before: ["Turn\nspeaker: Ben\nWhat did you paint?"],
  };
  const evidence = scorer.explain("A lake", "what did Ana paint by the lake in May 2023, a sculpture", context);
  const of = (term: string) => evidence.terms.find((each) => each.term === term)!;

  it("says where it is, and what it adds", () => {
    expect(of("paint")).toMatchObject({
      how: "context",
      matched: null,
      context: { place: "before", matched: "paint" },
    });
    expect(of("sculpture").context).toMatchObject({ place: "within", how: "exact" });
    expect(evidence.terms.find(({ context }) => context?.place === "facts")!.context).toMatchObject({ how: "date" });
    expect(of("lake")).toMatchObject({ how: "exact", matched: "lake" });
    expect(of("lake").context).toBeUndefined();
  });

  const words = fc.array(fc.constantFrom("art", "museum", "lake", "May", "2023", "Ana", "what?", "the"), {
    maxLength: 6,
  });
  const text = words.map((all) => all.join(" "));
  it("explains the score, bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.record({
          facts: text,
          within: fc.option(text),
          before: fc.array(text, { maxLength: 3 }),
          after: fc.array(text, { maxLength: 3 }),
          by: fc.option(text),
          isDeclared: fc.boolean(),
        }),
        async (own, condition, context) => {
          const [score] = await scorer.score([own], condition, { contexts: [context] });
          const [alone] = await scorer.score([own], condition, { contexts: [NOTHING] });
          expect(scorer.explain(own, condition, context).score).toBe(score);
          expect(score).toBeGreaterThanOrEqual(alone!);
          expect(score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
