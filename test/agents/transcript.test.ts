import { type AuditEntry, MemorySession, type SessionOptions } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { shown } from "../support/transcript.js";
import { connect } from "./support/connect.js";
import { TRIP, TRIP_SCHEMA } from "./support/trip.js";

/**
 * Calls of every tool with all that they answer, over one history: a change of a value, a word, an order or a member is seen in a review. `npx vitest run
 * test/agents/transcript.test.ts --update` writes it anew; read what differs before you keep it.
 */

const LONG = `${"Long ".repeat(70)}"quoted" <end>`;
const NOTES = `<Notes><Note title="a &quot;b&quot; &lt;c&gt;">${LONG.replaceAll("<", "&lt;")}</Note><Note n="1.5" at="2026-11-22T09:00"/><Box><Note n="3" price="USD 3"/><Note n="2" price="EUR 2"/></Box></Notes>`;

/** A history with branches, a merge, an undone and a restored version, a pruned one, and two tasks. The clock ticks seconds. */
function history() {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  const memory = Memory.create(inMemoryJournal(), { now });
  const trip = memory.createTask("trip", readXml(TRIP), {
    title: "San Diego",
    description: "Three days",
    schema: TRIP_SCHEMA!,
    provenance: { author: "Ann" },
  });
  memory.createTask("notes", readXml(NOTES));
  const set = (key: number, cost: string, branch = "main", reason = `costs ${cost}`) =>
    trip.commit([{ kind: "setAttribute", node: trip.head(branch).nodeOf(key)!, name: "cost", value: cost }], {
      branch,
      provenance: { author: "Ben", reason, turn: `t${cost}`, time: "2026-11-01" },
    });
  set(6, "42");
  trip.branch("rain");
  set(3, "9", "rain");
  trip.commit([
    { kind: "insert", parent: 5, content: { type: "Break", attributes: { name: "Tea" } } },
    { kind: "delete", node: 4 },
  ]);
  trip.merge("rain", "main", { provenance: { author: "Ann", reason: "dry again" } });
  trip.revert(2, { provenance: { reason: "a mistake" } });
  trip.restore(5);
  const many = Array.from({ length: 12 }, (_, i) => ({ type: "POI", attributes: { name: `Stop ${i}`, cost: `${i}` } }));
  trip.commit(many.map((content) => ({ kind: "insert" as const, parent: 2, content })));
  memory.prune({ task: "trip", versions: [2] });
  return { memory, now };
}

type Call = readonly [tool: string, input: object, ...answers: boolean[]];

const opened = (options: Partial<SessionOptions> = {}, at = history()) => {
  const audit: AuditEntry[] = [];
  const limits = { callsPerMinute: 1000, writesPerMinute: 1000 };
  const write = (entry: AuditEntry): void => void audit.push(entry);
  return { ...at, audit, session: new MemorySession({ ...at, audit: write, limits, ...options }) };
};

/** Calls with their answers. A person answers what is asked as the call says, and is shown what is asked; without answers nobody is there. */
async function transcript(session: MemorySession, calls: readonly Call[]): Promise<string> {
  const lines: string[] = [];
  for (const [tool, input, ...answers] of calls) {
    lines.push(`> ${tool} ${shown(input)}${answers.length > 0 ? ` ${answers}` : ""}`);
    const confirm = (question: object): boolean => {
      lines.push(`? ${shown(question)}`);
      return answers.shift()!;
    };
    const answer = await session.call(tool, input, answers.length > 0 ? { confirm } : {});
    lines.push(answer.ok ? shown(answer.output) : `! ${shown(answer.failure)}`, "");
    if (answer.ok) expect(answer.text).toBe(JSON.stringify(answer.output));
  }
  return lines.join("\n");
}

const keeps = (name: string, text: string): Promise<void> =>
  expect(text).toMatchFileSnapshot(`transcripts/${name}.txt`);

