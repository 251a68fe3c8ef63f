import { Conversation, memoryConversations } from "@semantic-xpath/chat";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/readers";
import { describe, expect, it } from "vitest";
import {
  conversation,
  events,
  history,
  NOW,
  outcome,
  query,
  reads,
  tripMemory,
  update,
} from "./support/conversations.js";

const MOVE = update("move node /Trip/Day[2]/Stop[3] into /Trip/Day[1]");
const DELETE = update("delete node /Trip/Day[2]", true);

describe("a question", () => {
  it("is answered from the nodes that its query finds, with a run that views can show", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ parks: query('//Stop[@kind = "park"]') }) });
    const { events: all, state, text, nodes } = await outcome(chat.send("parks"));
    expect(all.map(({ type }) => type)).toEqual(["began", "read", "retrieved", "text", "cost", "done"]);
    expect(state).toBe("answered");
    expect(nodes).toEqual(["/Trip/Day[1]/Stop[2]", "/Trip/Day[2]/Stop[3]"]);
    expect(text).toContain("Zoo");
    expect(text).toContain("Canal");
    const run = await chat.runOf("c.1.1");
    expect((await run!.overview()).resultCount).toBe(2);
    expect(await chat.runOf("c.9.1")).toBeNull();
  });

  it("for attributes gets their values, and of which nodes they are; for nodes what they are called", async () => {
    const translator = reads({ names: query("//Day[2]/Stop[2]/@kind"), stops: query("//Day[2]/Stop[2]") });
    const chat = conversation({ memory: tripMemory(), translator });
    expect((await outcome(chat.send("names"))).text).toMatch(/^Reading 1:\n- market \(Market/);
    expect((await outcome(chat.send("stops"))).text).toMatch(/^Reading 1:\n- Market/);
  });

  it("for a value gets a sentence", async () => {
    const chat = conversation({ memory: tripMemory(), translator: reads({ many: query("count(//Stop)") }) });
    expect((await outcome(chat.send("many"))).text).toBe("Reading 1: 5.");
  });

  it("that finds nothing is widened to the nearest query that does, and says so", async () => {
    const translator = reads({ zoos: query('/Trip/Day[9]/Stop[@kind = "park"]') });
    const chat = conversation({ memory: tripMemory(), translator });
    const { events: all, text, nodes } = await outcome(chat.send("zoos"));
    expect(all.find(({ type }) => type === "widened")).toMatchObject({ from: '/Trip/Day[9]/Stop[@kind = "park"]' });
    expect(nodes.length).toBeGreaterThan(0);
    expect(text).toContain("Nothing is exactly that");
  });

  it("on an empty memory explains itself", async () => {
    const memory = tripMemory("<Trip/>");
    const chat = conversation({ memory, translator: reads({ stops: query("//Stop") }) });
    expect((await outcome(chat.send("stops"))).text).toContain("nothing was found");
  });

  it("with several readings asks, and goes on with the one that is chosen, by its number or its words", async () => {
    const translator = reads({ it: [query("//Day"), query("//Stop")] });
    const chat = conversation({ memory: tripMemory(), translator });
    const asked = await outcome(chat.send("it"));
    expect(asked.question).toMatchObject({ question: "What is meant?", choices: ["reading 1", "reading 2"] });
    expect(asked.state).toBe("waiting");
    expect((await outcome(chat.send("the second one"))).nodes).toHaveLength(5);
    expect(chat.turns).toHaveLength(1);
    expect(chat.waiting).toBeNull();
  });
});

