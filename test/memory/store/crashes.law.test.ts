import { Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import type { SegmentedTree } from "@semantic-xpath/tree";
import { afterAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { Disk, randomFrom } from "../journal/support/disk.js";
import { FOLDER, on, text } from "../journal/support/scripts.js";

/** Outcomes of each crash: which of what was not durable is there. */
const OUTCOMES = isLong ? 8 : 2;
const STEP = isLong ? 1 : 7;

let checks = 0;
afterAll(() => console.log(`    ${checks} checks after crashes`));

const DAYS = Array.from({ length: 12 }, (_, i) => `<Day n="${i}"><POI name="Place ${i}" secret="hidden ${i}"/></Day>`);
const PLAN = `<Plan>${DAYS.join("")}</Plan>`;
const now = (): Date => new Date(Date.UTC(2026, 0, 1));
const value = (node: number, to: string) => [{ kind: "setAttribute", node, name: "v", value: to } as const];

/** Two tasks, a branch, and some versions of each. */
function prepare(disk: Disk): void {
  const memory = Memory.create(on(disk), { now });
  const trip = memory.createTask("trip", readXml(PLAN));
  memory.createTask("list", readXml("<List><Item>one</Item></List>"));
  trip.branch("rain");
  trip.commit([{ kind: "delete", node: 4 }], { branch: "rain" });
  for (let i = 0; i < 9; i++) trip.commit(value(2, `${i}`));
}

/** What may die; each makes one version of the trip, or says otherwise. Of `SECRETS` nothing is left anywhere afterwards. */
const SCENES: Readonly<Record<string, (memory: Memory) => void>> = {
  commit: (memory) => memory.task("trip").commit(value(3, "new")),
  merge: (memory) => memory.task("trip").merge("rain"),
  revert: (memory) => memory.task("trip").revert(3, { resolve: "theirs" }),
  "commit of a tree": (memory) => memory.task("trip").commitTree(readXml(PLAN.replace("Place 3", "Museum"))),
  "import of a task": (memory) => memory.createTask("third", readXml(PLAN)),
  "transaction of two tasks": (memory) =>
    memory.transaction(() => {
      memory.task("trip").commit(value(3, "both"));
      memory.task("list").commit(value(1, "both"));
      memory.task("trip").branch("after");
    }),
  "pruning of versions": (memory) => memory.prune({ task: "trip", before: 8 }),
  "pruning of a node": (memory) => memory.prune({ task: "trip", keys: [3] }),
  "pruning of a task": (memory) => {
    memory.deleteTask("list");
    memory.prune();
  },
};
const SECRETS: Readonly<Record<string, string>> = { "pruning of a node": "hidden 0", "pruning of a task": "Item" };

const spelled = (tree: SegmentedTree): string =>
  Array.from({ length: tree.size }, (_, i) => {
    const { type, text: own, attributes } = tree.rowAt(i + 1);
    return `#${tree.keyOf(i + 1)} in ${tree.parentOf(i + 1)} ${type} ${own} ${JSON.stringify([...attributes])}`;
  }).join("\n");

/** All that a store says, but for times. */
const shown = (memory: Memory): string =>
  JSON.stringify(
    memory.tasks().map((task) => [
      task.name,
      task.branches(),
      task.versions().map((version) => {
        const { number, branch, parents, isPruned } = version;
        return isPruned ? [number] : [number, branch, parents, version.changes, spelled(version.segments)];
      }),
    ]),
  );

const prepared = new Disk();
prepare(prepared);

describe.each(Object.keys(SCENES))("a crash during a %s", (name) => {
  const act = SCENES[name]!;
  const whole = prepared.crashed(() => 1);
  const memory = Memory.open(on(whole), { now });
  const possible = [shown(memory)];
  if (name === "pruning of a task") {
    memory.deleteTask("list");
    possible.push(shown(memory));
    memory.prune();
  } else act(memory);
  possible.push(shown(memory));

  it.each(["before", "during", "after"] as const)("leaves what was there or what was to be, %s any change", (kind) => {
    let died = true;
    for (let at = 1; died; at += STEP) {
      const disk = prepared.crashed(() => 1);
      let isDone = false;
      try {
        const dying = Memory.open(on(disk), { now });
        disk.changes = 0;
        disk.fault = { kind, at };
        act(dying);
        isDone = true;
      } catch {}
      died = disk.isDead;
      for (let seed = 0; seed < (died ? OUTCOMES : 1); seed++) {
        const after = disk.crashed(randomFrom(at * 1000 + seed));
        check(after, { possible: isDone ? possible.slice(-1) : possible, name, where: `${kind} ${at} ${seed}` });
      }
    }
  });
});

function check(
  disk: Disk,
  { possible, name, where }: { possible: readonly string[]; name: string; where: string },
): void {
  checks++;
  const storage = on(disk);
  const memory = Memory.open(storage, { now });
  const found = possible.indexOf(shown(memory));
  if (found < 0) expect.fail(`${name}, ${where}: neither what was nor what was to be\n${shown(memory)}`);
  const { problems, files } = memory.doctor();
  const bad = files.problems.filter(({ kind }) => kind !== "leftover");
  if (problems.length + bad.length > 0 || !files.isWhole) expect.fail(`${name}, ${where}: ${JSON.stringify(problems)}`);
  const secret = SECRETS[name];
  if (secret !== undefined && memory.journal.generation > 1) {
    storage.sweep(true);
    const isThere = [...disk.files(FOLDER).values()].some((content) => text(content).includes(secret));
    if (isThere) expect.fail(`${name}, ${where}: what was deleted is there`);
  }
  const { version } = memory.task("trip").commit(value(1, "later"));
  if (Memory.open(on(disk)).task("trip").head().number !== version.number)
    expect.fail(`${name}, ${where}: can't be written`);
}
