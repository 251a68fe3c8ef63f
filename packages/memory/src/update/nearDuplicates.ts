import { idsUnder, type Schema } from "@semantic-xpath/planner";
import { type Edit, type NodeId, nodePath, type Tree, treeOf } from "@semantic-xpath/tree";
import { foldWord, shortened } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { SUCCESSION } from "./succession.js";

/** Content to be inserted, and an existing node with similar content. */
export interface NearDuplicate {
  /** The edit that inserts it, by its place in the list. */
  readonly edit: number;
  /** The existing node; null if an earlier edit of the same update inserts it. */
  readonly key: NodeKey | null;
  readonly path: string;
  /** Similarity, in [0, 1]; 1: the same words in the same order. */
  readonly similarity: number;
  /** Beginnings of both contents. */
  readonly text: string;
  readonly content: string;
}

/** From this similarity on content is a near-duplicate. */
const ALIKE = 0.85;
/** Maximum characters of a text that are compared. */
const MAX_TEXT = 4_000;
/** Maximum number of nodes reported for one content, the most similar first. */
const MAX_REPORTED = 5;
const SHOWN = 80;

/**
 * Nodes of the same type with the same content as inserted nodes, or nearly so. The content is the values of attributes and texts, of the node
 * and all below it: their letters and digits, without case and marks, and without ids. The similarity is Dice's coefficient of their
 * triples of characters, which is symmetric. The lengths of all nodes of those types are read, and the texts of those
 * of about the same length.
 */
export function nearDuplicates(
  tree: Tree,
  edits: readonly Edit[],
  schema: Schema | null,
  { threshold = ALIKE, isGone }: { readonly threshold?: number; readonly isGone: (node: NodeId) => boolean },
): readonly NearDuplicate[] {
  const duplicates: NearDuplicate[] = [];
  const earlier: Content[] = [];
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
    for (const { other, similarity } of alike.slice(0, MAX_REPORTED)) {
      const key = other.node > 0 ? tree.keyOf(other.node) : null;
      const path = other.node > 0 ? nodePath(tree, other.node) : "";
      const [text, excerpt] = [other, content].map(({ original }) => shortened(original, SHOWN)) as [string, string];
      duplicates.push({ edit, key, path, similarity, text, content: excerpt });
    }
    earlier.push(content);
  }
  return duplicates;
}

/** Content of a node, also in a form for comparing. */
interface Content {
  readonly type: string;
  /** 0: it is not in the tree yet. */
  readonly node: NodeId;
  readonly original: string;
  readonly plain: string;
  triples: ReadonlyMap<string, number> | null;
}

type Hidden = (type: string, attribute: string) => boolean;

/** Ids and marks of supersession are excluded from the content. */
function hiddenUnder(schema: Schema | null): Hidden {
  const ids = idsUnder(schema);
  const successionNames = new Set<string>(SUCCESSION.flatMap(({ names }) => names));
  return (type, attribute) =>
    successionNames.has(attribute) || ids.some((id) => id.name === attribute && (id.type === null || id.type === type));
}

/** Contents of the nodes of a tree. */
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
  of(node: NodeId, at: NodeId = node): Content {
    const { tree } = this;
    const words: string[] = [];
    this.eachValue(node, MAX_TEXT, (value) => words.push(tree.values.get(value)));
    const original = words.join(" ").slice(0, MAX_TEXT);
    const type = tree.typeNames[tree.type[node]!]!;
    return { type, node: at, original, plain: plainOf(original), triples: null };
  }

  /** Nodes of the same type that may be as alike as that. */
  ofAbout(content: Content, threshold: number, isGone: (node: NodeId) => boolean): readonly Content[] {
    const { tree } = this;
    const id = tree.typeId(content.type);
    if (id < 0) return [];
    const letters = new Letters(content.plain, threshold);
    const candidates: Content[] = [];
    for (const node of tree.postings[id]!) {
      if (!letters.mayBeAlike((visit) => this.eachValue(node, MAX_TEXT, (value) => visit(tree.values.get(value)))))
        continue;
      if (!isGone(node)) candidates.push(this.of(node));
    }
    return candidates;
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

/**
 * An upper bound of how alike a text can be to another one, from how often each letter is in them: texts have no more triples in common than
 * letters, and two for the blanks around them. What is no ASCII may be any letters, or none. Nothing is normalised, so that of many thousand texts few must be.
 */
class Letters {
  private readonly counts = new Int32Array(128);
  private readonly left = new Int32Array(128);

  constructor(
    private readonly plain: string,
    private readonly threshold: number,
  ) {
    for (let i = 0; i < plain.length; i++) this.counts[slotOf(plain.charCodeAt(i))]!++;
  }

  mayBeAlike(eachText: (visit: (text: string) => void) => void): boolean {
    const { left, plain } = this;
    left.set(this.counts);
    let [length, common, any] = [0, 0, 0];
    let isSpace = true;
    const add = (slot: number): void => {
      if (slot === SPACE && isSpace) return;
      isSpace = slot === SPACE;
      length++;
      if (slot === OTHER) any++;
      else if (left[slot]! > 0) {
        left[slot]!--;
        common++;
      }
    };
    eachText((text) => {
      for (let i = 0; i < text.length; i++) add(slotOf(text.charCodeAt(i)));
      add(SPACE);
    });
    // Longer texts are compared in part.
    if (length >= MAX_TEXT) return true;
    const lengths = Math.max(0, length - 1 - 2 * any) + plain.length;
    return (2 * (common + any * MAX_LETTERS + 2)) / (lengths + 4) >= this.threshold;
  }
}

/** A character that is normalised gives no more letters. */
const MAX_LETTERS = 18;

const SPACE = 0;
const OTHER = 1;

/** A slot of its own for each ASCII letter, without case, and digit; one for all that separates, one for all other characters. */
function slotOf(unit: number): number {
  if (unit >= 128) return OTHER;
  if (unit >= 65 && unit <= 90) return unit + 32;
  const isWord = (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
  return isWord ? unit : SPACE;
}

/** Letters and digits, without case and marks. */
const plainOf = (text: string): string =>
  foldWord(text.normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function likeness(a: Content, b: Content, threshold: number): number {
  if (a.plain === b.plain) return 1;
  const [x, y] = [a.plain.length + 2, b.plain.length + 2];
  // No two texts of so different length are as alike.
  if ((2 * Math.min(x, y)) / (x + y) < threshold) return 0;
  a.triples ??= triplesOf(a.plain);
  b.triples ??= triplesOf(b.plain);
  let common = 0;
  for (const [triple, count] of a.triples) common += Math.min(count, b.triples.get(triple) ?? 0);
  // Not 1: the texts differ, if only in the order of what repeats.
  return Math.min((2 * common) / (x + y), 1 - Number.EPSILON);
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
