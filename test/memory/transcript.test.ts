import {
  copyJournal,
  inMemoryJournal,
  Memory,
  type MemoryEvent,
  QUOTAS,
  renderUpdate,
  Scope,
  type Task,
  takeStep,
  updateTree,
} from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { treeOf } from "@semantic-xpath/tree";
import { expect, it } from "vitest";
import { exportedFiles, importExported } from "../../packages/memory/src/store/exported.js";
import { shown, thrown } from "../support/transcript.js";
import { plain } from "./support/plain.js";
import { schemaOf } from "./update/stores.js";

/**
 * Calls of the interface with all that they give, over fixed histories: a change of a value, a word, an order or a member is seen in a review. `npx vitest run
 * test/memory/transcript.test.ts --update` writes it anew; read what differs before you keep it.
 */

const PLAN = `<Plan><Day n="1"><POI name="Museum of Nature" cost="12"/><POI name="Harbour">Boats</POI></Day><Day n="2"><POI name="Zoo" cost="40"/></Day></Plan>`;
const SCHEMA = schemaOf({
  Plan: { attributes: { title: { type: "string" } }, children: { Day: { min: 1, max: 3 } } },
  Day: { attributes: { n: { type: "number", required: true } }, children: { POI: { max: 7 }, Rest: {} } },
  POI: {
    attributes: {
      name: { type: "string", required: true },
      cost: { type: "number" },
      supersededBy: { type: "string" },
      validFrom: { type: "date" },
      validTo: { type: "dateTime" },
    },
    text: true,
  },
  Rest: {},
});

/** A store whose clock goes on by a second with each look. */
function opened(options: ConstructorParameters<typeof Memory>[1] = {}) {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  const journal = inMemoryJournal();
  const memory = Memory.create(journal, { now, ...options });
  return { memory, journal, now, other: () => Memory.open(journal, { now }) };
}

const cost = (task: Task, key: number, value: string | null, branch = "main", how: object = {}) =>
  task.commit([{ kind: "setAttribute", node: task.head(branch).nodeOf(key)!, name: "cost", value }], {
    branch,
    ...how,
  });

/** The trip with two branches, a merge, an undone and a restored version, of several authors. */
function trip() {
  const at = opened();
  const task = at.memory.createTask("trip", readXml(PLAN), {
    title: "San Diego",
    description: "Days",
    schema: SCHEMA,
    provenance: { author: "Ann", turn: "t1" },
  });
  cost(task, 3, "15", "main", { provenance: { author: "Ben", reason: "new price", time: "2026-10-01" } });
  task.branch("rain", 1);
  task.branch("Amber");
  task.commit(
    [
      { kind: "move", node: 4, parent: 5, before: null },
      { kind: "setText", node: 4, text: "Ships" },
      { kind: "insert", parent: 2, content: { type: "Rest" } },
    ],
    { branch: "rain", provenance: { author: "Ann", reason: "wet" }, idempotencyKey: "k1" },
  );
  cost(task, 6, "45", "main", { provenance: { author: "Ben", turn: "t2" } });
  task.merge("rain", "main", { provenance: { reason: "both" } });
  task.revert(2);
  task.restore(2, { provenance: { author: "Cal" } });
  task.commit([{ kind: "delete", node: 6 }]);
  return { ...at, task };
}

type Steps = Readonly<Record<string, () => unknown>>;

async function transcript(steps: Steps): Promise<string> {
  const lines: string[] = [];
  for (const [what, work] of Object.entries(steps)) {
    const given = await Promise.resolve().then(work).then(plain, thrown);
    lines.push(`> ${what}`, typeof given === "string" ? given : shown(given), "");
  }
  return lines.join("\n");
}

const keeps = async (name: string, steps: Steps): Promise<void> =>
  expect(await transcript(steps)).toMatchFileSnapshot(`transcripts/${name}.txt`);

