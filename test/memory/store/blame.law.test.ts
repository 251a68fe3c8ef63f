import { type Change, inMemoryJournal, Memory, type Task } from "@semantic-xpath/memory";
import { type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Plain, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { type Draw, drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";

/** Blame against the log, read from the first version to the last: the version of a part is the last one with a change that makes it. */

/** The parts of an existing node that a change of it makes; a new kind of change needs a line here. */
const MADE: Readonly<Record<Change["kind"], (change: Change, part: string) => boolean>> = {
  insert: () => true,
  replace: () => true,
  delete: () => false,
  move: (_, part) => part === "place",
  rename: (_, part) => part === "type",
  setText: (_, part) => part === "text()",
  setAttribute: ({ name }, part) => part === `@${name}`,
};

type Made = Readonly<Record<string, string>>;

const keysOf = (tree: SegmentedTree): number[] => Array.from({ length: tree.size }, (_, i) => tree.keyOf(i + 1));

const partsOf = (tree: SegmentedTree, key: number): string[] => {
  const { text, attributes } = tree.rowAt(tree.nodeOfKey(key));
  const names = [...attributes.keys()].map((name) => `@${name}`);
  return ["node", "place", "type", ...(text === "" ? [] : ["text()"]), ...names];
};

/** The change that brought a new node: the one of the nearest node above it that the log names as new. */
function broughtBy(changes: readonly Change[], tree: SegmentedTree, key: number): Change {
  for (let node = tree.nodeOfKey(key); node > 0; node = tree.parentOf(node)) {
    const change = changes.find(
      ({ kind, key: top }) => (kind === "insert" || kind === "replace") && top === tree.keyOf(node),
    );
    if (change !== undefined) return change;
  }
  throw new Error(`nothing brought ${key}`);
}

/** Of each node of the newest version and each of its parts, the number of a version and a change of it. */
function madeBy(task: Task): Map<number, Made> {
  let before: ReadonlySet<number> = new Set();
  const made = new Map<number, Record<string, string>>();
  for (const { number, segments, changes } of task.versions()) {
    for (const key of keysOf(segments)) {
      if (!before.has(key)) made.set(key, {});
      const parts = made.get(key)!;
      for (const part of partsOf(segments, key))
        if (!before.has(key)) parts[part] = `${number} ${broughtBy(changes, segments, key).text}`;
      for (const change of before.has(key) ? changes.filter((each) => each.key === key) : [])
        for (const part of partsOf(segments, key))
          if (MADE[change.kind](change, part)) parts[part] = `${number} ${change.text}`;
    }
    before = new Set(keysOf(segments));
  }
  const last = task.head().segments;
  const shown = (key: number): Made =>
    Object.fromEntries(partsOf(last, key).map((part) => [part, made.get(key)![part]!]));
  return new Map(keysOf(last).map((key) => [key, shown(key)]));
}

const draws = fc.array(drawOf(["x", "Day"], fc.constantFrom("", "1", "a b"), plainTree), {
  minLength: 1,
  maxLength: 3,
});

const historyOf = (first: Plain, commits: readonly (readonly Draw[])[]): Task => {
  const task = Memory.create(inMemoryJournal()).createTask("plan", treeOf(first));
  for (const drawn of commits) task.commit(editsOf(modelOf(task.head().tree()), drawn));
  return task;
};

it("law: blame names the last version of the log that made a part what it is", () => {
  fc.assert(
    fc.property(plainTree, fc.array(draws, { maxLength: 5 }), (first, commits) => {
      const task = historyOf(first, commits);
      for (const [key, made] of madeBy(task)) {
        const blamed = task.blame(key).map(({ part, version, change }) => [part, `${version.number} ${change.text}`]);
        expect(Object.fromEntries(blamed)).toEqual(made);
      }
    }),
    { numRuns: runs(300, 40) },
  );
});

it("law: of merged and pruned histories, blame names versions that are left, and changes of theirs", () => {
  const step = fc.record({
    drawn: draws,
    branch: fc.constantFrom("main", "other"),
    join: fc.constantFrom("merge", "merge back", "nothing"),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(plainTree, steps, fc.array(fc.nat({ max: 14 })), (first, commits, gone) => {
      const memory = Memory.create(inMemoryJournal());
      const task = memory.createTask("plan", treeOf(first));
      task.branch("other");
      for (const { drawn, branch, join } of commits) {
        task.commit(editsOf(modelOf(task.head(branch).tree()), drawn), { branch });
        const [from, into] = join === "merge" ? ["other", "main"] : ["main", "other"];
        if (join !== "nothing") task.merge(from, into, { resolve: "ours" });
      }
      const heads = task.branches().map(({ head }) => head);
      const isOld = (version: number): boolean => version <= task.versions().length && !heads.includes(version);
      const versions = gone.map((number) => number + 1).filter(isOld);
      if (versions.length > 0) memory.prune({ task: "plan", versions });
      for (const { segments, number } of heads.map((head) => task.version(head)))
        for (const key of keysOf(segments))
          for (const { version, change } of task.blame(key, { version: number })) {
            expect(version.isPruned).toBe(false);
            expect(version.changes).toContain(change);
          }
    }),
    { numRuns: runs(400, 60) },
  );
});
