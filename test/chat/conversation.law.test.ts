import {
  type ChatEvent,
  type Conversation,
  type ConversationRecord,
  memoryConversations,
  type TurnEvents,
  type TurnRecord,
} from "@semantic-xpath/chat";
import { type Change, lossesOf, type Memory, type Task } from "@semantic-xpath/memory";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import {
  conversation,
  events,
  history,
  query,
  reads,
  type ShortReading,
  tripMemory,
  update,
} from "./support/conversations.js";

/**
 * Every turn against a model of a conversation that does the same to a second memory: its events in their order with what they say, its record, where
 * the conversation is then, and what the memory holds.
 */

type Meaning = ShortReading | readonly ShortReading[];
const LATE = "delete node /Trip/Day[1]/Stop[last()]";
const MEANINGS: Readonly<Record<string, Meaning>> = {
  stops: query("//Stop"),
  names: query("//Stop/@name"),
  many: query("count(//Stop)"),
  "stops before": { ...query("//Stop"), version: -2 } as ShortReading,
  insert: update('insert node <Stop name="Cafe"/> into /Trip/Day[1]'),
  move: update("move node /Trip/Day[1]/Stop[1] into /Trip/Day[2]"),
  delete: update(LATE, true),
  erase: update('replace value of node /Trip/@title with ""'),
  title: update('replace value of node /Trip/@title with "Nara"'),
  which: update('replace value of node //Stop[@kind = "park"]/@name with "x"'),
  invalid: update("delete nodes"),
  nothing: update("delete node /Trip/Day[9]"),
  several: [query("//Day"), update(LATE, true), update('insert node <Stop name="Bar"/> into /Trip/Day[2]')],
  earlier: history({ do: "show", task: null, version: -2 }),
  diff: history({ do: "diff", task: null, from: -2, to: -1 }),
  undo: history({ do: "revert", task: null, version: -1 }),
  back: history({ do: "restore", task: null, version: 1 }),
  log: history({ do: "log", task: null }),
  create: { kind: "create", name: "other", title: "Other", from: "trip", wish: null },
  empty: { kind: "create", name: "plain", title: "Plain", from: null, wish: null },
  "to trip": history({ do: "switch", task: "trip" }),
  "to nowhere": history({ do: "switch", task: "nowhere" }),
  unread: [],
};

const request = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(MEANINGS)) },
  { weight: 3, arbitrary: fc.constantFrom("yes", "no", "1", "the second one", "last", "Yes!", "7", "reading 2") },
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("send" as const), request }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("choose" as const),
      turn: fc.nat(3),
      choice: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("retry" as const, "rewrite" as const), turn: fc.nat(4), request }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("other" as const), branch: fc.constantFrom("main", "draft") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Place {
  readonly task: string;
  readonly branches: readonly (readonly [string, string])[];
}
type Asked =
  | { readonly kind: "reading"; readonly readings: readonly ShortReading[] }
  | { readonly kind: "target"; readonly updates: readonly string[] }
  | {
      readonly kind: "yes";
      readonly reading: ShortReading;
      readonly about: { readonly task: string; readonly branch: string; readonly version: number };
    };

interface ModelTurn {
  readonly id: string;
  readonly parent: string | null;
  readonly request: string;
  readonly before: Place;
  readonly version: number;
  after: Place;
  state: string;
  asked: Asked | null;
  choices: readonly string[];
  text: string | null;
  readonly wrote: { task: string; version: number }[];
  runs: number;
  /** Projected events of the last part. */
  events: unknown[];
  said: string;
}

class Failed extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const branchOf = ({ task, branches }: Place): string => branches.find(([name]) => name === task)?.[1] ?? "main";

/** A conversation as its definition says, on a memory of its own. */
class Model {
  turns: ModelTurn[] = [];
  last: ModelTurn | null = null;
  place: Place = { task: "trip", branches: [] };
  seen = 1;

  constructor(
    readonly memory: Memory,
    readonly id: string,
  ) {}

  get waiting(): ModelTurn | null {
    return this.last?.asked == null ? null : this.last;
  }

