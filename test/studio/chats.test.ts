import { memoryConversations } from "@semantic-xpath/chat";
import type { StudioEvent } from "@semantic-xpath/studio";
import { nodePath } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { reader } from "./support/reader.js";
import { studio } from "./support/studio.js";

/** The events of a turn, when it has ended or waits. */
const ended = (events: readonly StudioEvent[], turn: string) =>
  expect
    .poll(() => chat(events, turn).some(({ type }) => type === "done" || type === "failed"), { interval: 5 })
    .toBe(true);

const chat = (events: readonly StudioEvent[], turn: string) =>
  events.flatMap((event) => (event.type === "chat" && event.event.turn === turn ? [event.event] : []));

async function talk() {
  const store = memoryConversations();
  const opened = studio({ conversation: { translator: reader }, conversations: store });
  const { id } = await opened.session.ask("conversation", { conversation: null });
  const say = async (request: string) => {
    const { turn } = await opened.session.ask("send", { conversation: id, request });
    await ended(opened.events, turn);
    return { turn, events: chat(opened.events, turn) };
  };
  return { ...opened, id, say, store };
}

describe("conversations of a studio", () => {
  it("answer, and show the run that the answer came from", async () => {
    const { session, events, id, say } = await talk();
    const { turn, events: happened } = await say("what is on day 2?");
    expect(happened.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["began", "read", "retrieved", "text", "done"]),
    );
    const { run } = happened.find((event) => event.type === "retrieved")!;
    const rows = await session.ask("view", { run, method: "results", params: { from: 0, count: 10 } });
    expect(JSON.stringify(rows)).toContain("/Plan/Day[2]");
    expect(events.findLast(({ type }) => type === "runs")).toMatchObject({ runs: [{ id: run }] });
    const kept = await session.ask("conversation", { conversation: id });
    expect(kept).toMatchObject({
      title: "what is on day 2?",
      task: "trip",
      branch: "main",
      running: null,
      waiting: null,
    });
    expect(kept.turns).toMatchObject([{ id: turn, request: "what is on day 2?" }]);
    expect(kept.turns[0]!.events.filter(({ type }) => type === "text")).toHaveLength(1);
    expect((await session.ask("state", {})).conversations).toEqual([{ id, title: "what is on day 2?", turns: 1 }]);
  });

  it("ask before they delete, and do it when somebody says yes", async () => {
    const { session, memory, events, id, say } = await talk();
    const { turn, events: happened } = await say("delete the zoo");
    expect(happened.at(-1)).toMatchObject({ type: "done", state: "waiting" });
    expect(memory.task("trip").versions()).toHaveLength(1);
    expect(await session.ask("conversation", { conversation: id })).toMatchObject({ waiting: turn });
    events.length = 0;
    await session.ask("choose", { conversation: id, turn, choice: 0 });
    // A page that is opened now sees what came before the choice.
    const { turns: shown, running } = await session.ask("conversation", { conversation: id });
    if (running !== null) expect(shown[0]!.events.slice(0, happened.length)).toEqual(happened);
    await ended(events, turn);
    expect(memory.task("trip").versions()).toHaveLength(2);
    expect(memory.task("trip").head().provenance.turn).toBe(turn);
    expect(events).toContainEqual({ type: "memory", task: "trip", version: 2 });
    const { events: all } = (await session.ask("conversation", { conversation: id })).turns[0]!;
    expect(all[0]).toMatchObject({ type: "began" });
    expect(all.at(-1)).toMatchObject({ type: "done", state: "changed" });
    expect(await session.ask("undo", { task: "trip", ifVersion: 2 })).toMatchObject({ status: "applied", version: 3 });
  });

  it("forget a turn that waits when somebody cancels it", async () => {
    const { session, memory, events, id, say } = await talk();
    const { turn } = await say("delete the zoo");
    events.length = 0;
    await session.ask("cancel", { conversation: id, turn });
    expect(events).toEqual([{ type: "chat", conversation: id, event: { turn, type: "done", state: "cancelled" } }]);
    expect(memory.task("trip").versions()).toHaveLength(1);
  });

  it("begin anew with an earlier request in other words", async () => {
    const { session, events, id, say } = await talk();
    await say("what is on day 1?");
    const { turn } = await say("what is on day 2?");
    const other = await session.ask("rewrite", { conversation: id, turn, request: "what is on day 1?" });
    await ended(events, other.turn);
    expect(other.conversation).not.toBe(id);
    expect((await session.ask("conversation", { conversation: other.conversation })).turns).toHaveLength(2);
    expect((await session.ask("conversation", { conversation: id })).turns).toHaveLength(2);
  });

  it("show their last hundred turns, and say how many came before", async () => {
    const { session, id, store, say } = await talk();
    const { turn } = await say("what is on day 1?");
    const [first] = store
      .read(id)!
      .entries.flatMap((entry) => (entry.kind === "turn" ? [entry.turn] : []))
      .slice(-1);
    let parent = turn;
    for (let i = 2; i <= 103; i++) {
      const next = `${id}.${i}`;
      store.append(id, { kind: "turn", turn: { ...first!, id: next, parent, request: `request ${i}` } });
      parent = next;
    }
    await say("what is on day 2?");
    const { turns, omitted } = await session.ask("conversation", { conversation: id });
    expect([turns.length, omitted]).toEqual([100, 4]);
    expect([turns[0]!.request, turns.at(-1)!.request]).toEqual(["request 5", "what is on day 2?"]);
  });

  it("are unknown by other names", async () => {
    const { session } = await talk();
    for (const conversation of ["nobody", "../secret", "__proto__", ""])
      await expect(session.ask("send", { conversation, request: "hello" })).rejects.toThrow("SXP5167");
  });
});

