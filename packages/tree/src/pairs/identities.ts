import type { BothContents, Contents } from "./contents.js";
import { SequenceTable } from "./sequenceTable.js";

/** Attributes that identify a node, the most certain first; written in any case, with or without separators. */
const IDENTIFIERS = ["id", "xmlid", "uuid", "guid", "key"];
const NAMES = ["name", "title", "label", "slug", "url", "uri", "href"];

/** Identities of the nodes of two trees. */
export interface Identities {
  /** By node of each tree: equal for equal types and equal values of the type's identity attribute; -1 when it has none. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly count: number;
  /** By common type: the values are unique in both trees, so they find a node anywhere in the tree. */
  readonly isUnique: Uint8Array;
  /** By common type: the attribute is an identifier. Nodes with two identifiers are two nodes; a name may change. */
  readonly isIdentifier: Uint8Array;
}

/**
 * Chooses an identity attribute for each type: the first of the known ones that both trees have, with some values in both, and whose
 * values are unique in both; if none is unique, the one with most values, which then distinguishes siblings.
 */
export function identitiesOf(contents: BothContents): Identities {
  const { a, b, typeCount } = contents;
  const table = new SequenceTable();
  const [isUnique, isIdentifier] = [new Uint8Array(typeCount), new Uint8Array(typeCount)];
  const [inA, inB] = [new Int32Array(a.tree.size + 1).fill(-1), new Int32Array(b.tree.size + 1).fill(-1)];
  const [typesOfB, attributesOfB] = [byCommonCode(b.types), byCommonCode(b.attributes)];
  for (let typeA = 1; typeA < a.types.length; typeA++) {
    const type = a.types[typeA]!;
    const typeB = typesOfB.get(type);
    if (typeB === undefined) continue;
    const chosen = chooseAttribute([a, typeA], [b, typeB], attributesOfB);
    if (chosen === null) continue;
    isUnique[type] = chosen.isUnique ? 1 : 0;
    isIdentifier[type] = chosen.isIdentifier ? 1 : 0;
    write(a, typeA, chosen.inA, inA);
    write(b, typeB, chosen.inB, inB);
  }
  return { a: inA, b: inB, count: table.size, isUnique, isIdentifier };

  function write({ tree, types, values: codes }: Contents, type: number, attribute: number, into: Int32Array): void {
    for (const node of tree.postings[type]!) {
      const value = tree.attributeValue(node, attribute);
      if (value >= 0) into[node] = table.codeOf([types[type]!, codes[value]!], 2);
    }
  }
}

interface Candidate {
  readonly inA: number;
  readonly inB: number;
  readonly isIdentifier: boolean;
  readonly isUnique: boolean;
}

function chooseAttribute(
  [a, typeA]: readonly [Contents, number],
  [b, typeB]: readonly [Contents, number],
  attributesOfB: ReadonlyMap<number, number>,
): Candidate | null {
  const typeName = plain(a.tree.typeNames[typeA]!);
  const candidates = [...a.tree.attributesOfType[typeA]!]
    .map((inA) => ({ inA, inB: attributesOfB.get(a.attributes[inA]!), name: a.tree.attributeNames[inA]! }))
    .map((each) => ({ ...each, rank: rankOf(plain(each.name), typeName) }))
    .filter(({ rank }) => rank >= 0)
    .sort((x, y) => x.rank - y.rank || (x.name < y.name ? -1 : 1));
  let best: Candidate | null = null;
  let most = 0;
  for (const { inA, inB, rank } of candidates) {
    if (inB === undefined) continue;
    const { distinct, repeated, shared } = measure([a, typeA, inA], [b, typeB, inB]);
    if (shared === 0) continue;
    const candidate = { inA, inB, isIdentifier: rank <= IDENTIFIERS.length, isUnique: repeated === 0 };
    if (candidate.isUnique) return candidate;
    if (distinct > most) [best, most] = [candidate, distinct];
  }
  return best;
}

/** `task_id` of a Task is as good as its `id`. */
function rankOf(attribute: string, type: string): number {
  if (type !== "" && (attribute === `${type}id` || attribute === `${type}key`)) return IDENTIFIERS.length;
  const at = IDENTIFIERS.indexOf(attribute);
  if (at >= 0) return at;
  const name = NAMES.indexOf(attribute);
  return name < 0 ? -1 : IDENTIFIERS.length + 1 + name;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{Nd}]/gu, "");

const byCommonCode = (codes: Int32Array): Map<number, number> => new Map(Array.from(codes, (code, id) => [code, id]));

type Column = readonly [contents: Contents, type: number, attribute: number];

/** Number of values in two columns, of repetitions within a column, and of common values. */
function measure(one: Column, other: Column): { distinct: number; repeated: number; shared: number } {
  const [a, b] = [codesIn(one), codesIn(other)];
  const [inA, inB] = [new Set(a), new Set(b)];
  let shared = 0;
  for (const code of inB) if (inA.has(code)) shared++;
  const distinct = inA.size + inB.size;
  return { distinct, repeated: a.length + b.length - distinct, shared };
}

const codesIn = ([{ tree, values }, type, attribute]: Column): number[] =>
  Array.from(tree.postings[type]!, (node) => tree.attributeValue(node, attribute))
    .filter((value) => value >= 0)
    .map((value) => values[value]!);