  private task(): Task {
    return this.memory.task(this.place.task);
  }

  head(place = this.place) {
    return this.memory.task(place.task).head(branchOf(place));
  }

  async send(request: string): Promise<ModelTurn> {
    const choice = this.waiting === null ? null : choiceIn(request, this.waiting.choices);
    return choice === null ? this.begin(request, this.last, this.place) : this.choose(this.waiting!.id, choice);
  }

  async begin(request: string, parent: ModelTurn | null, place: Place): Promise<ModelTurn> {
    this.place = place;
    const { number: version } = this.head(place);
    const id = `${this.id}.${this.turns.length + 1}`;
    const turn: ModelTurn = {
      ...{
        id,
        parent: parent?.id ?? null,
        request,
        before: place,
        version,
        after: place,
        state: "answered",
        asked: null,
      },
      ...{ choices: [], text: null, wrote: [], runs: 0, events: [], said: "" },
    };
    this.turns.push(turn);
    this.last = turn;
    return this.carried(turn, async () => {
      turn.events.push({ type: "began", request });
      if (version !== this.seen) turn.events.push({ type: "moved", task: place.task, version });
      const all = MEANINGS[request] ?? [];
      const readings = (Array.isArray(all) ? all : [all]) as readonly ShortReading[];
      turn.events.push({
        type: "read",
        by: "translator",
        count: readings.length,
        chosen: readings.length === 1 ? 0 : null,
      });
      if (readings.length === 1) return this.follow(turn, readings[0]!, { isOwnWish: true, isSure: false });
      this.ask(
        turn,
        readings.length === 0 ? null : { kind: "reading", readings },
        readings.map((_, i) => `reading ${i + 1}`),
      );
    });
  }

  async choose(id: string, choice: number): Promise<ModelTurn> {
    const turn = this.turns.find((each) => each.id === id);
    if (turn === undefined || turn !== this.last || turn.asked === null || turn.choices[choice] === undefined)
      throw new Failed("SXP5144");
    const { asked, choices } = turn;
    Object.assign(turn, { asked: null, state: "answered", events: [], said: "" });
    return this.carried(turn, async () => {
      turn.events.push({ type: "chosen", choice, text: choices[choice] });
      if (asked.kind === "reading")
        return this.follow(turn, asked.readings[choice]!, { isOwnWish: true, isSure: false });
      if (asked.kind === "target")
        return this.follow(turn, update(asked.updates[choice]!), { isOwnWish: true, isSure: false });
      if (choice === 1) {
        turn.said = "Nothing was changed.";
        return;
      }
      const { task, branch, version } = asked.about;
      const isMoved = this.memory.task(task).head(branch).number !== version;
      turn.said = isMoved ? "*" : "";
      await this.follow(turn, asked.reading, { isOwnWish: !isMoved, isSure: !isMoved });
    });
  }

  private async carried(turn: ModelTurn, work: () => Promise<void>): Promise<ModelTurn> {
    try {
      await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? String(error);
      if (!code.startsWith("SXP")) throw error;
      turn.state = "failed";
      turn.asked = null;
      turn.events.push({ type: "failed", code });
    }
    turn.events.push({ type: "cost" }, { type: "done", state: turn.state });
    turn.after = this.place;
    this.seen = this.head().number;
    return turn;
  }

  private ask(
    turn: ModelTurn,
    asked: Asked | null,
    choices: readonly string[],
    losses = 0,
    changes: readonly Change[] | null = null,
  ): void {
    Object.assign(turn, { asked, choices, state: "waiting" });
    turn.events.push({
      type: "question",
      choices,
      losses,
      changes: changes === null ? null : changes.map(({ text }) => text),
    });
  }

  private askYes(
    turn: ModelTurn,
    reading: ShortReading,
    changes: readonly Change[] | null,
    losses: readonly Change[],
  ): void {
    const { task } = this.place;
    const about = { task, branch: branchOf(this.place), version: this.head().number };
    this.ask(turn, { kind: "yes", reading, about }, ["yes", "no"], lossesOf(losses).length, changes);
  }

  private provenance(turn: ModelTurn) {
    return { provenance: { author: "Ann", reason: turn.request, turn: turn.id } };
  }