it("versions", async () => {
  const { memory, task, other } = trip();
  const numbers = (options: object) => task.log(options).map(({ number }) => number);
  const [first, , third] = task.versions().map(({ time }) => time);
  await keeps("versions", {
    task: () => task,
    versions: () => task.versions(),
    "versions by name": () => [1, "2", -1, "-2", "rain", "main"].map((name) => task.version(name).number),
    "version 0": () => task.version(0),
    "version 99": () => task.version(99),
    "version rian": () => task.version("rian"),
    "head of none": () => task.head("none"),
    logs: () =>
      [
        ...[{}, { limit: 2 }, { limit: 0 }, { branch: "rain" }, { branch: "Amber" }, { author: "Ann" }, { turn: "t2" }],
        ...[{ since: third }, { until: third }, { since: third, until: third }, { author: "Ann", limit: 1 }],
        ...[
          { since: first, branch: "rain", author: "Ann" },
          { since: "2026-11-22T13:00:00+01:00", limit: 1 },
        ],
      ].map((options) => [options, numbers(options)]),
    "log of none": () => task.log({ branch: "none" }),
    trees: () => task.versions().map(({ segments }) => segments),
    schemas: () => task.versions().map(({ schema }) => schema !== null),
    diffs: () =>
      [
        [1, 8],
        [8, 1],
        ["rain", "main"],
        [3, 3],
        [1, 2],
      ].map(([a, b]) => task.diff(a!, b!)),
    blames: () =>
      [3, 4, 6].map((key) =>
        task
          .blame(key, { version: 6 })
          .map(({ part, value, version, change }) => [part, value, version.number, change.text]),
      ),
    "blame of an old version": () => task.blame(3, { version: 1 }).map(({ part, version }) => [part, version.number]),
    "blame of none": () => task.blame(99),
    "data, path, node, key": () => [
      task.version(1).data(2),
      task.version(1).pathOf(6),
      task.version(1).nodeOf(6),
      task.head().nodeOf(6),
      task.head().keyOf(5),
    ],
    "data of none": () => task.head().data(99),
    "path of none": () => task.head().pathOf(99),
    "preview of a tree": () => task.previewTree(readXml(PLAN.replace("Zoo", "Aquarium"))),
    "preview on a base": () => task.previewTree(readXml(PLAN), { base: 1 }),
    "a repeated key": () => cost(task, 3, "1", "rain", { idempotencyKey: "k1" }),
    "a commit of nothing": () => task.commit([]),
    "a commit for another version": () => cost(task, 3, "1", "main", { ifVersion: 3 }),
    "a commit on an old base": () => cost(task, 3, "77", "Amber", { base: 1 }),
    "a contradiction": () => task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "8" }], { base: 1 }),
    "a contradiction that ours wins": () =>
      task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "8" }], { base: 1, resolve: "ours" }),
    "a contradiction that theirs wins": () =>
      task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "8" }], { base: 1, resolve: "theirs" }),
    "a tree": () => task.commitTree(readXml(PLAN), { provenance: { reason: "read again" } }),
    "an event time that is none": () => cost(task, 3, "1", "main", { provenance: { time: "noon" } }),
    "a refused candidate": () =>
      cost(task, 3, "1", "main", {
        validate: (candidate: object) => {
          throw new RangeError(shown(plain(candidate)));
        },
      }),
    "another schema": () => task.migrateSchema(null, [{ kind: "rename", node: 2, type: "Date" }]),
    "a restore of its schema": () => [task.restore(1), task.schema],
    "undoing a migration": () => [task.revert(task.versions().length - 1), task.schema],
    "another process": () => [other().task("trip"), other().task("trip").versions().length],
    tasks: () => memory.tasks(),
  });
});

