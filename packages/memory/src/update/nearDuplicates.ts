import { idsUnder, type Schema } from "@semantic-xpath/planner";
import { foldWord } from "@semantic-xpath/scorers";
import { type Edit, getOrMake, type NodeData, type NodeId, nodePath, type Tree, treeOf } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import { SUCCESSION } from "./succession.js";

/** Content that is about to be inserted, and a node that says the same already. */
export interface NearDuplicate {
  /** The edit that inserts it, by its place in the list. */
  readonly edit: number;
  /** The node that is there; null where an earlier edit of the same update inserts it. */
  readonly key: NodeKey | null;
  readonly path: string;
  /** How alike they are, in [0, 1]; 1: the same words in the same order. */
  readonly similarity: number;
  /** Beginnings of what both say. */
  readonly text: string;
  readonly content: string;
}

/** From this similarity on content is a near-duplicate. */
export const ALIKE = 0.85;
/** Of a text no more is compared. */
const MOST_TEXT = 4_000;
/** Of one content no more nodes are reported, the most alike first. */
const MOST_REPORTED = 5;
const SHOWN = 80;

/**
 * Nodes of the same type that say the same as what edits insert, or nearly so. Values of attributes and texts are compared, of the node and
 * all below it: their letters and digits, without case and marks, and without ids. The similarity is Dice's coefficient of their
 * triples of characters, which is the same in both directions. Time linear in the texts of the nodes of those types.
 */
export function nearDuplicates(
  tree: Tree,
  edits: readonly Edit[],
  schema: Schema | null,
  { threshold = ALIKE, isGone }: { readonly threshold?: number; readonly isGone: (node: NodeId) => boolean },
): readonly NearDuplicate[] {
  const found: NearDuplicate[] = [];
  const earlier: Said[] = [];
  for (const [edit, each] of edits.entries()) {
    if (each.kind !== "insert" && each.kind !== "replace") continue;
    const content = saidByContent(each.content, schema);
    if (content.plain === "") continue;
    const type = tree.typeId(each.content.type);
    const compared = type < 0 ? earlier : [...saidByType(tree, type, schema), ...earlier];
    const alike = compared.flatMap((other) => {
      if (other.type !== content.type || (other.node > 0 && isGone(other.node))) return [];
      const similarity = likeness(content, other, threshold);
      return similarity < threshold ? [] : [{ other, similarity }];
    });
    alike.sort((a, b) => b.similarity - a.similarity);
    for (const { other, similarity } of alike.slice(0, MOST_REPORTED)) {
      const key = other.node > 0 ? tree.keyOf(other.node) : null;
      const path = other.node > 0 ? nodePath(tree, other.node) : "";
      found.push({ edit, key, path, similarity, text: shown(other.said), content: shown(content.said) });
    }
    earlier.push(content);
  }
  return found;
}

/** What a node says, and the same for comparing. */
interface Said {
  readonly type: string;
  /** 0: it is not in the tree yet. */
  readonly node: NodeId;
  readonly said: string;
  readonly plain: string;
  triples: ReadonlyMap<string, number> | null;
}

const said = (tree: Tree, node: NodeId, hidden: Hidden, at: NodeId): Said => {
  const words: string[] = [];
  let length = 0;
  for (let each = node; each < tree.end[node]! && length < MOST_TEXT; each++) {
    for (const attribute of tree.attributesOfType[tree.type[each]!]!) {
      const value = tree.attributeValue(each, attribute);
      if (value >= 0 && !hidden(tree.typeNames[tree.type[each]!]!, tree.attributeNames[attribute]!))
        words.push(tree.values.get(value));
    }
    if (tree.text[each]! >= 0) words.push(tree.ownText(each));
    length = words.reduce((sum, word) => sum + word.length, 0);
  }
  const text = words.join(" ").slice(0, MOST_TEXT);
  return { type: tree.typeNames[tree.type[node]!]!, node: at, said: text, plain: plainOf(text), triples: null };
};

type Hidden = (type: string, attribute: string) => boolean;

/** Ids, and what says that a node was superseded, are no part of what it says. */
function hiddenUnder(schema: Schema | null): Hidden {
  const ids = idsUnder(schema);
  const others = new Set<string>(SUCCESSION.flatMap(({ names }) => names));
  return (type, attribute) =>
    others.has(attribute) || ids.some((id) => id.name === attribute && (id.type === null || id.type === type));
}

const saidByContent = (content: NodeData, schema: Schema | null): Said =>
  said(treeOf(content), 1, hiddenUnder(schema), 0);

const known = new WeakMap<Tree, Map<number, readonly Said[]>>();

/** What the nodes of a type say, made once for a tree: several updates may be tried on it. */
function saidByType(tree: Tree, type: number, schema: Schema | null): readonly Said[] {
  const byType = getOrMake(known, tree, () => new Map<number, readonly Said[]>());
  return getOrMake(byType, type, () => {
    const hidden = hiddenUnder(schema);
    return Array.from(tree.postings[type]!, (node) => said(tree, node, hidden, node));
  });
}

/** Letters and digits, without case and marks. */
const plainOf = (text: string): string =>
  foldWord(text.normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function likeness(a: Said, b: Said, threshold: number): number {
  if (a.plain === b.plain) return 1;
  const [x, y] = [a.plain.length + 2, b.plain.length + 2];
  // No two texts of so different length are as alike.
  if ((2 * Math.min(x, y)) / (x + y) < threshold) return 0;
  a.triples ??= triplesOf(a.plain);
  b.triples ??= triplesOf(b.plain);
  let both = 0;
  for (const [triple, count] of a.triples) both += Math.min(count, b.triples.get(triple) ?? 0);
  // Not 1: the texts differ, if only in the order of what repeats.
  return Math.min((2 * both) / (x + y), 1 - Number.EPSILON);
}

/** Triples of characters, two blanks around the text: as many as it has characters, and two. */
function triplesOf(plain: string): ReadonlyMap<string, number> {
  const padded = `  ${plain}  `;
  const triples = new Map<string, number>();
  for (let i = 0; i + 3 <= padded.length; i++) {
    const triple = padded.slice(i, i + 3);
    triples.set(triple, (triples.get(triple) ?? 0) + 1);
  }
  return triples;
}

const shown = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`);
