import {
  type Change,
  inMemoryJournal,
  Memory,
  MemoryError,
  type MemoryEvent,
  type Retention,
} from "@semantic-xpath/memory";
import { type Edit, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/**
 * All that a store says of its tasks, versions, branches and settings, and every refusal with its code, against a model that holds plain copies.
 * Trees are lists of items; joined trees are taken from the store, since other laws are about them.
 */

interface Item {
  readonly key: number;
  readonly name: string;
}

interface Version {
  readonly number: number;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly time: string;
  readonly operation: string;
  readonly of: number | null;
  readonly provenance: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | null;
  /** The call that the key was for. */
  readonly call: string | null;
  /** null: pruned. */
  readonly items: readonly Item[] | null;
}

interface Task {
  readonly id: number;
  name: string;
  title: string | null;
  description: string | null;
  versions: Version[];
  branches: Map<string, { readonly head: number; readonly from: number | null }>;
  nextKey: number;
}

interface Model {
  tasks: Task[];
  nextTask: number;
  retention: Retention;
  quotas: { maxNodes: number; maxTasks: number; maxVersions: number };
}

class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
const refuse = (code: string): never => {
  throw new Refused(code);
};

const NAMES = ["a", "b", "c", "constructor"] as const;
const BRANCHES = ["main", "x", "y", "__proto__"] as const;
const name = fc.constantFrom(...NAMES, "a");
const branch = fc.constantFrom(...BRANCHES, "main", "main", "x");
const reference = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  fc.integer({ min: -4, max: 9 }),
  fc.constantFrom(...BRANCHES),
);
const provenance = fc.record(
  {
    author: fc.constantFrom("Ann", "Bob"),
    reason: fc.constantFrom("why", ""),
    turn: fc.constantFrom("t1", "t2"),
    time: fc.constantFrom("2026-03-14", "2026-03-14T09:00+01:00", "2026-03-14", "2026-02-30", "yesterday"),
  },
  { requiredKeys: [] },
);
const edit = fc.record({
  kind: fc.constantFrom("insert", "insert", "delete", "rename"),
  at: fc.nat({ max: 5 }),
  name: fc.constantFrom("A", "B", "C"),
});
const options = fc.record(
  {
    branch,
    ifVersion: fc.integer({ min: 1, max: 6 }),
    idempotencyKey: fc.constantFrom("k1", "k2"),
    provenance,
  },
  { requiredKeys: [] },
);
const dryRun = fc.boolean();
const resolve = fc.constantFrom("ours" as const, "theirs" as const);
const words = fc.option(fc.constantFrom("Kyoto", "Nara"), { nil: null });
const retention: fc.Arbitrary<Retention> = fc.oneof(
  fc.record({ last: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ since: fc.integer({ min: 0, max: 30 }).map((seconds) => timeOf(seconds)) }),
  fc.constant({ keep: "all" as const }),
);

const timeOf = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();

const write = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("commit" as const), name, edit, options }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      name,
      title: words,
      size: fc.nat({ max: 3 }),
      provenance,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("branch" as const),
      name,
      branch: fc.oneof(branch, fc.constantFrom("1", "", "a b", "-")),
      from: fc.option(reference, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteBranch" as const), name, branch }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restore" as const), name, version: reference, options }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      name,
      version: reference,
      branch,
      options,
      dryRun,
      resolve,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("revert" as const), name, version: reference, options, dryRun, resolve }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rename" as const),
      name,
      to: fc.oneof(name, fc.constantFrom("", " a", "\u0007", "z".repeat(201))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("describe" as const),
      name,
      words: fc.record({ title: words, description: words }, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("retention" as const), retention }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("quotas" as const),
      quotas: fc.record(
        {
          maxNodes: fc.integer({ min: 2, max: 4 }),
          maxTasks: fc.integer({ min: 1, max: 3 }),
          maxVersions: fc.integer({ min: 1, max: 5 }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
);
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;

const step = fc.record({
  handle: fc.nat({ max: 1 }),
  what: fc.oneof(
    { weight: 12, arbitrary: write },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("all" as const),
        writes: fc.array(write, { maxLength: 3 }),
        fails: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("prune" as const),
        task: fc.option(name, { nil: undefined }),
        versions: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }), { nil: undefined }),
        before: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        retention: fc.option(retention, { nil: undefined }),
        dryRun,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("open" as const) }) },
  ),
});

