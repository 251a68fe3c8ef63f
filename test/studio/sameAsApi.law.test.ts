import {
  type DiffHunk,
  diffLines,
  inMemoryJournal,
  Memory,
  renderUpdate,
  type Task,
  takeStep,
  treeFile,
  type Version,
} from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import { CompileError, readXml } from "@semantic-xpath/runtime";
import type { StudioEvent } from "@semantic-xpath/studio";
import { StudioSession } from "@semantic-xpath/studio/session";
import { SemanticXPathError } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { TRIP, TRIP_SCHEMA } from "../agents/support/trip.js";
import { runs } from "../support/runs.js";
import { reader } from "./support/reader.js";

/**
 * The questions of a page against the interface of a second memory to which the same is done: answers, refusals, the list of runs, the events that pages
 * hear, and what the memory holds.
 */

const task = fc.oneof({ weight: 12, arbitrary: fc.constant("trip") }, fc.constantFrom("list", "nowhere"));
const version = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null });
const number = fc.integer({ min: 0, max: 6 });
const branch = fc.option(fc.constantFrom("draft", "draft", "main", "draft", "none"), { nil: undefined, freq: 3 });
const UPDATES = [
  'replace value of node //Day[2]/POI[1]/@name with "Park"',
  'replace value of node //Day[2]/POI[1]/@name with "Sea"',
  'insert node <POI name="Cafe"/> into //Day[1]',
  "delete node //Day[1]/POI[1]",
  "delete node //Nope",
  "delete node",
] as const;
const question = fc.oneof(
  fc.record({ ask: fc.constant("state" as const) }),
  fc.record({ ask: fc.constant("versions" as const), task, before: version, count: fc.nat({ max: 4 }) }),
  fc.record({ ask: fc.constant("diff" as const), task, from: number, to: number }),
  fc.record({ ask: fc.constant("data" as const), task, version }),
  {
    weight: 3,
    arbitrary: fc.record({
      ask: fc.constant("update" as const),
      task,
      update: fc.constantFrom(...UPDATES),
      dryRun: fc.boolean(),
      branch,
      behind: fc.constantFrom(0, 0, 0, 1, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constant("undo" as const),
      task,
      branch,
      behind: fc.constantFrom(0, 0, 0, 0, 1),
      dryRun: fc.option(fc.boolean(), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ask: fc.constant("restore" as const),
      task,
      branch,
      version: number,
      behind: fc.constantFrom(0, 0, 0, 0, 1),
    }),
  },
  fc.record({ ask: fc.constant("branch" as const), task, name: fc.constantFrom("draft", "other", "1"), from: number }),
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constant("merge" as const),
      task,
      from: number,
      branch: fc.constantFrom("main", "draft"),
      behind: fc.constantFrom(0, 1, null),
      side: fc.constantFrom("ours", "theirs", undefined),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constant("run" as const),
      query: fc.constantFrom("//POI", "count(//POI)", " //Day ", "//POI[", '//POI[node =~ "zoo"]'),
      task: fc.option(task, { nil: null }),
      version,
    }),
  },
  fc.record({ ask: fc.constant("browse" as const), task, version }),
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constantFrom("view" as const, "forget" as const),
      run: fc.constantFrom("q1", "q2", "q3", "v1-1", "v1-9", "none"),
      redacted: fc.boolean(),
    }),
  },
  fc.record({
    ask: fc.constant("importFile" as const),
    name: fc.constantFrom("My week.json", "trip.xml", "a.b.json", "???.json"),
    text: fc.constantFrom('{"a":[1,2]}', "<a/>", "{"),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      ask: fc.constant("send" as const),
      request: fc.constantFrom("what is on day 1?", "delete the zoo", "what?", "yes", "no"),
    }),
  },
  fc.record({ ask: fc.constant("cancel" as const) }),
  fc.record({
    ask: fc.constant("others" as const),
    what: fc.constantFrom("commit", "create", "delete", "prune", "settings"),
  }),
  fc.record({ ask: fc.constant("wrong" as const), how: fc.constantFrom("name", "member", "type", "missing") }),
);
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