const QUERIES: readonly object[] = [
  ...["//POI", "//Day", "/Plan/@title", "//POI/@name", "//Note/text()", "//Day[1]/POI[2]"].map((query) => ({ query })),
  ...["count(//POI)", "max(//POI/@cost)", "min(//POI/@cost)", "sum(//POI/@cost)", "1 div 3"].map((query) => ({
    query,
  })),
  ...["exists(//POI)", "/Plan/@title = 'x'", "distinct-values(//POI/@name)"].map((query) => ({ query })),
  { query: "max(//POI/@cost)", limit: 2 },
  { query: "count(//POI[@cost > 100])" },
  { query: "max(//POI[@cost > 100]/@cost)" },
  { query: "distinct-values(//POI/@name)", limit: 3 },
  { query: "distinct-values(//POI/@name)", limit: 13, maxTokens: 100 },
  { query: '//POI[node =~ "zoo"]' },
  { query: '//POI[node =~ "stop" and @cost > 3]', limit: 2, minScore: 0.1 },
  { query: '//Day[avg(/POI[node =~ "stop 1"])]' },
  { query: '//Day[node =~ "museum"][max(/POI[node =~ "zoo"])][POI =~ "tea"][@index =~ "two"]', limit: 1 },
  { query: "(//POI)[group by @cost]", limit: 2 },
  { query: "(//POI)[group by @cost as c]/{ c: @c, n: count(/POI) }", limit: 2 },
  { query: "//Day/{ @index, stops: count(/POI) }" },
  { query: "//POI[@cost = $c]", params: { c: 7 } },
  { query: "//POI[@cost = $c]" },
  { query: "//Day[@index = 9]" },
  { query: "//Day[@cost > 3]" },
  { query: "//PIO" },
  { query: "//POI[" },
  { query: "//POI; //Day" },
  { query: "SELECT name FROM POI" },
  { query: "//POI", version: 1 },
  { query: "//POI", version: "rain", limit: 1 },
  { query: "//POI", version: -3, limit: 1 },
  { query: "//POI", version: 2 },
  { query: "//POI", version: 99 },
  { query: "//POI", version: "rian" },
  { query: "//POI", limit: 0 },
  { query: "//POI", minScore: 1.5, maxTokens: 99 },
  { query: "//POI", task: "tirp" },
  { query: "//POI", querry: "x", lmit: 1, zzz: 2 },
  { query: "//POI", maxTokens: 100 },
  { query: "//POI", cursor: "AAAA" },
  { query: "//Note", task: "notes" },
  { query: "//Note[@n > 1]/@n", task: "notes" },
  { query: "//Note[@m]", task: "notes" },
  { query: "max(//Note/@price)", task: "notes" },
  { query: '//Note[@n > "x"]', task: "notes" },
  { query: '//POI[node =~ "stop"][@name =~ "stop"][node =~ "stop 1"][@name =~ "stop 1"]', limit: 1 },
  { query: "/Memory/Task/Version", history: true, maxTokens: 400 },
  { query: "/Memory/Task[@name = 'trip']/Version[-1]//POI", history: true, limit: 2 },
  { query: "/Memory/Task/Version/Change[@kind = 'delete']", history: true },
  { query: "count(/Memory/Task/Version)", history: true },
  { query: "distinct-values(/Memory/Task/Version/@author)", history: true },
  { query: "/Memory/Nope", history: true },
  {},
  { query: "//POI", ast: {} },
  { ast: { kind: "Zebra" } },
];