it("branches, names and quotas", async () => {
  const { memory, task, other } = trip();
  const long = (count: number) => "a".repeat(count);
  const make = (name: string) => memory.createTask(name, readXml("<A/>"));
  const full = opened({ quotas: { maxNodes: 3, maxTasks: 2, maxVersions: 3, maxCommitBytes: 5000 } }).memory;
  const small = full.createTask("small", readXml("<A><B/></A>"));
  const grow = (n: number) =>
    small.commit(Array.from({ length: n }, () => ({ kind: "insert" as const, parent: 1, content: { type: "B" } })));
  await keeps("names", {
    branch: () => task.branch("b/1.x-y_z", "rain"),
    "branches by name": () => task.branches(),
    ...Object.fromEntries(
      ["rain", "1", "-1", "", "a b", "main", "é", long(200), long(201)].map((name) => [
        `branch ${name.slice(0, 9)} ${name.length}`,
        () => task.branch(name),
      ]),
    ),
    "branch from none": () => task.branch("x", 99),
    "delete a branch": () => [task.deleteBranch("rain"), task.branches().map(({ name }) => name)],
    "delete main": () => task.deleteBranch("main"),
    "delete none": () => task.deleteBranch("rian"),
    "a commit on a deleted branch": () => cost(task, 3, "1", "Amber"),
    ...Object.fromEntries(
      ["trip", "", " a", "a\u0000", "a\u202eb", "é ü", long(200), long(201)].map((name) => [
        `task ${JSON.stringify(name.slice(0, 9))} ${name.length}`,
        () => make(name),
      ]),
    ),
    rename: () => [task.rename("journey"), task.name, memory.hasTask("trip")],
    "rename to itself": () => task.rename("journey"),
    "rename to another": () => task.rename("é ü"),
    describe: () => [task.describe({ title: "T" }), task],
    "describe with nothing": () => [task.describe({ title: null, description: null }), task],
    "no such task": () => memory.task("journy"),
    "delete a task": () => [memory.deleteTask("é ü"), memory.tasks().map(({ name }) => name)],
    "the name of a deleted task": () => make("é ü"),
    "a deleted task": () => {
      const gone = memory.task("é ü");
      memory.deleteTask("é ü");
      return gone.head();
    },
    quotas: () => [QUOTAS, full.quotas],
    "nodes at the limit": () => grow(1).version.nodes,
    "nodes over it": () => grow(1),
    "tasks at the limit": () => full.createTask("two", readXml("<A/>")),
    "tasks over it": () => full.createTask("three", readXml("<A/>")),
    "versions at the limit": () => small.commit([{ kind: "setText", node: 1, text: "x" }]).version.number,
    "versions over it": () => small.commit([{ kind: "setText", node: 1, text: "y" }]),
    "bytes over it": () => full.task("two").commit([{ kind: "setText", node: 1, text: long(9000) }]),
    "an update over it": () => full.update("small", "insert node <B/> into /A"),
    "other quotas": () => {
      full.quotas = { maxNodes: Number.POSITIVE_INFINITY, maxVersions: 4 };
      return [full.quotas, small.commit([{ kind: "setText", node: 1, text: "y" }]).version.number];
    },
    "a quota below 0": () => {
      full.quotas = { maxNodes: -1 };
    },
    "a quota of none": () => {
      full.quotas = { maxNode: 1 } as object;
    },
    retentions: () =>
      [{ last: 2 }, { since: "2026-11-22T12:00:03Z" }, { keep: "all" } as const].map((retention) => {
        memory.retention = retention;
        return [memory.retention, other().retention];
      }),
    "last 0": () => {
      memory.retention = { last: 0 };
    },
    "since when": () => {
      memory.retention = { since: "soon" };
    },
    "keys that are kept": () => {
      const { version } = cost(memory.createTask("one", readXml("<A><B/></A>")), 2, "1");
      return memory.createTask("same", version.tree(), { keepsKeys: true, schema: null }).head().segments;
    },
    "read only": () => Memory.open(memory.journal, { readOnly: true }).task("one").branch("x"),
    "made twice": () => Memory.create(memory.journal),
    "within a transaction": () => memory.transaction(() => memory.refresh()),
    "what a transaction gives": () => memory.transaction(() => memory.task("one").head().number),
    "a transaction that fails": () =>
      [
        Promise.resolve()
          .then(() =>
            memory.transaction(() => {
              memory.deleteTask("one");
              memory.createTask("more", readXml("<A/>"));
              throw new RangeError("no");
            }),
          )
          .catch(({ message }) => message),
        memory.tasks().map(({ name }) => name),
      ][1],
    closed: () => {
      memory.close();
      memory.createTask("late", readXml("<A/>"));
    },
  });
});

it("merging and undoing", async () => {
  const { task, memory } = trip();
  task.branch("a", 1);
  task.branch("b", 1);
  const on = (branch: string, edits: Parameters<Task["commit"]>[0]) => task.commit(edits, { branch });
  on("a", [
    { kind: "setAttribute", node: 3, name: "cost", value: "1" },
    { kind: "setText", node: 4, text: "Ours" },
    { kind: "delete", node: 6 },
    { kind: "insert", parent: 2, content: { type: "Rest" } },
    { kind: "rename", node: 4, type: "Rest" },
  ]);
  on("b", [
    { kind: "setAttribute", node: 3, name: "cost", value: "2" },
    { kind: "setText", node: 4, text: "Theirs" },
    { kind: "setAttribute", node: 6, name: "cost", value: "9" },
    { kind: "move", node: 3, parent: 5, before: null },
  ]);
  const [a, b] = ["a", "b"].map((branch) => task.head(branch).number);
  await keeps("joining", {
    "merge with conflicts": () => task.merge("b", "a"),
    "merge for ours, dry": () => task.merge("b", "a", { resolve: "ours", dryRun: true }),
    "merge for theirs, dry": () => task.merge("b", "a", { resolve: "theirs", dryRun: true }),
    "merge side by side": () =>
      task.merge("b", "a", { resolve: ({ part }) => (part === "@cost" ? "theirs" : null), dryRun: true }),
    "no version came of these": () => [task.head("a").number === a, task.head("b").number === b],
    merge: () => task.merge("b", "a", { resolve: "theirs", idempotencyKey: "m", provenance: { author: "Ann" } }),
    "merge again": () => task.merge("b", "a", { idempotencyKey: "m" }),
    "merge what is there": () => task.merge("b", "a"),
    "merge itself": () => task.merge("a", "a"),
    "merge for another version": () => task.merge("a", "b", { ifVersion: 1 }),
    "merge back": () => task.merge("a", "b"),
    "merge none": () => task.merge("none", "b"),
    "merge into none": () => task.merge("a", "none"),
    "a schema of the other side": () => {
      task.migrateSchema(null, [], { branch: "rain" });
      return [task.merge("rain", "Amber", { resolve: "ours" }), task.head("Amber").schema];
    },
    "undo the first": () => task.revert(1),
    "undo, dry": () => task.revert(4, { dryRun: true }),
    undo: () => task.revert(4, { idempotencyKey: "u", provenance: { author: "Ann", reason: "no" } }),
    "undo again": () => task.revert(4, { idempotencyKey: "u" }),
    "undo what is undone": () => task.revert(4),
    "undo on a branch": () => task.revert(b!, { branch: "b", resolve: "theirs" }),
    "undo with conflicts": () => {
      cost(task, 3, "31");
      cost(task, 3, "32");
      return task.revert(-2);
    },
    "undo with conflicts for theirs": () => task.revert(-2, { resolve: "theirs" }),
    "undo none": () => task.revert(99),
    restore: () => task.restore(1, { branch: "b", idempotencyKey: "r", provenance: { author: "Ann" } }),
    "restore again": () => task.restore(1, { branch: "b", idempotencyKey: "r" }),
    "restore for another version": () => task.restore(1, { ifVersion: 1 }),
    "restore none": () => task.restore("none"),
    steps: async () => {
      const steps = [
        { kind: "branch", name: "s", from: 1 },
        { kind: "undo", version: 2, branch: "Amber" },
        { kind: "restore", version: 1, branch: "s" },
        { kind: "restore", version: 2, branch: "s" },
        { kind: "merge", from: 2, branch: "s" },
        { kind: "merge", from: 2, branch: "Amber" },
        { kind: "merge", from: a!, branch: "s" },
      ] as const;
      const seen: unknown[] = [];
      for (const step of steps) {
        seen.push(step);
        const preview = await takeStep(memory, task, step, { author: "Dot" });
        seen.push(preview);
        if (step.kind === "branch") continue;
        for (const head of [preview.head - 1, preview.head]) {
          const { tree, ...outcome } = await takeStep(memory, task, step, { author: "Dot", apply: { head } });
          seen.push({ ...outcome, hasTree: tree !== null });
        }
        seen.push(task.head(step.branch).provenance);
      }
      return seen;
    },
    "steps that can't be": async () => {
      const tried = [
        { kind: "branch", name: "s", from: 1 },
        { kind: "undo", version: 1, branch: "s" },
        { kind: "merge", from: 99, branch: "s" },
        { kind: "restore", version: 1, branch: "none" },
      ] as const;
      return Promise.all(tried.map((step) => takeStep(memory, task, step, { author: "Dot" }).catch(thrown)));
    },
    versions: () => task.versions().slice(8),
  });
});

