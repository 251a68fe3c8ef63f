import { writeSync } from "node:fs";
import { Memory } from "../../../../packages/memory/src/index.js";
import { folderStorage } from "../../../../packages/memory/src/node/folderStorage.js";
import { readXml } from "../../../../packages/readers/src/index.js";

/** A process that commits, branches, merges, imports whole trees and prunes in a task of its own until it is killed: `node memoryWriter FOLDER NAME`. */
const [folder = "", who = ""] = process.argv.slice(2);
const memory = Memory.open(folderStorage(folder));
const task = memory.createTask(who, readXml('<Plan><Day n="0"/><Day/></Plan>'));
for (let n = 1; ; n++) {
  const chance = Math.random();
  if (chance < 0.6) task.commit([{ kind: "setAttribute", node: 2, name: "n", value: String(n) }]);
  else if (chance < 0.75) {
    task.branch(`side-${n}`);
    task.commit([{ kind: "setAttribute", node: 2, name: "n", value: String(n) }], { branch: `side-${n}` });
    task.merge(`side-${n}`);
    task.deleteBranch(`side-${n}`);
  } else if (chance < 0.9) task.commitTree(readXml(`<Plan><Day n="${n}"/><Day/></Plan>`));
  else {
    memory.prune({ task: who, before: task.head().number });
    task.commit([{ kind: "setAttribute", node: 2, name: "n", value: String(n) }]);
  }
  writeSync(1, `${who} ${n}\n`);
}
