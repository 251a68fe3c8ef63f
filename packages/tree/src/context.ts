import { getOrMake } from "@semantic-xpath/values";
import { DOCUMENT, type NodeId, type TypeId } from "./ids.js";
import { isPart } from "./parts.js";
import type { ContextRule } from "./source.js";
import type { Tree } from "./tree.js";

/** Nodes that one is read with. */
export interface NodeContext {
  /** The node that it is in. */
  readonly within: NodeId;
  /** Its neighbours of the same type, the nearest first. */
  readonly before: readonly NodeId[];
  readonly after: readonly NodeId[];
  readonly by: string | null;
  readonly facts: readonly string[] | null;
  /** True if a schema declares the rule. */
  readonly isDeclared: boolean;
}

/** Default rule without a schema: a turn of a conversation is read with its surroundings. */
export const CONVERSATION: ContextRule = { within: null, facts: null, neighbours: 2, by: null };

const TURNS = new Set(["turn", "message", "utterance"]);
const CONVERSATIONS = new Set([
  "session",
  "conversation",
  "chat",
  "thread",
  "dialogue",
  "dialog",
  "channel",
  "transcript",
  "branch",
]);
const SPEAKERS = ["speaker", "sender", "author", "from", "role"];

/**
 * The context nodes of a node, by the rule of its type; null for none. A schema's rules are in the source of the tree. Without one there is a
 * single rule for turns of a conversation. A turn is a Turn, Message or Utterance with a speaker, sender, author, from or role. Its parent is a
 * Session, Conversation, Chat, Thread, Dialogue, Channel, Transcript or Branch, ignoring letter case.
 */
export function contextOf(tree: Tree, node: NodeId): NodeContext | null {
  const rule = ruleOf(tree, node);
  if (rule === null) return null;
  const within = containerOf(tree, node, rule.within);
  if (within === null) return null;
  return {
    within,
    before: neighbours(tree, node, -1, rule.neighbours),
    after: neighbours(tree, node, 1, rule.neighbours),
    by: speakerOf(tree, node, rule.by),
    facts: rule.facts,
    isDeclared: rule !== CONVERSATION,
  };
}

/** Tests that some node may have a context: a tree without a rule and without turns has none. */
export const mayHaveContexts = (tree: Tree): boolean =>
  typeRules(tree).some(({ rule, isTurn }) => isTurn || (rule !== undefined && rule !== null));

/** By type: the rule of the schema, whether its name is that of a turn, and whether it is that of a conversation. */
interface TypeRule {
  readonly rule: ContextRule | null | undefined;
  readonly isTurn: boolean;
  readonly isConversation: boolean;
}

const rulesOf = new WeakMap<Tree, readonly TypeRule[]>();

const typeRules = (tree: Tree): readonly TypeRule[] =>
  getOrMake(rulesOf, tree, () => tree.typeNames.map((_, type) => typeRule(tree, type)));

function ruleOf(tree: Tree, node: NodeId): ContextRule | null {
  const rules = typeRules(tree);
  const { rule, isTurn } = rules[tree.type[node]!]!;
  if (rule !== undefined) return rule;
  if (!isTurn || !rules[tree.type[tree.parent[node]!]!]!.isConversation) return null;
  return speakerOf(tree, node, null) === null ? null : CONVERSATION;
}

function typeRule(tree: Tree, type: TypeId): TypeRule {
  const name = tree.typeNames[type]!;
  const lower = name.toLowerCase();
  return {
    rule: type === 0 ? null : tree.source.contexts?.get(name),
    isTurn: TURNS.has(lower),
    isConversation: type !== 0 && CONVERSATIONS.has(lower),
  };
}

/** The parent, or the nearest ancestor of a type; not beyond a part of the tree. */
function containerOf(tree: Tree, node: NodeId, name: string | null): NodeId | null {
  const typeIdOfName = name === null ? null : tree.typeId(name);
  for (let at = node; !isPart(tree, at); ) {
    at = tree.parent[at]!;
    if (at <= DOCUMENT) return null;
    if (typeIdOfName === null || tree.type[at] === typeIdOfName) return at;
  }
  return null;
}

/** The next nodes of the same type with the same parent in one direction. */
function neighbours(tree: Tree, node: NodeId, step: -1 | 1, most: number): NodeId[] {
  const all = tree.postings[tree.type[node]!]!;
  const neighbourNodes: NodeId[] = [];
  for (let rank = tree.rank[node]! + step; neighbourNodes.length < most; rank += step) {
    const other = all[rank];
    if (other === undefined || tree.parent[other] !== tree.parent[node]) break;
    neighbourNodes.push(other);
  }
  return neighbourNodes;
}

function speakerOf(tree: Tree, node: NodeId, name: string | null): string | null {
  if (name !== null) return tree.attribute(node, name) ?? null;
  for (const speaker of SPEAKERS) {
    const value = tree.attribute(node, speaker);
    if (value !== undefined) return value;
  }
  return null;
}
