import { memoryConversations } from "@semantic-xpath/chat";
import type { StudioQuestions } from "@semantic-xpath/studio";
import { expect, it, onTestFinished, vi } from "vitest";
import { steady, written } from "../support/written.js";
import { reader } from "./support/reader.js";
import { served } from "./support/studio.js";

/**
 * Whole answers of the studio's server to every question with its options, and what pages are sent meanwhile. A change is seen in a review;
 * `npx vitest run test/studio/transcript.test.ts --update` writes it anew.
 */

type Opened = Awaited<ReturnType<typeof served>>;

class Transcript {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(readonly opened: Opened) {}

  /** Ids that are made by chance, by the order in which they come. */
  private named(value: unknown): string {
    for (const { id } of this.opened.session.chats.list())
      if (!this.names.has(id)) this.names.set(id, `talk-${this.names.size + 1}`);
    let text = written(steady(value));
    for (const [id, name] of this.names) text = text.replaceAll(id, name);
    return text;
  }

  async raw(title: string, path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.opened.server.url}${path}`, init);
    const text = await response.text();
    const body: unknown = /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
    this.lines.push(`> ${title}`, `${response.status} ${this.named(Object(body).value ?? body)}`);
    await this.quiet();
    this.told();
    return Object(body).value;
  }

  ask<K extends keyof StudioQuestions>(question: K, params: unknown = {}): Promise<ReturnType<StudioQuestions[K]>> {
    return this.raw(`${question} ${this.named(params)}`, `/ask/${question}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.opened.server.token}` },
      body: JSON.stringify(params),
    }) as Promise<ReturnType<StudioQuestions[K]>>;
  }

  /** Until a turn has ended, or waits. */
  private async quiet(): Promise<void> {
    const { chats } = this.opened.session;
    for (const { id } of chats.list()) await expect.poll(() => chats.view(id).running, { interval: 2 }).toBeNull();
  }

  private told(): void {
    for (const event of this.opened.events.splice(0)) {
      if (event.type === "chat") {
        const { type, turn, ...rest } = event.event;
        this.lines.push(
          `  told ${this.named(`${event.conversation} ${turn}`)} ${type}${type === "text" ? ` ${written(rest)}` : ""}`,
        );
      } else if (event.type !== "progress") this.lines.push(`  told ${this.named(event)}`);
    }
  }

  async keep(name: string): Promise<void> {
    expect(this.opened.faults).toEqual([]);
    await expect(`${this.lines.join("\n")}\n`).toMatchFileSnapshot(`transcripts/${name}.txt`);
  }
}

const begun = async (...options: Parameters<typeof served>): Promise<Transcript> =>
  new Transcript(await served(...options));

const at = { task: "trip", version: null };
const rename = (name: string) => `replace value of node //Day[2]/POI[1]/@name with "${name}"`;

