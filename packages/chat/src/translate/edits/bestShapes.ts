import type { NodeId } from "@semantic-xpath/tree";
import { labelOf, nodeTypeOf } from "../lexicon/labelOf.js";
import { facetsOf } from "../lexicon/segmentWords.js";
import { attributesOf } from "./attributes.js";
import { typesCalled } from "./finder.js";
import { type Known, stemsOf } from "./known.js";
import { mayHold } from "./moving.js";
import type { Phrase } from "./phrase.js";
import type { Shape } from "./shapes.js";

/** Of all shapes those that understand most: a type that is named, a place, values, then what alike nodes are. */
export function bestShapes(known: Known, shapes: readonly Shape[]): readonly Shape[] {
  const placed = shapes
    .map(withPlace)
    .filter((shape): shape is Shape => shape !== null && (shape.attributes.size > 0 || shape.text !== ""));
  const scored = placed.map((shape) => [shape, scoreOf(known, shape)] as const);
  const best = Math.max(...scored.map(([, score]) => score));
  return scored.filter(([, score]) => score >= best - 0.01).map(([shape]) => shape);
}

/** Without a place: the only node that may hold it, or what the last turn was about. */
function withPlace(shape: Shape): Shape | null {
  if (shape.place !== null) return shape;
  const { known, type } = shape;
  if (!isMeant(shape)) return null;
  const holders: NodeId[] = [];
  for (let node = 1; node <= known.tree.size && holders.length < 2; node++)
    if (mayHold(known, node, type)) holders.push(node);
  if (holders.length === 1) return { ...shape, place: { placing: "into", node: holders[0]! } };
  return null;
}

/** Whether the words name the type, or it is the only one that can be added at all. */
function isMeant({ known, type, name, attributes }: Shape): boolean {
  const label = labelOf(known, type);
  const others = Object.keys(known.schema.types).filter(
    (each) => each !== type && isInside(known, each) && !needsChildren(known, each),
  );
  const enumerated = [...attributes.keys()].some(
    (key) => key !== label && nodeTypeOf(known, type)?.attributes[key]?.values !== undefined,
  );
  return (
    others.length === 0 ||
    enumerated ||
    name.length === 0 ||
    name.some(({ lower }) => typesCalled(known, lower).has(type))
  );
}

function scoreOf(known: Known, { type, attributes, name, place, text, start }: Shape): number {
  const label = labelOf(known, type);
  const words = new Set(name.flatMap(({ lower }) => stemsOf(lower)));
  const isNamed = [...attributes].some(
    ([key, value]) =>
      key !== label &&
      attributesOf(known, type).some((each) => each.name === key && each.declared.values !== undefined) &&
      stemsOf(value).some((stem) => words.has(stem)),
  );
  const direct = place !== null && known.tree.parent[place.node] !== undefined ? 1 : 0;
  return (
    (attributes.size + (start === null ? 0 : 1)) * 2 +
    (text === "" ? 0 : 2) +
    (isNamed || endsInType(known, type, name) ? 2 : 0) +
    direct +
    likeness(known, type, words) +
    (words.size === 0 ? 3 : 0)
  );
}

/** Whether the last word is the type's: a coffee break is a break. */
const endsInType = (known: Known, type: string, name: Phrase): boolean =>
  name.length > 0 && typesCalled(known, name.at(-1)!.lower).has(type);

/** Nodes of a type that are looked at: so many say what such nodes are like. */
const MOST_ALIKE = 400;

/** How many nodes of a type have one of the words, as a part of them: in [0, 1). Of many nodes some are looked at, all over the tree. */
function likeness(known: Known, type: string, words: ReadonlySet<string>): number {
  const nodes = known.tree.postings[known.tree.typeId(type)] ?? [];
  const stride = Math.max(1, Math.ceil(nodes.length / MOST_ALIKE));
  let [all, alike] = [0, 0];
  for (let at = 0; at < nodes.length; at += stride) {
    const node = nodes[at]!;
    all++;
    const values = Object.values(known.tree.node(node).attributes).flatMap((value) =>
      value.length > 300 ? [] : stemsOf(value),
    );
    if ([...values, ...facetsOf(known, node).flat()].some((stem) => words.has(stem))) alike++;
  }
  return all === 0 ? 0 : (0.99 * alike) / all;
}

/** Whether a type can be inside of another one. */
export const isInside = ({ schema }: Known, type: string): boolean =>
  Object.values(schema.types).some(({ children }) => Object.hasOwn(children, type));

/** Whether nodes of a type can't be without children. */
export const needsChildren = (known: Known, type: string): boolean =>
  Object.values(nodeTypeOf(known, type)?.children ?? {}).some(({ min }) => min > 0);