describe("an edit", () => {
  it("is one version, which says who made it, why, and in which turn", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ move: MOVE }), author: "Ada" });
    const { state, text } = await outcome(chat.send("move"));
    expect(state).toBe("changed");
    expect(text).toBe("Done: moved Canal from Day 2 to Day 1.");
    const head = memory.task("trip").head();
    expect(head.number).toBe(2);
    expect(head.provenance).toEqual({ author: "Ada", reason: "move", turn: "c.1" });
  });

  it("that deletes shows what would be gone and waits for a yes", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ delete: DELETE }) });
    const asked = await outcome(chat.send("delete"));
    expect(asked.question!.dryRun!.diff[0]!.removed.join("\n")).toContain("Gallery");
    expect(memory.task("trip").head().number).toBe(1);
    expect((await outcome(chat.send("no"))).text).toBe("Nothing was changed.");
    await events(chat.send("delete"));
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
    expect(memory.task("trip").head().provenance.turn).toBe("c.2");
  });

  it("of many nodes asks first", async () => {
    const translator = reads({
      all: update('insert node <Note/> into //Day, replace value of node /Trip/@title with "x"'),
    });
    const chat = conversation({ memory: tripMemory(), translator, limits: { changesUnasked: 1 } });
    const { question, failed } = await outcome(chat.send("all"));
    expect(question?.question ?? failed).toBeTruthy();
  });

  it("asks from one change more than the limit on", async () => {
    const one = 'insert node <Stop name="New"/> into /Trip/Day[1]';
    for (const [count, limit] of [
      [1, 1],
      [2, 1],
      [3, 3],
      [4, 3],
    ] as const) {
      const text = Array.from({ length: count }, () => one).join(", ");
      const translator = reads({ add: update(text) });
      const chat = conversation({ memory: tripMemory(), translator, limits: { changesUnasked: limit } });
      const { question, state } = await outcome(chat.send("add"));
      expect([question?.question ?? null, state]).toEqual(
        count > limit ? [`These are ${count} changes. Make them all?`, "waiting"] : [null, "changed"],
      );
    }
  });

  it("that may mean several nodes asks which", async () => {
    const memory = tripMemory();
    const translator = reads({ rename: update('replace value of node //Stop[@kind = "museum"]/@name with "Louvre"') });
    const chat = conversation({ memory, translator });
    const { question } = await outcome(chat.send("rename"));
    expect(question!.question).toBe("Which one is meant?");
    expect(question!.choices[1]).toContain("Gallery");
    expect((await outcome(chat.choose("c.1", 1))).state).toBe("changed");
    expect(memory.task("trip").head().tree().node(6).attributes.name).toBe("Louvre");
  });

  it("that finds no node, or has mistakes, changes nothing and says why", async () => {
    const memory = tripMemory();
    const translator = reads({ none: update("delete node //Hotel", true), bad: update("delete nodes") });
    const chat = conversation({ memory, translator });
    expect(await outcome(chat.send("none"))).toMatchObject({ state: "failed", failed: "SXP5151" });
    expect(await outcome(chat.send("bad"))).toMatchObject({ state: "failed", failed: "SXP5151" });
    expect(memory.task("trip").head().number).toBe(1);
  });

  it("that somebody else's write contradicts after it was shown is shown anew", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ delete: DELETE }) });
    await events(chat.send("delete"));
    await memory.update("trip", 'insert node <Stop name="Castle"/> into /Trip/Day[2]');
    const anew = await outcome(chat.send("yes"));
    expect(anew.text).toContain("Somebody else has changed this meanwhile");
    expect(anew.question!.dryRun!.diff[0]!.removed.join("\n")).toContain("Castle");
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
  });

  it("that others' writes don't touch is shown again too, and made on what they wrote after another yes", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ delete: DELETE }) });
    await events(chat.send("delete"));
    await memory.update("trip", 'insert node <Stop name="Castle"/> into /Trip/Day[1]');
    expect((await outcome(chat.send("yes"))).state).toBe("waiting");
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
    expect(memory.task("trip").head().number).toBe(3);
  });
});