it("whole answers about versions, edits, branches and merges", async () => {
  const of = await begun({ author: "Ada", isKept: true });
  await of.ask("state");
  await of.ask("update", { task: "trip", update: rename("Aquarium 🐟"), dryRun: true });
  await of.ask("update", { task: "trip", update: rename("Aquarium 🐟"), dryRun: false });
  await of.ask("update", { task: "trip", update: rename("Aquarium 🐟"), dryRun: false, ifVersion: 1 });
  await of.ask("update", { task: "trip", update: rename("Other"), dryRun: false, ifVersion: 1 });
  await of.ask("update", { task: "trip", update: rename("Other"), dryRun: true, ifVersion: 1 });
  await of.ask("update", { task: "trip", update: "delete node //POI[@cost > 5]", dryRun: true });
  await of.ask("update", { task: "trip", update: "insert node <Hotel/> into //Day[1]", dryRun: false, ifVersion: 2 });
  await of.ask("update", { task: "trip", update: "delete node //Day[", dryRun: true });
  await of.ask("update", { task: "nothing", update: "delete node //Day[1]", dryRun: true });
  await of.ask("branch", { task: "trip", name: "rainy", from: 1 });
  await of.ask("branch", { task: "trip", name: "rainy", from: 1 });
  await of.ask("branch", { task: "trip", name: "main 🐟", from: 9 });
  await of.ask("update", { task: "trip", branch: "rainy", update: rename("Cinema"), dryRun: false, ifVersion: 1 });
  await of.ask("update", {
    task: "trip",
    branch: "rainy",
    update: "delete node //Day[1]/POI[2]",
    dryRun: false,
    ifVersion: 3,
  });
  await of.ask("diff", { task: "trip", from: 1, to: 4 });
  await of.ask("diff", { task: "trip", from: 4, to: 2 });
  await of.ask("diff", { task: "trip", from: 2, to: 2 });
  await of.ask("diff", { task: "trip", from: 2, to: 99 });
  await of.ask("merge", { task: "trip", from: 1, branch: "main" });
  const preview = await of.ask("merge", { task: "trip", from: 4, branch: "main" });
  await of.ask("merge", { task: "trip", from: 4, branch: "main", head: 2 });
  const sides = Object.fromEntries(preview.conflicts.map(({ id }) => [id, "theirs"]));
  await of.ask("merge", { task: "trip", from: 4, branch: "main", sides });
  await of.ask("merge", { task: "trip", from: 4, branch: "main", sides, head: 1 });
  await of.ask("merge", { task: "trip", from: 4, branch: "main", sides, head: 2 });
  await of.ask("undo", { task: "trip", ifVersion: 5, dryRun: true });
  await of.ask("undo", { task: "trip", ifVersion: 4 });
  await of.ask("undo", { task: "trip", ifVersion: 5 });
  await of.ask("undo", { task: "trip", ifVersion: 6 });
  await of.ask("undo", { task: "trip", ifVersion: 7 });
  await of.ask("undo", { task: "trip", branch: "rainy", ifVersion: 4 });
  await of.ask("restore", { task: "trip", version: 2, ifVersion: 1 });
  await of.ask("restore", { task: "trip", version: 2, ifVersion: 7 });
  await of.ask("restore", { task: "trip", branch: "rainy", version: 1, ifVersion: 8 });
  await of.ask("versions", { task: "trip", before: 4, count: 2 });
  await of.ask("versions", { task: "trip", before: null, count: 1 });
  await of.ask("versions", { task: "trip", before: 1, count: 5 });
  await of.ask("state");
  await of.ask("data", at);
  await of.ask("data", { task: "trip", version: 1 });
  await of.ask("data", { task: "zebra", version: null });
  await of.ask("types", at);
  await of.ask("types", { task: "trip", version: 4 });
  await of.ask("importFile", { name: "rows.csv", text: "name,cost\nZoo 🐘,4\nPark,\n" });
  await of.ask("importFile", { name: "rows.csv", text: "name\nx\n" });
  await of.ask("importFile", { name: "bad.xml", text: "<a><b></a>" });
  await of.ask("importFile", { name: "notes.🐘", text: "words" });
  await of.ask("data", { task: "rows", version: null });
  await of.ask("facts", { ...at, filter: "", count: 5 });
  await of.ask("recall", { ...at, question: "who?" });
  await of.keep("versions");
});

it("whole answers about runs, replays and what they are compared with", async () => {
  // On a busy machine an answer over many versions ends early.
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const of = await begun();
  const memory = of.opened.memory;
  await memory.update("trip", rename("Aquarium"), { provenance: { author: "Ole", reason: "wet 🌧" } });
  await memory.update("trip", 'insert node <POI name="Museum of Art" cost="20"/> as first into //Day[2]');
  await memory.update("trip", "delete node //Day[1]/POI[2]");
  const runs: string[] = [];
  for (const [query, more] of [
    ['//POI[node =~ "museum"]', at],
    ["//POI[@cost > 15]", { task: "trip", version: 1 }],
    ["sum(//POI/@cost)", at],
    ["/Memory/Task/Version/@number", { task: null, version: null }],
    ["//Hotel", at],
    ["//POI[", at],
    ["//POI", { task: "trip", version: 9 }],
    ["//POI", { task: "nothing", version: null }],
  ] as const) {
    const answer = await of.ask("run", { query, ...more, ticket: "t" });
    if (answer !== undefined) runs.push(answer.run);
  }
  const [museum, costly, total] = runs as [string, string, string];
  for (const [run, method, params] of [
    [museum, "overview", {}],
    [museum, "results", { from: 0, count: 1 }],
    [museum, "results", { from: 1, count: 9 }],
    [museum, "why", { node: 3 }],
    [museum, "whyNot", { node: 1 }],
    [museum, "tree", {}],
    [museum, "contents", { from: 1, count: 3, characters: 8 }],
    [costly, "results", { from: 0, count: 9 }],
    [total, "values", { operatorId: 1, from: 0, count: 9 }],
    [museum, "results", { from: -1, count: 1 }],
    [museum, "results", { from: 0, count: 5_001 }],
    [museum, "nothing", {}],
    ["q99", "overview", {}],
  ] as const)
    await of.ask("view", { run, method, params });
  await of.ask("view", { run: museum, method: "results", params: { from: 0, count: 1 }, redacted: true });
  await of.ask("compare", { before: costly, after: museum });
  await of.ask("compare", { before: costly, after: museum, redacted: true });
  await of.ask("compare", { before: costly, after: "q99" });
  await of.ask("replay", { query: '//POI[node =~ "museum"]', ...at, count: 10 });
  await of.ask("replay", { query: "//POI[@cost > 15]", task: "trip", version: 3, count: 2 });
  await of.ask("replay", { query: "sum(//POI/@cost)", ...at, count: 10 });
  await of.ask("replay", { query: "//POI[", ...at, count: 10 });
  for (const version of [1, 2, 3, 4, 9])
    await of.ask("replayStep", { query: "//POI[@cost > 15]", task: "trip", version });
  await of.ask("replayStep", { query: '//POI[node =~ "museum"]', task: "trip", version: 4 });
  await of.ask("replayStep", { query: "sum(//POI/@cost)", task: "trip", version: 3 });
  const { run } = await of.ask("browse", at);
  await of.ask("browse", { task: "trip", version: 1 });
  await of.ask("browse", { task: "trip", version: 9 });
  await of.ask("view", { run, method: "node", params: { node: 3 } });
  await of.ask("forget", { run: museum });
  await of.ask("forget", { run: museum });
  await of.ask("view", { run: museum, method: "overview", params: {} });
  await of.ask("state");
  await of.keep("runs");
});