  private async follow(
    turn: ModelTurn,
    reading: ShortReading,
    how: { isOwnWish: boolean; isSure: boolean },
  ): Promise<void> {
    const branch = branchOf(this.place);
    const { memory } = this;
    switch (reading.kind) {
      case "query": {
        const { version: back } = reading as { version?: number };
        const task = this.task();
        const version = back === undefined ? this.head().number : this.counted(back);
        turn.text = reading.query;
        const { matches, value } = await memory.query(reading.query, { task: task.name, version });
        turn.runs++;
        turn.events.push({
          ...{ type: "retrieved", run: `${turn.id}.${turn.runs}`, query: reading.query, task: task.name, version },
          ...{ nodes: matches.map(({ path, key }) => [path, key]), found: matches.length, value },
        });
        turn.said = "*";
        turn.state = "answered";
        return;
      }
      case "update": {
        turn.text = reading.update;
        const result = await memory.update(this.task(), reading.update, { branch, dryRun: true });
        if (result.status === "unclear") {
          const candidates =
            result.targets.find(({ outcome }) => outcome === "ambiguous" || outcome === "unsure")?.candidates ?? [];
          const repaired = candidates.filter(({ repair }) => repair !== null);
          if (repaired.length === 0) throw new Failed("SXP5151");
          const updates = repaired.map(({ repair }) => repair!);
          return this.ask(
            turn,
            { kind: "target", updates },
            repaired.map(({ text, path }) => `${text} — ${path}`),
          );
        }
        if (result.status === "unchanged") {
          turn.said = "*";
          turn.state = "answered";
          return;
        }
        if (result.status !== "dry run") throw new Failed("SXP5151");
        const losses = lossesOf(result.changes);
        if (!how.isSure && (losses.length > 0 || reading.isDestructive || !how.isOwnWish))
          return this.askYes(turn, reading, result.changes, losses);
        const done = await memory.update(this.task(), reading.update, { branch, ...this.provenance(turn) });
        return this.changed(turn, this.task(), done.base, done.version!);
      }
      case "create": {
        if (!how.isOwnWish && !how.isSure) throw new Error("a request of its own");
        const from =
          reading.from === null
            ? null
            : memory.task(reading.from).head(branchOf({ ...this.place, task: reading.from }));
        const tree = from?.tree() ?? this.head().tree();
        const names = Array.from({ length: 9 }, (_, i) => (i === 0 ? reading.name : `${reading.name}-${i + 1}`));
        const name = names.find((each) => !memory.hasTask(each))!;
        if (from === null) {
          const { root } = tree;
          const { attributes, type } = root!;
          const empty = tripMemory(`<${type}${"title" in attributes ? ` title="${reading.title}"` : ""}/>`)
            .task("trip")
            .head()
            .tree();
          memory.createTask(name, empty, { title: reading.title, ...this.provenance(turn) });
        } else memory.createTask(name, tree, { title: reading.title, ...this.provenance(turn) });
        this.place = { ...this.place, task: name };
        turn.wrote.push({ task: name, version: 1 });
        turn.state = "changed";
        turn.events.push({ type: "moved", task: name, version: 1 });
        turn.said = "*";
        return;
      }
      case "history":
        return this.past(turn, reading, how);
      default:
        throw new Error(reading.kind);
    }
  }

  private counted(back: number): number {
    if (back > 0) return this.task().version(back).number;
    const all = this.task().log({ branch: branchOf(this.place) });
    const version = all[-back - 1];
    if (version === undefined) throw new Failed("SXP5147");
    return version.number;
  }

