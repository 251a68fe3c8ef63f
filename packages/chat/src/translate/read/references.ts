import { compile } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import type { About } from "../about.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { Words } from "../words/words.js";
import type { Frame } from "./items.js";
import { nearest } from "./resolve.js";
import type { NamedItem, Target } from "./target.js";

/** What "those", "it" and "the first one" are: nodes that an earlier turn found. */
export interface Reference {
  readonly paths: readonly string[];
  readonly types: readonly string[];
}

/** Nodes of an earlier turn that are written out in a query. */
const MOST_PATHS = 100;

/** What a frame refers to; null where it refers to nothing, or nothing was found before. */
export function referenceOf(frame: Frame, { context }: About, lexicon: Lexicon): Reference | null {
  const { schema, tree } = lexicon;
  const found = context?.found.find((paths) => paths.length > (frame.refersMany ? 1 : 0));
  if (!frame.refers || found === undefined || found.length > MOST_PATHS) return null;
  const nodes = [...new Set(found.map((path) => path.replace(/\/(?:@[^/]*|text\(\))$/, "")))];
  const { place } = frame;
  const paths =
    place === null
      ? nodes
      : nodes.slice(
          place.from < 0 ? place.from : place.from - 1,
          place.to === -1 ? undefined : (place.to ?? undefined),
        );
  const types = new Set<string>();
  const above = new Set<string>();
  for (const path of paths) {
    const { query } = compile(path, { schema });
    if (query === undefined || query.isSemantic) return null;
    for (const id of query.select(tree).ids) {
      types.add(tree.node(id).type);
      const holder = ancestorOf(tree, id, frame.referred);
      if (holder !== null) above.add(holder);
    }
  }
  if (paths.length === 0 || types.size === 0) return null;
  const isAbove = above.size > 0 && !frame.referred.some((type) => types.has(type));
  if (isAbove) return { paths: [...above], types: frame.referred };
  const whole = place === null ? queryThatFound(paths, context, lexicon) : null;
  return { paths: whole === null ? paths : [whole], types: [...types] };
}

/** The last turn's query, where it is a path that finds just these nodes: it says more than the places of all of them, and can be counted. */
function queryThatFound(paths: readonly string[], context: About["context"], { schema, tree }: Lexicon): string | null {
  const text = context?.requests[0]?.text ?? null;
  if (text === null || paths.length < 2 || !text.startsWith("/")) return null;
  const { query } = compile(text, { schema });
  if (query === undefined || query.isSemantic) return null;
  const found = Array.from(query.select(tree).ids, (id) => tree.node(id).path);
  return found.length === paths.length && found.every((path) => paths.includes(path)) ? text : null;
}

/** The path of what a node is in, of some types. */
function ancestorOf(tree: Tree, id: number, types: readonly string[]): string | null {
  for (let node = tree.node(id).parent; node !== null; node = node.parent)
    if (types.includes(node.type)) return node.path;
  return null;
}

/** The targets among what is referred to, or in it. */
export function referred(targets: readonly Target[], reference: Reference, lexicon: Lexicon): Target[] {
  const found = targets.flatMap((target): Target[] => {
    const same = target.types.filter((type) => reference.types.includes(type));
    if (same.length > 0) return [{ ...target, types: same, among: reference.paths }];
    const { relation } = nearest(reference.types, target.types, lexicon);
    return relation === "above" ? [{ ...target, inside: reference }] : [];
  });
  if (found.length > 0) return found;
  return [{ types: reference.types, attribute: null, head: null, strength: 0.9, among: reference.paths }];
}

const FOLLOWS = /^\s*(?:and|what about|how about|and what about|but)\b/i;

/** Whether a request only goes on with the one before: "and for Grete?". */
export const followsUp = ({ request }: Words): boolean => FOLLOWS.test(request);

/** The earlier frame with what is said now in place of what was said of the same; null where nothing takes a place. */
export function replaced(before: Frame, now: Frame): Frame | null {
  const names = now.items.filter((item): item is NamedItem => item.kind === "named");
  if (names.length === 0 || names.length < now.items.length) return null;
  let items = [...before.items];
  for (const item of names) {
    const at = items.findIndex((other) => other.kind === "named" && isOfSame(other, item));
    const old = items[at];
    if (old?.kind !== "named") return null;
    const { role, isNegated, isPossessor, isEach } = old;
    items = items.with(at, { ...item, role, isNegated, isPossessor, isEach });
  }
  return { ...before, items, understood: now.understood };
}

const isOfSame = (one: NamedItem, other: NamedItem): boolean => {
  const a = one.choices[0]!;
  const b = other.choices[0]!;
  if (a.kind !== b.kind || !a.types.some((type) => b.types.includes(type))) return false;
  return a.kind === "type" ? one.place !== null && other.place !== null : a.attribute === b.attribute;
};