describe("an edit that leaves out what the schema wants", () => {
  const { schema } = parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["Trip"],
      types: {
        Trip: { children: { Day: {} } },
        Day: { children: { Stop: { max: 1 } } },
        Stop: { attributes: { name: { type: "string", required: true }, cost: { type: "number", required: true } } },
      },
    }),
  );
  const inMemory = (): Memory => {
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("trip", readXml("<Trip><Day/></Trip>"), { schema: schema! });
    return memory;
  };
  const translator = reads({ add: update('insert node <Stop name="Coffee break"/> into /Trip/Day[1]') });

  it("that breaks a bound asks with the bound and what there would be", async () => {
    const bounds = { min: 1, max: 2 };
    const types = { Trip: { children: { Day: bounds } }, Day: {} };
    const { schema } = parseSchema(JSON.stringify({ version: 1, roots: ["Trip"], types }));
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("trip", readXml("<Trip><Day/><Day/></Trip>"), { schema });
    const translator = reads({
      more: update("insert node <Day/> into /Trip"),
      none: update("delete node /Trip/Day[1], delete node /Trip/Day[2]"),
    });
    const asked = async (request: string) =>
      (await outcome(conversation({ memory, translator }).send(request))).question?.question;
    expect(await asked("more")).toBe("The schema requires at most 2 Day in /Trip, and there would be 3. Do it anyway?");
    expect(await asked("none")).toBe(
      "The schema requires at least 1 Day in /Trip, and there would be 0. Do it anyway?",
    );
  });

  it("is asked about, with what is missing; a yes writes it, a no nothing", async () => {
    const memory = inMemory();
    const chat = conversation({ memory, translator });
    const { question } = await outcome(chat.send("add"));
    expect(question).toMatchObject({
      question: "The schema also requires cost. Do it anyway?",
      choices: ["yes", "no"],
    });
    await outcome(chat.send("no"));
    expect(memory.task("trip").versions()).toHaveLength(1);
    await outcome(chat.send("add"));
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
    expect(memory.task("trip").versions()).toHaveLength(2);
  });
});

describe("getting ready", () => {
  it("does ahead of a request what takes time once for a tree, and changes nothing", async () => {
    const memory = tripMemory();
    const prepared: unknown[] = [];
    const prepare = async (about: object) => void prepared.push(about);
    const translator = { ...reads({ days: query("//Day") }), prepare };
    const chat = conversation({ memory, translator });
    await chat.prepare();
    expect(prepared).toEqual([{ tree: memory.task("trip").head().tree(), schema: null }]);
    expect(chat.turns).toEqual([]);
    expect((await outcome(chat.send("days"))).nodes).toHaveLength(2);
  });
});

describe("history", () => {
  const translator = reads({
    move: MOVE,
    earlier: history({ do: "show", task: null, version: -2 }),
    "what changed": history({ do: "diff", task: null, from: -2, to: -1 }),
    undo: history({ do: "revert", task: null, version: -1 }),
    back: history({ do: "restore", task: null, version: 1 }),
    log: history({ do: "log", task: null }),
    tasks: history({ do: "tasks" }),
    rome: { kind: "create", name: "rome", title: "Rome", from: null, wish: null },
    copy: { kind: "create", name: "rome", title: "Rome 2", from: "trip", wish: null },
    "to trip": history({ do: "switch", task: "trip" }),
    "to paris": history({ do: "switch", task: "paris" }),
  });

  it("shows, compares, lists, takes back and goes back", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await events(chat.send("move"));
    const shown = await outcome(chat.send("earlier"));
    expect(shown.text).toContain("Version 1 (");
    expect(shown.text.indexOf("Canal")).toBeGreaterThan(shown.text.indexOf("Market"));
    const compared = await outcome(chat.send("what changed"));
    expect(compared.text).toContain("moved Canal from Day 2 to Day 1");
    expect(compared.events.find(({ type }) => type === "compared")).toMatchObject({ from: 1, to: 2 });
    expect((await outcome(chat.send("undo"))).state).toBe("changed");
    expect((await outcome(chat.send("log"))).text.split("\n")).toHaveLength(4);
    expect((await outcome(chat.send("back"))).text).toBe("It is already as in version 1.");
    await events(chat.send("move"));
    expect((await outcome(chat.send("back"))).state).toBe("changed");
    expect(memory.task("trip").diff(1, -1).changes).toEqual([]);
  });

  it("asks before it undoes what others wrote", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await memory.update("trip", 'insert node <Stop name="Castle"/> into /Trip/Day[1]');
    const { question } = await outcome(chat.send("back"));
    expect(question!.dryRun!.changes[0]!.text).toContain("Castle");
    expect((await outcome(chat.send("yes"))).state).toBe("changed");
  });

  it("makes tasks and goes from one to another", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await events(chat.send("rome"));
    expect(chat.task).toBe("rome");
    expect(memory.task("rome").head().tree().node(1).attributes).toEqual({ title: "Rome" });
    await events(chat.send("to trip"));
    await events(chat.send("copy"));
    expect(chat.task).toBe("rome-2");
    expect(memory.task("rome-2").head().tree().size).toBe(8);
    expect((await outcome(chat.send("tasks"))).text).toContain("Rome 2 (rome-2), where we are");
    expect(await outcome(chat.send("to paris"))).toMatchObject({ state: "failed", failed: "SXP5012" });
    expect(chat.task).toBe("rome-2");
  });
});

