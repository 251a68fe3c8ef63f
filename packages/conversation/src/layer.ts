import type { Memory, Task } from "@semantic-xpath/memory";
import type { Edit, NodeData, NodeId, SegmentedTree } from "@semantic-xpath/tree";
import type { ConversationState } from "./lifecycle/conversationState.js";
import { compareStatements, type Fact } from "./lifecycle/statement.js";

/** The root of a memory of conversations. */
export const ROOT: NodeId = 1;

/** Target of a layer: the task of a memory of conversations, and the author of its versions. */
export interface LayerTarget {
  readonly memory: Memory;
  /** Default: "conversation". */
  readonly task?: string;
  readonly author?: string;
}

/** The task of a memory of conversations. @throws RangeError if the store has none of that name */
export function layerTask({ memory, task = "conversation" }: LayerTarget): Task {
  if (!memory.hasTask(task)) throw new RangeError(`There is no memory of conversations "${task}" yet: add turns first`);
  return memory.task(task);
}

/** Nodes of a type below the root by their ids. */
export function layerNodes(tree: SegmentedTree, type: string): Map<string, NodeId> {
  const nodes = new Map<string, NodeId>();
  for (const node of tree.childrenOf(ROOT)) {
    if (tree.typeOf(node) === type) nodes.set(tree.rowAt(node).attributes.get("id") ?? "", node);
  }
  return nodes;
}

/** Values of `idref` of a node's children of a type. */
export function references(tree: SegmentedTree, node: NodeId, type: string): string[] {
  return tree
    .childrenOf(node)
    .filter((child) => tree.typeOf(child) === type)
    .map((child) => tree.rowAt(child).attributes.get("idref") ?? "");
}

/** Edits that leave exactly the `wanted` nodes of a type: absent ones are inserted at the end, changed ones replaced, others deleted. */
export function layerEdits(
  existing: ReadonlyMap<string, NodeId>,
  wanted: ReadonlyMap<string, NodeData>,
  isChanged: (id: string) => boolean,
): Edit[] {
  const edits: Edit[] = [];
  for (const [id, node] of existing) if (!wanted.has(id) || isChanged(id)) edits.push({ kind: "delete", node });
  for (const [id, content] of wanted) {
    if (!existing.has(id) || isChanged(id)) edits.push({ kind: "insert", parent: ROOT, content });
  }
  return edits;
}

/** Facts that a memory vouches for, in order of the conversation: neither failed nor retracted nor forgotten. */
export function livingFacts(state: ConversationState): Fact[] {
  return [...state.facts()]
    .filter(({ status }) => status === "current" || status === "closed")
    .sort((left, right) => compareStatements(left.statement, right.statement));
}
