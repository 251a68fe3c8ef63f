import { type AuditEntry, MemorySession } from "@semantic-xpath/agents";
import {
  type Change,
  inMemoryJournal,
  lossesOf,
  Memory,
  MemoryError,
  type Task,
  type UpdateResult,
  type UpdateSource,
  type Version,
} from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/readers";
import { CompileError, type Operation, readXml } from "@semantic-xpath/runtime";
import { nodeData, type SegmentedTree, SemanticXPathError } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shownWeight } from "../../packages/agents/src/results/numbers.js";
import { runs } from "../support/runs.js";
import { TRIP, TRIP_SCHEMA } from "./support/trip.js";

/**
 * Every tool against the interface of a second memory, to which the same is done: what a tool answers is what the interface says, what it refuses has
 * the same code, and after each call both memories hold the same.
 */

const AUTHOR = "agent";

interface Twins {
  readonly session: MemorySession;
  readonly memory: Memory;
  readonly twin: Memory;
  readonly audit: AuditEntry[];
  /** The task of calls that name none. */
  current: string;
  readonly mayDelete: boolean;
  readonly canWrite: boolean;
  readonly sees: readonly string[] | null;
}

const task = fc.option(fc.constantFrom("trip", "list", "trip", "nowhere"), { nil: undefined });
const version = fc.option(fc.oneof(fc.integer({ min: -2, max: 5 }), fc.constantFrom("main", "rain", "none")), {
  nil: undefined,
  freq: 2,
});
const node = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.constantFrom("#3", "//Day[1]", "/Plan/Day[2]/POI[1]", "//POI"),
);
const maxTokens = fc.option(fc.constantFrom(100, 120), { nil: undefined });
const writing = fc.record(
  {
    task,
    branch: fc.constantFrom("main", "rain", "none"),
    dryRun: fc.boolean(),
    ifVersion: fc.integer({ min: 1, max: 4 }),
    idempotencyKey: fc.constantFrom("k1", "k2"),
    reason: fc.constantFrom("rain", ""),
    turn: fc.constantFrom("t1"),
    eventTime: fc.constantFrom("2026-03-14", "soon"),
  },
  { requiredKeys: [] },
);
type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never;

const QUERIES = [
  ...["//POI", "//POI[@cost > 10]", "/Plan/Day[1]/POI", '//POI[node =~ "zoo nature"]', "//Item", "/Plan/@title"],
  ...["count(//POI)", "max(//POI/@cost)", "//POI/@name", "//Nope", "//POI[", "distinct-values(//POI/@name)", "1 div 3"],
] as const;