  private async past(
    turn: ModelTurn,
    reading: ShortReading & { kind: "history" },
    how: { isOwnWish: boolean; isSure: boolean },
  ): Promise<void> {
    const { action } = reading;
    const task = this.task();
    const branch = branchOf(this.place);
    const head = this.head();
    switch (action.do) {
      case "switch":
        this.memory.task(action.task);
        this.place = { ...this.place, task: action.task };
        turn.events.push({ type: "moved", task: action.task, version: this.head().number });
        turn.said = `This is about ${this.task().title ?? action.task} now.`;
        return;
      case "show": {
        const version = this.counted(action.version as number);
        turn.text = "/*";
        turn.runs++;
        const root = task.version(version);
        const nodes = [[`/${root.segments.typeOf(1)}`, root.keyOf(1)]];
        turn.events.push({
          type: "retrieved",
          run: `${turn.id}.${turn.runs}`,
          query: "/*",
          task: task.name,
          version,
          nodes,
          found: 1,
          value: undefined,
        });
        turn.said = "*";
        return;
      }
      case "diff": {
        const [from, to] = [this.counted(action.from as number), this.counted(action.to as number)];
        const { changes } = task.diff(from, to);
        turn.events.push({ type: "compared", task: task.name, from, to, omitted: 0 });
        turn.said =
          changes.length === 0
            ? `From version ${from} to ${to} nothing has changed.`
            : [`From version ${from} to ${to}:`, ...changes.map(({ text }) => `- ${text}`)].join("\n");
        return;
      }
      case "log":
        turn.said = "*";
        return;
      case "restore": {
        const version = this.counted(action.version as number);
        const { changes } = task.diff(head.number, version);
        if (changes.length === 0) {
          turn.said += `It is already as in version ${version}.`;
          return;
        }
        const own = new Set<string>();
        for (let at: ModelTurn | undefined = this.turns.find(({ id }) => id === turn.parent); at !== undefined; ) {
          own.add(at.id);
          const { parent } = at;
          at = this.turns.find(({ id }) => id === parent);
        }
        const hasOthers = task
          .log({ branch })
          .some(({ number, provenance }) => number > version && !own.has(provenance.turn ?? ""));
        if (!how.isSure && (hasOthers || !how.isOwnWish)) {
          // The version is a number from here on.
          return this.askYes(turn, history({ ...action, version }), changes, changes);
        }
        const { version: made } = task.restore(version, { branch, ...this.provenance(turn) });
        return this.changed(turn, task, head.number, made.number);
      }
      case "revert": {
        const version = this.counted(action.version as number);
        const tried = task.revert(version, { branch, dryRun: true, ...(how.isSure && { resolve: "theirs" }) });
        const asked = history({ ...action, version });
        if (tried.conflicts.length > 0) return this.askYes(turn, asked, null, tried.changes);
        if (tried.changes.length === 0) {
          turn.said += `What version ${version} changed is not there any more.`;
          return;
        }
        if (!how.isSure && !how.isOwnWish) return this.askYes(turn, asked, null, tried.changes);
        const { version: made } = task.revert(version, {
          branch,
          ...this.provenance(turn),
          ...(how.isSure && { resolve: "theirs" }),
        });
        return this.changed(turn, task, head.number, made!.number);
      }
      default:
        throw new Error(action.do);
    }
  }

  private changed(turn: ModelTurn, task: Task, base: number, version: number): void {
    const { changes } = task.version(version);
    turn.wrote.push({ task: task.name, version });
    turn.state = "changed";
    const texts = changes.map(({ text }) => text);
    turn.events.push({
      type: "changed",
      task: task.name,
      base,
      version,
      status: "applied",
      changes: texts,
      omitted: 0,
    });
    turn.events.push({ type: "moved", task: task.name, version });
    turn.said =
      turn.said === "*"
        ? "*"
        : texts.length === 1
          ? `Done: ${texts[0]}.`
          : ["Done:", ...texts.map((text) => `- ${text}`)].join("\n");
  }

  cancel(): void {
    if (this.waiting === null) return;
    Object.assign(this.waiting, { asked: null, state: "cancelled" });
  }