interface Entry {
  readonly id: string;
  readonly query: string;
  readonly count: number;
  readonly value: unknown;
}

type Outcome = { readonly answer: unknown } | { readonly code: string };

async function outcome(work: () => unknown): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof SemanticXPathError) return { code: error.code };
    if (error instanceof CompileError) return { code: error.diagnostics[0]!.code };
    throw error;
  }
}

class Refused extends SemanticXPathError {}
const refuse = (code: string): never => {
  throw new Refused({ code, message: code } as never);
};

const linesOf = (diff: readonly DiffHunk[]): unknown[] =>
  diff.flatMap(({ path, text, removed, added }) => [
    { sign: " ", text, path },
    ...removed.map((line) => ({ sign: "-", text: line, path: null })),
    ...added.map((line) => ({ sign: "+", text: line, path: null })),
  ]);

const versionView = (version: Version) => ({
  ...{ number: version.number, branch: version.branch, parents: version.parents, time: version.time },
  author: version.provenance.author ?? null,
  reason: version.provenance.reason ?? null,
  turn: version.provenance.turn ?? null,
  changes: version.isPruned ? 0 : version.changes.length,
});

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(of: T): Defined<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Defined<T>;

const AUTHOR = "person";

/** What the definition of a page says, on the second memory. */
class Model {
  runs: Entry[] = [];
  /** Ids that `view` knows without an entry of the list. */
  readonly asked = new Set<string>();
  made = 0;
  turns: { id: string; state: string }[] = [];
  waiting: { id: string; request: string; version: number } | null = null;

  constructor(
    readonly memory: Memory,
    readonly canWrite: boolean,
  ) {}

  private head(of: Task, branch: string | undefined): number {
    return of.branches().find(({ name }) => name === (branch ?? "main"))?.head ?? 0;
  }

  /** The parameters of a question: `behind` says how far a page is. */
  paramsOf({
    ask,
    ...given
  }: Question & { readonly behind?: number | null; readonly side?: string | undefined }): Record<string, unknown> {
    const { behind, side, ...params } = given as Record<string, unknown> & { behind?: number | null };
    if (behind === undefined) return defined(params);
    const name = params.task as string;
    const head = this.memory.hasTask(name) ? this.head(this.memory.task(name), params.branch as string | undefined) : 1;
    const at = behind === null ? undefined : Math.max(0, head - behind);
    return defined(
      ask === "merge"
        ? { ...params, head: at, sides: side === undefined ? undefined : this.sides(params, side as string) }
        : { ...params, ifVersion: at },
    );
  }

  /** The side for every conflict that the merge has. */
  private sides({ task, from, branch }: Record<string, unknown>, side: string): Record<string, string> | undefined {
    try {
      const { conflicts } = this.memory.task(task as string).merge(from as number, branch as string, { dryRun: true });
      return Object.fromEntries(conflicts.map(({ key, kind, part = "" }) => [`${key} ${kind} ${part}`, side]));
    } catch {
      return undefined;
    }
  }

