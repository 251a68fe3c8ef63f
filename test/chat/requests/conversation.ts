import type { About } from "@semantic-xpath/chat/translate";
import { inMemoryJournal, Memory, type Version } from "@semantic-xpath/memory";
import { compile } from "@semantic-xpath/runtime";
import { nodeData, type Tree } from "@semantic-xpath/tree";
import type { GoldTurn, LoadedSet } from "./sets.js";

/** Where a conversation is: a memory in which every earlier turn did what was right. */
export interface ConversationState {
  readonly set: LoadedSet;
  readonly memory: Memory;
  readonly task: string;
  readonly context: NonNullable<About["context"]>;
}

/** Nothing said yet. The memory has no schema: what an inserted node must have is the business of who inserts it. */
export async function startOf(set: LoadedSet): Promise<ConversationState> {
  const memory = Memory.create(inMemoryJournal(), { now: () => new Date(set.now) });
  memory.createTask(set.domain, set.tree, { title: rootTitle(set.tree) });
  return { set, memory, task: set.domain, context: { found: [], requests: [] } };
}

const rootTitle = (tree: Tree): string => nodeData(tree, 1).attributes?.title ?? "";

export const treeOf = ({ memory, task }: ConversationState): Tree => memory.task(task).head().tree();
export const versionOf = ({ memory, task }: ConversationState, version: number | string): Version =>
  memory.task(task).version(version);

/** What the translator gets to know. */
export function aboutOf(state: ConversationState): About {
  const { set, memory, task, context } = state;
  const tasks = memory.tasks().map(({ name, title }) => ({ name, title: title ?? name }));
  const versions = memory
    .task(task)
    .log()
    .map(({ number, time, provenance }) => ({ number, time, reason: provenance.reason ?? null }));
  return {
    tree: treeOf(state),
    schema: set.parsedSchema,
    now: set.now,
    context,
    memory: { task, tasks, versions },
  };
}

/** The conversation after a turn that did what is right. */
export async function turnGone(
  state: ConversationState,
  { request, gold, query }: GoldTurn,
): Promise<ConversationState> {
  let { task } = state;
  let found: readonly string[] = "nodes" in gold ? gold.nodes : [];
  let text = query ?? null;
  if ("update" in gold) {
    text = gold.update;
    const { status, changes } = await state.memory.update(task, gold.update, {
      onBroken: "allow",
      provenance: { reason: request },
    });
    if (status !== "applied") throw new Error(`${request}: ${status}`);
    found = changes.map(({ path }) => path);
  } else if ("create" in gold) {
    task = gold.create.name.toLowerCase().replaceAll(" ", "-");
    state.memory.createTask(task, state.set.tree, { title: gold.create.name });
  } else if ("history" in gold) {
    if (gold.history.do === "switch") task = gold.history.task;
    if (gold.history.do === "restore")
      state.memory.task(task).restore(gold.history.version, { provenance: { reason: request } });
  } else if ("value" in gold && query !== undefined) found = await contributors(state, query);
  const { context } = state;
  return {
    ...state,
    task,
    context: {
      found: [found, ...context.found],
      requests: [{ request, text }, ...context.requests],
    },
  };
}

async function contributors(state: ConversationState, text: string): Promise<readonly string[]> {
  const { query } = compile(text, { schema: null });
  const { matches } = await query!.run(treeOf(state), { now: state.set.now });
  return [...new Set(matches.map(({ path }) => path.replace(/\/@[^/]+$/, "")))];
}

/** The tree as an update would leave it; null where it can't be made. */
export async function afterUpdate(state: ConversationState, update: string): Promise<Tree | null> {
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("t", treeOf(state));
  const { status } = await memory.update("t", update, { onBroken: "allow", now: state.set.now });
  return status === "applied" ? memory.task("t").head().tree() : null;
}

/**
 * Whether two trees say the same, the order of attributes aside. Of a node that is in neither tree as it was before, what the second says is
 * what counts: a request that names a task's title and day leaves the rest of it to whoever writes it.
 */
export function sameAfter(before: Tree, found: Tree, gold: Tree): boolean {
  const old = new Set<string>();
  for (let id = 1; id <= before.size; id += 1) old.add(dataText(nodeData(before, id)));
  return sameNode(nodeData(found, 1), nodeData(gold, 1), old);
}

type Data = ReturnType<typeof nodeData>;

const dataText = (node: Data): string => JSON.stringify(sorted(node));
const sorted = (node: Data): unknown => [
  node.type,
  Object.entries(node.attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  node.text ?? "",
  (node.children ?? []).map(sorted),
];

function sameNode(found: Data, gold: Data, old: ReadonlySet<string>): boolean {
  if (dataText(found) === dataText(gold)) return true;
  const [here, there] = [found.children ?? [], gold.children ?? []];
  if (found.type !== gold.type) return false;
  const isNew = !old.has(dataText(gold)) && !old.has(dataText(found));
  const names = Object.keys(gold.attributes ?? {});
  if (!names.every((name) => sameText(found.attributes?.[name], gold.attributes?.[name]))) return false;
  if (isNew && there.length === 0 && sameText(found.text || gold.text, gold.text)) return true;
  if (names.length !== Object.keys(found.attributes ?? {}).length || (found.text ?? "") !== (gold.text ?? ""))
    return false;
  return here.length === there.length && here.every((child, i) => sameNode(child, there[i]!, old));
}

const sameText = (found: string | undefined, gold: string | undefined): boolean =>
  (found ?? "").trim().toLowerCase() === (gold ?? "").trim().toLowerCase();
