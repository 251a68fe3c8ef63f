import { type AttributeType, kindOfType, type NodeType, type Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/readers/schema";
import { stemOf } from "@semantic-xpath/scorers";
import { getOrMake, type NodeId, type Tree } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import type { Found } from "./finder.js";
import { type Lookups, newLookups } from "./lookups.js";

/** What is known of the tree that a request is about: its schema, and the words of its nodes. */
export interface Known {
  readonly tree: Tree;
  readonly schema: Schema;
  /** Whether somebody wrote the schema; otherwise it was inferred, and requires nothing. */
  readonly isDeclared: boolean;
  readonly about: About;
  readonly words: TreeWords;
  /** What phrases of the request were found to mean, by their place and where they were looked for: patterns try the same ones again. */
  readonly found: Map<string, Found>;
  readonly lookups: Lookups;
}

/** The nodes that have a word (as a stem), by where they have it. */
export interface TreeWords {
  /** In what they are called. */
  readonly labels: ReadonlyMap<string, readonly NodeId[]>;
  /** In a short value, such as one of an enumeration. */
  readonly facets: ReadonlyMap<string, readonly NodeId[]>;
  readonly types: ReadonlyMap<string, readonly NodeId[]>;
}

const wordsOfTree = new WeakMap<Tree, Known>();

export function knownOf(about: About, lookups = newLookups()): Known {
  const kept = wordsOfTree.get(about.tree);
  if (kept !== undefined && (about.schema ?? null) === (kept.isDeclared ? kept.schema : null))
    return { ...kept, about, found: new Map(), lookups };
  const schema = about.schema ?? inferSchema([about.tree]);
  const known = {
    tree: about.tree,
    schema,
    isDeclared: (about.schema ?? null) !== null,
    about,
    words: treeWords(about.tree, schema),
    found: new Map<string, Found>(),
    lookups,
  };
  wordsOfTree.set(about.tree, known);
  return known;
}

const PART = /[\p{L}\p{N}\p{M}]+/gu;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u;

/** The words of a name or value as stems: `time_block` is time and block, `InProgress` in and progress. */
export function stemsOf(text: string): readonly string[] {
  const stems: string[] = [];
  for (const [part] of text.replaceAll(/['’]s\b/gu, "").matchAll(PART))
    for (const piece of part.split(HUMP)) stems.push(stemOf(piece.toLowerCase()));
  return stems;
}

const LABELS = ["name", "title", "label", "subject", "heading", "summary", "term", "word"];

export const typeOf = ({ tree }: Pick<Known, "tree">, node: NodeId): string => tree.typeNames[tree.type[node]!]!;

export const nodeTypeOf = ({ schema }: Pick<Known, "schema">, type: string): NodeType | null =>
  Object.hasOwn(schema.types, type) ? schema.types[type]! : null;

/** The attribute that says what nodes of a type are called; null: their own text, or nothing. */
export function labelOf(known: Pick<Known, "schema">, type: string): string | null {
  const attributes = nodeTypeOf(known, type)?.attributes ?? {};
  const named = LABELS.find((name) => Object.hasOwn(attributes, name));
  if (named !== undefined) return named;
  const free = Object.entries(attributes).find(
    ([name, { type: kind, values, element }]) =>
      kindOfType(kind) === "string" &&
      values === undefined &&
      !element &&
      stemsOf(name).some((each) => LABELS.includes(each)),
  );
  return free?.[0] ?? null;
}

/** What a node is called: its label, the beginning of its text, or its type. */
export function calledOf(known: Known, node: NodeId): string {
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const own = (label === null ? undefined : known.tree.attribute(node, label)) ?? known.tree.ownText(node);
  const ordinal = known.tree.ordinal[node]!;
  if (own === "" || own === undefined) return ordinal === 0 ? `the ${type}` : `${type} ${ordinal}`;
  return own.length > 60 ? `${own.slice(0, 57)}…` : own;
}

const SHORT = 40;

function treeWords(tree: Tree, schema: Schema): TreeWords {
  const [labels, facets, types] = [
    new Map<string, NodeId[]>(),
    new Map<string, NodeId[]>(),
    new Map<string, NodeId[]>(),
  ];
  const typeStems = tree.typeNames.map((name) => stemsOf(name));
  const labelOfType = tree.typeNames.map((type) => labelOf({ schema }, type));
  // Most values of large data are said more than once.
  const ofValues = new Map<number, readonly string[]>();
  const stemsOfValue = (place: number): readonly string[] =>
    getOrMake(ofValues, place, () => [...new Set(stemsOf(tree.values.get(place)))]);
  const ofNames = new Map<number, readonly string[]>();
  const stemsOfName = (attribute: number): readonly string[] =>
    getOrMake(ofNames, attribute, () => [...new Set(stemsOf(tree.attributeNames[attribute]!))]);
  for (let node = 1; node < tree.size + 1 && node < tree.end.length; node++) {
    const type = tree.typeNames[tree.type[node]!]!;
    const label = labelOfType[tree.type[node]!] ?? null;
    for (const stem of typeStems[tree.type[node]!]!) add(types, stem, node);
    const attributes = nodeTypeOf({ schema }, type)?.attributes ?? {};
    for (const attribute of tree.attributesOfType[tree.type[node]!] ?? []) {
      const name = tree.attributeNames[attribute]!;
      const place = tree.attributeValue(node, attribute);
      if (place < 0) continue;
      const value = tree.values.get(place);
      if (value.length > 200) continue;
      const declared = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (name === label) for (const stem of stemsOfValue(place)) add(labels, stem, node);
      else if (value === "true") for (const stem of stemsOfName(attribute)) add(facets, stem, node);
      else if (isFacet(declared, value)) for (const stem of stemsOfValue(place)) add(facets, stem, node);
    }
    const text = tree.ownText(node);
    if (label === null && text !== "" && text.length <= 200)
      for (const stem of new Set(stemsOf(text))) add(labels, stem, node);
  }
  return { labels, facets, types };
}

const isFacet = (declared: AttributeType | undefined, value: string): boolean =>
  declared?.values !== undefined ||
  (value.length <= SHORT && (declared === undefined || kindOfType(declared.type) === "string"));

function add(map: Map<string, NodeId[]>, key: string, node: NodeId): void {
  const nodes = map.get(key);
  if (nodes === undefined) map.set(key, [node]);
  else if (nodes.at(-1) !== node) nodes.push(node);
}

/** The short values of a node that are no numbers, and the names of what is true of it, as stems. */
export function facetsOf(
  { tree, schema }: Pick<Known, "tree" | "schema">,
  node: NodeId,
): readonly (readonly string[])[] {
  const type = typeOf({ tree }, node);
  const label = labelOf({ schema }, type);
  const attributes = nodeTypeOf({ schema }, type)?.attributes ?? {};
  const facets: (readonly string[])[] = [];
  for (const [name, value] of Object.entries(tree.node(node).attributes)) {
    if (name === label || value.length > SHORT) continue;
    if (value === "true") facets.push(stemsOf(name));
    else if (isFacet(Object.hasOwn(attributes, name) ? attributes[name] : undefined, value))
      facets.push(stemsOf(value));
  }
  return facets;
}
