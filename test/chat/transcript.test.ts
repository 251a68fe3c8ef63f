import {
  type ChatEvent,
  Conversation,
  type ConversationOptions,
  memoryConversations,
  type RequestReader,
  type TurnEvents,
} from "@semantic-xpath/chat";
import { present } from "@semantic-xpath/chat/present";
import { translate } from "@semantic-xpath/chat/translate";
import { openaiModel } from "@semantic-xpath/llm/openai";
import { inMemoryJournal, Memory, renderDiff } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { type Script, scriptedServer } from "../support/scriptedServer.js";
import { steady, written } from "../support/written.js";
import { events, history, NOW, query, reads, type ShortReading, update } from "./support/conversations.js";
import { edit, history as historyPlan, operations, plan } from "./support/tripScript.js";

/**
 * Whole turns as text: every event with the blocks that a surface draws, and what the turn left: its record, where the conversation is, and the newest versions. A
 * change of a word, a count or an order is seen in a review; `npx vitest run test/chat/transcript.test.ts --update` writes it anew.
 */

const TRIP = `<Trip title="Ottawa &amp; more">
  <Day date="2026-06-01"><Stop name="Museum of Nature" kind="museum">Dinosaurs 🦕</Stop><Stop name="Zoo" kind="park"/></Day>
  <Day date="2026-06-02"><Stop name="Gallery" kind="museum"/><Stop name="Market" kind="market"/><Stop name="Canal" kind="park"/></Day>
</Trip>`;
const LIST = `<List><Item name="passport"/><Item name="charger"/></List>`;
const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Trip"],
    types: {
      Trip: { attributes: { title: { type: "string" } }, children: { Day: {} } },
      Day: { attributes: { date: { type: "date", required: true } }, children: { Stop: {} } },
      Stop: {
        text: true,
        attributes: { name: { type: "string", required: true }, kind: { type: "string" }, cost: { type: "number" } },
      },
    },
  }),
);

function twoTasks(): Memory {
  let minutes = 0;
  const memory = Memory.create(inMemoryJournal(), { now: () => new Date(Date.UTC(2026, 5, 1, 9, minutes++)) });
  memory.createTask("trip", readXml(TRIP), { title: "Ottawa", schema: schema! });
  memory.createTask("list", readXml(LIST), { title: "Packing" });
  return memory;
}

const KNOWN: Readonly<Record<string, ShortReading | readonly ShortReading[]>> = {
  parks: query('//Stop[@kind = "park"]'),
  kinds: query("//Stop/@kind"),
  count: query("count(//Stop)"),
  quiet: query('//Stop[node =~ "museum"]'),
  nothing: query('/Trip/Day[9]/Stop[@kind = "park"]'),
  "nothing at all": query('//Stop[@name = "x"][@kind = "y"]'),
  wrong: query("//Stop["),
  "of all versions": query("/Memory/Task/Version/@number", true),
  both: [query("//Day"), query("//Stop")],
  add: update('insert node <Stop name="Café 🌊" kind="food"/> as last into /Trip/Day[1]'),
  rename: update('replace value of node //Stop[@name = "Zoo"]/@name with "Aquarium"'),
  again: update('replace value of node //Stop[@name = "Aquarium"]/@name with "Aquarium"'),
  delete: update("delete node /Trip/Day[2]", true),
  invalid: update('insert node <Stop kind="food"/> into /Trip/Day[1]'),
  two: update(
    'replace value of node //Stop[@name = "Zoo"]/@kind with "a", replace value of node //Stop[@name = "Gallery"]/@kind with "b"',
  ),
  long: update(`insert node <Stop name="${"long ".repeat(50)}" kind="x"/> as last into /Trip/Day[1]`),
  "long ones": query('//Stop[@kind = "x"]/@name'),
  unclear: update('delete node //Stop[@kind = "museum"]', true),
  many: update(
    'replace value of node //Stop[@name = "Gallery"]/@kind with "a", replace value of node //Stop[@name = "Market"]/@kind with "b", replace value of node //Stop[@name = "Canal"]/@kind with "c"',
  ),
  "make a plan": {
    kind: "create",
    ...{ name: "calm", title: "Calm plan", from: "trip", wish: null },
  } as ShortReading,
  "make an empty one": {
    kind: "create",
    ...{ name: "calm", title: "Empty plan", from: null, wish: "two calm days" },
  } as ShortReading,
  "show 1": history({ do: "show", task: null, version: 1 }),
  "show before": history({ do: "show", task: null, version: -2 }),
  "show 99": history({ do: "show", task: null, version: 99 }),
  diff: history({ do: "diff", task: null, from: 1, to: -1 }),
  "diff of the list": history({ do: "diff", task: "list", from: 1, to: 1 }),
  log: history({ do: "log", task: null }),
  tasks: history({ do: "tasks" }),
  "to the list": history({ do: "switch", task: "list" }),
  "to the trip": history({ do: "switch", task: "trip" }),
  "to nothing": history({ do: "switch", task: "nothing" }),
  "undo it": history({ do: "revert", task: null, version: -1 }),
  "undo 2": history({ do: "revert", task: null, version: 2 }),
  "as 1": history({ do: "restore", task: null, version: 1 }),
  hello: { kind: "talk" } as ShortReading,
};