it("whole answers about conversations", async () => {
  const of = await begun({
    conversation: { translator: reader, now: () => "2026-06-01T09:00:00-04:00" },
    conversations: memoryConversations(),
    author: "Ada",
  });
  const { id: first } = await of.ask("conversation", { conversation: null });
  const { turn } = await of.ask("send", { conversation: first, request: "what is on day 1?" });
  await of.ask("send", { conversation: first, request: "<b>what</b>?" });
  const { turn: deleting } = await of.ask("send", { conversation: first, request: "delete the zoo" });
  await of.ask("conversation", { conversation: first });
  await of.ask("choose", { conversation: first, turn: deleting, choice: 5 });
  await of.ask("choose", { conversation: first, turn, choice: 0 });
  await of.ask("cancel", { conversation: first, turn: deleting });
  await of.ask("retry", { conversation: first, turn: deleting });
  const { waiting } = await of.ask("conversation", { conversation: null });
  await of.ask("choose", { conversation: first, turn: waiting, choice: 0 });
  await of.ask("rewrite", { conversation: first, turn, request: "what is on day 2?" });
  const { conversation: second } = await of.ask("begin", { task: "zebra" });
  await of.ask("conversation", { conversation: second });
  await of.ask("begin", { task: "nothing" });
  await of.ask("conversation", { conversation: "nothing" });
  await of.ask("send", { conversation: "nothing", request: "what?" });
  await of.ask("retry", { conversation: first, turn: "nothing" });
  await of.ask("state");
  await of.ask("exportConversation", { conversation: first });
  await of.keep("conversations");
});

it("whole refusals", async () => {
  const of = await begun({ canWrite: false }, { limits: { bodyBytes: 200 } });
  const { token, url } = of.opened.server;
  const authorization = `Bearer ${token}`;
  const json = { "content-type": "application/json", authorization };
  const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
    method: "POST",
    headers,
    body,
  });
  for (const [title, path, init] of [
    ["no token", "/ask/state", post("{}", { "content-type": "application/json" })],
    ["another token", "/ask/state", post("{}", { ...json, authorization: `${authorization}x` })],
    ["another page", "/ask/state", post("{}", { ...json, origin: "https://example.org" })],
    ["its own page", "/ask/state", post("{}", { ...json, origin: url })],
    ["another site", "/ask/state", post("{}", { ...json, "sec-fetch-site": "cross-site" })],
    ["no JSON type", "/ask/state", post("{}", { ...json, "content-type": "text/plain" })],
    ["no JSON", "/ask/state", post("{")],
    ["no UTF-8", "/ask/state", { ...post(""), body: new Uint8Array([0x22, 0xff, 0x22]) }],
    ["not a question", "/ask/stat", post("{}")],
    ["a name of every object", "/ask/constructor", post("{}")],
    ["too long", "/ask/run", post(JSON.stringify({ query: "x".repeat(300) }))],
    ["by GET", "/ask/state", { headers: json }],
    ["events by POST", "/events", post("{}")],
    ["nothing there", "/other", { headers: json }],
    ["a file of the folder that is no part of the page", "/notes.txt", { headers: json }],
    ["the page", "/", {}],
    ["a program of the page", "/studio.js", {}],
    ["the page by POST", "/", post("{}")],
    ["an icon", "/favicon.ico", {}],
  ] as const)
    await of.raw(title, path, init);
  await of.ask("update", { task: "trip", update: "delete node //Day[1]", dryRun: true });
  await of.ask("importFile", { name: "a.xml", text: "<a/>" });
  await of.ask("state", { more: 1 });
  await of.ask("run", {});
  await of.ask("run", { query: 5, task: [], version: -1, other: true });
  await of.ask("merge", { task: "trip", from: 1.5, branch: null });
  await of.ask("versions", null);
  await of.keep("refusals");
});
