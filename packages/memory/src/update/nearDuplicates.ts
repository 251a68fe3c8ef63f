import { idsUnder, type Schema } from "@semantic-xpath/planner";
import { foldWord } from "@semantic-xpath/scorers";
import { type Edit, type NodeId, nodePath, type Tree, treeOf } from "@semantic-xpath/tree";
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
 * triples of characters, which is the same in both directions. Of all nodes of those types the lengths are looked at, and the texts of those
 * of about the same length.
 */
export function nearDuplicates(
  tree: Tree,
  edits: readonly Edit[],
  schema: Schema | null,
  { threshold = ALIKE, isGone }: { readonly threshold?: number; readonly isGone: (node: NodeId) => boolean },
): readonly NearDuplicate[] {
  const found: NearDuplicate[] = [];
  const earlier: Said[] = [];
  const sayings = new Sayings(tree, schema);
  for (const [edit, each] of edits.entries()) {
    if (each.kind !== "insert" && each.kind !== "replace") continue;
    const content = new Sayings(treeOf(each.content), schema).of(1, 0);
    if (content.plain === "") continue;
    const compared = [...sayings.ofAbout(content, threshold, isGone), ...earlier];
    const alike = compared.flatMap((other) => {
      const similarity = other.type === content.type ? likeness(content, other, threshold) : 0;
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

type Hidden = (type: string, attribute: string) => boolean;

/** Ids, and what says that a node was superseded, are no part of what it says. */
function hiddenUnder(schema: Schema | null): Hidden {
  const ids = idsUnder(schema);
  const others = new Set<string>(SUCCESSION.flatMap(({ names }) => names));
  return (type, attribute) =>
    others.has(attribute) || ids.some((id) => id.name === attribute && (id.type === null || id.type === type));
}

/** What the nodes of a tree say. */
class Sayings {
  /** By type the attributes that count. */
  private readonly attributes: readonly (readonly number[])[];

  constructor(
    private readonly tree: Tree,
    schema: Schema | null,
  ) {
    const isHidden = hiddenUnder(schema);
    this.attributes = tree.attributesOfType.map((ids, type) =>
      [...ids].filter((id) => !isHidden(tree.typeNames[type]!, tree.attributeNames[id]!)),
    );
  }

  /** @param at what it is called: 0 for what is not in the tree that is asked about */
  of(node: NodeId, at: NodeId = node): Said {
    const { tree } = this;
    const words: string[] = [];
    this.eachValue(node, MOST_TEXT, (value) => words.push(tree.values.get(value)));
    const said = words.join(" ").slice(0, MOST_TEXT);
    return { type: tree.typeNames[tree.type[node]!]!, node: at, said, plain: plainOf(said), triples: null };
  }

  /** Nodes of the same type that say about as much. */
  ofAbout({ type, said }: Said, threshold: number, isGone: (node: NodeId) => boolean): readonly Said[] {
    const { tree } = this;
    const id = tree.typeId(type);
    if (id < 0) return [];
    const least = (said.length * threshold) / (2 - threshold) / PUNCTUATION;
    const most = ((said.length + 2) * (2 - threshold) * PUNCTUATION) / threshold;
    return Array.from(tree.postings[id]!)
      .filter((node) => {
        const length = this.lengthOf(node, Math.min(most, MOST_TEXT));
        return (length >= least && length <= most) || length > MOST_TEXT;
      })
      .flatMap((node) => (isGone(node) ? [] : [this.of(node)]));
  }

  /** Characters of what a node says, or more than `most`. */
  private lengthOf(node: NodeId, most: number): number {
    let length = -1;
    this.eachValue(node, most, (value) => {
      length += this.tree.values.length(value) + 1;
    });
    return length;
  }

  /** Visits the values of a node and all below it, until they have more than `most` characters. */
  private eachValue(node: NodeId, most: number, visit: (value: number) => void): void {
    const { tree } = this;
    let length = 0;
    const add = (value: number): void => {
      if (value < 0) return;
      length += tree.values.length(value) + 1;
      visit(value);
    };
    for (let at = node; at < tree.end[node]! && length <= most; at++) {
      for (const attribute of this.attributes[tree.type[at]!]!) add(tree.attributeValue(at, attribute));
      add(tree.text[at]!);
    }
  }
}

/** Of two texts of the same letters and digits one has at most so many times the characters of the other. */
const PUNCTUATION = 1.5;

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