const READING: readonly Call[] = [
  ...([{}, { task: "notes" }, { task: "trip" }, { task: "note" }] as const).map((input): Call => ["tasks", input]),
  ...QUERIES.map((input): Call => ["query", input]),
  ...[
    ...[{}, { version: 1 }, { task: "notes" }, { format: "json" }, { format: "json", task: "notes" }],
    ...[{ maxTokens: 100 }, { format: "xml" }],
  ].map((input): Call => ["schema", input]),
  ...[
    ...[
      {},
      { depth: 0 },
      { node: 1, depth: 0 },
      { depth: 1 },
      { node: 5 },
      { node: "#5", version: 1 },
      { node: "/Plan/Day[2]", depth: 1 },
    ],
    ...[{ task: "notes" }, { node: 99 }, { node: "//POI" }, { node: "//POI[", depth: 1 }, { node: "count(//POI)" }],
    ...[{ maxTokens: 100 }, { depth: -1 }, { version: 2 }, { version: "rain" }],
  ].map((input): Call => ["show", input]),
  ...[
    ...[{}, { task: "notes" }, { node: 6 }, { node: "#3" }, { node: "//POI" }, { branch: "rain" }, { branch: "sun" }],
    ...[{ since: "2026-11-22T12:00:05Z" }, { until: "2026-11-22T12:00:05Z" }, { since: "soon" }, { maxTokens: 100 }],
  ].map((input): Call => ["history", input]),
  ...[
    ...[
      { from: 1 },
      { from: 1, to: 4 },
      { from: "rain", to: "main" },
      { from: 9, to: 1 },
      { from: 2 },
      { from: 1, to: 1 },
    ],
    ...[{ from: 1, maxTokens: 100 }, { from: "none" }, {}],
  ].map((input): Call => ["diff", input]),
  ...[
    ...["//POI[@cost > 20]", '//Day[avg(/POI[node =~ "zoo"])]', "//PIO", "//POI[@csot]", "//POI[", "count(//POI)"],
    ...["//POI; //Day"],
  ].map((query): Call => ["explain", { query }]),
  ["explain", { query: "//POI[@cost > 20]", maxTokens: 100 }],
  ["explain", { query: "//Note", task: "notes" }],
  ...[
    { query: "//POI[@cost > 20]", node: 3 },
    { query: "//POI[@cost > 20]", node: 6 },
    { query: '//POI[node =~ "zoo"]', node: 3, limit: 1 },
    { query: '//POI[node =~ "zoo"]', node: "//Break", minScore: 0.9 },
    { query: "//POI[@cost > $c]", node: 3, params: { c: 20 }, version: 1 },
    { query: "(//POI[@cost > 100])[group by name() as kind]", node: '[@kind = "POI"]' },
    { query: "(//POI)[group by name() as kind]", node: '[@kind = "POI"]' },
    { query: "//POI", node: "[@kind" },
    { query: "//Day/{ n: count(/POI[@cost > 1000]) }", node: 3 },
    { query: "//PIO", node: 3 },
    { query: "//POI", node: 99 },
    { query: "//POI" },
  ].map((input): Call => ["why_not", input]),
  ...[
    "how many POIs are there?",
    "the most expensive POI",
    "what was changed yesterday?",
    "delete the zoo",
    "zzz qqq",
  ].map((request): Call => ["ask", { request }]),
  ["ask", { request: "how many notes are there?", task: "notes" }],
  ["ask", { request: "which notes are today?", task: "notes" }],
  ["ask", { request: "how many POIs were there in version 1?" }],
  ["ask", { request: "when was the zoo changed?" }],
  ["ask", { request: "how many POIs are there?", version: 1 }],
  ["qurey", { query: "//POI" }],
  ["insert", { content: "<POI/>", target: 2 }],
  ["recall", { question: "who?" }],
];

it("reading", async () => {
  const { session } = opened();
  await keeps("reading", await transcript(session, READING));
});