describe("another try", () => {
  const translator = reads({ move: MOVE, delete: DELETE, days: query("//Day"), stops: query("//Stop") });

  it("of a turn that changed something begins on a branch from before it", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await events(chat.send("move"));
    await events(chat.send("days"));
    await events(await chat.retry("c.1"));
    expect(chat.turns.map(({ id }) => id)).toEqual(["c.3"]);
    expect(chat.branch).toBe("chat-c.1-1");
    const task = memory.task("trip");
    expect(task.head().number).toBe(2);
    expect(task.head(chat.branch).parents).toEqual([1]);
    expect(chat.record().turns).toHaveLength(3);
  });

  it("of a turn that changed nothing stays where it is", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await events(chat.send("days"));
    await events(await chat.retry("c.1"));
    expect(chat.branch).toBe("main");
    expect(memory.task("trip").branches()).toHaveLength(1);
  });

  it("in other words is a conversation of its own, and this one stays as it is", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator });
    await events(chat.send("days"));
    await events(chat.send("move"));
    const { conversation: other, events: turn } = await chat.rewrite("c.2", "stops");
    expect((await outcome(turn)).nodes).toHaveLength(5);
    expect(other.turns.map(({ request }) => request)).toEqual(["days", "stops"]);
    expect(other.record().from).toEqual({ conversation: "c", turn: "c.2" });
    expect(other.version).toBe(1);
    expect(chat.turns.map(({ request }) => request)).toEqual(["days", "move"]);
    expect(chat.branch).toBe("main");
  });
});

describe("tasks and branches of a conversation", () => {
  const copy = { kind: "create", name: "copy", title: "Copy", from: "trip", wish: null } as const;
  const add = update("insert node <Item/> into /List");
  const translator = reads({
    move: MOVE,
    copy,
    add,
    "to list": history({ do: "switch", task: "list" }),
    days: query("//Day"),
  });

  it("a copy is made of the branch where the conversation is in its task, whatever task it is at", async () => {
    const memory = tripMemory();
    memory.createTask("list", readXml("<List/>"));
    const chat = conversation({ memory, translator });
    await events(chat.send("move"));
    const { conversation: other, events: turn } = await chat.rewrite("c.1", "days");
    await events(turn);
    const stops = async (path: string) =>
      (await memory.query(path, { task: memory.tasks().at(-1)!.name })).matches.length;
    // On its branch the stop was not moved.
    await events(other.send("copy"));
    expect(await stops("/Trip/Day[2]/Stop")).toBe(3);
    await events(other.send("to list"));
    await events(other.send("copy"));
    expect(await stops("/Trip/Day[2]/Stop")).toBe(3);
  });

  it("another try begins, in each task that was changed since, before the first of these changes", async () => {
    const memory = tripMemory();
    const list = memory.createTask("list", readXml("<List/>"));
    for (let i = 0; i < 3; i++) await memory.update("list", "insert node <Item/> into /List");
    const chat = conversation({ memory, translator });
    await events(chat.send("move"));
    await events(chat.send("to list"));
    await events(chat.send("add"));
    await events(chat.send("add"));
    await events(await chat.retry("c.1"));
    const { head } = list.branches().find(({ name }) => name.startsWith("chat-"))!;
    expect(head).toBe(4);
  });
});

