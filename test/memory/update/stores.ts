import { inMemoryJournal, Memory, type Task } from "@semantic-xpath/memory";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/readers";
import type { Edit, Tree } from "@semantic-xpath/tree";
import { transaction } from "../../../packages/memory/src/update/transaction.js";
import type { WritingOptions } from "../../../packages/memory/src/update/updateOptions.js";

/** A store with one task, whose files another handle may open, too. Its clock counts seconds. */
export function storeWith(xml: string, schema: Schema | null = null) {
  const files = inMemoryJournal();
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++));
  const open = (): Memory => Memory.open(files, { now });
  const memory = Memory.create(files, { now });
  const task = memory.createTask("trip", readXml(xml), { schema });
  return { memory, task, files, open };
}

export const schemaOf = (types: object, more: object = {}): Schema => {
  const { schema, diagnostics } = parseSchema(JSON.stringify({ version: 1, roots: ["Plan"], types, ...more }));
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return schema!;
};

/** Edits of whatever version they are made on, as an update without targets. */
export const edit = (
  memory: Memory,
  task: Task,
  edits: (tree: Tree) => readonly Edit[],
  options: WritingOptions = {},
) =>
  transaction({
    call: [],
    memory,
    task,
    resolve: async (version) => ({ edits: edits(version.tree()), targets: [], diagnostics: [], status: "ready" }),
    options,
  });

export { contentsOf as bytesOf } from "../support/contents.js";