const CAFE = { content: '<POI name="Cafe" cost="4"/>', target: 2 };
const DAYS = 'insert node <Day index="9"/> into /Plan';
const WRITING: readonly Call[] = [
  ["insert", { ...CAFE, dryRun: true }],
  ["insert", { ...CAFE, idempotencyKey: "k", reason: "thirsty", turn: "t1", eventTime: "2026-11-20" }],
  ["insert", { ...CAFE, idempotencyKey: "k" }],
  ["insert", { ...CAFE, idempotencyKey: "k", dryRun: true }],
  ["insert", CAFE],
  ["insert", { ...CAFE, duplicates: "skip" }],
  ["insert", { ...CAFE, duplicates: "refuse" }],
  ["insert", { content: { type: "Break", attributes: { name: "Rest" } }, target: "//Day[2]", position: "first" }],
  ["insert", { content: '<Break name="Nap"/>', target: "//Break[1]", position: "before" }],
  ["insert", { content: '<Break name="Walk"/>', target: "//Break[1]", position: "after" }],
  ["insert", { content: '<Break name="Sleep"/>', target: "#5", position: "last", branch: "rain" }],
  ["insert", { content: "<POI/>", target: 1, position: "before" }],
  ["insert", { content: "<POI", target: 2 }],
  ["insert", { content: { name: "x" }, target: 2 }],
  ["insert", { content: '<Cafe name="x"/>', target: 2 }],
  ["insert", { content: '<POI name="x" price="3"/>', target: 2 }],
  ["insert", { content: '<POI name="x" cost="many"/>', target: 2 }],
  ["insert", { content: "<POI/>", target: "//POI" }],
  ["insert", { content: "<POI/>", target: 99 }],
  ["insert", { ...CAFE, supersedes: 3 }],
  ["insert", { ...CAFE, supersedes: 99 }],
  [
    "insert",
    { content: "<Note n='7'/>", target: 1, task: "notes", supersedes: "/Notes/Note[2]", eventTime: "2026-01-02" },
  ],
  ["insert", { ...CAFE, branch: "none" }],
  ["insert", { ...CAFE, eventTime: "soon" }],
  ["insert", { ...CAFE, ifVersion: 1 }],
  ["update", { update: 'replace value of node //Day[1]/POI[1]/@cost with "15", rename node #6 as Break', reason: "r" }],
  ["update", { update: 'replace value of node //Day[1]/POI[1]/@cost with "15"' }],
  ["update", { update: "replace value of node //Day[1]/POI[1]/@cost with $c", params: { c: "16" } }],
  ["update", { operations: [{ op: "setAttribute", target: { key: 3 }, name: "cost", value: "17" }] }],
  ["update", { operations: [{ op: "remove", target: "//Day[1]" }] }],
  ["update", { update: "delete node #3", operations: [] }],
  ["update", {}],
  ["update", { update: "delete node //POI" }],
  ["update", { update: 'delete node //POI[node =~ "stop 1"]', dryRun: true }],
  ["update", { update: "delete node //Nope" }],
  ["update", { update: "delete" }],
  ["update", { update: `${[DAYS, DAYS, DAYS, DAYS, DAYS, DAYS].join(", ")}` }],
  ["update", { update: `${[DAYS, DAYS, DAYS, DAYS, DAYS, DAYS].join(", ")}`, allowBroken: true }],
  ["update", { update: "move node #3 into #5, delete node #7" }],
  ["update", { update: 'replace node #3 with <POI name="New"/>' }],
  ["delete", { targets: [7, "//Break[1]"] }],
  ["delete", { targets: ["//Day[1]/@index"], dryRun: true }],
  ["delete", { targets: [] }],
  ["delete", { targets: [99] }],
  ["revert", { version: 9, dryRun: true }],
  ["revert", { version: -1, reason: "no", turn: "t2", idempotencyKey: "r" }],
  ["revert", { version: -1, idempotencyKey: "r" }],
  ["revert", { version: 1 }],
  ["revert", { version: 2 }],
  ["revert", { version: 4 }],
  ["revert", { version: 3, branch: "rain" }],
  ["revert", { version: 3, branch: "rain" }],
  ["revert", { version: 1, mode: "restore", dryRun: true }],
  ["revert", { version: 1, mode: "restore", ifVersion: 3 }],
  ["revert", { version: 1, mode: "restore", idempotencyKey: "s", eventTime: "2026-11-02" }],
  ["revert", { version: 1, mode: "restore", idempotencyKey: "s" }],
  ["revert", { version: 2, mode: "restore" }],
  ["revert", { version: 99 }],
  ["create_task", { name: "new", content: "<New><A/></New>", title: "T", description: "D", reason: "r", turn: "t" }],
  ["create_task", { name: "other", content: { type: "New", children: [{ type: "A", text: "x" }] } }],
  ["create_task", { name: "new", content: "<New/>" }],
  ["create_task", { name: " x", content: "<New/>" }],
  ["create_task", { name: "bad", content: "<New" }],
  ["create_task", { name: "bad", content: { typ: "New" } }],
  ["create_task", { name: "bad", content: "<New/>", schema: { version: 1, roots: ["Old"], types: { Old: {} } } }],
  ["create_task", { name: "bad", content: "<New/>", schema: { version: 9 } }],
  ["create_task", { name: "typed", content: "<New/>", schema: { version: 1, roots: ["New"], types: { New: {} } } }],
  ["schema", {}],
  ["tasks", {}],
  ["show", { task: "trip" }],
  ["history", { task: "trip" }],
  ["history", { task: "new" }],
];

