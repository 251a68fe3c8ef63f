import type { Formation } from "@semantic-xpath/conversation";
import { modelSynthesis } from "@semantic-xpath/conversation/structmem";
import {
  ANNOTATED_MEMORY,
  CHARACTERS_PER_TOKEN,
  countedModel,
  dialogueSource,
  type Item,
  type Method,
  memoryMethod,
  type Question,
  RULES_MEMORY,
  structMemMethod,
  xmemoryMethod,
} from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";

const DIALOGUE = dialogueSource({
  id: "d",
  speakers: ["Ana", "Tim"],
  sessions: [
    {
      id: "S1",
      date: "2026-01-05",
      turns: [
        { id: "1", speaker: "Ana", text: "I live in Porto." },
        { id: "2", speaker: "Tim", text: "I own 3 canoes." },
      ],
    },
    { id: "S2", date: "2026-02-05", turns: [{ id: "3", speaker: "Ana", text: "I live in Lagos now." }] },
  ],
  facts: [
    { source: "1", subject: "Ana", slot: "home", value: "Porto", op: "state" },
    { source: "2", subject: "Tim", slot: "canoes", value: "3", op: "state" },
    { source: "3", subject: "Ana", slot: "home", value: "Lagos", op: "state" },
  ],
});
const question = (request: string): Question => ({ request, query: null, asOf: "2026-03-01", earlier: [] });
const options = { tokens: Number.POSITIVE_INFINITY, tokenizer: CHARACTERS_PER_TOKEN };

async function asked<S>(method: Method<S>, request: string): Promise<readonly Item[]> {
  return (await method.ask(await method.build(DIALOGUE, {}), question(request), options)).items;
}
const turns = (items: readonly Item[]) => items.flatMap(({ sources }) => sources);

describe("memories of a dialogue", () => {
  it.each([
    ["rules", RULES_MEMORY],
    ["annotations", ANNOTATED_MEMORY],
  ])("formed by %s hand over what holds, and not what it replaced", async (_, memory) => {
    expect(turns(await asked(memoryMethod(memory), "Where does Ana live?"))).toEqual(["3"]);
  });

  it("read a budget: nothing is handed over beyond it", async () => {
    const method = memoryMethod(ANNOTATED_MEMORY);
    const state = await method.build(DIALOGUE, {});
    const within = await method.ask(state, question("Where does Ana live?"), { ...options, tokens: 1 });
    expect(within.items).toEqual([]);
    expect(method.readsBudget).toBe(true);
  });

  it("count what could not be formed", async () => {
    const broken: Formation = { id: "broken", batch: 9, facts: () => Promise.reject(new Error("no answer")) };
    const method = memoryMethod({ formation: () => broken });
    const figures = method.built!(await method.build(DIALOGUE, {}));
    expect(figures).toMatchObject({ messages: 3, facts: 0, "failed episodes": 2, "failed facts": 0 });
  });

  it("of xMemory give facts of themes, with the turns that state them", async () => {
    const items = await asked(xmemoryMethod(ANNOTATED_MEMORY), "How many canoes does Tim own?");
    expect(items[0]!.sources).toEqual(["2"]);
  });

  it("of StructMem give entries and summaries, and say how far summaries keep to them", async () => {
    const method = structMemMethod(ANNOTATED_MEMORY);
    const state = await method.build(DIALOGUE, {});
    const { items } = await method.ask(state, question("How many canoes does Tim own?"), options);
    expect(items[0]!.sources).toEqual(["2"]);
    expect(method.built!(state)).toMatchObject({
      messages: 3,
      facts: 3,
      "spurious links": 0,
      "unsupported sentences": 0,
      "details 1": 3,
      "kept details 1": 3,
    });
  });

  it("with a synthesis that makes things up: links and sentences without support are counted, and what is lost", async () => {
    const text = "On 7 July 2019 Zoe sold a boat. Ana lives in Porto.";
    const model = {
      id: "made",
      supports: { jsonSchema: false, gbnf: false, logprobs: false },
      generate: async () => ({
        text,
        usage: { input: 1, output: 1, isEstimated: true },
        finish: "stop" as const,
      }),
    };
    const counted = countedModel(model);
    const method = structMemMethod({
      ...ANNOTATED_MEMORY,
      synthesise: modelSynthesis(counted.model, "free"),
      synthesis: "free",
      spent: counted.spent,
    });
    const figures = method.built!(await method.build(DIALOGUE, {}));
    const consolidations = figures.sentences! / 2;
    // Those of both sessions are written twice, since they have no support; those of weeks once, from these.
    expect([figures.calls, figures.input, figures.output]).toEqual([6, 6, 6]);
    expect(figures["spurious links"]).toBe(consolidations);
    expect(figures["unsupported sentences"]).toBe(consolidations);
    expect(figures["kept details 1"]).toBeLessThan(figures["details 1"]!);
  });

  it("are not for trees, and formations are part of the id", () => {
    const source = { kind: "tree" } as never;
    expect(memoryMethod(RULES_MEMORY).cannot!(source, question("x"))).toBe("a memory is built from a dialogue");
    expect(memoryMethod(RULES_MEMORY).id).not.toBe(memoryMethod(ANNOTATED_MEMORY).id);
    expect([RULES_MEMORY.readsGold, ANNOTATED_MEMORY.readsGold]).toEqual([undefined, true]);
  });
});
