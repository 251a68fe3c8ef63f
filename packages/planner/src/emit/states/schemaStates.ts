import { AXES, type Axis } from "@semantic-xpath/parser";
import { nodesOfTypes, nodesOnAxis, typedNodes } from "../../schema/nodesOnAxis.js";
import type { Schema } from "../../schema/schema.js";
import { type PossibleNodes, type SchemaTypes, schemaTypes } from "../../schema/schemaTypes.js";
import { distinctNames } from "../grammar/distinctNames.js";
import { choice, literal, many, type Part, sequence } from "../grammar/part.js";
import { attributeNames, attributesOf, fieldsOf } from "./comparables.js";
import { isNameOfLanguage } from "./names.js";
import { type Move, OPAQUE, type State, type StateSpace } from "./state.js";

/** How many types the children of one type may have for all their combinations to be states of their own. */
const MOST_COMBINED = 3;

/**
 * The states of a schema: one for each type, and with `withSets` one for each set of types that `*`, `..`, an offset or a list of
 * siblings `(A|B)` leads to. What leads to another mixture leads to `OPAQUE`. States are made when they are asked for.
 */
export function schemaStates(schema: Schema, withSets: boolean): StateSpace {
  const types = schemaTypes(schema);
  const writable = types.names.filter(isNameOfLanguage);
  const nameOf = distinctNames("some", "root");
  const lists = withSets ? siblingLists(types, writable) : [];
  const known = new Map<PossibleNodes, State>();
  const stateOf = (nodes: PossibleNodes): State => {
    const found = known.get(nodes);
    if (found !== undefined) return found;
    const isMixed = nodes.names.length !== 1 || nodes.document;
    const label = nodes === types.start ? "tree" : isMixed ? "nodes" : nodes.names[0]!;
    const comment = nodes === types.start ? "the whole tree" : nodes.names.join(" | ");
    const state = makeState(nodes, nameOf(label), comment);
    known.set(nodes, state);
    return state;
  };
  const settle = (nodes: PossibleNodes, isFollowed: boolean): State =>
    (withSets && isFollowed) || (nodes.names.length === 1 && !nodes.document) ? stateOf(nodes) : OPAQUE;
  const makeState = (nodes: PossibleNodes, name: string, comment: string): State => ({
    name,
    comment,
    moves: once(() => movesFrom({ types, writable, lists, settle, stateOf }, nodes)),
    attributes: attributesOf(schema, nodes.names),
    fields: fieldsOf(schema, nodes.names),
    attributesBelow: attributeNames(schema, nodesOnAxis(types, nodes, "descendant-or-self").names),
    typeNames: nodes.names,
    hasText: nodes.names.some((type) => schema.types[type]!.text),
    siblings: once(() => {
      const siblings = nodesOnAxis(types, nodes, "following-sibling");
      return siblings.names.length === 0 ? null : settle(siblings, true);
    }),
  });
  const single = writable.map((type) => stateOf(types.singletons[types.ids.get(type)!]!));
  return { start: stateOf(types.start), opaque: OPAQUE, single, notes: notesOf(types, writable) };
}

interface Places {
  readonly types: SchemaTypes;
  readonly writable: readonly string[];
  /** Sets that a list of names may lead to. */
  readonly lists: readonly PossibleNodes[];
  readonly settle: (nodes: PossibleNodes, isFollowed: boolean) => State;
  readonly stateOf: (nodes: PossibleNodes) => State;
}

/** The axes after whose `*` the grammar goes on exactly; where `*` behind another finds a mixture, it does not. */
const FOLLOWED: ReadonlySet<Axis> = new Set(["child", "descendant", "following-sibling", "preceding-sibling"]);

function movesFrom(places: Places, from: PossibleNodes): readonly Move[] {
  const moves = [
    ...movesOnAxis(places, from, "child", "/"),
    ...movesOnAxis(places, from, "descendant", "//"),
    ...AXES.flatMap((axis) => movesOnAxis(places, from, axis, `/${axis}::`)),
  ];
  if (from === places.types.start) return moves;
  moves.push({ lead: "/", test: literal("."), to: places.stateOf(from), isDot: true, isPlain: false });
  const parents = nodesOnAxis(places.types, from, "parent");
  if (parents.names.length > 0)
    moves.push({ lead: "/", test: literal(".."), to: places.settle(parents, true), isDot: true, isPlain: false });
  return moves;
}

function movesOnAxis({ types, writable, lists, settle, stateOf }: Places, from: PossibleNodes, axis: Axis, lead: string) {
  const onAxis = typedNodes(types, nodesOnAxis(types, from, axis));
  const names = onAxis.names.filter((name) => writable.includes(name));
  const isDown = lead === "/" || lead === "//";
  const move = (test: Part, to: State, isPlain: boolean): Move => ({ lead, test, to, isDot: false, isPlain });
  const moves = names.map((name) => move(literal(name), stateOf(nodesOfTypes(types, [types.ids.get(name)!])), isDown));
  if (onAxis.names.length > 0) moves.push(move(literal("*"), settle(onAxis, FOLLOWED.has(axis)), false));
  if (names.length > 1) moves.push(move(nameList(names, null), OPAQUE, false));
  if (isDown) {
    for (const set of lists) {
      if (set.names.every((name) => names.includes(name))) moves.push(move(nameList(set.names, set.names.length), stateOf(set), false));
    }
  }
  return moves;
}

/** `(A|B)`: each of the names once and in order, or any of them. */
function nameList(names: readonly string[], count: number | null): Part {
  if (count !== null) return sequence("(", ...names.flatMap((name, i) => (i === 0 ? [name] : ["|", name])), ")");
  const any = choice(...names);
  return sequence("(", any, "|", any, many(sequence("|", any)), ")");
}

/** Combinations of types that one parent can have as children. */
function siblingLists(types: SchemaTypes, writable: readonly string[]): readonly PossibleNodes[] {
  const found = new Set<PossibleNodes>();
  for (const parent of types.singletons) {
    const names = nodesOnAxis(types, parent, "child").names.filter((name) => writable.includes(name));
    const subsets = names.length <= MOST_COMBINED ? combinations(names) : [names];
    for (const subset of subsets) {
      if (subset.length > 1) found.add(nodesOfTypes(types, subset.map((name) => types.ids.get(name)!)));
    }
  }
  return [...found];
}

const combinations = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((all, name) => [...all, ...all.map((subset) => [...subset, name])], [[]]);

function notesOf(types: SchemaTypes, writable: readonly string[]): string[] {
  const left = types.names.filter((name) => !writable.includes(name));
  return left.length === 0 ? [] : [`left out, since no query can write them: ${left.map((name) => JSON.stringify(name)).join(", ")}`];
}

/** Computes when first asked. */
function once<T>(compute: () => T): () => T {
  let value: { readonly is: T } | null = null;
  return () => {
    value ??= { is: compute() };
    return value.is;
  };
}
