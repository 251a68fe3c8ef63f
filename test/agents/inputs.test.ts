import { expect, it } from "vitest";
import { answersTo } from "../support/distorted.js";
import { session } from "./support/trip.js";

const where = { task: "trip", version: 1 };
const params = { p: 1 };
const page = { cursor: "v1-1", maxTokens: 100 };
/** What is written goes to a task that is not there, and is refused after its input was looked at. */
const step = {
  ...{ task: "nothing", branch: "main", dryRun: true, ifVersion: 1, idempotencyKey: "k" },
  ...{ reason: "r", turn: "t", eventTime: "2026-11-22" },
};
const write = { ...step, allowBroken: true };

/** Inputs of each tool, with all that it may have. */
const GIVEN: Readonly<Record<string, object>> = {
  tasks: { task: "trip", maxTokens: 100 },
  schema: { ...where, format: "card", maxTokens: 100 },
  show: { node: 1, ...where, depth: 1, ...page },
  query: { query: "//POI[", ...where, params, limit: 1, minScore: 0.5, history: false, ...page },
  why_not: { query: "//POI[", node: 1, ...where, params, limit: 1, minScore: 0.5, maxTokens: 100 },
  explain: { query: "//POI[", ...where, maxTokens: 100 },
  history: { task: "trip", node: 1, branch: "main", since: "2026-11-22", until: "2026-11-22", ...page },
  diff: { task: "trip", from: 1, to: 1, ...page },
  ask: { request: "what?", task: "nothing", version: 1, maxTokens: 100 },
  insert: {
    content: "<POI/>",
    target: 1,
    position: "last",
    supersedes: 2,
    duplicates: "skip",
    maxTokens: 100,
    ...write,
  },
  update: { update: "delete node /*", params, supersedes: 2, duplicates: "skip", maxTokens: 100, ...write },
  delete: { targets: [1, "//POI"], maxTokens: 100, ...write },
  revert: { version: 1, mode: "undo", maxTokens: 100, ...step },
  create_task: {
    name: "trip",
    content: "<a/>",
    title: "T",
    description: "D",
    schema: {},
    reason: "r",
    turn: "t",
    maxTokens: 100,
  },
  recall: {
    question: "where?",
    task: "nothing",
    tokens: 9,
    validAt: "all",
    user: "Ann",
    whyNot: "zoo",
    maxTokens: 100,
  },
  remember_messages: {
    session: "s",
    messages: [{ id: "1", speaker: "Ann", text: "Hi", time: "2026-11-22" }],
    task: "trip",
    maxTokens: 100,
  },
};
/** What else stands for a member. */
const ELSE: readonly (readonly [tool: string, input: object])[] = [
  ...["query", "explain", "why_not"].map((name) => [name, { node: 1, ast: { kind: "Query" } }] as const),
  ["insert", { content: { type: "POI" }, target: "//Day" }],
  ["update", { operations: [{ op: "delete", target: { key: 2 } }] }],
  ["create_task", { name: "trip", content: { type: "Plan" } }],
];

it("each input of each tool is looked at: what is taken in its place, and what is said of the rest", {
  tags: "slow",
}, async () => {
  const options = { grant: { rights: "write" }, limits: { callsPerMinute: 1e9, writesPerMinute: 1e9 } } as const;
  const faults: unknown[] = [];
  const onFault = (tool: string, error: unknown): void => void faults.push([tool, error]);
  const { session: nodes, memory } = session({ ...options, mayDelete: true, onFault });
  const { session: talks } = session({ ...options, memory, isForConversations: true, onFault });
  const tools = new Map([...nodes.tools, ...talks.tools].map((tool) => [tool.name, tool]));
  expect(Object.keys(GIVEN).sort()).toEqual([...tools.keys()].sort());
  const lines: string[] = [];
  for (const [name, given] of [...Object.entries(GIVEN), ...ELSE]) {
    const { input } = tools.get(name)!;
    const others = ELSE.flatMap(([tool, other]) => (tool === name ? Object.keys(other) : []));
    if (given === GIVEN[name])
      expect([...new Set([...Object.keys(given), ...others])].sort()).toEqual(
        expect.arrayContaining(Object.keys(input.shape).sort()),
      );
    const at = nodes.tools.some((tool) => tool.name === name) ? nodes : talks;
    const ask = async (other: unknown): Promise<string> => {
      const answer = await at.call(name, other);
      if (answer.ok || answer.failure.code !== "SXP5064") return "taken";
      return answer.failure.message.replace(/^.*? does not fit: /, "").replace(/, received \w+/g, "");
    };
    lines.push(`${name} ${Object.keys(given)}`, ...(await answersTo(given, ask)));
  }
  expect(faults).toEqual([]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("transcripts/inputs.txt");
});