const taskOf = ({ tasks }: Model, wanted: string): Task =>
  tasks.find((task) => task.name === wanted) ?? refuse("SXP5012");

function versionOf({ versions, branches }: Task, wanted: number | string): Version {
  const number =
    typeof wanted === "string" ? (branches.get(wanted)?.head ?? 0) : wanted < 0 ? versions.length + 1 + wanted : wanted;
  return versions[number - 1] ?? refuse("SXP5013");
}

const headOf = (task: Task, name = "main"): Version => versionOf(task, name);

const itemsOf = ({ items }: Version): readonly Item[] => items ?? refuse("SXP5016");

/** Edits by the numbers of nodes, and the items after them; new ones have the key 0. */
function edited(
  items: readonly Item[],
  { kind, at, name }: { kind: string; at: number; name: string },
): { edits: Edit[]; after: Item[] } {
  const index = items.length === 0 ? 0 : at % items.length;
  if (kind === "insert" || items.length === 0)
    return {
      edits: [{ kind: "insert", parent: 1, content: { type: "Item", attributes: { name } } }],
      after: [...items, { key: 0, name }],
    };
  if (kind === "delete")
    return { edits: [{ kind: "delete", node: index + 2 }], after: items.filter((_, i) => i !== index) };
  return {
    edits: [{ kind: "setAttribute", node: index + 2, name: "name", value: name }],
    after: items.map((item, i) => (i === index ? { ...item, name } : item)),
  };
}

const itemsIn = (version: { segments: SegmentedTree }): readonly Item[] => {
  const { segments } = version;
  return segments
    .childrenOf(1)
    .map((node) => ({ key: segments.keyOf(node), name: segments.rowAt(node).attributes.get("name") ?? "" }));
};

interface Given {
  readonly branch?: string;
  readonly ifVersion?: number;
  readonly idempotencyKey?: string;
  readonly provenance?: Readonly<Record<string, string>>;
}

/** The refusals of every new version, in their order; then the version. */
function added(
  model: Model,
  task: Task,
  made: Omit<Version, "number" | "time" | "provenance" | "idempotencyKey" | "call">,
  { provenance, idempotencyKey }: Given,
  time: string,
  call: string | null = null,
): void {
  if (["2026-02-30", "yesterday"].includes(provenance?.time ?? "")) refuse("SXP5018");
  if (made.items!.length + 1 > model.quotas.maxNodes) refuse("SXP5015");
  if (task.versions.filter(({ items }) => items !== null).length + 1 > model.quotas.maxVersions) refuse("SXP5015");
  const number = task.versions.length + 1;
  const items = made.items!.map((item) => (item.key === 0 ? { ...item, key: task.nextKey++ } : item));
  task.versions.push({
    ...made,
    items,
    number,
    time,
    provenance: { ...provenance },
    idempotencyKey: idempotencyKey ?? null,
    call,
  });
  const from = task.branches.get(made.branch)?.from ?? null;
  task.branches.set(made.branch, { head: number, from });
}

const checkHead = (head: Version, { ifVersion }: Given): void => {
  if (ifVersion !== undefined && ifVersion !== head.number) refuse("SXP5010");
};

/** A call is known again by its branch, its kind and what it names. */
const callOf = (branch: string | undefined, ...call: readonly string[]): string =>
  JSON.stringify([branch ?? "main", ...call]);

