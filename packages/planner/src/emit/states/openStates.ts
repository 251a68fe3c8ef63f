import { AXES } from "@semantic-xpath/parser";
import type { Schema } from "../../schema/schema.js";
import { choice, literal, many, type Part, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import { attributesOf, fieldsOf } from "./comparables.js";
import { isNameOfLanguage } from "./names.js";
import { ANY_NAME, type Comparable, type Move, OPAQUE, type State, type StateSpace } from "./state.js";

const ANYTHING: Comparable = { name: ANY_NAME, type: null, values: null };

/** Without a schema: one state, any names. */
export function openStates(): StateSpace {
  return oneState("node", token("name"), {
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
  return oneState("node", choice(...types), {
    attributes,
    fields: fieldsOf(schema, types),
    attributesBelow: attributes.map(({ name }) => name!),
    typeNames: types,
    hasText: types.some((type) => schema.types[type]!.text),
  });
}

type Content = Pick<State, "attributes" | "fields" | "attributesBelow" | "typeNames" | "hasText">;

function oneState(label: string, name: Part, content: Content): StateSpace {
  const moves: Move[] = [];
  const any: State = { name: label, comment: null, ...content, moves: () => moves, siblings: () => any };
  /** The document has no attributes and no text, and nothing beside or above it. */
  const start: State = { ...OPAQUE, name: "tree", comment: "the whole tree", moves: () => moves.filter(({ isDot }) => !isDot) };
  const list = sequence("(", name, many(sequence("|", name)), ")");
  const move = (lead: string, test: Part, isPlain = false, isDot = false): Move => ({ lead, test, to: any, isPlain, isDot });
  for (const lead of ["/", "//"]) moves.push(move(lead, name, true));
  for (const lead of ["/", "//", ...AXES.map((axis) => `/${axis}::`)]) {
    if (lead.endsWith("::")) moves.push(move(lead, name));
    moves.push(move(lead, literal("*")), move(lead, list));
  }
  moves.push(move("/", literal("."), false, true), move("/", literal(".."), false, true));
  return { start, opaque: OPAQUE, single: [any], notes: [] };
}
