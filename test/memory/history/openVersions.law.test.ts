import { type Memory, Scope, type Task } from "@semantic-xpath/memory";
import { AXIS_NAMES } from "@semantic-xpath/parser";
import { CompiledQuery, compile } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogueOf } from "../../../packages/memory/src/history/catalogue.js";
import { historyOf } from "../../../packages/memory/src/history/history.js";
import { runs } from "../../support/runs.js";
import { newStore } from "./stores.js";

const WORDS = ["museum", "coffee", "harbour", "zoo"];
const TYPES = ["POI", "Day", "Task", "Version", "Change"];
const leaf = fc.record({ type: fc.constantFrom(...TYPES), text: fc.constantFrom(...WORDS) });

/** Knows no tree, so that scores are the same whatever is laid out. */
const scorer: Scorer = {
  id: "shared words",
  cost: "cheap",
  score: async (texts, condition) =>
    Float32Array.from(texts, (text) => {
      const words = condition.split(" ");
      return words.filter((word) => text.includes(word)).length / words.length;
    }),
};

/** A commit: which task, what it does, where, and with what. */
const step = fc.record({
  task: fc.nat(),
  kind: fc.constantFrom("insert", "delete", "setText", "rename", "describe"),
  at: fc.nat(),
  leaf,
  onBranch: fc.boolean(),
});

const root = fc.constantFrom("Plan", "Change", "Task");

function apply(
  task: Task,
  { kind, at, leaf: { type, text }, onBranch }: ReturnType<typeof step.generate>["value"],
): void {
  if (kind === "describe") {
    task.describe({ [onBranch ? "title" : "description"]: at % 2 === 0 ? null : text });
    return;
  }
  const branch = onBranch ? "draft" : "main";
  if (onBranch && task.branches().length === 1) task.branch("draft");
  const head = task.head(branch);
  const node = 1 + (at % head.nodes);
  const edit =
    kind === "delete" && node > 1
      ? { kind, node }
      : kind === "setText"
        ? { kind, node, text }
        : kind === "rename"
          ? { kind, node, type }
          : { kind: "insert" as const, parent: node, content: { type, text } };
  task.commit([edit as never], { branch });
}

/** Paths from a node: into the tree of a version, to its changes, and away from it. */
const inner = fc.constantFrom(
  ...["/POI", "//POI", "/*", "/Day/POI", "/Change", "//*", "/..", "/following-sibling::*", "/preceding::POI"],
);
const graded = fc.constantFrom("museum", "coffee", "zoo");
/** What is tested of a node: its text, a field, an attribute, or a name that may be an attribute or children. */
const subject = fc.constantFrom(
  "node",
  "POI",
  "Day",
  "Change",
  "changes",
  "title",
  "@branch",
  "@number",
  "text()",
  ".",
);
const simple = fc.oneof(
  fc
    .tuple(
      subject.filter((each) => each !== "."),
      graded,
    )
    .map(([each, word]) => `${each} =~ '${word}'`),
  fc.tuple(subject, fc.constantFrom("=", "!=", "<"), graded).map((parts) => `${parts[0]} ${parts[1]} '${parts[2]}'`),
  fc.tuple(subject, graded).map(([each, word]) => `contains(${each}, '${word}')`),
  inner.map((path) => `exists(${path})`),
  inner.map((path) => `count(${path}) > 1`),
  fc
    .tuple(fc.constantFrom("avg", "max", "min"), inner, graded)
    .map((parts) => `${parts[0]}(${parts[1]}[node =~ '${parts[2]}'])`),
  fc
    .tuple(fc.constantFrom("some", "every"), inner, inner, graded)
    .map(
      ([which, path, next, word]) =>
        `${which} $p in ${path}, $q in $p/${next.replace(/^\/*/, "")} satisfies $q/text() = '${word}'`,
    ),
  fc.constantFrom("1", "-1", "2", "1:2", "@-1", "@+1", "order by @time descending", "@branch = 'draft'", "@number > 1"),
);
const isPlace = (test: string): boolean => /^(?:-?\d|@[-+]|order)/.test(test);
const predicate = fc.oneof(
  { weight: 4, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc
      .tuple(simple, fc.constantFrom("and", "or"), simple)
      .map(([left, joined, right]) => (isPlace(left) || isPlace(right) ? left : `(${left}) ${joined} (${right})`)),
  },
  { weight: 1, arbitrary: simple.map((each) => (isPlace(each) ? each : `not(${each})`)) },
);
const plain = fc
  .tuple(
    fc.constantFrom(
      "Version",
      "Version",
      "Version",
      "*",
      "Version/Change",
      "Version[-1]/preceding::POI",
      "Version[2]/..",
    ),
    fc.array(predicate, { maxLength: 2 }),
    fc.constantFrom("", "", "", "/following-sibling::*", "/preceding-sibling::*"),
  )
  .map(([step, tests, after]) => `${step}${tests.map((test) => `[${test}]`).join("")}${after}`);
