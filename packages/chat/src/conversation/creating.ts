import type { Memory } from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import { type NodeData, type Tree, treeOf } from "@semantic-xpath/tree";
import type { CreateReading } from "../translate/translation.js";
import { headOf } from "./context.js";
import type { Consent } from "./editing.js";
import { orAborted } from "./orAborted.js";
import type { Turn } from "./turn.js";

/** Makes a task, and goes on with it. */
export async function create(
  turn: Turn,
  reading: CreateReading,
  consent: Consent & { readonly isSure?: boolean },
): Promise<void> {
  if (consent.isSure !== true && !consent.isOwnWish)
    return turn.ask(
      { kind: "create", reading, about: reading.from === null ? null : turn.askedAbout(reading.from) },
      `Make a new task "${reading.title}"?`,
      ["yes", "no"],
    );
  const { memory } = turn.host;
  const { tree, schema } = await contentOf(turn, reading);
  turn.signal.throwIfAborted();
  const { title } = reading;
  const options = { title, schema, provenance: turn.provenance };
  const { name } = await memory.transactionAsync(() =>
    memory.createTask(freeName(memory, reading.name), tree, options),
  );
  turn.wrote.push({ task: name, version: 1 });
  turn.place = { ...turn.place, task: name };
  turn.found = null;
  turn.state = "changed";
  turn.emit({ type: "moved", task: name, version: 1 });
  const isEmpty = tree.size <= 1;
  turn.say(`Created and switched to ${title}.${isEmpty ? " It is still empty." : ""}`);
}

interface Content {
  readonly tree: Tree;
  readonly schema: Schema | null;
}

async function contentOf(turn: Turn, { from, wish, title }: CreateReading): Promise<Content> {
  const { memory, writer } = turn.host;
  if (from !== null) {
    const head = headOf(memory, { ...turn.place, task: from });
    return { tree: head.tree(), schema: head.schema };
  }
  const head = turn.head();
  const { schema } = head;
  if (wish !== null && writer?.begin !== undefined) {
    const { signal, onUsage } = turn;
    return { tree: treeOf(await orAborted(signal, writer.begin(wish, turn.about(), { signal, onUsage }))), schema };
  }
  return { tree: treeOf(emptyOf(head.tree(), schema, title)), schema };
}

/** The root alone, called as the task is where it can be. */
function emptyOf(tree: Tree, schema: Schema | null, title: string): NodeData {
  const type = schema?.roots[0] ?? tree.root?.type ?? "Task";
  const rootAttributes = tree.root?.attributes ?? {};
  const name = ["title", "name"].find((each) => Object.hasOwn(rootAttributes, each));
  return { type, attributes: name === undefined ? {} : { [name]: title }, text: "", children: [] };
}

function freeName(memory: Memory, wanted: string): string {
  let name = wanted;
  for (let n = 2; memory.hasTask(name); n++) name = `${wanted}-${n}`;
  return name;
}
