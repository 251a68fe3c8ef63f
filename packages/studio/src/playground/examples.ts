import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { formatOf, readAs } from "@semantic-xpath/readers";
import { EXAMPLES } from "./address.js";

/** As the build writes it beside the scripts. */
export interface Example {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly schema: string;
}

/** A memory of this worker alone, with a task for each example. */
export async function exampleMemory(load: (name: string) => Promise<Example>): Promise<Memory> {
  const memory = Memory.create(inMemoryJournal());
  for (const [name, example] of await Promise.all(EXAMPLES.map(async (name) => [name, await load(name)] as const))) {
    const tree = await readAs(formatOf(example.file), example.text);
    const { schema } = parseSchema(example.schema);
    const provenance = { author: "playground", reason: "the example as it is" };
    memory.createTask(name, tree, { title: example.title, schema, provenance });
  }
  return memory;
}