const tail = fc.constantFrom(
  ...[
    "",
    "//POI",
    "/Plan",
    "/*",
    "//POI[node =~ 'zoo coffee']",
    "//*[text() = 'zoo']/..",
    "//Day/POI",
    "/Change",
    "//Task",
  ],
  ...[
    "//POI/ancestor::Task/Version[1]//POI",
    "//POI/following::POI",
    "/@number",
    "/Plan/ancestor::Version/@branch",
    "//..",
  ],
);
const query = fc
  .tuple(
    fc.constantFrom("/Memory/Task", "//Task", "/*/Task[node =~ 'first']", "(/Memory/Task[node =~ 'first'])[1]"),
    plain,
    tail,
  )
  .chain(([task, version, rest]) =>
    fc.constantFrom(
      `${task}/${version}${rest}`,
      `(${task}/${version}${rest})[-1]`,
      `(${task}/${version}${rest})[1:2] | ${task}`,
      `${task}/${version}${rest} except //POI`,
      `//POI intersect ${task}/${version}${rest}`,
      `/Memory/Task[exists(/${version}${rest})]`,
    ),
  );

const store = fc
  .tuple(fc.tuple(root, leaf), fc.tuple(root, leaf), fc.array(step, { maxLength: 8 }))
  .map(([one, other, steps]): Memory => {
    const memory = newStore();
    const tasks = [one, other].map(([type, child], i) =>
      memory.createTask(`task ${i}`, treeOf({ type, children: [child] }), { title: i === 0 ? "the first" : "other" }),
    );
    for (const one of steps) apply(tasks[one.task % 2]!, one);
    return memory;
  });

/** A tree as text, whatever the order of attributes: one that is new is the last. */
const textOf = (root: unknown): string =>
  JSON.stringify(root, (key, value) => (key === "attributes" ? Object.entries(value).sort() : value));

/** The matches are those of a store with every version laid out. */
async function agree(memory: Memory, text: string): Promise<void> {
  const history = historyOf(memory);
  const catalogue = history.catalogue();
  const all = history.layOut(catalogue, new Set(catalogue.tasks.flatMap(({ versions }) => versions)));
  const { matches } = await memory.query(text, { scorer });
  const whole = await new CompiledQuery(compile(text).query!.plan, null).run(all.tree, { scorer });
  const placed = whole.matches.map((match) => {
    const { task, version, inside } = all.placeOf(match.id);
    const key = inside?.tree.keyOf(inside.node) ?? null;
    return [task?.name ?? null, version?.number ?? null, key, match.value, match.weight];
  });
  const own = matches.map(({ task, version, key, value, weight }) => [task, version, key, value, weight]);
  expect(own, text).toEqual(placed);
}

describe("of a store only what a query looks into is laid out", () => {
  it("law: and it gives what it gives where all versions are", async () => {
    await fc.assert(
      fc.asyncProperty(store, query, async (memory, text) => {
        fc.pre(compile(text).query !== undefined);
        await agree(memory, text);
      }),
      { numRuns: runs(300, 20) },
    );
  });

  it.each(AXIS_NAMES)("along %s:: from every level", async (axis) => {
    const memory = newStore();
    for (const name of ["one", "two"]) {
      const task = memory.createTask(name, treeOf({ type: "Plan", children: [{ type: "POI", text: "zoo" }] }));
      for (const kind of ["insert", "setText", "insert"] as const)
        apply(task, { task: 0, kind, at: 0, leaf: { type: "POI", text: "coffee" }, onBranch: false });
    }
    for (const from of ["/Memory", "//Task[1]", "//Version[2]", "//Version[-1]", "//Change[1]", "//Plan", "//POI"])
      for (const test of ["*", "POI"])
        for (const places of ["", "[1]", "[-1]"]) await agree(memory, `${from}/${axis}::${test}${places}`);
  });

  it("law: a catalogue that grows is the one that is made anew", () => {
    fc.assert(
      fc.property(store, fc.array(step, { minLength: 1, maxLength: 4 }), (memory, steps) => {
        const scope = new Scope(memory);
        let catalogue = catalogueOf(memory, null, scope);
        for (const one of steps) {
          apply(memory.tasks()[one.task % 2]!, one);
          catalogue = catalogueOf(memory, catalogue, scope);
          const anew = catalogueOf(memory, null, scope);
          expect(textOf(catalogue.tree.root)).toBe(textOf(anew.tree.root));
          expect(catalogue.tree.source.parts).toEqual(anew.tree.source.parts);
          expect(catalogue.tasks.map(({ node }) => node)).toEqual(anew.tasks.map(({ node }) => node));
          expect(catalogue.tasks.flatMap(({ versions }) => versions.map(({ node }) => node))).toEqual(
            anew.tasks.flatMap(({ versions }) => versions.map(({ node }) => node)),
          );
        }
      }),
      { numRuns: runs(30, 5) },
    );
  });
});