  async answer(question: Question, params: Record<string, unknown>): Promise<unknown> {
    const { memory } = this;
    const writes = ["update", "undo", "restore", "branch", "merge", "importFile"].includes(question.ask);
    if (writes && !this.canWrite) refuse("SXP5162");
    const branch = "branch" in question ? question.branch : undefined;
    const ifVersion = params.ifVersion as number | undefined;
    const on = defined({ branch });
    switch (question.ask) {
      case "versions": {
        const of = memory.task(question.task);
        const before = question.before ?? Number.POSITIVE_INFINITY;
        const all = of.versions().filter((each) => each.number < before);
        return { versions: question.count === 0 ? [] : all.slice(-question.count).map(versionView) };
      }
      case "diff": {
        const of = memory.task(question.task);
        const { changes } = of.diff(question.from, question.to);
        const lines = linesOf(diffLines(of.version(question.from).segments, of.version(question.to).segments, changes));
        return { from: question.from, to: question.to, lines, changes: changes.map(({ text }) => text) };
      }
      case "data": {
        const at = memory.task(question.task).version(question.version ?? "main");
        const { format, text } = treeFile(at.tree());
        return { name: `${question.task}.${format}`, text, schema: at.schema === null ? null : printSchema(at.schema) };
      }
      case "update": {
        if (!question.dryRun && ifVersion === undefined) refuse("SXP5161");
        const result = await memory.update(question.task, question.update, {
          ...{ dryRun: question.dryRun, provenance: { author: AUTHOR, reason: "edited by hand" } },
          ...on,
          ...defined({ ifVersion }),
        });
        return {
          status: result.status,
          version: result.version,
          lines: linesOf(result.diff),
          message: renderUpdate({ ...result, diff: [] }).trimEnd(),
        };
      }
      case "undo": {
        const of = memory.task(question.task);
        const head = of.head(branch).number;
        const undone = this.standing(of, head);
        if (
          undone === null ||
          of.version(undone).isPruned ||
          of.version(undone).parents.some((parent) => of.version(parent).isPruned)
        )
          refuse("SXP5166");
        const join = of.revert(undone!, {
          ...on,
          ifVersion: ifVersion!,
          provenance: { author: AUTHOR, reason: `undid version ${undone}` },
          dryRun: question.dryRun ?? false,
        });
        const status = join.conflicts.length > 0 ? "conflict" : join.version === null ? "dry run" : "applied";
        return { status, version: join.version?.number ?? null };
      }
      case "restore": {
        const of = memory.task(question.task);
        const before = of.head(branch).number;
        const { version } = of.restore(question.version, {
          ...on,
          ifVersion: ifVersion!,
          provenance: { author: AUTHOR, reason: `restored version ${question.version}` },
        });
        const lines = linesOf(
          diffLines(of.version(before).segments, version.segments, of.diff(before, version.number).changes),
        );
        return {
          status: "applied",
          version: version.number,
          lines,
          message: `${question.task}: version ${version.number} is as version ${question.version} was`,
        };
      }
      case "branch":
        memory.task(question.task).branch(question.name, question.from);
        return null;
      case "merge": {
        const of = memory.task(question.task);
        const apply = params.head === undefined ? null : { head: params.head as number };
        const sides = (params.sides ?? {}) as Record<string, "ours" | "theirs">;
        const done = await takeStep(
          memory,
          of,
          { kind: "merge", from: question.from, branch: question.branch },
          { author: AUTHOR, sides, apply },
        );
        const lines =
          done.tree === null ? [] : linesOf(diffLines(of.version(done.head).segments, done.tree, done.changes));
        return {
          ...{ status: done.status, message: done.summary, head: done.head, version: done.version, lines },
          conflicts: done.conflicts.map(({ id, path, text, ours, theirs }) => ({ id, path, text, ours, theirs })),
        };
      }
      case "run": {
        const { task: name, version } = question;
        const result = await memory.query(question.query, {
          ...(name !== null && { task: name }),
          ...(version !== null && { version }),
        });
        const id = `q${++this.made}`;
        const { matches, value } = result;
        this.runs.push({ id, query: question.query.trim(), count: matches.length, value });
        return { run: id };
      }
      case "browse": {
        const of = memory.task(question.task);
        const at = question.version === null ? of.head() : of.version(question.version);
        void at.segments;
        return { run: `v${of.id}-${at.number}` };
      }
      case "view": {
        const { run } = question;
        if (run.startsWith("v")) {
          const [id, wanted] = run.slice(1).split("-").map(Number);
          const of = memory.tasks().find((each) => each.id === id);
          if (of === undefined) return refuse("SXP5012");
          return { size: of.version(wanted!).nodes };
        }
        const entry = this.runs.find(({ id }) => id === run);
        return entry === undefined ? refuse("SXP5163") : { size: null };
      }
      case "forget":
        this.runs = this.runs.filter(({ id }) => id !== question.run);
        return null;
      case "importFile": {
        const { name, text } = question;
        const isXml = name.endsWith(".xml");
        if (text === "{" || isXml !== text.startsWith("<")) refuse("SXP4xxx");
        const base = { "My week.json": "My-week", "trip.xml": "trip", "a.b.json": "a-b", "???.json": "data" }[name];
        let free = base;
        for (let n = 2; memory.hasTask(free); n++) free = `${base}-${n}`;
        memory.createTask(free, readXml("<a/>"), {
          title: name,
          provenance: { author: AUTHOR, reason: "imported a file" },
        });
        return { task: free };
      }
      default:
        return null;
    }
  }