it("updates", async () => {
  const { memory, task, other } = trip();
  const update =
    (text: string | readonly object[], options: object = {}) =>
    async () => {
      const result = await memory.update("trip", text as string, options);
      return [result, renderUpdate(result).split("\n")];
    };
  const cafe = (name: string) => `insert node <POI name="${name}"/> into //Day[1]`;
  const days = 'insert node <Day n="3"/> into /Plan, insert node <Day n="4"/> into /Plan';
  await keeps("updates", {
    dry: update(cafe("Cafe"), { dryRun: true, idempotencyKey: "k", provenance: { author: "Ann" } }),
    applied: update(cafe("Cafe"), { idempotencyKey: "k", provenance: { author: "Ann", reason: "r", turn: "t" } }),
    repeated: update(cafe("Cafe"), { idempotencyKey: "k" }),
    "repeated, dry": update(cafe("Cafe"), { idempotencyKey: "k", dryRun: true }),
    "a duplicate": update(cafe("CAFE!"), { dryRun: true }),
    "a duplicate, refused": update(cafe("Cafe"), { duplicates: "refuse" }),
    "a duplicate, skipped": update(cafe("Cafe"), { duplicates: "skip" }),
    "one of two skipped": update(`${cafe("Cafe")}, ${cafe("Tower")}`, { duplicates: "skip" }),
    "like each other": update(`${cafe("Long walk")}, ${cafe("Long walks")}`, { dryRun: true, duplicateThreshold: 0.7 }),
    "a high threshold": update(cafe("Cafés"), { dryRun: true, duplicateThreshold: 1 }),
    superseding: update(cafe("Opera"), { supersedes: 3, provenance: { time: "2026-03-14T09:00+01:00" } }),
    "superseding again": update(cafe("Theatre"), { supersedes: 3 }),
    "superseding none": update(cafe("Theatre"), { supersedes: 99 }),
    "superseding by two": update(`${cafe("x")}, ${cafe("y")}`, { supersedes: 4 }),
    "superseding by none": update("delete node #4", { supersedes: 4 }),
    "superseding a day": update(cafe("x"), { supersedes: 2 }),
    "no node": update("delete node //Nope"),
    "several nodes": update("delete node //POI"),
    unsure: update('replace value of node //POI[node =~ "opera"]/@name with "x"', { confidence: { weight: 1 } }),
    sure: update('replace value of node //POI[node =~ "opera"]/@cost with "7"'),
    "a query": update("//POI"),
    "not parsed": update("delete nodes //POI"),
    "a value of another type": update('replace value of node //Day[1]/POI[1]/@cost with "many"'),
    "an attribute that is missing": update("insert node <Day/> into /Plan"),
    "too many": update(days),
    "too many, allowed": update(days, { onBroken: "allow", branch: "rain" }),
    "too many, allowed by a function": update(days, {
      onBroken: ({ type }: { type: string }) => type !== "Day",
      branch: "Amber",
    }),
    nothing: update('replace value of node //Day[1]/POI[1]/@cost with "15"'),
    operations: update([{ op: "setAttribute", target: { key: 3 }, name: "cost", value: "16" }]),
    "no operations": update([{ op: "remove", target: "//Day" }]),
    "all kinds": update(
      'rename node //Rest as "POI", replace value of node #4 with "Sails", move node #4 into //Day[2], delete node //Day[1]/POI[1]/@cost, replace node #4 with <POI name="Pier"><X/></POI>',
      { dryRun: true, onBroken: "allow" },
    ),
    "a parameter": update("replace value of node //Day[1]/POI[1]/@cost with $c", { params: { c: 21 } }),
    "no parameter": update("replace value of node //Day[1]/POI[1]/@cost with $c"),
    "for another version": update(cafe("Kiosk"), { ifVersion: 2 }),
    "on a base, carried over": update('replace value of node #4 with "Sails"', { base: 8 }),
    "on a base, contradicted": update('replace value of node //Day[1]/POI[1]/@cost with "1"', { base: 8 }),
    "on a base, of other nodes": update("delete node //Day[1]/POI[last()]", { base: 8 }),
    "on a branch": update(cafe("Kiosk"), { branch: "rain", dryRun: true }),
    "on no branch": update(cafe("Kiosk"), { branch: "none" }),
    "after others": async () => {
      const theirs = other();
      cost(theirs.task("trip"), 3, "99");
      return memory.update("trip", 'replace value of node //Day[1]/POI[1]/@cost with "98"');
    },
    "many changes since": async () => {
      for (let i = 0; i < 25; i++) cost(task, 3, `${i}`);
      return (await memory.update("trip", cafe("Kiosk"), { ifVersion: 8 })).conflict;
    },
    "a long insertion": async () => {
      const many = `<Day n="5">${'<POI name="x"/>'.repeat(45)}</Day>`;
      const { status, diff } = await memory.update("trip", `insert node ${many} into /Plan`, {
        onBroken: "allow",
        dryRun: true,
      });
      return [status, diff];
    },
    "codes of a terminal": async () => {
      const result = await memory.update("trip", 'replace value of node #4 with "\u001b[2J\u202e"', { dryRun: true });
      return [
        renderUpdate(result),
        renderUpdate(result, { color: true }),
        renderUpdate(result, { paint: (text, part) => `<${part}>${text}` }),
      ].map((text) => text.split("\n"));
    },
    "few candidates": async () => renderUpdate(await memory.update("trip", "delete node //POI"), { candidates: 1 }),
    "a tree": () => updateTree(readXml(PLAN), cafe("Kiosk"), { schema: SCHEMA }),
    "a tree, refused": () =>
      updateTree(readXml(PLAN), 'replace value of node //Day[1]/POI[1]/@cost with "x"', { schema: SCHEMA }),
    "a schema": async () => {
      const queries = { ok: "//Day", cost: "//POI[@cost > 3]", rest: "//Rest" };
      const other = schemaOf({
        Plan: { children: { Day: {} } },
        Day: { attributes: { n: { type: "string" } }, children: { POI: {} } },
        POI: { attributes: { name: { type: "string" }, price: { type: "number" } } },
      });
      return [
        await memory.migrate("trip", other, { queries }),
        await memory.migrate("trip", null, { queries, dryRun: true }),
        await memory.migrate("trip", SCHEMA, { update: 'insert node attribute title {"Trip"} into /Plan' }),
      ];
    },
  });
});