describe("what ends a turn", () => {
  it("cancelled before anything is done, it leaves nothing", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ move: MOVE }) });
    const turn = chat.send("move");
    chat.cancel(turn.turn);
    expect((await outcome(turn)).state).toBe("cancelled");
    expect(memory.task("trip").head().number).toBe(1);
  });

  it("leaving the loop cancels", async () => {
    const memory = tripMemory();
    const chat = conversation({ memory, translator: reads({ move: MOVE }) });
    for await (const event of chat.send("move")) if (event.type === "began") break;
    while (chat.turns.at(-1)!.events.at(-1)?.type !== "done") await new Promise((resolve) => setTimeout(resolve, 1));
    expect(memory.task("trip").head().number).toBe(1);
    expect(chat.turns.at(-1)!.state).toBe("cancelled");
  });

  it("a question that waits can be cancelled", async () => {
    const chat = conversation({ memory: tripMemory(), translator: reads({ delete: DELETE }) });
    await events(chat.send("delete"));
    chat.cancel("c.1");
    expect(chat.waiting).toBeNull();
    expect(() => chat.choose("c.1", 0)).toThrow("SXP5144");
  });

  it("limits: a long request, many turns, a long time, a second turn meanwhile", async () => {
    const slow = { by: "translator", read: () => new Promise<never>(() => undefined) } as const;
    const limits = { requestLength: 5, turns: 3, turnMilliseconds: 1 };
    const chat = conversation({ memory: tripMemory(), translator: reads({}), limits });
    expect((await outcome(chat.send("too long a request"))).failed).toBe("SXP5130");
    const stuck = conversation({ memory: tripMemory(), translator: slow, limits });
    const turn = stuck.send("x");
    expect(() => stuck.send("y")).toThrow("SXP5143");
    expect((await outcome(turn)).failed).toBe("SXP5142");
    await events(chat.send("a"));
    await events(chat.send("b"));
    expect(() => chat.send("c")).toThrow("SXP5141");
  });

  it("a fault that is not the request's is said without what it was", async () => {
    const faults: unknown[] = [];
    const translator = { by: "translator", read: () => Promise.reject(new Error("secret path")) } as const;
    const chat = conversation({ memory: tripMemory(), translator, onFault: (error) => faults.push(error) });
    const { failed, events: all } = await outcome(chat.send("x"));
    expect(failed).toBe("SXP5150");
    expect(JSON.stringify(all)).not.toContain("secret");
    expect(faults).toHaveLength(1);
  });
});

describe("a conversation that is kept", () => {
  const translator = reads({ move: MOVE, delete: DELETE, days: query("//Day") });

  it("goes on where it was, also with a question that waits", async () => {
    const [memory, store] = [tripMemory(), memoryConversations()];
    const chat = conversation({ memory, translator, store });
    await events(chat.send("days"));
    await events(chat.send("delete"));
    const again = conversation({ memory, translator, store });
    expect(again.record()).toEqual(chat.record());
    expect(again.title).toBe("days");
    expect((await outcome(again.send("yes"))).state).toBe("changed");
    expect((await (await again.runOf("c.1.1"))!.overview()).resultCount).toBe(2);
  });

  it("whose process ended during a turn says what the memory has of it", async () => {
    const [memory, store] = [tripMemory(), memoryConversations()];
    const chat = conversation({ memory, translator, store });
    await events(chat.send("move"));
    const [first, begun] = store.read("c")!.entries;
    const crashed = { ...store, read: () => ({ entries: [first!, begun!], problems: [] }) };
    const again = conversation({ memory, translator, store: crashed });
    expect(again.turns[0]).toMatchObject({ state: "changed", wrote: [{ task: "trip", version: 2 }] });
    expect(again.turns[0]!.events.map(({ type }) => type)).toEqual(["failed", "done"]);
  });

  it("that two processes have open goes on from what both said", async () => {
    const [memory, store] = [tripMemory(), memoryConversations()];
    const [one, other] = [conversation({ memory, translator, store }), conversation({ memory, translator, store })];
    await events(one.send("days"));
    await events(other.send("delete"));
    expect((await outcome(one.send("yes"))).state).toBe("changed");
    await events(other.send("days"));
    expect(other.turns.map(({ id, request }) => `${id} ${request}`)).toEqual(["c.1 days", "c.2 delete", "c.3 days"]);
  });

  it("has the clock's time and what each turn found", async () => {
    const chat = conversation({ memory: tripMemory(), translator });
    await events(chat.send("days"));
    expect(chat.turns[0]).toMatchObject({ at: NOW, text: "//Day", found: { task: "trip", keys: [2, 5] } });
  });

  it("speaks of nodes where they are now", async () => {
    const seen: unknown[] = [];
    const known = reads({ move: MOVE, canal: query('//Stop[@name = "Canal"]') });
    const memory = tripMemory();
    const spy = {
      by: "translator",
      read: (request: string, about: Parameters<typeof known.read>[1]) => {
        seen.push(about.context!.found);
        return known.read(request, about);
      },
    } as const;
    const chat = conversation({ memory, translator: spy });
    await events(chat.send("canal"));
    await events(chat.send("move"));
    await events(chat.send("canal"));
    expect(seen[1]).toEqual([["/Trip/Day[2]/Stop[3]"]]);
    expect(seen[2]).toEqual([["/Trip/Day[1]/Stop[3]"], ["/Trip/Day[1]/Stop[3]"]]);
  });
});