function repeatedBy({ versions }: Task, { idempotencyKey }: Given, call: string): number | null {
  const earlier = versions.findLast(
    (version) => version.items !== null && version.idempotencyKey === (idempotencyKey ?? false),
  );
  if (earlier !== undefined && earlier.call !== call) refuse("SXP5025");
  return earlier?.number ?? null;
}

const ancestorsOf = (task: Task, number: number): Set<number> =>
  new Set([number, ...task.versions[number - 1]!.parents.flatMap((parent) => [...ancestorsOf(task, parent)])]);

/** Does a write with the store and, on a copy, with the model. Joins give what they made, for the model to take over. */
function done(memory: Memory, model: Model, what: Write, time: string): void {
  switch (what.kind) {
    case "create": {
      const items = Array.from({ length: what.size }, (_, i) => ({ key: i + 2, name: `n${i}` }));
      const content = { type: "All", children: items.map(({ name }) => ({ type: "Item", attributes: { name } })) };
      const { title, provenance } = what;
      both(
        () =>
          memory.createTask(what.name, treeOf(content), {
            ...(title !== null && { title, description: `of ${title}` }),
            provenance,
          }),
        () => {
          if (model.tasks.some((task) => task.name === what.name)) refuse("SXP5014");
          if (model.tasks.length + 1 > model.quotas.maxTasks) refuse("SXP5015");
          const task: Task = {
            id: model.nextTask,
            name: what.name,
            title,
            description: title === null ? null : `of ${title}`,
            versions: [],
            branches: new Map(),
            nextKey: items.length + 2,
          };
          added(
            model,
            task,
            { branch: "main", parents: [], operation: "create", of: null, items },
            { provenance },
            time,
          );
          model.nextTask++;
          model.tasks.push(task);
        },
      );
      return;
    }
    case "commit": {
      const { options } = what;
      // What the edits name is looked up before anything is written.
      const named = model.tasks.find((task) => task.name === what.name);
      const target = options.ifVersion ?? options.branch ?? "main";
      const base = named === undefined ? undefined : attempt(() => itemsOf(versionOf(named, target)));
      const { edits, after } = edited(base === undefined || "code" in base ? [] : base.value, what.edit);
      both(
        () => memory.task(what.name).commit(edits, options),
        () => {
          const task = taskOf(model, what.name);
          itemsOf(versionOf(task, target));
          const call = callOf(options.branch, "edit");
          const repeated = repeatedBy(task, options, call);
          if (repeated !== null) return { isRepeated: true, version: repeated };
          const head = headOf(task, options.branch);
          checkHead(head, options);
          added(
            model,
            task,
            { branch: options.branch ?? "main", parents: [head.number], operation: "edit", of: null, items: after },
            options,
            time,
            call,
          );
          return { isRepeated: false, version: task.versions.length };
        },
        ({ isRepeated, version, isRebased }) => {
          expect(isRebased).toBe(false);
          return { isRepeated, version: version.number };
        },
      );
      return;
    }
    case "branch":
      both(
        () => memory.task(what.name).branch(what.branch, what.from),
        () => {
          const task = taskOf(model, what.name);
          if (!/^\p{L}|^_/u.test(what.branch) || what.branch.includes(" ") || task.branches.has(what.branch))
            refuse("SXP5014");
          const { number: from } = versionOf(task, what.from ?? "main");
          if (task.versions[from - 1]!.items === null) refuse("SXP5016");
          task.branches.set(what.branch, { head: from, from });
          return { name: what.branch, head: from, from };
        },
        (state) => ({ ...state }),
      );
      return;
    case "deleteBranch":
      both(
        () => memory.task(what.name).deleteBranch(what.branch),
        () => {
          const task = taskOf(model, what.name);
          if (!task.branches.has(what.branch)) refuse("SXP5013");
          if (what.branch === "main") refuse("SXP5018");
          task.branches.delete(what.branch);
        },
      );
      return;
    case "restore":
      both(
        () => memory.task(what.name).restore(what.version, what.options),
        () => {
          const task = taskOf(model, what.name);
          const restored = versionOf(task, what.version);
          const items = itemsOf(restored);
          const { options } = what;
          const head = headOf(task, options.branch);
          const call = callOf(options.branch, "restore", `${what.version}`);
          const repeated = repeatedBy(task, options, call);
          if (repeated !== null) return { isRepeated: true, version: repeated };
          checkHead(head, options);
          added(
            model,
            task,
            {
              branch: options.branch ?? "main",
              parents: [head.number],
              operation: "restore",
              of: restored.number,
              items,
            },
            options,
            time,
            call,
          );
          return { isRepeated: false, version: task.versions.length };
        },
        ({ isRepeated, version }) => ({ isRepeated, version: version.number }),
      );
      return;
    case "merge":
    case "revert":
      joined(memory, model, what, time);
      return;
    case "rename":
      both(
        () => memory.task(what.name).rename(what.to),
        () => {
          const task = taskOf(model, what.name);
          if (
            !(NAMES as readonly string[]).includes(what.to) ||
            model.tasks.some((other) => other !== task && other.name === what.to)
          )
            refuse("SXP5014");
          task.name = what.to;
        },
      );
      return;
    case "describe":
      both(
        () => memory.task(what.name).describe(what.words),
        () => void Object.assign(taskOf(model, what.name), what.words),
      );
      return;
    case "delete":
      both(
        () => memory.deleteTask(what.name),
        () => {
          const task = taskOf(model, what.name);
          model.tasks = model.tasks.filter((other) => other !== task);
        },
      );
      return;
    case "retention":
      memory.retention = what.retention;
      model.retention = what.retention;
      return;
    case "quotas":
      memory.quotas = what.quotas;
      Object.assign(model.quotas, what.quotas);
  }
}

