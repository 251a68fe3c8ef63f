import { writeSync } from "node:fs";
import { readXml } from "@semantic-xpath/readers";
import type { SegmentedTree } from "@semantic-xpath/tree";
import { MemoryError } from "../../../../packages/memory/src/memoryError.js";
import { openMemory } from "../../../../packages/memory/src/node/openMemory.js";
import type { Task } from "../../../../packages/memory/src/store/task.js";

/**
 * A process that works on a store until it is killed, or has made so many commits: `node writer FOLDER NAME COUNT inserts|everything ROUND`. Each commit that
 * is acknowledged is written to the standard output first thing: its key and the number of its version.
 */
const [folder = "", who = "", count = "", what = "", round = ""] = process.argv.slice(2);
let memory = openMemory(folder);
const said = (key: string, number: number): number => writeSync(1, `${key} ${number}\n`);

/** The place that belongs to this process, by its name. */
function ownNode(tree: SegmentedTree): number {
  const own = tree.childrenOf(1).find((node) => tree.rowAt(node).attributes.get("name") === who);
  if (own === undefined) throw new Error(`${who} has no place`);
  return own;
}

function insert(task: Task, key: string): void {
  try {
    const base = task.head();
    const content = { type: "Item", attributes: { key } };
    const edit = { kind: "insert", parent: ownNode(base.segments), content } as const;
    said(key, task.commit([edit], { base: base.number, idempotencyKey: key }).version.number);
  } catch (error) {
    // Others have pruned after the tree was opened, and before it was read.
    if (!(error instanceof MemoryError) || error.code !== "SXP5018") throw error;
    memory.refresh();
    insert(task, key);
  }
}

for (let n = 1; n <= Number(count); n++) {
  const task = memory.task("all");
  insert(task, `${who}-${round}${n}`);
  if (what === "inserts") continue;
  try {
    workOn(task, n);
  } catch (error) {
    // Others prune what this one is about, or change the same: it goes on with the next thing.
    if (!(error instanceof MemoryError)) throw error;
    memory.refresh();
  }
}

function workOn(task: Task, n: number): void {
  const chance = Math.random();
  if (chance < 0.1) {
    task.branch(`${who}-${round}${n}`);
    const edit = {
      kind: "setAttribute",
      node: ownNode(task.head(`${who}-${round}${n}`).segments),
      name: "n",
      value: `${n}`,
    };
    task.commit([edit as never], { branch: `${who}-${round}${n}` });
    task.merge(`${who}-${round}${n}`, "main", { resolve: "theirs" });
    task.deleteBranch(`${who}-${round}${n}`);
  } else if (chance < 0.16) memory.prune({ task: "all", retention: { last: 12 } });
  else if (chance < 0.22) memory.createTask(`${who}-${round}${n}`, readXml("<List><Item>new</Item></List>"));
  else if (chance < 0.28) task.commitTree(task.head().tree());
  else if (chance < 0.34) {
    memory.close();
    memory = openMemory(folder);
  } else if (chance < 0.4) memory.compact();
}
