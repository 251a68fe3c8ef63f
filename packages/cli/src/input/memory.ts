import { basename, extname } from "node:path";
import { Memory, memoryStorage, type Storage } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import type { Data } from "./data.js";

/** Data as a store of its own in memory: each tree a task, called as its file is. What is written there is gone with the process. */
export function memoryOfData(data: Data, schema: Schema | null, storage: Storage = memoryStorage()): Memory {
  const memory = Memory.create(storage);
  for (const { name, tree } of data.trees) {
    const short = basename(name, extname(name)) || "data";
    memory.createTask(memory.hasTask(short) ? name : short, tree, { schema });
  }
  return memory;
}