function joined(memory: Memory, model: Model, what: Extract<Write, { kind: "merge" | "revert" }>, time: string): void {
  const { options, dryRun, resolve } = what;
  const into = what.kind === "merge" ? what.branch : (options.branch ?? "main");
  let tree: readonly Item[] | null = null;
  const how = { ...options, dryRun, resolve };
  both(
    () => {
      const task = memory.task(what.name);
      const join = what.kind === "merge" ? task.merge(what.version, into, how) : task.revert(what.version, how);
      tree = join.tree === null ? null : itemsIn({ segments: join.tree });
      return join;
    },
    () => {
      const task = taskOf(model, what.name);
      const call = callOf(into, what.kind, `${what.version}`);
      const repeated = repeatedBy(task, options, call);
      if (repeated !== null) return { isRepeated: true, isDone: false, version: repeated };
      const head = headOf(task, into);
      checkHead(head, options);
      const other = versionOf(task, what.version);
      if (what.kind === "merge") {
        const shared = [...ancestorsOf(task, head.number)].filter((number) =>
          ancestorsOf(task, other.number).has(number),
        );
        if (Math.max(...shared) === other.number) return { isRepeated: false, isDone: true, version: null };
        itemsOf(versionOf(task, Math.max(...shared)));
        itemsOf(other);
      } else {
        if (other.parents.length === 0) refuse("SXP5018");
        itemsOf(other);
        itemsOf(versionOf(task, other.parents[0]!));
      }
      // Whether there is something to undo is for the store to say: undone once, it is done.
      if (tree === null) return { isRepeated: false, isDone: true, version: null };
      if (dryRun) return { isRepeated: false, isDone: false, version: null };
      const parents = what.kind === "merge" ? [head.number, other.number] : [head.number];
      added(
        model,
        task,
        { branch: into, parents, operation: what.kind, of: other.number, items: tree },
        options,
        time,
        call,
      );
      return { isRepeated: false, isDone: false, version: task.versions.length };
    },
    ({ isRepeated, isDone, version, conflicts }) => {
      expect(conflicts).toEqual([]);
      return { isRepeated, isDone, version: version?.number ?? null };
    },
  );
}