class Talk {
  readonly lines: string[] = [];
  chat: Conversation;

  constructor(
    readonly memory: Memory,
    private readonly options: Partial<ConversationOptions> = {},
  ) {
    this.chat = this.opened();
  }

  opened(): Conversation {
    const translator: RequestReader = this.options.translator ?? reads(KNOWN);
    return new Conversation({
      memory: this.memory,
      now: () => NOW,
      id: "c",
      author: "Ada",
      ...this.options,
      // No step of a transcript depends on how busy the machine is.
      limits: { widenMilliseconds: 60_000, ...this.options.limits },
      translator,
    });
  }

  /** A turn: its events, and what it left. */
  async turn(title: string, begin: () => TurnEvents | Promise<TurnEvents>, leave?: (event: ChatEvent) => boolean) {
    this.lines.push("", `> ${title}`);
    try {
      const turn = await begin();
      for await (const event of turn) {
        this.event(event);
        if (leave?.(event)) break;
      }
    } catch (error) {
      this.lines.push(`throws: ${(error as Error).message}`);
    }
    this.left();
  }

  say(request: string, of = this.chat): Promise<void> {
    return this.turn(request, () => of.send(request));
  }

  private event(event: ChatEvent): void {
    const { turn, type, ...rest } = event;
    this.lines.push(`${turn} ${type}: ${written(steady(brief(rest)))}`);
    for (const block of present(event)) {
      const { kind, text, ...more } = block;
      const hunks = block.kind === "diff" ? `\n${renderDiff(block.hunks).join("\n")}` : "";
      const { hunks: _, result: __, dryRun: ___, ...shown } = more as Record<string, unknown>;
      this.lines.push(`  | ${kind} ${written(text)} ${written(steady(shown))}${hunks}`);
    }
  }

  private left(): void {
    const { chat, memory } = this;
    const heads = memory.tasks().map((task) => {
      const branches = task.branches().map(({ name, head }) => `${name}@${head}`);
      return `${task.name} ${branches.join(" ")}`;
    });
    this.lines.push(
      `  = at ${chat.task}/${chat.branch} version ${chat.version}; ${heads.join(", ")}; waits: ${chat.waiting?.id ?? "no"}`,
    );
    const last = chat.turns.at(-1);
    if (last === undefined) return;
    const { id, parent, before, after, version, state, wrote, spent, events: happened, pending, found, text } = last;
    const record = [
      `${id} after ${parent} from version ${version}`,
      state,
      `spent ${spent}`,
      `${happened.length} events`,
    ];
    this.lines.push(
      `  = ${record.join(", ")}, ${written({ before, after, wrote, pending: pending?.kind ?? null }).trim()}`,
    );
    this.lines.push(`  = found ${written(steady(found)).trim()}, text ${written(text)}`);
  }