  /** Branches that begin before a turn. */
  before(id: string): { place: Place; parent: ModelTurn | null; request: string } {
    const chain: ModelTurn[] = [];
    for (let at = this.last; at !== null; at = this.turns.find((each) => each.id === chain[0]!.parent) ?? null)
      chain.unshift(at);
    const turn = this.turns.find((each) => each.id === id)!;
    const index = chain.indexOf(turn);
    if (index < 0) throw new Failed("SXP5144");
    const branches = new Map(turn.before.branches);
    const seen = new Set<string>();
    for (const { wrote } of chain.slice(index))
      for (const { task: name, version } of wrote) {
        if (seen.has(name)) continue;
        seen.add(name);
        const task = this.memory.task(name);
        const [parent] = task.version(version).parents;
        if (parent === undefined) continue;
        const names = new Set(task.branches().map((each) => each.name));
        let n = 1;
        while (names.has(`chat-${id}-${n}`)) n++;
        task.branch(`chat-${id}-${n}`, name === turn.before.task ? turn.version : parent);
        branches.set(name, `chat-${id}-${n}`);
      }
    const place = { task: turn.before.task, branches: [...branches] };
    return { place, parent: this.turns.find((each) => each.id === turn.parent) ?? null, request: turn.request };
  }
}

function choiceIn(request: string, choices: readonly string[]): number | null {
  const words = request.toLowerCase().replace(/[.!]+$/, "");
  if (choices.includes(words)) return choices.indexOf(words);
  if (choices[0] === "yes") return null;
  const place = { "1": 0, "the second one": 1, last: choices.length - 1, "7": 6 }[words] ?? -1;
  return place >= 0 && place < choices.length ? place : null;
}

/** The comparable part of an event. */
function projected(event: ChatEvent): object[] {
  switch (event.type) {
    case "began":
      return [{ type: event.type, request: event.request }];
    case "read":
      return [{ type: event.type, by: event.by, count: event.readings.length, chosen: event.chosen }];
    case "chosen":
      return [{ type: event.type, choice: event.choice, text: event.text }];
    case "retrieved": {
      const { type, run, query, task, version, nodes, found, value } = event;
      return [{ type, run, query, task, version, nodes: nodes.map(({ path, key }) => [path, key]), found, value }];
    }
    case "question": {
      const { type, choices, losses, dryRun } = event;
      return [{ type, choices, losses, changes: dryRun?.changes.map(({ text }) => text) ?? null }];
    }
    case "changed": {
      const { task, base, version, status, changes } = event.result;
      return [
        {
          type: event.type,
          task,
          base,
          version,
          status,
          changes: changes.map(({ text }) => text),
          omitted: event.omitted,
        },
      ];
    }
    case "compared": {
      const { type, task, from, to, omitted } = event;
      return [{ type, task, from, to, omitted }];
    }
    case "moved":
      return [{ type: event.type, task: event.task, version: event.version }];
    case "failed":
      return [{ type: event.type, code: event.code }];
    case "done":
      return [{ type: event.type, state: event.state }];
    case "cost":
      return [{ type: event.type }];
    default:
      return [];
  }
}

const saidBy = (all: readonly ChatEvent[]): string =>
  all.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");

const stateOf = (memory: Memory): unknown =>
  memory
    .tasks()
    .map((task) => [
      task.name,
      task.title,
      task.branches(),
      task
        .versions()
        .map(({ number, branch, parents, operation, of, provenance, changes }) => [
          number,
          branch,
          parents,
          operation,
          of,
          provenance,
          changes.map(({ text }) => text),
        ]),
    ]);

const recordOf = ({ id, parent, request, before, version, after, state, wrote, pending, text }: TurnRecord) => ({
  ...{ id, parent, request, before, version, after, state, wrote, text, isWaiting: pending !== null },
});

async function same(turn: TurnEvents | Promise<TurnEvents>, wanted: Promise<ModelTurn>): Promise<void> {
  const model = await wanted;
  const going = await turn;
  expect(going.turn).toBe(model.id);
  const all = await events(going);
  expect(all.every((event) => event.turn === model.id)).toBe(true);
  expect(all.flatMap(projected)).toEqual(model.events);
  if (!model.said.startsWith("*")) expect(saidBy(all)).toBe(model.said);
  else expect(saidBy(all)).not.toBe("");
}