type Outcome<T> = { readonly value: T } | { readonly code: string };

function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Refused || error instanceof MemoryError) return { code: error.code };
    throw error;
  }
}

/** The store and the model do it, with one result or refusal. */
function both<T>(store: () => T, model: () => unknown, shown: (value: T) => unknown = () => undefined): void {
  const [one, other] = [attempt(store), attempt(model)];
  expect("value" in one ? { value: shown(one.value) } : one).toEqual(other);
  if ("code" in one) throw new Refused(one.code);
}

const plain = (value: Change): unknown => [value.kind, value.key];

/** What a list of changes must name, by the items before and after. */
function changed(before: readonly Item[], after: readonly Item[]): unknown[] {
  const was = new Map(before.map((item) => [item.key, item.name]));
  const is = new Map(after.map((item) => [item.key, item.name]));
  return [
    ...before.filter(({ key }) => !is.has(key)).map(({ key }) => ["delete", key]),
    ...after.flatMap(({ key, name }): unknown[] =>
      !was.has(key) ? [["insert", key]] : was.get(key) === name ? [] : [["setAttribute", key]],
    ),
  ];
}

const byKey = (changes: readonly unknown[]): unknown[] =>
  [...changes].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** All that a handle says is what the model holds. */
function check(memory: Memory, model: Model): void {
  const { maxNodes, maxTasks, maxVersions } = memory.quotas;
  expect({ retention: memory.retention, quotas: { maxNodes, maxTasks, maxVersions } }).toEqual({
    retention: model.retention,
    quotas: model.quotas,
  });
  const shown = memory.tasks().map((task) => ({
    id: task.id,
    name: task.name,
    title: task.title,
    description: task.description,
    branches: task.branches(),
    versions: task.versions().map((version) => ({
      ...{ number: version.number, branch: version.branch, parents: version.parents, time: version.time },
      ...{ operation: version.operation, of: version.of, provenance: version.provenance, eventTime: version.eventTime },
      idempotencyKey: version.idempotencyKey,
      items: version.isPruned ? null : itemsIn(version),
      nodes: version.isPruned ? null : version.nodes,
    })),
  }));
  expect(shown).toEqual(
    model.tasks.map(({ id, name, title, description, branches, versions }) => ({
      ...{ id, name, title, description },
      branches: [...branches]
        .map(([name, state]) => ({ name, ...state }))
        .sort((a, b) => (a.name === "main" ? -1 : b.name === "main" ? 1 : a.name < b.name ? -1 : 1)),
      versions: versions.map(({ call: _, ...version }) =>
        version.items === null
          ? {
              ...version,
              operation: "pruned",
              of: null,
              provenance: {},
              eventTime: null,
              idempotencyKey: null,
              nodes: null,
            }
          : { ...version, eventTime: version.provenance.time ?? null, nodes: version.items.length + 1 },
      ),
    })),
  );
}

/** Reading with arguments: a log with its filters, versions by every name, differences, and who made an item. */
function checkReading(memory: Memory, model: Model, filter: Filter): void {
  for (const wanted of NAMES) expect(memory.hasTask(wanted)).toBe(model.tasks.some(({ name }) => name === wanted));
  for (const known of model.tasks) {
    const task = memory.task(known.name);
    const { branch, limit, since, until, author, turn } = filter;
    const log = attempt(() => {
      const reachable = branch === undefined ? null : ancestorsOf(known, headOf(known, branch).number);
      return known.versions
        .filter(({ number }) => reachable?.has(number) ?? true)
        .filter(({ time }) => (since === undefined || time >= since) && (until === undefined || time <= until))
        .filter(({ items, provenance }) => {
          const { author: by, turn: at } = items === null ? ({} as Record<string, string>) : provenance;
          return (author === undefined || by === author) && (turn === undefined || at === turn);
        })
        .map(({ number }) => number)
        .reverse()
        .slice(0, limit);
    });
    expect(attempt(() => task.log(filter).map(({ number }) => number))).toEqual(log);
    const { from, to } = filter;
    expect(attempt(() => task.version(from).number)).toEqual(attempt(() => versionOf(known, from).number));
    expect(attempt(() => byKey(task.diff(from, to).changes.map(plain)))).toEqual(
      attempt(() => {
        const [one, other] = [versionOf(known, from), versionOf(known, to)];
        return byKey(changed(itemsOf(one), itemsOf(other)));
      }),
    );
    for (const { number, parents, items } of known.versions) {
      const parent = parents[0] === undefined ? null : known.versions[parents[0] - 1]!.items;
      if (items === null || parent === null) continue;
      expect(byKey(task.version(number).changes.map(plain))).toEqual(byKey(changed(parent, items)));
    }
  }
}