it("pruning, checking, copying and exporting", async () => {
  const { memory, task, journal, now, other } = trip();
  memory.createTask("gone", readXml("<A>Something secret</A>"));
  memory.deleteTask("gone");
  cost(task, 3, "16", "main", { provenance: { reason: "the Harbour is shut" } });
  const sizes = ({ bytesBefore, bytesAfter, removed, left, ...rest }: ReturnType<Memory["prune"]>) => ({
    ...rest,
    isLess: bytesAfter < bytesBefore,
    isGone: removed.events + removed.chunks > 0,
    left: Object.keys(left),
  });
  const heard: unknown[] = [];
  memory.onPrune(({ pruned, texts }) => heard.push({ ...sizes(pruned), texts }));
  const checked = (of: Memory, options: object = {}) => {
    const { journal, ...report } = of.doctor(options);
    return { ...report, problems: report.problems, isWhole: [report.isWhole, journal.isWhole], events: journal.events };
  };
  const files = (options: object = {}) =>
    Object.fromEntries([...exportedFiles(task, options)].map(({ path, text }) => [path, text.split("\n")]));
  const brought = (name: string, options: object = {}) => {
    const texts = new Map([...exportedFiles(task, options)].map(({ path, text }) => [path, text]));
    return importExported(memory, name, (path) => texts.get(path)!);
  };
  await keeps("keeping", {
    checked: () => checked(memory),
    exported: () => files(),
    "exported as JSON": () => files({ format: "json", version: "rain" }),
    imported: () => {
      const copy = brought("copy");
      return [copy, copy.versions(), copy.versions().map(({ segments }) => segments), copy.schema];
    },
    "imported one version": () => [brought("one", { version: 3 }).versions(), memory.task("one").head().segments],
    "imported twice": () => brought("copy"),
    dry: () => sizes(memory.prune({ task: "trip", before: 4, dryRun: true })),
    nothing: () => sizes(memory.prune({ task: "copy" })),
    "no task": () => memory.prune({ before: 3 }),
    "the newest": () => memory.prune({ task: "trip", versions: [4] }),
    "a root": () => memory.prune({ task: "trip", keys: [1] }),
    "a node of none": () => memory.prune({ task: "trip", keys: [99] }),
    "a version of none": () => memory.prune({ task: "trip", versions: [99] }),
    "a bad retention": () => memory.prune({ retention: { last: 0 } }),
    "before 3": () => sizes(memory.prune({ task: "trip", before: 3 })),
    "versions after": () => task.versions(),
    "a node": () => sizes(memory.prune({ task: "trip", keys: [4] })),
    "versions without it": () => task.versions().slice(2),
    "trees without it": () =>
      task
        .versions()
        .slice(2)
        .map(({ segments }) => segments),
    "retention of a call": () => sizes(memory.prune({ task: "copy", retention: { last: 2 } })),
    "retention by time": () => sizes(memory.prune({ retention: { since: task.version(6).time } })),
    "what is left": () => memory.tasks().map((each) => [each.name, each.versions().map(({ isPruned }) => !isPruned)]),
    heard: () => heard,
    "a pruned version": () => task.version(1).tree(),
    "a branch of it": () => task.branch("old", 1),
    "a diff with it": () => task.diff(1, 5),
    "a merge over it": () => task.merge("rain", "Amber"),
    "undoing after it": () => task.revert(3),
    "blame over it": () => task.blame(3).map(({ part, version }) => [part, version.number]),
    "restoring it": () => task.restore(1),
    "checked again": () => checked(other()),
    "another fingerprint": () => checked(memory, { expect: "AAAA" }).problems,
    "its own fingerprint": () => checked(memory, { expect: journal.head().fingerprint }).problems,
    copied: async () => {
      const to = inMemoryJournal();
      const steps: unknown[] = [];
      const copy = async (options: object = {}) => {
        const { events, isReplaced, bytes, head } = await copyJournal(memory.journal, to, options);
        return [events, isReplaced, bytes > 0, head.fingerprint === memory.journal.head().fingerprint];
      };
      const first = await copy({
        stepBytes: 1500,
        onProgress: (done: number, total: number) => steps.push([done, total]),
      });
      const same = await copy();
      cost(task, 3, "1");
      const more = await copy();
      memory.prune({ task: "one", retention: { last: 1 }, before: 99 });
      const pruned = await copy();
      return [first, same, more, pruned, steps, checked(Memory.open(to, { now }))];
    },
    "copied to another": () =>
      copyJournal(
        memory.journal,
        opened().memory.transaction(() => inMemoryJournal()),
      ).then(({ events }) => events),
    "copied over another": async () => {
      const one = opened();
      one.memory.createTask("x", readXml("<A/>"));
      return copyJournal(memory.journal, one.journal);
    },
    "backed up": () => {
      const to = inMemoryJournal();
      memory.backup(to);
      cost(task, 3, "2");
      memory.backup(to);
      return [Memory.open(to, { now }).task("trip").head().number === task.head().number, to.id === journal.id];
    },
    "backed up over another": () => {
      const one = opened();
      one.memory.createTask("x", readXml("<A/>"));
      memory.backup(one.journal);
    },
  });
});