  /** The newest change that was not taken back yet: each undo takes the change before it off a pile. */
  private standing(of: Task, head: number): number | null {
    const at = of.version(head);
    const [parent] = at.parents;
    if (parent === undefined) return null;
    const before = at.operation === "revert" ? this.standing(of, parent) : null;
    if (before === null || before !== at.of) return head;
    const [earlier] = of.version(before).parents;
    return earlier === undefined ? null : this.standing(of, earlier);
  }
}

const stateOf = (memory: Memory, tasks = memory.tasks()): unknown =>
  tasks.map((each) => ({
    ...{ name: each.name, title: each.title, branches: each.branches() },
    versions: each
      .versions()
      .map((at) => [
        versionView(at),
        at.operation,
        at.of,
        at.isPruned || each.title?.includes(".") ? null : at.changes.map(({ text }) => text),
      ]),
  }));

function opened(canWrite: boolean) {
  let second = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, second));
  const [memory, twin] = [0, 1].map(() => {
    const memory = Memory.create(inMemoryJournal(), { now });
    const task = memory.createTask("trip", readXml(TRIP), { title: "San Diego", schema: TRIP_SCHEMA! });
    memory.createTask("list", readXml(`<List><Item name="Secret zebra"/></List>`));
    // From the first question on there is a branch that differs, something to undo and something to merge.
    const rename = (name: string, branch: string) =>
      task.commit([{ kind: "setAttribute", node: 6, name: "name", value: name }], { branch });
    task.branch("draft");
    rename("Bay", "draft");
    rename("Park", "main");
    task.commit([{ kind: "insert", parent: 2, content: { type: "POI", attributes: { name: "Pier" } } }]);
    return memory;
  }) as [Memory, Memory];
  const session = new StudioSession({ memory, title: "Trips", canWrite, conversation: { translator: reader } });
  const events: StudioEvent[] = [];
  session.listen((event) => void events.push(event));
  return { memory, twin, session, events, tick: () => second++ };
}

/** What others do to a memory. */
const OTHERS: Readonly<Record<string, (memory: Memory) => void>> = {
  commit: (memory) =>
    void memory.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: "Nara" }]),
  create: (memory) => {
    if (!memory.hasTask("more")) memory.createTask("more", readXml("<More/>"));
  },
  delete: (memory) => {
    if (memory.hasTask("list")) memory.deleteTask("list");
  },
  prune: (memory) => void memory.prune({ retention: { last: 2 } }),
  settings: (memory) => {
    memory.retention = { keep: "all" };
  },
};

/** Events of a memory that a page hears. */
function heardOf(twin: Memory): { readonly heard: unknown[]; end(): void } {
  const heard: unknown[] = [];
  const end = twin.watch((event) => {
    if (event.kind === "settings") return;
    if (event.kind === "prune") heard.push({ type: "memory", task: "", version: 0 });
    else if (event.kind === "commit") heard.push({ type: "memory", task: event.task, version: event.version });
    else if ("task" in event)
      heard.push({
        type: "memory",
        task: event.task,
        version: twin.hasTask(event.task) ? twin.task(event.task).head().number : 0,
      });
  });
  return { heard, end };
}

