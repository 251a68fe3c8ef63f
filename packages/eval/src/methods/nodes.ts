import { readTree } from "@semantic-xpath/readers";
import type { TextContext } from "@semantic-xpath/scorers";
import {
  CONVERSATION,
  contextOf,
  DOCUMENT,
  factsText,
  getOrMake,
  type NodeContext,
  nodePath,
  nodeText,
  type Tree,
} from "@semantic-xpath/tree";
import type { DialogueSource, Source } from "../format/method.js";

/** Entries of retrieval without paths: every node with its own content, or every turn of a dialogue. */
export interface Entries {
  readonly tree: Tree;
  readonly nodes: readonly number[];
  /** Source of each entry: its path, or the id of its turn. */
  readonly sources: readonly string[];
  /** Scored texts: type, attributes and own text, without descendants. */
  readonly texts: readonly string[];
  readonly contexts: readonly (TextContext | null)[];
  /** Texts that are handed over. */
  readonly handedTexts: readonly string[];
}

/** A node as it is handed over, whatever the method: its type, attributes and own text. What is below it are entries of their own. */
export function ownText(tree: Tree, node: number): string {
  const { type, attributes, text } = tree.node(node);
  const lines = [type, ...Object.entries(attributes).map(([name, value]) => `${name}: ${value}`)];
  return (text === "" ? lines : [...lines, text]).join("\n");
}

/** `withAncestors`: scored texts include the facts of the ancestors. */
export function entriesOf(source: Source, withAncestors: boolean): Entries {
  return source.kind === "tree" ? nodeEntries(source.tree, withAncestors) : turnEntries(source, withAncestors);
}

function nodeEntries(tree: Tree, withAncestors: boolean): Entries {
  const nodes = Array.from({ length: tree.size }, (_, i) => i + 1);
  const ownTexts = nodes.map((node) => ownText(tree, node));
  const above = new Map<number, string>();
  const aboveOf = (node: number): string =>
    node <= DOCUMENT ? "" : getOrMake(above, node, () => factsText(tree, node, null));
  const texts = withAncestors ? nodes.map((node, i) => `${ownTexts[i]}\n${aboveOf(tree.parent[node]!)}`) : ownTexts;
  return {
    tree,
    nodes,
    sources: nodes.map((node) => nodePath(tree, node)),
    texts,
    contexts: nodes.map(() => null),
    handedTexts: ownTexts,
  };
}

const trees = new WeakMap<DialogueSource["sessions"], { readonly tree: Tree; readonly sources: readonly string[] }>();

/** A dialogue as a tree of sessions and turns, which declares, as a schema does, that a turn is read with what is around it. */
export function dialogueTree({ sessions }: DialogueSource): {
  readonly tree: Tree;
  readonly sources: readonly string[];
} {
  return getOrMake(trees, sessions, () => {
    const tree = readTree({
      type: "Conversation",
      children: sessions.map(({ date, turns }) => ({
        type: "Session",
        attributes: { date },
        children: turns.map(({ speaker, text }) => ({ type: "Turn", attributes: { speaker }, text })),
      })),
    });
    return {
      tree: tree.withSource({ ...tree.source, contexts: new Map([["Turn", { ...CONVERSATION }]]) }),
      sources: sessions.flatMap(({ turns }) => turns.map(({ id }) => id)),
    };
  });
}

function turnEntries(source: DialogueSource, withAncestors: boolean): Entries {
  const { tree, sources } = dialogueTree(source);
  const nodes = Array.from(tree.postings[tree.typeId("Turn")] ?? []);
  const once = new Map<string, string>();
  const textOf = (node: number): string => getOrMake(once, `text ${node}`, () => nodeText(tree, node));
  const contextFor = (context: NodeContext): TextContext => {
    const { within, before, after, by, facts, isDeclared } = context;
    return {
      within: textOf(within),
      before: before.map(textOf),
      after: after.map(textOf),
      by,
      isDeclared,
      facts: getOrMake(once, `facts ${within}`, () => factsText(tree, within, facts)),
    };
  };
  const contexts = nodes.map((node) => {
    const context = withAncestors ? contextOf(tree, node) : null;
    return context === null ? null : contextFor(context);
  });
  const spoken = source.sessions.flatMap(({ turns }) => turns.map(({ speaker, text }) => `${speaker}: ${text}`));
  return { tree, nodes, sources, texts: nodes.map((node) => nodeText(tree, node)), contexts, handedTexts: spoken };
}
