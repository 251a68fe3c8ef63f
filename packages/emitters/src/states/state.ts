import { AXIS_NAMES, type Axis } from "@semantic-xpath/parser";
import {
  attributeInfo,
  attributeOf,
  childOf,
  type Schema,
  type ValueType,
  valueOfType,
  valueTypeOf,
} from "@semantic-xpath/planner";
import { isNameOfLanguage, isWritable } from "../words.js";

/**
 * Continuations of a place in a query. The grammar has its own rules for each state, and a state is the set of nodes
 * that the query can have reached there: so only their features can be written.
 */
export interface State {
  /** Lower-case letters, digits and "-"; the names of its rules start with it. */
  readonly name: string;
  /** Its types, as a comment says them; null if the name is enough. */
  readonly comment: string | null;
  /** Targets of a step from here. */
  readonly moves: () => readonly Move[];
  /** Attributes after `/@`, and in conditions. */
  readonly attributes: readonly Comparable[];
  /** Bare names in a condition. */
  readonly fields: readonly Comparable[];
  /** Attributes after `//@`: those here or below. */
  readonly attributesBelow: readonly Comparable[];
  /** Possible results of `name()`. */
  readonly typeNames: readonly string[] | AnyName;
  /** True if `text()` can find anything; and the same for `//text()`. */
  readonly hasText: boolean;
  readonly hasTextBelow: boolean;
  /** Target of a sibling offset; null without siblings. */
  readonly siblings: () => State | null;
}

/** All names, without a schema. */
const ANY_NAME = null;
export type AnyName = typeof ANY_NAME;

/** One way to go on: the separator, an axis if one is written, and the node test. */
export interface Move {
  readonly separator: "/" | "//";
  readonly axis: Axis | null;
  readonly test: NodeTest;
  readonly to: State;
  /** True if a group followed by steps may use it inside: a child or descendant step by one name. */
  readonly isPlain: boolean;
}

export type NodeTest =
  | { readonly kind: "Name"; readonly name: string | AnyName }
  | { readonly kind: "Wildcard" }
  /** `.` and `..`, which take no brackets. */
  | { readonly kind: "Dot"; readonly text: "." | ".." }
  /** `id(@name)`, along references; of any name also `id(.)` and its like. */
  | { readonly kind: "Id"; readonly name: string | AnyName }
  /** `(A|B)` with all of the names in this order. */
  | { readonly kind: "All"; readonly names: readonly string[] }
  /** `(A|B)` with at least two of the names, as they come. */
  | { readonly kind: "Some"; readonly names: readonly string[] | AnyName };

/** An attribute or a field with what it can be compared with. */
export interface Comparable {
  readonly name: string | AnyName;
  /** Null: unknown or mixed, so any literal suits. */
  readonly type: ValueType | null;
  /** The only values that `=` and `!=` may ask for; null: any. */
  readonly values: readonly string[] | null;
}

/** Start of a grammar, and targets of its groups. */
export interface StateSpace {
  readonly start: State;
  /** After a group of any paths. */
  readonly mixture: State;
  /** States of one type each: a group of paths that go down to it by names leads there, and not only to the mixture. */
  readonly single: readonly State[];
  /** Possible bindings of a quantifier: nodes of one type, or any. */
  readonly bound: readonly State[];
  /** True if conditions leave out values of paths, to save room. */
  readonly isLean: boolean;
  /** The types that its attributes have. */
  readonly valueTypes: readonly ValueType[];
  readonly notes: readonly string[];
}

/** After steps to a mixture that the grammar does not follow: positions and relevance of the whole node, and no further steps. */
export const OPAQUE: State = {
  name: "some",
  comment: "nodes of any types",
  moves: () => [],
  attributes: [],
  fields: [],
  attributesBelow: [],
  typeNames: [],
  hasText: false,
  hasTextBelow: false,
  siblings: () => null,
};

const span = { start: 0, end: 0 };

/** The attributes that some of the types have, each with what the checker lets it be compared with on all of them. */
export function attributesOf(schema: Schema, types: readonly string[]): Comparable[] {
  return attributeNames(schema, types).map((name) => comparable(schema, types, "AttributeReference", name));
}