it("writing", async () => {
  const { session, audit } = opened({ grant: { rights: "write" }, mayDelete: true, author: "agent" });
  const text = await transcript(session, WRITING);
  await keeps("writing", `${text}\n${audit.map((entry) => shown(entry)).join("\n")}\n`);
});

it("asking a person", async () => {
  const { session } = opened({ grant: { rights: "write" } });
  const emptied = { update: 'replace value of node //Day[1]/POI[1]/@name with ""' };
  const text = await transcript(session, [
    ["delete", { targets: [7] }],
    ["delete", { targets: [7] }, false],
    ["delete", { targets: [7], dryRun: true }, true],
    ["delete", { targets: [7] }, true],
    ["update", emptied],
    ["update", emptied, true],
    ["update", { update: 'insert node <Break name="Pause"/> into #5, delete node /Plan/Day[2]/POI[1]' }, true],
    ["revert", { version: 9 }, false],
    ["revert", { version: 9 }, true],
    ["revert", { version: 1, mode: "restore" }],
    ["revert", { version: 1, mode: "restore" }, true],
    ["show", {}],
  ]);
  await keeps("asking", text);
});

/** What somebody sees who may see some: the same calls for each. */
const SCOPED: readonly Call[] = [
  ["tasks", {}],
  ["show", {}],
  ["show", { node: 6 }],
  ["query", { query: "//POI" }],
  ["query", { query: "count(root()//*)" }],
  ["query", { query: "//Note", task: "notes" }],
  ["query", { query: "/Memory/Task", history: true }],
  ["schema", { format: "json" }],
  ["history", {}],
  ["diff", { from: 1 }],
  ["why_not", { query: "//POI[@cost > 100]", node: 6 }],
  ["insert", { content: '<POI name="Cafe"/>', target: "/*", idempotencyKey: "k" }],
  ["insert", { content: '<POI name="Cafe"/>', target: "/*", idempotencyKey: "k" }],
  ["insert", { content: '<POI name="Bar"/>', target: 5, dryRun: true }],
  ["update", { update: "delete node #3" }],
  ["update", { update: 'replace value of node //POI[@name = "Zoo"]/@cost with "1"' }],
  ["delete", { targets: ["/*"] }],
  ["revert", { version: -1 }],
  ["revert", { version: 9 }],
  ["revert", { version: 1, mode: "restore" }],
  ["create_task", { name: "more", content: "<A/>" }],
  ["show", {}],
  ["history", {}],
];

it.each<[string, SessionOptions["grant"]]>([
  ["one task", { tasks: ["trip"], rights: "write" }],
  ["a part", { tasks: ["trip"], root: 5, rights: "write" }],
])("seeing %s", async (name, grant) => {
  const { session } = opened({ grant: grant!, mayDelete: true });
  await keeps(name, await transcript(session, SCOPED));
});

const MESSAGES = [
  { id: "1", speaker: "Ivo", text: "I live in Tartu. My dentist is Dr. Lill.", time: "2026-01-12" },
  { id: "2", speaker: "Noor", text: "I heard that you bought a yacht. Maybe I will move to Rome.", time: "2026-01-12" },
];

