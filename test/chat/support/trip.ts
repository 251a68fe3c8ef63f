import { readFileSync } from "node:fs";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";

/** The three-day trip of the examples as the first task of a memory. */
export function exampleTrip(): Memory {
  const memory = Memory.create(inMemoryJournal());
  const { schema } = parseSchema(readFileSync("examples/trip/trip.schema.json", "utf8"));
  const tree = readXml(readFileSync("examples/trip/trip.xml", "utf8"));
  memory.createTask("trip", tree, { schema: schema!, title: "ACL trip" });
  return memory;
}

/** What a day of a task has, in order. */
export const namesOfDay = (memory: Memory, task: string, day: number): readonly string[] =>
  memory
    .task(task)
    .head()
    .tree()
    .root!.children[day - 1]!.children.map(({ attributes }) => attributes.name ?? "");