interface Filter {
  readonly branch?: string;
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly author?: string;
  readonly turn?: string;
  readonly from: number | string;
  readonly to: number | string;
}

const second = fc.integer({ min: 0, max: 25 }).map(timeOf);
const filters = fc.record(
  {
    branch,
    limit: fc.nat({ max: 4 }),
    since: second,
    until: second,
    author: fc.constantFrom("Ann", "Bob"),
    turn: fc.constantFrom("t1", "t2"),
    from: reference,
    to: reference,
  },
  { requiredKeys: ["from", "to"] },
);

/** The versions that a choice deletes, by task, as the model has them. */
function prunedBy(
  model: Model,
  what: {
    task?: string | undefined;
    versions?: readonly number[] | undefined;
    before?: number | undefined;
    retention?: Retention | undefined;
  },
): Map<Task, Set<number>> {
  const { task: named, versions, before, retention } = what;
  const isChoice = versions !== undefined || before !== undefined;
  if (isChoice && named === undefined) refuse("SXP5018");
  const tasks = named === undefined ? model.tasks : [taskOf(model, named)];
  const rule = retention ?? (isChoice ? { keep: "all" as const } : model.retention);
  const plan = new Map<Task, Set<number>>();
  for (const task of tasks) {
    const heads = new Set([...task.branches.values()].map(({ head }) => head));
    const left = task.versions.filter(({ items }) => items !== null);
    const old =
      "last" in rule ? left.slice(0, -rule.last) : "since" in rule ? left.filter(({ time }) => time < rule.since) : [];
    for (const number of versions ?? []) {
      versionOf(task, number);
      if (heads.has(number)) refuse("SXP5018");
    }
    const wanted = left.filter(
      ({ number }) => versions?.includes(number) || number < (before ?? 0) || old.some((one) => one.number === number),
    );
    const gone = wanted.filter(({ number }) => !heads.has(number)).map(({ number }) => number);
    if (gone.length > 0) plan.set(task, new Set(gone));
  }
  return plan;
}

const copyOf = (model: Model): Model => structuredClone(model);