it("conversations", async () => {
  const { session, memory } = opened({ grant: { rights: "write" }, isForConversations: true, author: "agent" });
  const moved = [{ id: "1", speaker: "Ivo", text: "I moved to Narva.", time: "2026-02-16" }];
  const text = await transcript(session, [
    ["recall", { question: "Where does Ivo live?" }],
    ["remember_messages", { session: "s1", messages: MESSAGES }],
    ["remember_messages", { session: "s1", messages: MESSAGES }],
    ["remember_messages", { session: "s2", messages: moved }],
    ["recall", { question: "Where does Ivo live now?", whyNot: "Tartu" }],
    ["recall", { question: "Where did Ivo live before?" }],
    ["recall", { question: "Where does Ivo live?", validAt: "2026-02-01" }],
    ["recall", { question: "Where does Ivo live?", validAt: "all", user: "Noor" }],
    ["recall", { question: "Who is my dentist?", user: "Ivo", tokens: 20 }],
    ["recall", { question: "What did Noor say about a yacht?" }],
    ["recall", { question: "Where did Ivo live last month?", validAt: "2026-03-01" }],
    ["recall", { question: "Where does Ivo live?", task: "trip" }],
    ["recall", { question: "", tokens: 0 }],
    ["remember_messages", { session: "s1", messages: [] }],
    ["remember_messages", { session: "s1", messages: [{ id: "1", speaker: "Ivo", text: "x", time: "noon" }] }],
    ["remember_messages", { session: "s3", messages: moved, task: "elsewhere" }],
    ["insert", { content: "<POI/>", target: 2 }],
    ["tasks", {}],
    ["history", { task: "conversation" }],
  ]);
  const grants = [{ tasks: ["trip"] }, { tasks: ["conversation"], root: 2 }] as const;
  const narrow = await Promise.all(
    grants.map((grant) =>
      transcript(new MemorySession({ memory, grant: { ...grant, rights: "write" }, isForConversations: true }), [
        ["recall", { question: "Where does Ivo live?" }],
        ["recall", { question: "Where does Ivo live?", task: "conversation" }],
        ["remember_messages", { session: "s9", messages: moved }],
      ]),
    ),
  );
  await keeps("conversations", [text, ...narrow].join("\n"));
});

it("what a client of the protocol is shown, and told of changes", async () => {
  const { memory, now } = history();
  const lines: string[] = [];
  const say = (what: string, value: unknown): void =>
    void lines.push(`> ${what}`, typeof value === "string" ? value : shown(value), "");
  const rights = [{ rights: "write" }, {}, { tasks: ["trip"], root: 5 }] as const;
  for (const [i, grant] of rights.entries()) {
    const isForConversations = i === 2;
    const session = new MemorySession({ memory, now, grant, isForConversations, mayDelete: i === 1 });
    const client = await connect(session, "2025 stream");
    say(`instructions ${shown(grant)}`, client.instructions ?? "");
    const { tools } = await client.listTools();
    say("tools", i === 0 ? tools : tools.map(({ name }) => name));
    say("resources", await client.listResources());
    const read = (uri: string) => client.read(uri).catch(({ message }: Error) => `! ${message}`);
    for (const at of [
      "task/trip",
      "task/trip/schema",
      "task/trip/version/1",
      "task/trip/version/99",
      "task/notes",
      "task/%E0",
    ])
      say(`read ${at}`, await read(`memory://${at}`));
    for (const input of [{}, { task: "notes" }] as Record<string, string>[])
      say(
        `prompt ${shown(input)}`,
        await client.prompt("query_memory", input).catch(({ message }: Error) => `! ${message}`),
      );
    for (const uri of ["memory://task/trip", "memory://task/notes/schema"]) await client.subscribe(uri);
    const [trip, notes] = [memory.task("trip"), memory.task("notes")];
    trip.commit([{ kind: "setAttribute", node: trip.head().nodeOf(6)!, name: "cost", value: `${50 + i}` }]);
    trip.commit([{ kind: "setAttribute", node: 1, name: "title", value: `title ${i}` }]);
    notes.commit([{ kind: "setText", node: 3, text: `text ${i}` }]);
    notes.describe({ title: `title ${i}` });
    memory.createTask(`more ${i}`, readXml("<A/>"));
    memory.deleteTask(`more ${i}`);
    await client.listTools();
    say("told", client.told);
  }
  await keeps("protocol", lines.join("\n"));
});

