import { AXIS_NAMES } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { isNameOfLanguage } from "../words.js";
import {
  ANY_NAME,
  type AnyName,
  attributesOf,
  type Comparable,
  fieldsOf,
  type Move,
  type NodeTest,
  OPAQUE,
  type State,
  type StateSpace,
} from "./state.js";

const ANYTHING: Comparable = { name: ANY_NAME, type: null, values: null };

/** Without a schema: one state, any names. */
export function openStates(): StateSpace {
  return oneState(ANY_NAME, {
    attributes: [ANYTHING],
    fields: [ANYTHING],
    attributesBelow: ANY_NAME,
    typeNames: ANY_NAME,
    hasText: true,
  });
}

/** For a schema that is too large: one state with all its names, whatever leads where. */
export function namesOnly(schema: Schema): StateSpace {
  const types = Object.keys(schema.types).filter(isNameOfLanguage);
  const attributes = attributesOf(schema, types);
  return oneState(types, {
    attributes,
    fields: fieldsOf(schema, types),
    attributesBelow: attributes.map(({ name }) => name!),
    typeNames: types,
    hasText: types.some((type) => schema.types[type]!.text),
  });
}

type Content = Pick<State, "attributes" | "fields" | "attributesBelow" | "typeNames" | "hasText">;

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
  /** The document has no attributes and no text, and nothing beside or above it. */
  const start: State = { ...OPAQUE, name: "tree", comment: "the whole tree", moves: () => fromDocument };
  return { start, mixture: any, single: [], notes: [] };
}
