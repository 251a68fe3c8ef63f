import { parseSchema } from "@semantic-xpath/planner";
import { compile, lexicalScorer, readTree, recordedScorer } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { describe, expect, it } from "vitest";
import { recordingScorer } from "../../../packages/scorers/src/recorded.js";

const turn = (speaker: string, text: string) => ({ type: "Turn", attributes: { speaker }, text });
const tree = readTree({
  type: "Conversation",
  children: [
    {
      type: "Session",
      attributes: { date: "2023-05-08" },
      children: [turn("Ben", "Did you go to the pottery class?"), turn("Ana", "Yes, it was great!")],
    },
    {
      type: "Session",
      attributes: { date: "2023-06-08" },
      children: [turn("Ben", "How was the hike?"), turn("Ana", "Yes, it was great!")],
    },
  ],
});
const [, reply, , other] = Array.from(tree.postings[tree.typeId("Turn")]!);

const SCHEMA = (context: unknown) =>
  parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["Conversation"],
      types: {
        Conversation: { children: { Session: {} } },
        Session: { attributes: { date: {} }, children: { Turn: {} } },
        Turn: { text: true, attributes: { speaker: {} }, context },
      },
    }),
  ).schema!;

async function weights(
  text: string,
  options: { scorer?: Scorer; context?: unknown } = {},
): Promise<Map<number, number>> {
  const schema = { schema: SCHEMA("context" in options ? options.context : true) };
  const { matches } = await compile(text, schema).query!.run(tree, { scorer: options.scorer ?? lexicalScorer() });
  return new Map(matches.map(({ id, weight }) => [id, weight]));
}

const QUERY = '//Turn[node =~ "pottery class Ana"]';

describe("a query on a conversation", () => {
  it("scores equal texts by what is around them", async () => {
    const found = await weights(QUERY);
    expect(found.get(reply!)!).toBeGreaterThan(found.get(other!)!);
  });
  it("does so for own texts too, and not for attributes", async () => {
    const found = await weights('//Turn[text() =~ "great pottery"]');
    expect(found.get(reply!)!).toBeGreaterThan(found.get(other!)!);
    const named = await weights('//Turn[@speaker =~ "Ana"]');
    expect(named.get(reply!)).toBe(named.get(other!));
  });
  it("reads alone what the schema, or the scorer, reads alone", async () => {
    for (const options of [{ context: false }, { scorer: lexicalScorer({ context: "off" }) }]) {
      const found = await weights(QUERY, options);
      expect(found.get(reply!)).toBe(found.get(other!));
    }
  });
  it("reads as the schema says", async () => {
    const near = await weights(QUERY, { context: { neighbours: 0 } });
    const all = await weights(QUERY, { context: true });
    expect(all).toEqual(await weights(QUERY));
    expect(all.get(reply!)!).toBeGreaterThan(near.get(reply!)!);
    expect(near.get(reply!)!).toBeGreaterThan(near.get(other!)!);
  });
  it("is explained as it is scored", async () => {
    const { trace } = await compile(QUERY, { schema: SCHEMA(true) }).query!.run(tree, {
      scorer: lexicalScorer(),
      trace: "full",
    });
    const explained = trace!.results.map(({ factors, weight }) => {
      const { explanation, text } = factors[0]!.scores[0]!.algebra.asked!;
      expect(explanation!.score).toBe(weight);
      return { text, terms: explanation!.terms };
    });
    expect(explained.length).toBeGreaterThan(2);
    const evidence = explained.find(({ text }) => text!.includes("great"))!;
    expect(evidence.terms[0]).toMatchObject({ how: "context", context: { place: "before", matched: "pottery" } });
  });
  it("law: gives by numbers of a list what it gives by texts", async () => {
    const lexical = lexicalScorer();
    const byTexts: Scorer = {
      id: lexical.id,
      cost: "cheap",
      readsContext: true,
      score: (...call) => lexical.score(...call),
      forTree: (of) => {
        const bound = lexical.forTree!(of);
        return { ...byTexts, score: (...call) => bound.score(...call) };
      },
    };
    for (const condition of ["pottery class Ana", "great", "June 2023", "what did Ben ask", "hike"]) {
      const text = `//*[node =~ "${condition}"]`;
      expect(await weights(text, { scorer: byTexts })).toEqual(await weights(text));
    }
  });
  it("is replayed from a recording with its contexts", async () => {
    const recording = recordingScorer(lexicalScorer());
    const found = await weights(QUERY, { scorer: recording });
    const replayed = JSON.stringify(recording.recording());
    expect(await weights(QUERY, { scorer: recordedScorer(replayed) })).toEqual(found);
  });
  it("asks a scorer that reads no contexts about equal texts once", async () => {
    const asked: string[] = [];
    const scorer: Scorer = {
      ...{ id: "counts", cost: "cheap" },
      async score(texts) {
        asked.push(...texts);
        return new Float32Array(texts.length).fill(0.5);
      },
    };
    await weights('//Turn[text() =~ "great"]', { scorer });
    expect(asked).toHaveLength(3);
  });
});
