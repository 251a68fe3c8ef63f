import { MemorySession, type SessionOptions } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

/** Calls of each tool that scores pairs, and one of each that gives lists. */
const SCORED: readonly (readonly [tool: string, input: object])[] = [
  ["query", { query: '//Item[node =~ "butter"]' }],
  ["query", { query: '//Item[node =~ "butter"]', history: true }],
  ["why_not", { query: '//Item[node =~ "butter"]', node: 2 }],
  ["insert", { content: "<Item/>", target: '//Item[node =~ "butter"][1]', position: "after", dryRun: true }],
  ["update", { update: 'delete node //Item[node =~ "butter"][1]', dryRun: true }],
  ["delete", { targets: ['//Item[node =~ "butter"][1]'], dryRun: true }],
];
const LISTED: readonly (readonly [tool: string, input: object])[] = [
  ["query", { query: "//Item" }],
  ["query", { query: "//Item/text()" }],
  ["query", { query: 'string-join(//Item/text(), ",")' }],
  ["query", { query: "/Memory/Task/Version/Change", history: true }],
  ["explain", { query: `//Item[${Array.from({ length: 40 }, (_, i) => `node =~ "w${i}"`).join(" or ")}]` }],
  ["show", { depth: 9 }],
  ["history", {}],
  ["diff", { from: 1 }],
  ["schema", { format: "card" }],
  ["recall", { question: "what does Ann like?" }],
];

const words = ["tea", "butter", "bread", "honey", "salt", "milk"];
const ITEMS = Array.from(
  { length: 60 },
  (_, i) => `<Item n="${i}" likes="${words[i % 6]}">${words[(i * 5) % 6]} and ${words[i % 5]}</Item>`,
);

function opened(options: Partial<SessionOptions> = {}) {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1));
  const memory = Memory.create(inMemoryJournal(), { now });
  const task = memory.createTask("list", readXml(`<List>${ITEMS.join("")}</List>`));
  for (let i = 2; i < 40; i++)
    task.commit([{ kind: "setAttribute", node: i, name: "n", value: `x${i}` }], {
      provenance: { reason: `the ${i}th` },
    });
  const limits = { callsPerMinute: 1e9, writesPerMinute: 1e9, ...options.limits };
  return new MemorySession({ memory, now, grant: { rights: "write" }, mayDelete: true, ...options, limits });
}

it("law: what scores does so with the scorer of the session, and ends with its budget or when the call is cancelled", async () => {
  for (const [tool, input] of SCORED) {
    const plain = lexicalScorer();
    const asked: string[] = [];
    const scorer: Scorer = {
      ...plain,
      score: (texts, condition, how) => {
        asked.push(condition);
        return plain.score(texts, condition, how);
      },
    };
    const told: unknown[] = [];
    const onProgress = (...given: unknown[]): void => void told.push(given);
    expect(await opened({ scorer }).call(tool, input, { onProgress })).toMatchObject({ ok: true });
    expect(new Set(asked)).toEqual(new Set(["butter"]));
    expect(told.length > 0).toBe(/query|why_not/.test(tool));
    const late = await opened().call(tool, input, { signal: AbortSignal.abort() });
    expect(late).toMatchObject({ ok: false, failure: { code: "SXP4004" } });
    const costly = await opened({ limits: { budget: { maxScorerPairs: 1 } } }).call(tool, input);
    expect(costly).toMatchObject({ ok: false, failure: { code: "SXP4003" } });
  }
});

it("law: a bound of the session on answers is as if each call asked for it", async () => {
  const isForConversations = true;
  const messages = Array.from({ length: 24 }, (_, i) => ({
    ...{ id: `m${i}`, speaker: "Ann", time: `2026-01-${String(i + 1).padStart(2, "0")}` },
    text: `I like ${words[i % 6]} and ${words[(i + 1) % 6]} on day ${i} of the month.`,
  }));
  for (const [tool, input] of LISTED) {
    const bound = tool === "recall" ? "tokens" : "maxTokens";
    const answerOf = async (options: Partial<SessionOptions>, most: number): Promise<unknown> => {
      const at = opened({ ...options, ...(tool === "recall" && { isForConversations }) });
      if (tool === "recall")
        expect(await at.call("remember_messages", { session: "s", messages })).toMatchObject({ ok: true });
      const answer = await at.call(tool, { ...input, [bound]: most });
      return answer.ok ? answer.output : answer.failure;
    };
    const few = await answerOf({}, 100);
    expect(await answerOf({ limits: { maxResultTokens: 100 } }, 5000)).toEqual(few);
    expect(JSON.stringify(few).length).toBeLessThan(JSON.stringify(await answerOf({}, 5000)).length);
  }
});
