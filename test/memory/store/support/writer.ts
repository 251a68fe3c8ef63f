import { writeSync } from "node:fs";
import { readXml } from "@semantic-xpath/readers";
import type { SegmentedTree } from "@semantic-xpath/tree";
import type { Memory } from "../../../../packages/memory/src/memory.js";
import { MemoryError } from "../../../../packages/memory/src/memoryError.js";
import { openMemory } from "../../../../packages/memory/src/node/openMemory.js";
import type { Task } from "../../../../packages/memory/src/store/task.js";

/**
 * A process that works on a store until it is killed, or has done its work so often: `node writer FOLDER NAME COUNT WORK ROUND BYTES`. WORK is `inserts`, `everything`,
 * `prunes` or `reads`; each insert has so many bytes. Each commit that is acknowledged is written to the standard output first thing: its key and the number
 * of its version. What may happen to a store that others prune, or on a disk that is full, is no failure.
 */
const [folder = "", who = "", count = "", what = "", round = "", padding = "0"] = process.argv.slice(2);
const said = (key: string, number: number): number => writeSync(1, `${key} ${number}\n`);
/** Damage is a failure, whatever others do meanwhile. */
const BROKEN = ["SXP5002", "SXP5003", "SXP5004"];
/** A store that was pruned since, or closed. */
const CLOSED = "SXP5018";

/** The place that belongs to this process, by its name. */
function ownNode(tree: SegmentedTree): number {
  const own = tree.childrenOf(1).find((node) => tree.rowAt(node).attributes.get("name") === who);
  if (own === undefined) throw new Error(`${who} has no place`);
  return own;
}

function insert(task: Task, key: string): void {
  const base = task.head();
  const content = { type: "Item", attributes: { key }, text: "x".repeat(Number(padding)) };
  const edit = { kind: "insert", parent: ownNode(base.segments), content } as const;
  said(key, task.commit([edit], { base: base.number, idempotencyKey: key }).version.number);
}

const WORK: Readonly<Record<string, (memory: Memory, n: number) => Memory>> = {
  inserts(memory, n) {
    insert(memory.task("all"), `${who}-${round}${n}`);
    return memory;
  },
  everything(memory, n) {
    insert(memory.task("all"), `${who}-${round}${n}`);
    return workOn(memory, memory.task("all"), `${who}-${round}${n}`, n);
  },
  prunes(memory, n) {
    memory.prune({ retention: { last: 5 } });
    said(`${who}-${round}${n}`, 0);
    return memory;
  },
  /** Another memory each time: what it shows agrees with itself. */
  reads(memory, n) {
    memory.close();
    const reading = open();
    for (const version of reading.task("all").versions()) {
      if (version.isPruned) continue;
      const { size } = version.tree();
      if (size !== version.nodes) throw new Error(`version ${version.number} has ${size} nodes, not ${version.nodes}`);
    }
    said(`${who}-${round}${n}`, 0);
    return reading;
  },
};

const open = (): Memory => openMemory(folder, { readOnly: what === "reads" });

/** Throws what is none of the errors that may happen. */
function expectCode(error: unknown): asserts error is MemoryError {
  if (!(error instanceof MemoryError) || BROKEN.includes(error.code)) throw error;
}

let memory: Memory | null = null;
for (let n = 1; n <= Number(count); n++)
  try {
    memory = WORK[what]!(memory ?? open(), n);
  } catch (error) {
    // Others prune what this one is about, or change the same, or the disk is full: it goes on with the next thing.
    expectCode(error);
    try {
      if (error.code !== CLOSED) memory?.refresh();
      else {
        memory?.close();
        memory = null;
      }
    } catch (again) {
      expectCode(again);
    }
  }

function workOn(memory: Memory, task: Task, key: string, n: number): Memory {
  const chance = Math.random();
  if (chance < 0.1) {
    task.branch(key);
    const edit = { kind: "setAttribute", node: ownNode(task.head(key).segments), name: "n", value: `${n}` };
    task.commit([edit as never], { branch: key });
    task.merge(key, "main", { resolve: "theirs" });
    task.deleteBranch(key);
  } else if (chance < 0.16) memory.prune({ task: "all", retention: { last: 12 } });
  else if (chance < 0.22) memory.createTask(key, readXml("<List><Item>new</Item></List>"));
  else if (chance < 0.28) task.commitTree(task.head().tree());
  else if (chance < 0.34) {
    memory.close();
    return open();
  } else if (chance < 0.4) memory.compact();
  return memory;
}