it("every page of every list", async () => {
  const { session } = opened({ limits: { maxResultTokens: 60, callsPerMinute: 1000 } });
  const lists: readonly Call[] = [
    ["query", { query: "//POI", limit: 5 }],
    ["query", { query: "distinct-values(//POI/@name)", limit: 5 }],
    ["query", { query: "/Memory/Task/Version/Change", history: true, limit: 4 }],
    ["show", { node: 5 }],
    ["history", { branch: "rain" }],
    ["diff", { from: 1, to: 6 }],
  ];
  const lines: string[] = [];
  for (const [tool, input] of lists)
    for (let cursor: unknown = null; cursor !== undefined; ) {
      const answer = await session.call(tool, { ...input, ...(cursor !== null && { cursor }) });
      if (!answer.ok) throw new Error(answer.failure.message);
      lines.push(`> ${tool} ${shown({ ...input, ...(cursor !== null && { cursor: atob(String(cursor)) }) })}`);
      lines.push(shown({ ...answer.output, cursor: undefined }), "");
      ({ cursor } = answer.output);
    }
  await keeps("pages", lines.join("\n"));
});

it("rates, sizes and their defaults", async () => {
  let time = Date.UTC(2026, 0, 1);
  const now = (): Date => new Date(time);
  const limits = { callsPerMinute: 4, writesPerMinute: 2, maxInputTokens: 20 };
  const { session, audit } = opened({ now, limits, grant: { rights: "write" } });
  const lines = [shown(new MemorySession({ memory: history().memory }).limits)];
  const add = { content: "<Break/>", target: 5 };
  for (const [wait, ...call] of [
    ...[
      [0, "insert", add],
      [10_400, "insert", add],
      [1, "insert", add],
      [1, "tasks", {}],
      [1, "tasks", {}],
    ],
    ...[
      [49_595, "tasks", {}],
      [1, "tasks", {}],
      [1, "tasks", {}],
      [1, "insert", add],
      [10_401, "insert", add],
    ],
    ...[
      [60_000, "show", { node: "x".repeat(69) }],
      [0, "show", { node: "x".repeat(70) }],
      [0, "nothing", {}],
      [0, "tasks", 7],
    ],
  ] as [number, string, object][]) {
    time += wait;
    lines.push(`+ ${wait}`, await transcript(session, [call]));
  }
  await keeps("rates", [...lines, ...audit.map((entry) => shown(entry))].join("\n"));
});

it("lists of an answer about conversations are bounded", async () => {
  const { session } = opened({ grant: { rights: "write" }, isForConversations: true });
  const messages = Array.from({ length: 52 }, (_, i) => ({
    id: `${i}`,
    speaker: "Ivo",
    text: `I moved to Town${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}.`,
    time: `2026-0${1 + Math.floor(i / 26)}-${String((i % 26) + 1).padStart(2, "0")}`,
  }));
  const kept = await session.call("remember_messages", { session: "s", messages });
  const found = await session.call("recall", { question: "Where does Ivo live now?", whyNot: "moved" });
  if (!kept.ok || !found.ok) throw new Error("a call failed");
  const { count, facts } = kept.output as { count: number; facts: readonly unknown[] };
  const { hidden, whyNot } = found.output as Record<string, readonly unknown[]>;
  expect([count, facts.length, hidden!.length, whyNot!.length]).toEqual([52, 50, 20, 20]);
});