const codeOf = async (work: () => unknown): Promise<string | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it("law: a turn has the events, the record, the place and the writes that its request means, whatever came before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const [memory, twin] = [tripMemory(), tripMemory()];
      // A branch that the conversation is not on.
      for (const one of [memory, twin]) one.task("trip").branch("draft");
      const store = memoryConversations();
      const open = (id: string) => conversation({ memory, store, translator: reads(MEANINGS), id, author: "Ann" });
      let chat = open("c");
      let model = new Model(twin, "c");
      for (const each of steps) {
        const next = await taken(each, chat, model, memory);
        if (next !== null) [chat, model] = next;
        if (each.do === "reopen") {
          chat = open(chat.id);
          // What others wrote before it was opened is not news.
          model.seen = model.head().number;
        }
        const { turns }: ConversationRecord = chat.record();
        expect(turns.map(recordOf)).toEqual(
          model.turns.map(({ asked, events: _, said: __, choices: ___, runs: ____, ...turn }) => ({
            ...turn,
            isWaiting: asked !== null,
          })),
        );
        expect([chat.task, chat.branch, chat.version, chat.waiting?.id ?? null]).toEqual([
          ...[model.place.task, branchOf(model.place), model.head().number, model.waiting?.id ?? null],
        ]);
        expect(open(chat.id).record()).toEqual(chat.record());
        expect(stateOf(memory)).toEqual(stateOf(twin));
      }
    }),
    { numRuns: runs(500, 25) },
  );
});

async function taken(
  each: Step,
  chat: Conversation,
  model: Model,
  memory: Memory,
): Promise<[Conversation, Model] | null> {
  switch (each.do) {
    case "send":
      await same(chat.send(each.request), model.send(each.request));
      return null;
    case "choose": {
      const id = `${chat.id}.${each.turn + 1}`;
      const target = model.turns.find((turn) => turn.id === id);
      const isPossible = target !== undefined && target === model.waiting && each.choice < target.choices.length;
      if (isPossible) await same(chat.choose(id, each.choice), model.choose(id, each.choice));
      else expect(await codeOf(() => chat.choose(id, each.choice))).toBe("SXP5144");
      return null;
    }
    case "cancel":
      if (model.last !== null) chat.cancel(model.last.id);
      model.cancel();
      return null;
    case "retry":
    case "rewrite": {
      const id = `${chat.id}.${each.turn + 1}`;
      if (!model.turns.some((turn) => turn.id === id)) {
        expect(await codeOf(() => chat.retry(id))).toBe("SXP5144");
        return null;
      }
      let from: ReturnType<Model["before"]>;
      try {
        from = model.before(id);
      } catch {
        expect(await codeOf(() => (each.do === "retry" ? chat.retry(id) : chat.rewrite(id, each.request)))).toBe(
          "SXP5144",
        );
        return null;
      }
      if (each.do === "retry") {
        await same(chat.retry(id), model.begin(from.request, from.parent, from.place));
        return null;
      }
      const made = await chat.rewrite(id, each.request);
      const other = new Model(model.memory, made.conversation.id);
      const chain: ModelTurn[] = [];
      for (let at = from.parent; at !== null; at = model.turns.find((turn) => turn.id === chain[0]!.parent) ?? null)
        chain.unshift({ ...at });
      other.turns = chain;
      other.last = chain.at(-1) ?? null;
      other.place = other.last?.after ?? { task: "trip", branches: [] };
      other.seen = other.head().number;
      await same(made.events, other.begin(each.request, other.last, from.place));
      return [made.conversation, other];
    }
    case "other":
      for (const one of [memory, model.memory])
        one
          .task("trip")
          .commit([{ kind: "insert", parent: 2, content: { type: "Stop", attributes: { name: "Theirs" } } }], {
            branch: each.branch,
          });
      return null;
    default:
      return null;
  }
}

type CutStep =
  | { readonly do: "send"; readonly request: string; readonly stopAfter: number }
  | { readonly do: "choose"; readonly choice: number; readonly stopAfter: number }
  | { readonly do: "retry" | "rewrite"; readonly turn: number; readonly request: string }
  | { readonly do: "cancel" | "reopen" | "other" };

