import { MemorySession } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { nodeData, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, type PlainNode } from "../reference/arbitraryCase.js";
import { runs } from "../support/runs.js";
import { callOf } from "./support/calls.js";

const SECRET = "zebra";

const secret = (node: PlainNode, salt: string): PlainNode => ({
  type: node.type,
  attributes: { ...node.attributes, [`${SECRET}${salt}`]: `${SECRET} sun`, id: `i${salt}` },
  text: `${node.text} ${SECRET} rain`,
  children: node.children.map((child) => secret(child, salt)),
});

/** A store in which one node is what a client may see, with somebody else's content and tasks around it; as many nodes before it in each case. */
function storeAround(inside: PlainNode, outside: PlainNode, salt: string, isForConversations = false) {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1));
  const memory = Memory.create(inMemoryJournal(), { now });
  const whole = { type: SECRET, attributes: {}, children: [inside, secret(outside, salt)] };
  const task = memory.createTask("mine", treeOf(whole), {
    title: `${SECRET} ${salt}`,
    provenance: { reason: "the beginning" },
  });
  memory.createTask(`${SECRET}${salt}`, treeOf(secret(outside, salt)));
  const end = task.head().tree().end[2]!;
  task.commit([{ kind: "setText", node: end, text: `${SECRET} ${salt} moved` }], {
    provenance: { reason: `${SECRET}` },
  });
  const session = new MemorySession({
    memory,
    grant: { tasks: ["mine"], root: 2, rights: "write" },
    mayDelete: true,
    isForConversations,
    limits: { callsPerMinute: 1e9, writesPerMinute: 1e9 },
    now,
  });
  return { session, task };
}

/** All that a client can ask, with all that it can be told. */
async function told(session: MemorySession, query: string, salt: string): Promise<string> {
  const calls: [string, object][] = [
    ["query", { query, params: { n: 1, v: "sun", c: "rain" } }],
    ["query", { query, version: 1, params: { n: 1, v: "sun", c: "rain" } }],
    ["query", { query: "/Memory/Task", history: true }],
    ["query", { query: `id("i${salt}")` }],
    ["query", { query: "//Zebr" }],
    ["ask", { request: "which C are there?" }],
    ["explain", { query }],
    ["why_not", { query: "//C", node: 2 }],
    ["why_not", { query: "//C", node: 1 }],
    ["schema", {}],
    ["show", {}],
    ["show", { node: 1 }],
    ["show", { node: 999 }],
    ["tasks", {}],
    ["tasks", { task: `${SECRET}${salt}` }],
    ["history", {}],
    ["diff", { from: 1, to: 2 }],
    ["update", { update: "rename node /* as Other" }],
    ["update", { update: 'replace value of node root() with "x"' }],
    ["insert", { content: "<New/>", target: 2, position: "before" }],
    ["insert", { content: `<New id="i${salt}"/>`, target: 2 }],
    ["insert", { content: "<New/>", target: 1 }],
    ["delete", { targets: [2] }],
    ["delete", { targets: ["/.."] }],
    ["delete", { targets: ["/*/*[1]"] }],
    ["revert", { version: 2 }],
    ["revert", { version: 1, mode: "restore" }],
    ["create_task", { name: `${SECRET}${salt}`, content: "<A/>" }],
    ["history", {}],
    ["diff", { from: 1 }],
  ];
  const answers: unknown[] = [];
  for (const [name, input] of calls) answers.push([name, await session.call(name, input)]);
  // What the client has said itself it may hear again.
  return JSON.stringify(answers)
    .replaceAll(`i${salt}`, "ID")
    .replaceAll(`"name":"${SECRET}${salt}"`, "")
    .replaceAll(`\\"${SECRET}${salt}\\"`, "");
}

describe("law: a client learns nothing of what it may not see", () => {
  it("whatever it asks and writes, answers do not depend on the rest", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryQuery,
        arbitraryTree,
        arbitraryTree,
        arbitraryTree,
        async (query, inside, one, other) => {
          const a = storeAround(inside, one, "7");
          const b = storeAround(inside, { ...one, children: other.children.length > 0 ? one.children : [] }, "8");
          const rest = () => nodeData(a.task.head().tree(), a.task.head().tree().end[2]!);
          const before = rest();
          const seen = await told(a.session, query, "7");
          // Keys of new nodes count all nodes there are.
          const plain = (text: string): string => text.replaceAll(/#\d+|(?:\\?"key\\?":)\d+/g, "#");
          expect(plain(await told(b.session, query, "8"))).toBe(plain(seen));
          expect(seen).not.toContain(SECRET);
          // Nothing outside has changed.
          expect(rest()).toEqual(before);
        },
      ),
      { numRuns: runs(40, 4) },
    );
  });

  it.each([
    ["of nodes", false],
    ["of conversations", true],
  ])(
    "whatever it calls, tools %s answer the same, byte for byte, where only the rest differs",
    async (_, isForConversations) => {
      const some: PlainNode = { type: "A", attributes: {}, text: "", children: [] };
      const { tools } = storeAround(some, some, "0", isForConversations).session;
      await fc.assert(
        fc.asyncProperty(
          arbitraryTree,
          arbitraryTree,
          fc.array(callOf(tools, "mine"), { minLength: 1, maxLength: 5 }),
          async (inside, outside, calls) => {
            const stores = ["7", "8"].map((salt) => storeAround(inside, outside, salt, isForConversations));
            for (const [name, input] of calls) {
              const answers = await Promise.all(stores.map(({ session }) => session.call(name, input)));
              const [one, other] = answers.map((answer) => JSON.stringify(answer));
              expect([name, one]).toEqual([name, other]);
            }
          },
        ),
        { numRuns: runs(300, 25) },
      );
    },
  );
});