  async keep(name: string): Promise<void> {
    const text = this.lines
      .join("\n")
      .trim()
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
    await expect(`${text}\n`).toMatchFileSnapshot(`transcripts/${name}.txt`);
  }
}

/** Results of updates by what a person sees of them: the trees are in the lines. */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === "diff") return [name, Array.isArray(one) ? one.length : one];
      return [name, brief(one)];
    }),
  );
}

it("whole turns of questions, edits and history", async () => {
  const at = new Talk(twoTasks());
  for (const request of [
    ...[
      "parks",
      "kinds",
      "count",
      "quiet",
      "nothing",
      "nothing at all",
      "wrong",
      "of all versions",
      "zzz",
      "hello",
      "",
    ],
    ...["both", "3", "2", "both", "parks"],
    ...["add", "rename", "again", "invalid", "delete", "no", "delete", "yes", "undo it", "many", "unclear", "1", "yes"],
    ...["show 1", "show before", "show 99", "diff", "diff of the list", "log", "tasks"],
    ...[
      "undo 2",
      "as 1",
      "yes",
      "undo it",
      "to nothing",
      "to the list",
      "undo it",
      "to the trip",
      "make a plan",
      "rename",
    ],
    ...["make a plan", "make an empty one", "to the trip", "invalid", "yes", "long", "long ones"],
  ])
    await at.say(request);
  await at.keep("turns");
});

it("whole turns at their limits, cancelled, tried again, and put otherwise", async () => {
  const store = memoryConversations();
  const limits = {
    handedNodes: 2,
    handedTokens: 20,
    changesUnasked: 2,
    changesShown: 2,
    lines: 2,
    runs: 1,
    turns: 19,
    requestLength: 20,
  };
  const faults: unknown[] = [];
  const at = new Talk(twoTasks(), { store, limits, onFault: (error) => faults.push(error) });
  for (const request of [
    "kinds",
    "parks",
    "count",
    "log",
    "many",
    "no",
    "many",
    "yes",
    "diff",
    "x".repeat(21),
    "two",
    "show 1",
  ])
    await at.say(request);
  await at.turn("cancelled while it waits", async () => {
    await events(at.chat.send("delete"));
    at.chat.cancel(at.chat.waiting!.id);
    return at.chat.send("parks");
  });
  await at.turn(
    "left after the first event",
    () => at.chat.send("kinds"),
    () => true,
  );
  await at.turn("aborted before it begins", () => at.chat.send("parks", { signal: AbortSignal.abort() }));
  await at.turn("a choice that is not there", () => at.chat.choose("c.1", 0));
  await at.turn("no such turn", () => at.chat.retry("c.99"));
  await at.turn("the change once more", () => at.chat.retry("c.6"));
  await at.turn("what another process did", async () => {
    await at.memory.update("trip", 'replace value of node /Trip/@title with "Other"', {
      provenance: { author: "Ole", reason: "by hand" },
    });
    return at.chat.send("count");
  });
  at.lines.push(
    "",
    `record: ${written(steady({ ...at.chat.record(), turns: at.chat.record().turns.map(({ id, parent, request, state, wrote }) => ({ id, parent, request, state, wrote })) }))}`,
  );
  const other = await at.chat.rewrite("c.2", "kinds");
  at.lines.push(`rewritten: ${(await events(other.events)).map(({ type }) => type).join(" ")}`);
  const { from, turns, place } = other.conversation.record();
  at.lines.push(
    written({ from, place, turns: turns.map(({ parent, request, state }) => ({ parent, request, state })) }),
  );
  at.chat = at.opened();
  at.lines.push(
    "",
    `opened again: ${written(steady({ title: at.chat.title, problems: at.chat.problems, turns: at.chat.turns.map(({ id }) => id) }))}`,
  );
  await at.say("parks");
  await at.say("parks");
  const views = await Promise.all(["c.1.1", "c.2.1", "nothing"].map((run) => at.chat.runOf(run)));
  for (const view of views) at.lines.push(view === null ? "no run" : written(steady((await view.overview()).text)));
  expect(faults).toEqual([]);
  await at.keep("limits");
});

