import type { Axis } from "@semantic-xpath/parser";
import {
  attributeOf,
  kindOfType,
  nodesOfTypes,
  nodesOnAxis,
  type PossibleNodes,
  referredNodes,
  type Schema,
  type SchemaTypes,
  schemaTypes,
  typedNodes,
} from "@semantic-xpath/planner";
import { distinctNames } from "../grammar/ruleBook.js";
import { isWritable } from "../words.js";
import {
  attributeNames,
  attributesOf,
  fieldsOf,
  type Move,
  type NodeTest,
  OPAQUE,
  type State,
  type StateSpace,
  valueTypesOf,
} from "./state.js";

/** Maximum number of child types whose combinations all become states of their own. */
const MAX_COMBINED = 3;

/** Precision of following a schema. */
interface Closeness {
  /** True if a set of types from `*`, `..`, an offset or `(A|B)` is a state of its own; else it leads to `OPAQUE`. */
  readonly withSets: boolean;
  /** The axes that may be written out. */
  readonly axes: readonly Axis[];
  /** True if conditions may concern values of paths. */
  readonly withPaths: boolean;
}

/** The states of a schema: one for each type, and for sets of types. States are made when they are asked for. */
export function schemaStates(schema: Schema, { withSets, axes, withPaths }: Closeness): StateSpace {
  const types = schemaTypes(schema);
  const writable = new Set(types.names.filter(isWritable));
  const nameOf = distinctNames("some", "root");
  const lists = withSets ? siblingLists(types, writable) : [];
  const states = new Map<PossibleNodes, State>();
  const stateOf = (nodes: PossibleNodes): State => {
    const existing = states.get(nodes);
    if (existing !== undefined) return existing;
    const isMixed = nodes.names.length !== 1 || nodes.document;
    const label = nodes === types.start ? "tree" : isMixed ? "nodes" : nodes.names[0]!;
    const comment = nodes === types.start ? "the whole tree" : nodes.names.join(" | ");
    const state = makeState(nodes, nameOf(label), comment);
    states.set(nodes, state);
    return state;
  };
  const settle = (nodes: PossibleNodes, isFollowed: boolean): State =>
    (withSets && isFollowed) || (nodes.names.length === 1 && !nodes.document) ? stateOf(nodes) : OPAQUE;
  const below = (nodes: PossibleNodes) => nodesOnAxis(types, nodes, "descendant-or-self").names;
  const hasText = (type: string): boolean => schema.types[type]!.text;
  const makeState = (nodes: PossibleNodes, name: string, comment: string): State => ({
    name,
    comment,
    moves: once(() => movesFrom({ types, writable, axes, lists, settle, stateOf }, nodes)),
    attributes: attributesOf(schema, nodes.names),
    fields: fieldsOf(schema, nodes.names),
    attributesBelow: attributesOf(schema, below(nodes)),
    typeNames: nodes.names,
    hasText: nodes.names.some(hasText),
    hasTextBelow: below(nodes).some(hasText),
    siblings: once(() => {
      const siblings = nodesOnAxis(types, nodes, "following-sibling");
      return siblings.names.length === 0 ? null : settle(siblings, true);
    }),
  });
  const single = [...writable].map((type) => stateOf(types.singletons[types.ids.get(type)!]!));
  return {
    start: stateOf(types.start),
    mixture: OPAQUE,
    single,
    bound: single,
    isLean: !withPaths,
    valueTypes: valueTypesOf(schema),
    notes: notesOf(types, writable),
  };
}

interface Places {
  readonly types: SchemaTypes;
  readonly writable: ReadonlySet<string>;
  readonly axes: readonly Axis[];
  /** Sets that a list of names may lead to. */
  readonly lists: readonly PossibleNodes[];
  readonly settle: (nodes: PossibleNodes, isFollowed: boolean) => State;
  readonly stateOf: (nodes: PossibleNodes) => State;
}

/** The axes after whose `*` the grammar goes on exactly; if `*` after another finds a mixture, it does not. */
const FOLLOWED: readonly Axis[] = ["child", "descendant", "following-sibling", "preceding-sibling"];