const WRONG: Readonly<Record<string, readonly [method: string, params: unknown, code: string]>> = {
  name: ["stat", {}, "SXP5160"],
  member: ["diff", { task: "trip", from: 1, to: 1, more: 1 }, "SXP5161"],
  type: ["diff", { task: "trip", from: "1", to: 1 }, "SXP5161"],
  missing: ["browse", { task: "trip" }, "SXP5161"],
};

it("law: a page gets what the interface says, hears of each write, and has the runs that it made", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(question, { minLength: 8, maxLength: 16 }), async (reads, questions) => {
      const canWrite = !reads || questions.length % 3 !== 0;
      const { memory, twin, session, events, tick } = opened(canWrite);
      const model = new Model(twin, canWrite);
      const { heard, end } = heardOf(twin);
      const { conversation } = await session
        .ask("begin", { task: null })
        .then(({ conversation }) => ({ conversation }));
      for (const each of questions) {
        tick();
        events.length = 0;
        heard.length = 0;
        const listed = JSON.stringify(model.runs);
        if (each.ask === "send" || each.ask === "cancel") {
          await talked(session, model, conversation, each, events, canWrite);
          events.splice(0, events.length, ...events.filter(({ type }) => type === "memory"));
        } else if (each.ask === "others") {
          for (const one of [memory, twin]) OTHERS[each.what]!(one);
        } else if (each.ask === "wrong") {
          const [method, params, code] = WRONG[each.how]!;
          expect(await outcome(() => session.answer(method, params))).toEqual({ code });
        } else if (each.ask !== "state") await asked(session, model, each);
        expect(events.filter(({ type }) => type === "memory")).toEqual(heard);
        const told = events.filter(({ type }) => type === "runs");
        if (JSON.stringify(model.runs) === listed) expect(told).toEqual([]);
        else if (each.ask !== "send") expect(told).toEqual([{ type: "runs", runs: session.state().runs }]);
        check(session, model, conversation);
        expect(stateOf(memory)).toEqual(stateOf(twin));
      }
      session.close();
      end();
    }),
    { numRuns: runs(600, 20) },
  );
});

async function asked(session: StudioSession, model: Model, question: Question): Promise<void> {
  const params = model.paramsOf(question);
  const isView = question.ask === "view";
  const given = isView
    ? { run: params.run, redacted: params.redacted, method: "tree", params: {} }
    : question.ask === "forget"
      ? { run: params.run }
      : params;
  const got = await outcome(() => session.answer(question.ask, given));
  const wanted = await outcome(() => model.answer(question, params));
  if ("code" in wanted && wanted.code === "SXP4xxx") {
    expect("code" in got && got.code.startsWith("SXP4")).toBe(true);
    return;
  }
  if ("answer" in got && "answer" in wanted && (isView || question.ask === "undo")) {
    if (isView) return;
    const { status, version } = got.answer as { status: string; version: number | null };
    expect({ status, version }).toEqual(wanted.answer);
    return;
  }
  expect(got).toEqual(wanted);
}

/** The state that a page begins with. */
function check(session: StudioSession, { memory, runs: list, turns }: Model, conversation: string): void {
  const { tasks, task, runs, canWrite, title, conversations } = session.state();
  expect({ title, task, canWrite }).toEqual({ title: "Trips", task: "trip", canWrite: session.canWrite });
  expect(tasks).toEqual(
    memory.tasks().map((each) => ({
      ...{ name: each.name, title: each.title ?? each.name, head: each.head().number },
      nodes: expect.any(Number),
      branches: each.branches().map(({ name, head }) => ({ name, head })),
      versionCount: each.versions().length,
      versions: each.versions().map(versionView),
    })),
  );
  expect(runs.map(({ id, query, count, value }) => ({ id, query, count, value }))).toEqual(list);
  expect(runs.every(({ title, query, scorer }) => title === query && scorer === "lexical")).toBe(true);
  expect(conversations.map(({ id, turns }) => ({ id, turns }))).toEqual([{ id: conversation, turns: turns.length }]);
}