it("whole turns between which others write", async () => {
  const at = new Talk(twoTasks());
  const other = (text: string) => at.memory.update("trip", text, { provenance: { author: "Ole" } });
  await at.say("delete");
  await other('replace value of node //Stop[@name = "Canal"]/@name with "River"');
  await at.say("yes");
  await at.say("delete");
  await other('replace value of node //Stop[@name = "Zoo"]/@name with "Farm"');
  await at.say("yes");
  await at.say("unclear");
  await other("delete node /Trip/Day[1]/Stop[1]");
  await at.say("1");
  at.memory.task("trip").branch("dry", 1);
  at.memory.deleteTask("list");
  await at.say("to the list");
  await at.say("tasks");
  await at.say("delete");
  at.memory.deleteTask("trip");
  at.memory.createTask("trip", readXml(TRIP), { title: "Another", schema: schema! });
  await at.say("yes");
  await at.keep("meanwhile");
});

it("whole turns of the translator", async () => {
  const at = new Talk(twoTasks(), { translator: { by: "translator", read: translate } });
  for (const request of ["how many stops are there?", "delete the zoo", "yes", "undo that", "which tasks are there?"])
    await at.say(request);
  await at.keep("translator");
});

/** What a model is shown and says. */
it("whole turns of a model", async () => {
  const script: Script = [
    plan({ intent: "ask", said: "the parks", query: '//Stop[@kind = "park"]' }),
    "The Zoo 🦒 (/Trip/Day[1]/Stop[2]) and the Canal (/Trip/Day[2]/Stop[3]).",
    plan({ intent: "ask", said: "the parks", query: "//Stpo[" }),
    plan({ intent: "ask", said: "the parks", query: "//Stop[1]" }),
    "The first ones.",
    edit("a café", "/Trip/Day[1]", "insert"),
    operations({
      op: "insert",
      content: { type: "Stop", attributes: { name: "Café" } },
      target: "/Trip/Day[1]",
      position: "last",
    }),
    edit("no market", '//Stop[@name = "Market"]', "delete"),
    operations({ op: "delete", target: '//Stop[@name = "Market"]' }),
    edit("a free zoo", '//Stop[@name = "Zoo"]', "set"),
    operations({ op: "setAttribute", target: '//Stop[@name = "Zoo"]', name: "cost", value: "free" }),
    operations({ op: "setAttribute", target: '//Stop[@name = "Zoo"]', name: "cost", value: "0" }),
    historyPlan({ do: "show", version: -2 }),
    plan({ intent: "talk", said: "thanks" }),
    "You are welcome.",
    { json: { readings: [], question: "Which day?" } },
    "no JSON",
    "no JSON",
    "no JSON",
    { status: 400, message: "no" },
  ];
  const server = await scriptedServer(script);
  const model = openaiModel({ url: server.url, model: "scripted", retries: 0, firstWait: 0, timeout: 60_000 });
  const at = new Talk(twoTasks(), { model, leads: "model", limits: { modelTokens: 200_000 } });
  for (const request of [
    ...["which parks?", "the parks again", "add a café to day 1", "no market", "yes", "the zoo is free"],
    ...["what was it before?", "thank you", "something", "count the stops", "how many stops are there?"],
  ]) {
    const before = server.calls.length;
    await at.say(request);
    for (const { last, body } of server.calls.slice(before)) {
      const { messages, ...settings } = body as { messages: readonly { role: string; content: string }[] };
      at.lines.push(
        `  model: ${messages.map(({ role }) => role).join(", ")}; ${written(steady(Object.keys(settings)))}`,
      );
      at.lines.push(`  model is shown ${written(last)}`);
    }
  }
  await at.keep("model");
});