const comparable = (
  schema: Schema,
  types: readonly string[],
  kind: "AttributeReference" | "FieldReference",
  name: string,
): Comparable => ({
  name,
  type: valueTypeOf(types, { kind, span, name: { kind: "Name", span, text: name } }, schema),
  values: attributeInfo(types, name, schema)?.values ?? null,
});

/** Comparables of bare names: attributes, and child types that have text. */
export function fieldsOf(schema: Schema, types: readonly string[]): Comparable[] {
  const children = types.flatMap((type) => Object.keys(schema.types[type]!.children));
  const withText = children.filter((name) => Object.hasOwn(schema.types, name) && schema.types[name]!.text);
  const names = new Set([...attributeNames(schema, types), ...withText]);
  return [...names].filter(isNameOfLanguage).map((name) => {
    const field = comparable(schema, types, "FieldReference", name);
    return types.some((type) => childOf(schema, type, name)) ? { ...field, values: null } : field;
  });
}

/** In the order of the schema. */
export function attributeNames(schema: Schema, types: readonly string[]): string[] {
  const names = types.flatMap((type) => Object.keys(schema.types[type]!.attributes));
  return [...new Set(names)].filter(
    (name) => isWritable(name) && types.some((type) => attributeOf(schema, type, name) !== null),
  );
}

/** The types of the attributes of a schema. */
export const valueTypesOf = (schema: Schema): readonly ValueType[] => [
  ...new Set(
    Object.values(schema.types).flatMap(({ attributes }) =>
      Object.values(attributes).map(({ type }) => valueOfType(type)),
    ),
  ),
];

const ANYTHING: Comparable = { name: ANY_NAME, type: null, values: null };

/** Without a schema: one state, any names. */
export function openStates(): StateSpace {
  return oneState(ANY_NAME, {
    attributes: [ANYTHING],
    fields: [ANYTHING],
    attributesBelow: [ANYTHING],
    typeNames: ANY_NAME,
    hasText: true,
    hasTextBelow: true,
  });
}

/** For a schema that is too large: one state with all its names, whatever leads where. */
export function namesOnly(schema: Schema): StateSpace {
  const types = Object.keys(schema.types).filter(isWritable);
  const hasText = types.some((type) => schema.types[type]!.text);
  const attributes = attributesOf(schema, types);
  return oneState(types, {
    attributes,
    fields: fieldsOf(schema, types),
    attributesBelow: attributes,
    typeNames: types,
    hasText,
    hasTextBelow: hasText,
  });
}

type Content = Pick<State, "attributes" | "fields" | "attributesBelow" | "typeNames" | "hasText" | "hasTextBelow">;

function oneState(names: readonly string[] | AnyName, content: Content): StateSpace {
  const moves: Move[] = [];
  const any: State = { name: "node", comment: null, ...content, moves: () => moves, siblings: () => any };
  const add = (test: NodeTest, separator: Move["separator"], axis: Move["axis"] = null): void => {
    moves.push({ separator, axis, test, to: any, isPlain: false });
  };
  const tests: readonly NodeTest[] = [
    ...(names ?? [ANY_NAME]).map((name) => ({ kind: "Name", name }) as const),
    { kind: "Wildcard" },
    ...(names === null || names.length > 1 ? [{ kind: "Some", names } as const] : []),
  ];
  for (const test of tests) {
    add(test, "/");
    add(test, "//");
    for (const axis of AXIS_NAMES) add(test, "/", axis);
  }
  const fromDocument = [...moves];
  add({ kind: "Dot", text: "." }, "/");
  add({ kind: "Dot", text: ".." }, "/");
  if (names === null) add({ kind: "Id", name: ANY_NAME }, "/");
  /** The document has no attributes and no text, and nothing beside or above it. */
  const start: State = { ...OPAQUE, name: "tree", comment: "the whole tree", moves: () => fromDocument };
  return {
    start,
    mixture: any,
    single: [],
    bound: [any],
    isLean: false,
    valueTypes: ["string", "number", "date"],
    notes: [],
  };
}