const step = fc.oneof(
  fc.record({
    tool: fc.constant("query" as const),
    input: fc.record(
      {
        query: fc.constantFrom(...QUERIES),
        task,
        version,
        limit: fc.integer({ min: 1, max: 2 }),
        minScore: fc.constantFrom(0, 0.3, 1),
        maxTokens,
        history: fc.constantFrom(false, false, true),
      },
      { requiredKeys: ["query"] },
    ),
  }),
  fc.record({
    tool: fc.constant("show" as const),
    input: fc.record({ task, version, node, depth: fc.nat({ max: 2 }), maxTokens }, { requiredKeys: [] }),
  }),
  fc.record({
    tool: fc.constant("history" as const),
    input: fc.record(
      {
        task,
        node: fc.integer({ min: 1, max: 9 }),
        branch: fc.constantFrom("main", "rain", "none"),
        since: fc.integer({ min: 0, max: 9 }).map(at),
        until: fc.integer({ min: 0, max: 9 }).map(at),
        maxTokens,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    tool: fc.constant("diff" as const),
    input: fc.record({ task, from: version.map((v) => v ?? 1), to: version, maxTokens }, { requiredKeys: ["from"] }),
  }),
  fc.record({ tool: fc.constant("tasks" as const), input: fc.record({ task }, { requiredKeys: [] }) }),
  fc.record({
    tool: fc.constant("schema" as const),
    input: fc.record({ task, version }, { requiredKeys: [] }).map((input) => ({ ...input, format: "json" })),
  }),
  fc.record({
    tool: fc.constant("insert" as const),
    input: fc
      .tuple(
        writing,
        fc.record(
          {
            content: fc.constantFrom<string | object>('<POI name="Cafe"/>', "<Day><POI/></Day>", "<POI", "<Hut/>", {
              type: "POI",
              attributes: { name: "Bar" },
            }),
            target: node,
            position: fc.constantFrom("first", "last", "before", "after"),
          },
          { requiredKeys: ["content", "target"] },
        ),
      )
      .map(([how, what]) => ({ ...how, ...what })),
  }),
  fc.record({
    tool: fc.constant("update" as const),
    input: fc
      .tuple(
        writing,
        fc.constantFrom(
          'replace value of node //Day[1]/POI[1]/@cost with "15"',
          'replace value of node //Day[1]/POI[1]/@name with ""',
          "move node //Day[1]/POI[1] into //Day[2]",
          "delete node //Day[2]/POI[1]",
          "rename node //POI as Break",
          'replace value of node //Day[1]/POI[1]/@cost with "many"',
          "delete node //Nope",
          "delete node",
          'insert node <POI name="New"/> into //Day[1], delete node //Day[2]/POI[1]',
        ),
      )
      .map(([how, update]) => ({ ...how, update })),
  }),
  fc.record({
    tool: fc.constant("delete" as const),
    input: fc
      .tuple(writing, fc.array(node, { minLength: 1, maxLength: 2 }))
      .map(([how, targets]) => ({ ...how, targets })),
  }),
  fc.record({
    tool: fc.constant("revert" as const),
    input: fc
      .tuple(
        writing,
        version.map((v) => v ?? 2),
        fc.constantFrom("undo", "restore", undefined),
      )
      .map(([how, version, mode]) => ({ ...how, version, ...(mode !== undefined && { mode }) })),
  }),
  fc.record({
    tool: fc.constant("create_task" as const),
    input: fc.record(
      {
        name: fc.constantFrom("new", "trip"),
        content: fc.constantFrom<string | object>("<New><A/></New>", { type: "New" }),
        title: fc.constant("T"),
        description: fc.constant("D"),
        reason: fc.constant("r"),
        turn: fc.constant("t"),
      },
      { requiredKeys: ["name", "content"] },
    ),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const answer = fc.constantFrom("yes", "no", "nobody");

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
}

type Outcome = { readonly output: unknown } | { readonly code: string };
const refusal = (code: string): never => {
  throw new MemoryError({ code, message: code } as never);
};

const codeOf = (error: unknown): string => {
  if (error instanceof CompileError)
    return error.diagnostics.find(({ severity }) => severity === "error")?.code ?? "none";
  if (error instanceof SemanticXPathError) return error.code;
  throw error;
};

/** Properties without a value left out, as in JSON. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? "null");

const named = (twins: Twins, name: string | undefined): Task => {
  const wanted = name ?? twins.current;
  return twins.sees?.includes(wanted) === false ? refusal("SXP5012") : twins.twin.task(wanted);
};
const versionAt = (of: Task, name: number | string | undefined): Version =>
  name === undefined ? of.head() : of.version(name);

/** The node of a reference in a version. */
async function nodeIn(twins: Twins, of: Task, at: Version, reference: number | string): Promise<number> {
  const key = /^#?(\d+)$/.exec(String(reference))?.[1];
  if (key !== undefined) return at.nodeOf(Number(key)) ?? refusal("SXP5069");
  const { matches } = await twins.twin.query(String(reference), { task: of.name, version: at.number });
  return matches.length === 1 ? at.nodeOf(matches[0]!.key!)! : refusal("SXP5069");
}

function linesOf(tree: SegmentedTree, node: number, depth: number, level = 0): string[] {
  const { type, text, attributes } = tree.rowAt(node);
  const said = [...attributes].map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
  const line = `${"  ".repeat(level)}#${tree.keyOf(node)} ${type}${said}${text === "" ? "" : `: ${text}`}`;
  return [
    line,
    ...(level < depth ? tree.childrenOf(node).flatMap((child) => linesOf(tree, child, depth, level + 1)) : []),
  ];
}

const shownChange = ({ kind, key, path, text, name, before, after }: Change) => ({
  ...{ kind, key, path, text, ...(name !== undefined && { name }) },
  ...(kind !== "insert" && kind !== "delete" && { ...(before != null && { before }), ...(after != null && { after }) }),
});

/** True if a version has another row, place or presence of a node than its parent. */
const touches = (of: Task, { parents, segments, changes }: Version, key: number): boolean => {
  const before = parents[0] === undefined ? null : of.version(parents[0]).segments;
  const row = (tree: SegmentedTree | null): string | null => {
    const node = tree?.nodeOfKey(key) ?? -1;
    if (tree === null || node < 0) return null;
    const { type, text, attributes } = tree.rowAt(node);
    return JSON.stringify([type, text, [...attributes]]);
  };
  // A replacement names the top of what it takes away.
  const isInReplaced = row(segments) === null && changes.every(({ kind }) => kind === "replace");
  if (isInReplaced) return changes.some(({ replaced }) => replaced === key);
  return row(before) !== row(segments) || changes.some((change) => change.kind === "move" && change.key === key);
};

const rounded = (value: number): number => Number(value.toPrecision(6));

/** What the interface of the second memory gives; null: the tool's text is its own. */
async function expected(twins: Twins, { tool, input }: Step, person: string, asked: string[]): Promise<unknown> {
  const { twin } = twins;
  switch (tool) {
    case "query": {
      const { query: text, limit, minScore, history } = input;
      const how = { ...(limit !== undefined && { limit }), ...(minScore !== undefined && { minScore }) };
      const of = history ? null : named(twins, input.task);
      if (history && twins.sees !== null) return null;
      const at = of === null ? null : versionAt(of, input.version);
      const result = await twin.query(text, { ...how, ...(at !== null && { task: of!.name, version: at.number }) });
      const about = at === null ? {} : { task: of!.name, version: at.number };
      const error = result.diagnostics.find(({ severity }) => severity === "error");
      if (error !== undefined) refusal(error.code);
      const matches = result.matches.map(({ key, path, pathInVersion, weight, attribute, text, task, version }) => ({
        ...(history && task !== null && { task }),
        ...(history && version !== null && { version }),
        ...{ key: key ?? 0, path: pathInVersion ?? path, weight: shownWeight(weight) },
        ...((attribute !== null || text !== null) && { text: attribute?.value ?? text }),
      }));
      const isEmpty = result.stats.empty !== null;
      const { value } = result;
      if (value === undefined) return { ...about, matches, isEmpty };
      if (Array.isArray(value)) return { ...about, value: value.slice(0, limit), isEmpty };
      const contributors = limit === undefined ? {} : { matches: matches.slice(0, limit) };
      return { ...about, value: typeof value === "number" ? rounded(value) : value, ...contributors, isEmpty };
    }
    case "show": {
      const of = named(twins, input.task);
      const at = versionAt(of, input.version);
      const top = input.node === undefined ? 1 : await nodeIn(twins, of, at, input.node);
      const path = at.pathOf(at.keyOf(top));
      return { task: of.name, version: at.number, path, lines: linesOf(at.segments, top, input.depth ?? 99) };
    }
    case "history": {
      const of = named(twins, input.task);
      const { branch, since, until, node: key } = input;
      const filter = { ...(branch && { branch }), ...(since && { since }), ...(until && { until }) };
      const versions = of.log(filter).filter((each) => key === undefined || touches(of, each, key));
      return {
        task: of.name,
        versions: versions.map(({ number, time, branch, parents, operation, provenance, eventTime, changes }) => ({
          ...{
            version: number,
            time,
            ...(branch !== "main" && { branch }),
            ...(parents.length > 1 && { parents }),
            operation,
          },
          ...{ author: provenance.author, reason: provenance.reason, turn: provenance.turn },
          ...(eventTime !== null && { eventTime }),
          changes: changes.map(({ text }) => text),
        })),
      };
    }
    case "diff": {
      const of = named(twins, input.task);
      const [from, to] = [of.version(input.from), versionAt(of, input.to)];
      return {
        task: of.name,
        from: from.number,
        to: to.number,
        changes: of.diff(from.number, to.number).changes.map(shownChange),
      };
    }
    case "tasks": {
      if (input.task !== undefined) twins.current = named(twins, input.task).name;
      const tasks = twin.tasks().filter(({ name }) => twins.sees?.includes(name) ?? true);
      return {
        task: twins.current,
        tasks: tasks.map(({ name, title, description, branches }) => ({
          ...{ name, ...(title !== null && { title }), ...(description !== null && { description }) },
          branches: branches.call(twin.task(name)).map(({ name, head }) => ({ name, version: head })),
        })),
      };
    }
    case "schema": {
      const of = named(twins, input.task);
      const at = versionAt(of, input.version);
      const { schema } = at;
      return {
        task: of.name,
        version: at.number,
        isInferred: schema === null,
        text: printSchema(schema ?? inferSchema([at.tree()])),
      };
    }
    case "insert": {
      if (!twins.canWrite) refusal("SXP5061");
      const { content, target, position } = input;
      const operation: Operation = {
        ...{ op: "insert", target: targetOf(target), ...(position !== undefined && { position }) },
        content: typeof content === "string" ? nodeData(readXml(content), 1) : (content as never),
      } as Operation;
      return updated(twins, [operation], input, person, asked);
    }
    case "update":
      return updated(twins, input.update, input, person, asked);
    case "delete":
      return updated(
        twins,
        input.targets.map((target): Operation => ({ op: "delete", target: targetOf(target) })),
        input,
        person,
        asked,
      );
    case "revert":
      return reverted(twins, input, person, asked);
    case "create_task": {
      if (!twins.canWrite) refusal("SXP5061");
      if (twins.sees !== null) refusal("SXP5062");
      const { name, content, title, description, reason, turn } = input;
      const provenance = {
        author: AUTHOR,
        ...(reason !== undefined && { reason }),
        ...(turn !== undefined && { turn }),
      };
      const words = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
      twin.createTask(name, readXml(typeof content === "string" ? content : "<New/>"), { ...words, provenance });
      twins.current = name;
      return { task: name, version: 1 };
    }
  }
}

const targetOf = (target: number | string) => {
  const key = /^#?(\d+)$/.exec(String(target))?.[1];
  return key === undefined ? String(target) : { key: Number(key) };
};

const provenanceOf = ({ reason, turn, eventTime }: Writing) => ({
  author: AUTHOR,
  ...(reason !== undefined && { reason }),
  ...(turn !== undefined && { turn }),
  ...(eventTime !== undefined && { time: eventTime }),
});

/** Asks the person before a loss. */
function confirm({ mayDelete }: Twins, changes: readonly Change[], person: string, asked: string[]): void {
  const losses = lossesOf(changes);
  if (mayDelete || losses.length === 0) return;
  if (person !== "nobody") asked.push(losses.map(({ text }) => text).join("\n"));
  if (person !== "yes") refusal("SXP5065");
}

async function updated(
  twins: Twins,
  source: UpdateSource,
  input: Writing,
  person: string,
  asked: string[],
): Promise<unknown> {
  if (!twins.canWrite) refusal("SXP5061");
  const of = named(twins, input.task);
  const { branch, ifVersion, idempotencyKey, dryRun = false } = input;
  const options = { ...(json({ branch, ifVersion, idempotencyKey }) as object), provenance: provenanceOf(input) };
  const tried = await twins.twin.update(of, source, { ...options, dryRun: true });
  if (tried.status !== "dry run" || dryRun) return outcomeOf(tried);
  confirm(twins, tried.changes, person, asked);
  return outcomeOf(await twins.twin.update(of, source, options));
}

function outcomeOf({ task, status, version, base, changes, diagnostics }: UpdateResult): unknown {
  if (!["applied", "dry run", "repeated", "unchanged"].includes(status))
    refusal(diagnostics.find(({ severity }) => severity === "error")?.code ?? "SXP5037");
  return { task, status, ...(version !== null && { version }), base, changes: changes.map(shownChange) };
}

function reverted(
  twins: Twins,
  input: Extract<Step, { tool: "revert" }>["input"],
  person: string,
  asked: string[],
): unknown {
  if (!twins.canWrite) refusal("SXP5061");
  const of = named(twins, input.task);
  const { version, mode = "undo", dryRun = false, branch = "main", ifVersion, idempotencyKey } = input;
  const { number: base } = of.head(branch);
  if (ifVersion !== undefined && ifVersion !== base) refusal("SXP5010");
  const options = { branch, ...(idempotencyKey !== undefined && { idempotencyKey }), provenance: provenanceOf(input) };
  const about = { task: of.name, base };
  if (mode === "restore") {
    const { changes } = of.diff(base, version);
    const shown = changes.map(shownChange);
    if (dryRun) return { ...about, status: "dry run", changes: shown };
    confirm(twins, changes, person, asked);
    const { isRepeated, version: made } = of.restore(version, options);
    return { ...about, status: isRepeated ? "repeated" : "applied", version: made.number, changes: shown };
  }
  const tried = of.revert(version, { ...options, dryRun: true });
  if (tried.conflicts.length > 0) refusal("SXP5011");
  const shown = tried.changes.map(shownChange);
  if (tried.isDone) return { ...about, status: "unchanged", changes: [] };
  if (dryRun) return { ...about, status: "dry run", changes: shown };
  confirm(twins, tried.changes, person, asked);
  const { isRepeated, version: made } = of.revert(version, options);
  return { ...about, status: isRepeated ? "repeated" : "applied", version: made!.number, changes: shown };
}

/** The list of an answer that has pages. */
const LISTS = { query: "matches", show: "lines", history: "versions", diff: "changes" } as const;

/** A call, with all pages of its list as one. */
async function called(twins: Twins, { tool, input }: Step, person: string, asked: string[]): Promise<Outcome> {
  const confirm = ({ lines }: { lines: readonly string[] }): boolean => {
    asked.push(lines.join("\n"));
    return person === "yes";
  };
  const context = person === "nobody" ? {} : { confirm };
  const first = await twins.session.call(tool, input, context);
  if (!first.ok) return { code: first.failure.code };
  const { notes: _, cursor, left = 0, empty, count, by, ...output } = first.output as Record<string, unknown>;
  let [next, expectedLeft] = [cursor, left as number];
  const list = (LISTS as Record<string, string>)[tool];
  const name = list !== undefined && !(list in output) ? "value" : list;
  while (next !== undefined) {
    const page = await twins.session.call(tool, { ...input, cursor: next });
    if (!page.ok) return { code: `page ${page.failure.code}` };
    const items = page.output[name!] as unknown[];
    (output[name!] as unknown[]).push(...items);
    expectedLeft -= items.length;
    expect(page.output.left ?? 0).toBe(expectedLeft);
    next = page.output.cursor;
  }
  expect(expectedLeft).toBe(0);
  if (tool === "query") {
    // The content of a node is in words of the tool; the words of an attribute or text are its value.
    const matches = output.matches as Record<string, unknown>[] | undefined;
    const rows = matches?.map(({ evidence: _, ...row }) => row);
    return { output: { ...output, ...(rows !== undefined && { matches: rows }), isEmpty: empty !== undefined } };
  }
  return { output };
}

const stateOf = (memory: Memory): unknown =>
  memory.tasks().map((each) => ({
    ...{ name: each.name, title: each.title, description: each.description, branches: each.branches() },
    versions: each
      .versions()
      .map(({ number, branch, parents, operation, of, provenance, idempotencyKey, segments }) => ({
        ...{ number, branch, parents, operation, of, provenance, idempotencyKey },
        lines: linesOf(segments, 1, 99),
      })),
  }));

function opened({
  mayDelete,
  rights,
  tasks,
}: {
  mayDelete: boolean;
  rights: "read" | "write";
  tasks: readonly string[] | null;
}) {
  let second = 0;
  const now = (): Date => new Date(at(second));
  const [memory, twin] = [0, 1].map(() => {
    second = 0;
    const memory = Memory.create(inMemoryJournal(), { now });
    const trip = memory.createTask("trip", readXml(TRIP), { title: "San Diego", schema: TRIP_SCHEMA! });
    memory.createTask("list", readXml("<List><Item>a b</Item><Item>c</Item></List>"));
    second++;
    trip.branch("rain");
    trip.commit([{ kind: "insert", parent: 2, content: { type: "POI", attributes: { name: "Park" } } }], {
      branch: "rain",
    });
    second++;
    trip.commit([
      { kind: "insert", parent: 2, content: { type: "POI", attributes: { name: "Pier" } } },
      { kind: "delete", node: 4 },
    ]);
    // The keys of what this deletes are not one range.
    trip.commit([{ kind: "delete", node: 2 }], { branch: "rain" });
    return memory;
  }) as [Memory, Memory];
  const audit: AuditEntry[] = [];
  const session = new MemorySession({
    ...{ memory, now, mayDelete, author: AUTHOR, audit: (entry) => void audit.push(entry) },
    grant: { rights, ...(tasks !== null && { tasks }) },
    limits: { callsPerMinute: 1e9, writesPerMinute: 1e9 },
  });
  const twins: Twins = {
    session,
    memory,
    twin,
    audit,
    current: "trip",
    mayDelete,
    canWrite: rights === "write",
    sees: tasks,
  };
  return { twins, tick: () => second++ };
}

const access = fc.record({
  mayDelete: fc.boolean(),
  rights: fc.constantFrom("write" as const, "write" as const, "write" as const, "read" as const),
  tasks: fc.constantFrom<readonly string[] | null>(null, null, ["trip"]),
});

it("law: each tool answers what the interface says, refuses by its code, asks about losses, and leaves the same memory", async () => {
  await fc.assert(
    fc.asyncProperty(
      access,
      fc.array(fc.tuple(step, answer), { minLength: 1, maxLength: 5 }),
      async (rights, steps) => {
        const { twins, tick } = opened(rights);
        for (const [each, person] of steps) {
          tick();
          const [mine, theirs]: [string[], string[]] = [[], []];
          const wanted = await expected(twins, each, person, theirs).then(
            (output): Outcome => ({ output }),
            (error): Outcome => ({ code: codeOf(error) }),
          );
          const got = await called(twins, each, person, mine);
          if ("output" in wanted && wanted.output === null) continue;
          expect(json(withoutSummaries(got, wanted))).toEqual(json(wanted));
          expect(mine).toEqual(theirs);
          expect(stateOf(twins.memory)).toEqual(stateOf(twins.twin));
          const entry = twins.audit.at(-1)!;
          expect({ tool: entry.tool, failure: entry.failure }).toEqual({
            tool: each.tool,
            failure: "code" in got ? got.code : null,
          });
          if (!("output" in got)) continue;
          const { task: about, version: number, status } = got.output as Record<string, unknown>;
          expect([entry.task, entry.version, entry.dryRun]).toEqual([
            about,
            number,
            status === "dry run" ? true : undefined,
          ]);
        }
      },
    ),
    { numRuns: runs(1_000, 15) },
  );
});

/** Rows of nodes have a summary as their text, which the interface does not have. */
function withoutSummaries(got: Outcome, wanted: Outcome): Outcome {
  if (!("output" in got && "output" in wanted)) return got;
  const rows = (of: unknown) => (of as { matches?: Record<string, unknown>[] }).matches;
  const [mine, theirs] = [rows(got.output), rows(wanted.output)];
  if (mine === undefined || theirs === undefined) return got;
  const matches = mine.map((row, i) =>
    theirs[i] !== undefined && !("text" in theirs[i]) ? { ...row, text: undefined } : row,
  );
  return { output: { ...(got.output as object), matches } };
}
