import { basename, extname } from "node:path";
import { inMemoryJournal, type Journal, Memory } from "@semantic-xpath/memory";
import type { World } from "../render/screen.js";
import { EXIT, problem, usage } from "../stop.js";
import { type Reading, readData } from "./data.js";
import { readSchemaAt } from "./schema.js";

interface DataOptions extends Reading {
  readonly data: readonly string[];
}

/** Rejects a command line that names both a memory and data, or neither. `wants`: what the command does with the one. */
export function checkOne(memory: string | undefined, data: readonly string[], wants: string): void {
  if ((memory === undefined) === (data.length === 0))
    throw usage(`${wants} one thing: --memory FOLDER or --data FILE.`);
}

/** Data as a store of its own in memory: each tree a task, called as its file is. What is written there is gone with the process. */
export async function memoryOfData(
  options: DataOptions,
  schemaName: string | null,
  io: World,
  journal: Journal = inMemoryJournal(),
): Promise<Memory> {
  const schema = await readSchemaAt(schemaName, io);
  const { trees } = await readData(options.data, io, {}, options);
  const memory = Memory.create(journal);
  for (const { name, tree } of trees) {
    const short = basename(name, extname(name)) || "data";
    memory.createTask(memory.hasTask(short) ? name : short, tree, { schema });
  }
  return memory;
}

/** The names of the tasks of a memory; one without any is for nothing yet. */
export function taskNames(memory: Memory): readonly [string, ...string[]] {
  const [first, ...others] = memory.tasks().map(({ name }) => name);
  if (first === undefined) throw problem(EXIT.input, "there is no task in the memory yet. See sxp help memory create");
  return [first, ...others];
}