it("law: a store says of each task, version and branch what was done, refuses the rest by its code, and tells watchers of each write", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 4, maxLength: 16 }),
      fc.array(filters, { minLength: 1, maxLength: 3 }),
      (steps, looks) => {
        const journal = inMemoryJournal();
        let seconds = 0;
        const now = (): Date => new Date(timeOf(seconds));
        const handles = [Memory.create(journal, { now }), Memory.open(journal, { now })];
        const { maxNodes, maxTasks, maxVersions } = handles[0]!.quotas;
        let model: Model = {
          tasks: [],
          nextTask: 1,
          retention: { keep: "all" },
          quotas: { maxNodes, maxTasks, maxVersions },
        };
        // The second handle watches, so it is never behind; the first one shows what it last read.
        let behind = copyOf(model);
        const told: MemoryEvent[] = [];
        handles[1]!.watch((event) => void told.push(event));
        const tell = (isOwn: boolean, before: Model, what: Write): void => {
          expect(told.splice(0)).toEqual(eventsOf(before, model, what, isOwn));
        };
        for (const { handle, what } of steps) {
          seconds++;
          const memory = handles[handle]!;
          const before = copyOf(model);
          if (what.kind === "open") {
            if (handle === 0) handles[0] = Memory.open(journal, { now });
            behind = handle === 0 ? copyOf(model) : behind;
          } else if (what.kind === "refresh" || handle === 0) {
            memory.refresh();
            if (handle === 0) behind = copyOf(model);
          }
          if (what.kind === "prune") {
            const { kind: _, ...how } = what;
            const given = Object.fromEntries(Object.entries(how).filter(([, value]) => value !== undefined));
            const plan = attempt(() => prunedBy(model, how));
            const pruned = attempt(() => memory.prune(given));
            if ("code" in plan || "code" in pruned) expect(pruned).toEqual(plan);
            else {
              expect(
                pruned.value.tasks.map(({ task, versions }) => [task, [...versions].sort((a, b) => a - b)]),
              ).toEqual([...plan.value].map(([{ name }, versions]) => [name, [...versions]]));
              if (!what.dryRun)
                for (const [task, versions] of plan.value)
                  task.versions = task.versions.map((version) =>
                    versions.has(version.number) ? { ...version, items: null } : version,
                  );
            }
            told.length = 0;
            handles[0]!.refresh();
            behind = copyOf(model);
          } else if (what.kind === "all") {
            // All of a group happen, or none.
            const fresh = copyOf(model);
            const result = attempt(() =>
              memory.transaction(() => {
                model = copyOf(fresh);
                for (const each of what.writes) done(memory, model, each, now().toISOString());
                if (what.fails) refuse("mine");
              }),
            );
            if ("code" in result) model = fresh;
            told.length = 0;
          } else if (what.kind !== "open" && what.kind !== "refresh") {
            const draft = copyOf(model);
            const result = attempt(() => done(memory, draft, what, now().toISOString()));
            if (!("code" in result)) model = draft;
            tell(handle === 1, before, what);
          }
          if (handle === 0) behind = copyOf(model);
          check(handles[1]!, model);
          check(handles[0]!, behind);
        }
        for (const memory of [handles[1]!, Memory.open(journal)]) {
          check(memory, model);
          for (const filter of looks) checkReading(memory, model, filter);
          expect(memory.doctor().problems).toEqual([]);
        }
      },
    ),
    { numRuns: runs(1_000, 25) },
  );
});

/** The events that a write is told as: none if it was refused, or wrote nothing. */
function eventsOf(before: Model, after: Model, what: Write, isOwn: boolean): MemoryEvent[] {
  if (what.kind === "retention" || what.kind === "quotas") return [{ kind: "settings", isOwn }];
  const { name } = what;
  const [was, is] = [before, after].map(({ tasks }) => tasks.find((task) => task.name === name));
  switch (what.kind) {
    case "describe":
      return was === undefined ? [] : [{ kind: "describe", task: name, isOwn }];
    case "rename": {
      const named = after.tasks.find(({ id }) => id === was?.id);
      return named?.name === what.to ? [{ kind: "describe", task: what.to, isOwn }] : [];
    }
    case "delete":
      return was === undefined ? [] : [{ kind: "delete", task: name, isOwn }];
    case "branch":
    case "deleteBranch":
      return was?.branches.size === is?.branches.size
        ? []
        : [{ kind: what.kind, task: name, branch: what.branch, isOwn }];
    default: {
      const version = is?.versions.at(-1);
      if (version === undefined || was?.versions.length === is?.versions.length) return [];
      const commit = { kind: "commit", task: name, branch: version.branch, version: version.number, isOwn } as const;
      return what.kind === "create" ? [{ kind: "task", task: name, isOwn }, commit] : [commit];
    }
  }
}