function movesFrom(places: Places, from: PossibleNodes): readonly Move[] {
  const moves = [
    ...movesOnAxis(places, from, "/", null),
    ...movesOnAxis(places, from, "//", null),
    ...places.axes.flatMap((axis) => movesOnAxis(places, from, "/", axis)),
  ];
  const { types, stateOf, settle } = places;
  if (from === types.start) return moves;
  const dot = (text: "." | "..", to: State): Move => ({
    separator: "/",
    axis: null,
    test: { kind: "Dot", text },
    to,
    isPlain: false,
  });
  const parents = typedNodes(types, nodesOnAxis(types, from, "parent"));
  moves.push(...movesAlongReferences(places, from));
  return [...moves, dot(".", stateOf(from)), ...(parents.names.length > 0 ? [dot("..", settle(parents, true))] : [])];
}

/** Along the references that all of the nodes have. */
function movesAlongReferences({ types, settle }: Places, from: PossibleNodes): Move[] {
  const { schema } = types;
  const isReference = (type: string, name: string): boolean =>
    kindOfType(attributeOf(schema, type, name)?.type ?? "string") === "ref";
  return attributeNames(schema, from.names).flatMap((name): Move[] => {
    if (!from.names.every((type) => isReference(type, name))) return [];
    const to = referredNodes(
      types,
      { kind: "AttributeReference", span, name: { kind: "Name", span, text: name } },
      from,
    );
    if (to.names.length === 0) return [];
    return [{ separator: "/", axis: null, test: { kind: "Id", name }, to: settle(to, true), isPlain: false }];
  });
}

const span = { start: 0, end: 0 };

/** The document node is left out of what an axis leads to: it has no type, and steps from it only lead back. */
function movesOnAxis(places: Places, from: PossibleNodes, separator: Move["separator"], written: Axis | null): Move[] {
  const { types, writable, lists, settle, stateOf } = places;
  const axis = written ?? (separator === "/" ? "child" : "descendant");
  const onAxis = typedNodes(types, nodesOnAxis(types, from, axis));
  const names = onAxis.names.filter((name) => writable.has(name));
  const move = (test: NodeTest, to: State, isPlain = false): Move => ({ separator, axis: written, test, to, isPlain });
  const moves = names.map((name) =>
    move({ kind: "Name", name }, stateOf(nodesOfTypes(types, [types.ids.get(name)!])), written === null),
  );
  if (onAxis.names.length > 0) moves.push(move({ kind: "Wildcard" }, settle(onAxis, FOLLOWED.includes(axis))));
  if (names.length > 1) moves.push(move({ kind: "Some", names }, OPAQUE));
  if (written !== null) return moves;
  for (const set of lists) {
    if (set.names.every((name) => names.includes(name)))
      moves.push(move({ kind: "All", names: set.names }, stateOf(set)));
  }
  return moves;
}

/** Combinations of types that one parent can have as children. */
function siblingLists(types: SchemaTypes, writable: ReadonlySet<string>): readonly PossibleNodes[] {
  const sets = new Set<PossibleNodes>();
  for (const parent of types.singletons) {
    const names = nodesOnAxis(types, parent, "child").names.filter((name) => writable.has(name));
    const subsets = names.length <= MAX_COMBINED ? combinations(names) : [names];
    for (const subset of subsets) {
      if (subset.length > 1)
        sets.add(
          nodesOfTypes(
            types,
            subset.map((name) => types.ids.get(name)!),
          ),
        );
    }
  }
  return [...sets];
}

function combinations([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const without = combinations(rest);
  return [...without, ...without.map((names) => [first, ...names])];
}

function notesOf(types: SchemaTypes, writable: ReadonlySet<string>): string[] {
  const unwritable = types.names.filter((name) => !writable.has(name));
  return unwritable.length === 0
    ? []
    : [`left out, since no query can write them: ${unwritable.map((name) => JSON.stringify(name)).join(", ")}`];
}

/** Computes when first asked. */
function once<T>(compute: () => T): () => T {
  let value: { readonly is: T } | null = null;
  return () => {
    value ??= { is: compute() };
    return value.is;
  };
}