describe("a conversation beside others", () => {
  it("tries a change that others always overtake five times, and then says so", async () => {
    const memory = tripMemory();
    const { update: write } = memory;
    let writes = 0;
    memory.update = (async (task, source, options) => {
      if (options?.dryRun !== true) writes++;
      const result = await write.call(memory, task, source, { ...options, dryRun: true });
      if (options?.dryRun === true) return result;
      return { ...result, status: "conflict", conflict: { since: ["moved Zoo"] } };
    }) as typeof memory.update;
    const { state, failed, text } = await outcome(
      conversation({ memory, translator: reads({ move: MOVE }) }).send("move"),
    );
    expect([state, failed, writes, text.match(/Trying again/g)?.length]).toEqual(["failed", "SXP5151", 5, 4]);
  });

  it("goes back only to what it has looked at: a write in between is not undone", async () => {
    const journal = inMemoryJournal();
    const memory = Memory.create(journal);
    memory.createTask("trip", readXml('<Trip><Day n="1"/><Day n="2"/></Trip>'));
    const other = Memory.open(journal);
    const write = (name: string): void => {
      other.refresh();
      other.task("trip").commit([{ kind: "setAttribute", node: 2, name, value: "x" }]);
    };
    write("first");
    const known = reads({ back: history({ do: "restore", task: null, version: 1 }) });
    const chat = conversation({ memory, translator: known });
    const asked = await outcome(chat.send("back"));
    expect(asked.question).not.toBeNull();
    // Written after the yes was heard, before the conversation writes.
    const { transactionAsync } = memory;
    memory.transactionAsync = ((work: () => unknown) => {
      write("second");
      return transactionAsync.call(memory, work);
    }) as typeof memory.transactionAsync;
    const { state } = await outcome(chat.send("yes"));
    expect(state).toBe("failed");
    other.refresh();
    expect(other.task("trip").head().tree().node(2).attributes).toMatchObject({ first: "x", second: "x" });
  });

  it("goes on where another process has gone with it", async () => {
    const memory = tripMemory();
    memory.createTask("paris", readXml("<Trip/>"));
    const store = memoryConversations();
    const translator = reads({ "to paris": history({ do: "switch", task: "paris" }), stops: query("//Stop") });
    const [one, other] = [0, 1].map(() => conversation({ memory, store, translator })) as [
      ReturnType<typeof conversation>,
      ReturnType<typeof conversation>,
    ];
    await events(one.send("stops"));
    await events(other.send("to paris"));
    await events(one.send("stops"));
    expect([one.task, one.turns.length]).toEqual(["paris", 3]);
  });

  it("notes the time of a turn with the offset of the zone", async () => {
    const { TZ } = process.env;
    try {
      for (const zone of ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"]) {
        process.env.TZ = zone;
        const chat = new Conversation({ memory: tripMemory(), translator: reads({ stops: query("//Stop") }) });
        const sent = Math.floor(Date.now() / 1000) * 1000;
        await events(chat.send("stops"));
        const at = Date.parse(chat.turns[0]!.at);
        expect([sent <= at, at <= Date.now()]).toEqual([true, true]);
      }
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