/** Mostly to the end. */
const stopAfter = fc.oneof({ arbitrary: fc.constant(99), weight: 4 }, { arbitrary: fc.nat(6), weight: 1 });
const cutStep: fc.Arbitrary<CutStep> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant("send" as const), request, stopAfter }), weight: 6 },
  { arbitrary: fc.record({ do: fc.constant("choose" as const), choice: fc.nat(2), stopAfter }), weight: 3 },
  fc.record({ do: fc.constantFrom("retry" as const, "rewrite" as const), turn: fc.nat(9), request }),
  fc.record({ do: fc.constantFrom("cancel" as const, "reopen" as const, "other" as const) }),
);

/** Reads a turn, and cancels it after some events. */
async function carry(chat: Conversation, turn: TurnEvents, stop: number): Promise<void> {
  let seen = 0;
  if (stop === 0) chat.cancel(turn.turn);
  for await (const _ of turn) if (++seen === stop) chat.cancel(turn.turn);
}

it("whatever is said and whenever it is cancelled, each version is of a turn that says so, and what ended otherwise wrote nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cutStep, { maxLength: 14 }), async (steps) => {
      const [memory, store] = [tripMemory(), memoryConversations()];
      const translator = reads(MEANINGS);
      const open = (id: string) => conversation({ memory, store, translator, id });
      const all = [open("c")];
      for (const each of steps) {
        const chat = await cutShort(each, all, memory);
        if (each.do === "reopen") all[all.length - 1] = open(chat.id);
        expect(open(chat.id).record()).toEqual(chat.record());
        check(memory, all);
      }
      expect(memory.doctor().isWhole).toBe(true);
    }),
    { numRuns: runs(150, 20) },
  );
});

async function cutShort(each: CutStep, all: Conversation[], memory: Memory): Promise<Conversation> {
  const chat = all.at(-1)!;
  switch (each.do) {
    case "send":
      await carry(chat, chat.send(each.request), each.stopAfter);
      break;
    case "choose":
      if (chat.waiting === null) break;
      if (each.choice < choicesOf(chat.waiting))
        await carry(chat, chat.choose(chat.waiting.id, each.choice), each.stopAfter);
      else expect(() => chat.choose(chat.waiting!.id, each.choice)).toThrow("SXP5144");
      break;
    case "retry":
    case "rewrite": {
      const turn = chat.turns[each.turn];
      if (turn === undefined) break;
      if (each.do === "retry") await carry(chat, await chat.retry(turn.id), 99);
      else {
        const { conversation: other, events } = await chat.rewrite(turn.id, each.request);
        all.push(other);
        await carry(other, events, 99);
      }
      break;
    }
    case "cancel":
      if (chat.turns.length > 0) chat.cancel(chat.turns.at(-1)!.id);
      break;
    case "other":
      await memory.update("trip", 'insert node <Stop name="Theirs"/> into /Trip/Day[2]', {
        provenance: { turn: "else" },
      });
      break;
    case "reopen":
  }
  return chat;
}

const choicesOf = ({ events }: TurnRecord): number => {
  const question = events.findLast(({ type }) => type === "question");
  return question?.type === "question" ? question.choices.length : 0;
};

/** Versions and turns say the same of each other. */
function check(memory: Memory, all: readonly Conversation[]): void {
  const turns = new Map(all.flatMap((chat) => chat.record().turns.map((turn) => [turn.id, turn])));
  const made: string[] = [];
  for (const task of memory.tasks())
    for (const version of task.versions()) {
      const { turn } = version.provenance;
      if (turn === undefined || turn === "else") continue;
      made.push(`${turn} ${task.name} ${version.number}`);
    }
  const said = [...turns.values()].flatMap(({ id, wrote }) =>
    wrote.map((each) => `${id} ${each.task} ${each.version}`),
  );
  expect(said.sort()).toEqual(made.sort());
  for (const { state, wrote, events } of turns.values()) {
    if (state === "cancelled" || state === "failed") expect(wrote).toEqual([]);
    if (wrote.length > 0) expect(state).toBe("changed");
    expect(events.at(-1)).toMatchObject({ type: "done", state });
    expect(events.filter(({ type }) => type === "changed").length).toBeLessThanOrEqual(wrote.length);
  }
}