/** A turn until it ends or waits, with what pages hear of it and see of it then. */
async function talked(
  session: StudioSession,
  model: Model,
  conversation: string,
  each: Question & { readonly ask: "send" | "cancel" },
  events: StudioEvent[],
  _canWrite: boolean,
): Promise<void> {
  if (each.ask === "cancel") {
    const last = model.turns.at(-1);
    await session.ask("cancel", { conversation, turn: last?.id ?? "none" });
    const done = { turn: last?.id, type: "done", state: "cancelled" };
    expect(events).toEqual(model.waiting === null ? [] : [{ type: "chat", conversation, event: done }]);
    if (model.waiting !== null) last!.state = "cancelled";
    model.waiting = null;
  } else {
    const { waiting } = model;
    const isYes = waiting !== null && each.request === "yes";
    const isChoice = isYes || (waiting !== null && each.request === "no");
    const { turn } = await session.ask("send", { conversation, request: each.request });
    await expect
      .poll(() => events.some((event) => event.type === "chat" && event.event.type === "done"), { interval: 1 })
      .toBe(true);
    await new Promise((done) => setImmediate(done));
    if (!isChoice) model.turns.push({ id: `${conversation}.${model.turns.length + 1}`, state: "answered" });
    const now = model.turns.at(-1)!;
    expect(turn).toBe(now.id);
    model.waiting = null;
    if (each.request === "what is on day 1?") {
      const { matches } = await model.memory.query("/Plan/Day[1]/POI", { task: "trip" });
      const chat = events.flatMap((event) =>
        event.type === "chat" && event.event.type === "retrieved" ? [event.event.found] : [],
      );
      expect(chat).toEqual([matches.length === 0 ? expect.any(Number) : matches.length]);
      now.state = "answered";
      const run = session.state().runs.find(({ id }) => id.startsWith(`${turn}.`))!;
      model.runs.push({ id: run.id, query: run.query, count: chat[0]!, value: undefined });
    } else if (each.request === "delete the zoo") {
      const tried = await model.memory.update("trip", 'delete node //POI[@name = "Zoo"]', { dryRun: true });
      now.state = tried.status === "dry run" ? "waiting" : "failed";
      if (now.state === "waiting") model.waiting = { id: turn, request: each.request, version: tried.base };
    } else if (isChoice && waiting !== null) {
      const head = model.memory.task("trip").head().number;
      if (isYes && head === waiting.version) {
        await model.memory.update("trip", 'delete node //POI[@name = "Zoo"]', {
          provenance: { author: AUTHOR, reason: waiting.request, turn },
        });
        now.state = "changed";
      } else if (isYes) {
        const tried = await model.memory.update("trip", 'delete node //POI[@name = "Zoo"]', { dryRun: true });
        now.state = tried.status === "dry run" ? "waiting" : "failed";
        if (now.state === "waiting") model.waiting = { ...waiting, version: head };
      } else now.state = "answered";
    } else now.state = "waiting";
  }
  const seen = await session.ask("conversation", { conversation });
  const ends = seen.turns.map(({ id, events }) => {
    const last = events.at(-1);
    return { id, state: last?.type === "done" ? last.state : "none" };
  });
  expect(ends).toEqual(model.turns);
  expect([seen.running, seen.waiting, seen.task, seen.branch]).toEqual([
    null,
    model.waiting?.id ?? null,
    "trip",
    "main",
  ]);
}
