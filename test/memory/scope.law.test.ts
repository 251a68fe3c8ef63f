import { inMemoryJournal, Memory, MemoryError, Scope } from "@semantic-xpath/memory";
import { type Edit, type NodeData, nodeData, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../support/runs.js";

/** A scope with a root is a memory of its own: everything done through it gives what it gives on a memory that holds that subtree alone. */

const names = fc.constantFrom("Zoo", "Harbour", "Museum");
const place = fc.record({
  type: fc.constant("POI"),
  attributes: fc.record({ name: names }),
  text: fc.constantFrom("", "x"),
});
const day = fc.record({
  type: fc.constant("Day"),
  attributes: fc.record({ n: fc.constantFrom("1", "2") }),
  children: fc.array(place, { minLength: 1, maxLength: 4 }),
});

const UPDATES = [
  'replace value of node /Day/@n with "7"',
  'replace value of node /Day with "a day"',
  "delete node /Day/@n",
  'insert node attribute city {"Rome"} into /Day',
  'replace value of node /Day/POI[1]/@name with "Tower"',
  'replace value of node /Day/POI[last()] with "tall"',
  'insert node <POI name="Cafe"/> into /Day',
  'insert node <POI name="Park"/> as first into /Day',
  'replace node /Day/POI[1] with <Hotel name="Inn"/>',
  "delete node /Day/POI[last()]",
  "move node /Day/POI[1] as last into /Day",
  "move node /Day/POI[1] into /Day/POI[last()]",
  'rename node /Day/POI[1] as "Sight"',
];

type Action =
  | { readonly kind: "update"; readonly text: string; readonly dryRun: boolean }
  | { readonly kind: "revert"; readonly back: number; readonly resolve: "ours" | "theirs" };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      text: fc.constantFrom(...UPDATES),
      dryRun: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("revert" as const),
      back: fc.nat(3),
      resolve: fc.constantFrom("ours" as const, "theirs" as const),
    }),
  },
);

/** The second day of a plan, with as many nodes before it in each case; the last nodes, so that new keys are the same. */
const ROOT = 4;
const around = (inside: NodeData): NodeData => ({
  type: "Plan",
  attributes: { owner: "Ann" },
  children: [
    { type: "Day", attributes: { n: "0" }, children: [{ type: "POI", attributes: { name: "Secret" } }] },
    inside,
  ],
});

const now = (): Date => new Date(Date.UTC(2026, 0, 1));

function scopes(inside: NodeData) {
  const outer = Memory.create(inMemoryJournal(), { now });
  outer.createTask("trip", treeOf(around(inside)));
  const part = new Scope(outer, { tasks: ["trip"], root: ROOT, rights: "write" });
  const alone = Memory.create(inMemoryJournal(), { now });
  alone.createTask("trip", part.view("trip").tree, { keepsKeys: true });
  return { outer, part, whole: new Scope(alone, { tasks: ["trip"], rights: "write" }) };
}

/** What somebody sees of an action: what it came to, and everything that there is afterwards. */
async function seenOf(scope: Scope, action: Action): Promise<unknown> {
  const outcome = await take(scope, action).catch((error: unknown) => {
    if (!(error instanceof MemoryError)) throw error;
    return { code: error.code, message: error.message };
  });
  const { tree, version, schema } = scope.view("trip");
  const log = scope.log("trip").filter(({ number }) => number > 1);
  return { outcome, tree: nodeData(tree, 1), version, schema, log, diff: scope.diff("trip", 1, version.number) };
}

async function take(scope: Scope, action: Action): Promise<unknown> {
  if (action.kind === "update") {
    const { status, changes, diagnostics, targets } = await scope.update("trip", action.text, {
      dryRun: action.dryRun,
    });
    // Keys of what is new are those of the store that it was tried in, until it is written.
    const shown = action.dryRun ? changes.map(({ kind, path, text }) => ({ kind, path, text })) : changes;
    return { status, changes: shown, diagnostics, targets };
  }
  const { number } = scope.view("trip").version;
  if (number === 1) return null;
  const undone = Math.max(2, number - action.back);
  const { version, changes, conflicts, resolved, isDone } = scope.revert("trip", undone, { resolve: action.resolve });
  return { version: version?.number, changes, conflicts, resolved, isDone };
}

/** Paths below the plan are those below the day. */
const fromDay = (seen: unknown): unknown => JSON.parse(JSON.stringify(seen).replaceAll("/Plan/Day[2]", "/Day"));

describe("law: a scope with a root is a memory of its own", () => {
  it("whatever is done through it, the root included", async () => {
    await fc.assert(
      fc.asyncProperty(day, fc.array(action, { minLength: 1, maxLength: 6 }), async (inside, actions) => {
        const { outer, part, whole } = scopes(inside);
        const rest = () => {
          const { root } = outer.task("trip").head().tree();
          return [root!.attributes, nodeData(outer.task("trip").head().tree(), 2)];
        };
        const before = rest();
        for (const each of actions)
          expect(fromDay(await seenOf(part, each))).toEqual(fromDay(await seenOf(whole, each)));
        expect(rest()).toEqual(before);
      }),
      { numRuns: runs(200, 20) },
    );
  });
});

test.each([
  ["moves a node in from outside", [{ kind: "move", node: 3, parent: 4, before: null }]],
  ["moves a node out", [{ kind: "move", node: 5, parent: 2, before: null }]],
  ["moves the root", [{ kind: "move", node: 4, parent: 1, before: 2 }]],
  [
    "changes something else as well",
    [
      { kind: "setText", node: 4, text: "x" },
      { kind: "setText", node: 2, text: "y" },
    ],
  ],
] as [string, Edit[]][])("a version that %s is not undone through a scope", (_, edits) => {
  const { outer, part } = scopes({ type: "Day", children: [{ type: "POI" }] });
  const { version } = outer.task("trip").commit(edits);
  for (const dryRun of [false, true]) expect(() => part.revert("trip", version.number, { dryRun })).toThrow(/SXP5062/);
  expect(outer.task("trip").head().number).toBe(version.number);
});
