import { estimateTokens } from "@semantic-xpath/emitters";
import type { Version } from "@semantic-xpath/memory";
import { getOrMake, type NodeId, type Segment, type SegmentedTree, type Tree } from "@semantic-xpath/tree";

/** Characters of what a model is shown of one node beside its names and values: indent, brackets, quotes. */
const AROUND_NODE = 6;
const AROUND_ATTRIBUTE = 4;
const SAMPLE = 7000;

/** Tokens of subtrees as a model would be shown them, a node a line. */
export function subtreeTokens(tree: Tree, nodes: readonly NodeId[]): number {
  let characters = 0;
  for (const top of nodes) {
    const end = tree.end[top]!;
    for (let node = top; node < end; node++) {
      const { type, attributes, text } = tree.node(node);
      characters += lineLength(type, Object.entries(attributes), text);
    }
  }
  return Math.ceil(characters / PER_TOKEN);
}

/** Characters of a token, as `estimateTokens` counts. */
const PER_TOKEN = SAMPLE / estimateTokens(" ".repeat(SAMPLE));

function lineLength(type: string, attributes: Iterable<readonly [string, string]>, text: string): number {
  let length = type.length + text.length + AROUND_NODE;
  for (const [name, value] of attributes) length += name.length + value.length + AROUND_ATTRIBUTE;
  return length;
}

/** Nodes of a flat ranking that are looked at. */
const MAX_RANKED = 5000;

/**
 * Tokens of a flat search that hands on the same nodes: all nodes ranked by the request alone, without their places in the tree, from the best down
 * to the last of those that were handed on. null if they are not among the first 5000.
 */
export function flatTokens(tree: Tree, ranking: Int32Array, wanted: readonly NodeId[]): number | null {
  const missing = new Set(wanted);
  let characters = 0;
  for (const node of ranking.subarray(0, MAX_RANKED)) {
    if (missing.size === 0) break;
    const { type, attributes, text } = tree.node(node);
    characters += lineLength(type, Object.entries(attributes), text);
    missing.delete(node);
  }
  return missing.size === 0 ? Math.ceil(characters / PER_TOKEN) : null;
}

const charactersOf = new WeakMap<Segment, number>();

/** Tokens of a whole version, shown the same way. Segments are counted once, so that a version costs what is new in it. */
export function versionTokens({ segments: tree }: Version): number {
  let [characters, first] = [0, 1];
  for (const segment of tree.segments) {
    const from = first;
    characters += getOrMake(charactersOf, segment, () => segmentLength(tree, from, segment.size));
    first += segment.size;
  }
  return Math.ceil(characters / PER_TOKEN);
}

function segmentLength(tree: SegmentedTree, first: NodeId, size: number): number {
  let characters = 0;
  for (let node = first; node < first + size; node++) {
    const { type, attributes, text } = tree.rowAt(node);
    characters += lineLength(type, attributes, text);
  }
  return characters;
}
