import { getOrMake, isPlainName } from "@semantic-xpath/values";
import { DOCUMENT, type NodeId, type TypeId } from "./ids.js";
import type { Tree } from "./tree.js";

/**
 * A query that finds exactly this node: `/Plan/Day[2]/POI[1]`, with an index only if the parent has several children of
 * that type. A type that no query can name is written `*[k]`, k counting all siblings.
 */
export function nodePath(tree: Tree, node: NodeId): string {
  let path = "";
  for (let at = node; at > DOCUMENT; at = tree.parent[at]!) path = `/${stepOf(tree, at)}${path}`;
  return path;
}

/** The last step of a node's path. */
export function stepOf(tree: Tree, node: NodeId): string {
  const type = tree.type[node]!;
  if (!isNameable(tree, type)) return `*[${placesOf(tree)[node]}]`;
  const ordinal = tree.ordinal[node]!;
  return ordinal === 0 ? tree.typeNames[type]! : `${tree.typeNames[type]!}[${ordinal}]`;
}

/** Facts for paths, found when first asked for. A tree does not change, so they hold as long as it lives. */
interface PathFacts {
  readonly nameable: (boolean | undefined)[];
  places: Int32Array | undefined;
}

const factsOf = new WeakMap<Tree, PathFacts>();

const pathFacts = (tree: Tree): PathFacts => getOrMake(factsOf, tree, () => ({ nameable: [], places: undefined }));

function isNameable(tree: Tree, type: TypeId): boolean {
  const { nameable } = pathFacts(tree);
  nameable[type] ??= isPlainName(tree.typeNames[type]!);
  return nameable[type]!;
}

/** The place of each node among all its siblings, from 1: laid out once, so that many paths do not count siblings again. */
function placesOf(tree: Tree): Int32Array {
  const facts = pathFacts(tree);
  facts.places ??= layPlaces(tree.end);
  return facts.places;
}

function layPlaces(end: Int32Array): Int32Array {
  const places = new Int32Array(end.length);
  for (let node = 0; node < end.length; node++) {
    let place = 0;
    for (let child = node + 1; child < end[node]!; child = end[child]!) places[child] = ++place;
  }
  return places;
}