it("events", async () => {
  const { memory, task, other } = trip();
  const mine: MemoryEvent[] = [];
  const theirs: MemoryEvent[] = [];
  const second = other();
  second.watch((event) => theirs.push(event));
  const end = memory.watch((event) => mine.push(event));
  const both = (work: () => unknown) => () => {
    mine.length = 0;
    theirs.length = 0;
    work();
    second.refresh();
    return { mine, theirs };
  };
  await keeps("events", {
    commit: both(() => cost(task, 3, "1")),
    several: both(() =>
      memory.transaction(() => {
        cost(task, 3, "2", "rain");
        task.branch("b");
        task.deleteBranch("b");
        task.describe({ title: "x" });
        memory.createTask("new", readXml("<A/>"));
        memory.deleteTask("new");
      }),
    ),
    settings: both(() => {
      memory.retention = { last: 99 };
    }),
    nothing: both(() => memory.transaction(() => task.head())),
    prune: both(() => memory.prune({ task: "trip", before: 3 })),
    "after its end": both(() => {
      end();
      cost(task, 3, "4");
    }),
  });
});

it("scopes", async () => {
  const { memory, task } = trip();
  memory.createTask("zebra", readXml('<List><Item name="Secret zebra"/></List>'));
  const scopes = {
    all: new Scope(memory, { rights: "write" }),
    reading: new Scope(memory),
    one: new Scope(memory, { tasks: ["trip"], rights: "write" }),
    part: new Scope(memory, { tasks: ["trip"], root: 2, rights: "write" }),
  };
  const each = (work: (scope: Scope) => unknown) => async () => {
    const seen: Record<string, unknown> = {};
    for (const [name, scope] of Object.entries(scopes)) {
      const given = await Promise.resolve()
        .then(() => work(scope))
        .then(plain, thrown);
      const same = Object.keys(seen).find((other) => shown(seen[other]) === shown(given));
      seen[name] = same === undefined ? given : `as ${same}`;
    }
    return seen;
  };
  const brief = (log: readonly { number: number; changes: readonly { text: string }[] }[]) =>
    log.map(({ number, changes }) => [number, ...changes.map(({ text }) => text)]);
  await keeps("scopes", {
    about: each(({ isWhole, root, canWrite }) => ({ isWhole, root, canWrite })),
    tasks: each((scope) => scope.tasks()),
    "another task": each((scope) => scope.named("zebra")),
    "no task": each((scope) => scope.named("zebr")),
    view: each((scope) => scope.view("trip")),
    "view of the first": each((scope) => scope.view("trip", 1).tree),
    "view of a branch": each((scope) => scope.view("trip", "rain").version),
    "find none": each((scope) => scope.find("trip", 99)),
    log: each((scope) => scope.log("trip")),
    "log of two": each((scope) => brief(scope.log("trip", { limit: 2 }))),
    "log of a branch": each((scope) => brief(scope.log("trip", { branch: "rain", author: "Ann" }))),
    changes: each((scope) => scope.changes("trip", 3)),
    diff: each((scope) => scope.diff("trip", 1, 5)),
    whole: each((scope) => scope.whole("trip", "Looking")),
    "checked to be whole": each((scope) => scope.checkWhole("Looking")),
    history: each((scope) => scope.queryHistory("count(/Memory/Task)").then(({ value }) => value)),
    "history of another": each((scope) => scope.queryHistory("//Item/@name").then(({ matches }) => matches)),
    "schema of the history": each((scope) => scope.historySchema()),
    dry: each((scope) => scope.update("trip", 'insert node <POI name="Cafe"/> into //Day[1]', { dryRun: true })),
    update: each((scope) =>
      scope.update("trip", 'insert node <POI name="Cafe"/> into //Day[1]', {
        idempotencyKey: "k",
        provenance: { author: "Eve" },
      }),
    ),
    "update again": each((scope) =>
      scope.update("trip", 'insert node <POI name="Cafe"/> into //Day[1]', { idempotencyKey: "k" }),
    ),
    "keys of repeated writes": () => task.versions().map(({ idempotencyKey }) => idempotencyKey),
    "update for another version": each((scope) => scope.update("trip", "delete node #3", { ifVersion: 1 })),
    "update for the version before": each((scope) =>
      scope.update("trip", 'replace value of node //Day[1]/POI[1]/@cost with "5"', { ifVersion: 9, dryRun: true }),
    ),
    superseding: each((scope) =>
      scope.update("trip", 'insert node <POI name="Hut"/> into //Day[1]', { supersedes: 4, dryRun: true }),
    ),
    "the root": each((scope) => scope.update("trip", "delete node #2", { dryRun: true })),
    "beside the root": each((scope) => scope.update("trip", 'insert node <Day n="7"/> after #2', { dryRun: true })),
    outside: each((scope) =>
      scope.update("trip", 'replace value of node //POI[@name = "Zoo"]/@cost with "5"', { dryRun: true }),
    ),
    "against the schema": each((scope) => scope.update("trip", "insert node <POI/> into //Day[1]", { dryRun: true })),
    "undo, dry": each((scope) => scope.revert("trip", 9, { dryRun: true })),
    undo: each((scope) => scope.revert("trip", 9, { idempotencyKey: "u", provenance: { author: "Eve" } })),
    "undo again": each((scope) => scope.revert("trip", 9, { idempotencyKey: "u" })),
    "undo what is outside": each((scope) => scope.revert("trip", 4, { dryRun: true })),
    "undo the first": each((scope) => scope.revert("trip", 1, { dryRun: true })),
    restore: each((scope) => scope.restore("trip", 1)),
    branch: each((scope) => scope.branch("trip", `b${String(scope.isWhole)}${String(scope.root)}`, 1)),
    "make a task": each((scope) => scope.createTask(`made ${String(scope.canWrite)}`, treeOf({ type: "A" }))),
    "log after": each((scope) => brief(scope.log("trip", { limit: 3 }))),
    "log of a pruned version": async () => {
      memory.prune({ task: "trip", versions: [2] });
      return each((scope) => brief(scope.log("trip", { until: task.version(5).time })))();
    },
    "without its root": async () => {
      task.commit([{ kind: "delete", node: task.head().nodeOf(2)! }]);
      return [
        await each((scope) => scope.view("trip").version.number)(),
        await each((scope) => scope.find("trip")?.version.number ?? null)(),
        await each((scope) => brief(scope.log("trip", { limit: 1 })))(),
      ];
    },
    "without its task": async () => {
      memory.deleteTask("trip");
      return [await each((scope) => scope.tasks())(), await each((scope) => scope.view("trip"))()];
    },
    "roots that are none": () =>
      [{ root: 2 }, { tasks: ["zebra"], root: 99 }, { tasks: ["none"] }].map((grant) => {
        try {
          return new Scope(memory, grant).tasks();
        } catch (error) {
          return String(error);
        }
      }),
  });
});