describe("the exported page", () => {
  it("has the conversation, its runs and its changes, and nothing that a browser would run or fetch", async () => {
    const { session, id, say, memory } = await talk();
    const evil = `<img src=x onerror=alert(1)></title></style><script>alert(2)</script>\u202e`;
    await memory.update("trip", `insert node <POI name="{$it}"/> into //Day[2]`, { params: { it: evil } });
    await say("what is on day 2?");
    await say(`what about ${evil}?`);
    await say("delete the zoo");
    const { name, html } = await session.ask("exportConversation", { conversation: id });
    expect(name).toBe(`conversation-${id}.html`);
    expect(html).toContain("default-src 'none'; style-src 'sha256-");
    expect(html).toContain("what is on day 2?");
    expect(html).toContain("In the tree");
    expect(html).toContain("How it ran");
    expect(html).not.toMatch(
      /<(?!\/?(?:html|head|meta|title|style|body|main|h1|h2|p|section|details|summary|code|table|tr|th|td|pre|span|del|ins|mark|ol|li)\b|!doctype)/i,
    );
    expect(html).not.toMatch(/<[^>]*\s(?:on\w+|href|src|style)=|url\(|@import/i);
    expect(html).not.toContain("\u202e");
    // A weight has one of the colours.
    for (const [, colour] of html.matchAll(/class="(heat[^"]*)"/g)) expect(html).toContain(`.${colour} {`);
  });

  it("law: has the results of a run in the tree, below what they lie in, in the order of the tree", async () => {
    const asked = fc.constantFrom(
      ...["//POI", "//POI[order by @cost descending]", '//*[node =~ "zoo"]', "//Day | //POI", "//POI[@cost > 10]"],
      ...["//POI[order by @name descending]/..", "/Plan", "//POI/@name", "//Nope"],
    );
    const one = fc.uniqueArray(asked, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(one, async (queries) => {
        const known = { by: "translator" as const, read: async (request: string) => reading(request) };
        const { session, events, memory } = studio({ conversation: { translator: known } });
        const { id } = await session.ask("conversation", { conversation: null });
        for (const request of queries) {
          const { turn } = await session.ask("send", { conversation: id, request });
          await ended(events, turn);
        }
        const { html } = await session.ask("exportConversation", { conversation: id });
        const trees = html.split("<details open>").slice(1);
        expect(trees).toHaveLength(queries.length);
        for (const [i, query] of queries.entries()) {
          const { matches } = await memory.query(query, { task: "trip" });
          const found = new Set(matches.map(({ path }) => path.replace(/\/@.*/, "")));
          const tree = memory.task("trip").head().tree();
          const lines = Array.from({ length: tree.size }, (_, at) => at + 1).flatMap((node) => {
            const path = nodePath(tree, node);
            const isShown = [...found].some((each) => each === path || each.startsWith(`${path}/`));
            return isShown ? [`${"  ".repeat(path.split("/").length - 2)}${tree.node(node).type}`] : [];
          });
          const drawn = /In the tree<\/summary><pre>(.*?)<\/pre>/s.exec(trees[i]!)?.[1] ?? "";
          const shown = drawn === "" ? [] : drawn.split("\n").map((line) => line.replace(/<[^>]*>/g, ""));
          expect(shown.map((line) => /^ *\w+/.exec(line)![0])).toEqual(lines);
          const marked = drawn.split("\n").filter((line) => line.startsWith("<mark"));
          if (!query.includes("@name")) expect(marked).toHaveLength(found.size);
        }
      }),
      { numRuns: runs(40, 5) },
    );
  });
});

const reading = (query: string) => ({
  request: query,
  readings: [{ kind: "query" as const, query, isHistory: false, confidence: 1, said: query, parts: [] }],
  isClear: true,
  question: null,
  unread: [],
});