it("queries over versions", async () => {
  const { memory, task } = trip();
  memory.createTask("list", readXml('<List><Item name="Zoo tickets">Buy</Item></List>'));
  memory.prune({ task: "trip", versions: [4] });
  const query =
    (text: string, options: object = {}) =>
    async () => {
      const { matches, value, stats, diagnostics } = await memory.query(text, options);
      const { opened, strategy, empty, scorer } = stats;
      return { value, matches, opened, strategy, scorer, empty, diagnostics };
    };
  const texts = [
    ...[
      "/Memory/Task",
      "/Memory/Task/Version",
      "/Memory/Task/Version/Change",
      "/Memory/Task[@name = 'trip']/Version[-1]//POI",
    ],
    ...[
      "/Memory/Task/Version[@author = 'Ben']/@reason",
      "/Memory/Task/Version[@number = 3]//POI/@name",
      "//Version[@pruned]",
    ],
    ...['//Change[node =~ "harbour"]', '/Memory/Task[node =~ "san diego"]/Version[-2]//POI[node =~ "zoo"]'],
    ...["//POI[@cost > 40]/ancestor::Version/@number", "//Version[@branch = 'rain']/Plan/Day[1]/POI", "//Rest/.."],
    ...[
      "count(//Version)",
      "max(//Version/@number)",
      "//Change/following-sibling::*",
      "//Version[exists(//POI[@name = 'Zoo'])]/@number",
    ],
    ...[
      "//Version[@time > '2026-11-22T12:00:06Z']/@number",
      "//Version[@eventTime]/@eventTime",
      "//Task[@title]/@changed",
    ],
    ...["//Item/text()", "//Nope", "//Version[5]/Plan/@title", "/Memory/Task/Version/Plan/Day/POI[@name = 'Zoo']"],
  ];
  await keeps("history", {
    schema: () => new Scope(memory, { tasks: ["trip"] }).historySchema(),
    ...Object.fromEntries(texts.map((text) => [text, query(text)])),
    "of a task": query("//POI", { task: "trip" }),
    "of a branch": query("//POI[1]/@name", { task: "trip", version: "rain" }),
    "of an old version": query("//POI", { task: "trip", version: -3, limit: 1 }),
    "by relevance": query('//POI[node =~ "museum"]', { task: "trip", version: 1, minScore: 0.2 }),
    "with a parameter": query("//POI[@cost > $c]", { task: "trip", version: 1, params: { c: 20 } }),
    "of several": query("declare query a := //POI; declare query b := count(//Day);", { task: "trip", name: "b" }),
    "of a pruned one": query("//POI", { task: "trip", version: 4 }),
    "of no task": query("//POI", { task: "tirp" }),
    "of no version": query("//POI", { task: "trip", version: 99 }),
    "a version without a task": query("//POI", { version: 1 }),
    "with mistakes": query("//POI[", { task: "trip" }),
    "of an unknown type": query("//PIO", { task: "trip" }),
    "at its limit of versions": query("//Version/Plan/Day", { maxVersions: 7, limit: 1 }),
    "over its limit of versions": query("//Version/Plan/Day", { maxVersions: 6 }),
    "over its limit of nodes": query("//Version/Plan/Day", { maxVersionNodes: 20 }),
    "after a commit": async () => {
      cost(task, 3, "41");
      return query("//Task[@name = 'trip']/Version[-1]/Change")();
    },
    "after other words": async () => {
      task.describe({ title: "Tijuana", description: null });
      return query("//Task/@title")();
    },
    "after a prune": async () => {
      memory.prune({ task: "trip", retention: { last: 1 } });
      return query("//Version[@pruned]/@number")();
    },
  });
});
