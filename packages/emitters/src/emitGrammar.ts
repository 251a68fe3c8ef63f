import { AXIS_NAMES, type Axis } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { GBNF, LARK, type Notation } from "./grammar/notations.js";
import type { Rule } from "./grammar/part.js";
import { writeRules } from "./grammar/ruleBook.js";
import { grammarOf } from "./rules/grammar.js";
import { nodeBrackets, query } from "./rules/query.js";
import { schemaStates } from "./states/schemaStates.js";
import type { StateSpace } from "./states/state.js";
import { namesOnly, openStates } from "./states/state.js";

/** Settings of `emitGbnf` and `emitLark`. */
export interface GrammarOptions {
  /** Maximum nesting of conditions: those of a bracket are level 1, those in `not(…)` or in an evidence path one more. Default 3. */
  readonly maxNesting?: number;
  /** Most characters of the grammar; a larger one is written less exactly, with a note. Default 400000. */
  readonly maxCharacters?: number;
}

/**
 * Precision of a grammar about the schema: each step knows its type or its set of types; a single type is known, while a mixture of
 * types can only be ranked; only the names are known; or nothing.
 */
export type Specialisation = "sets" | "types" | "names" | "none";

export interface EmittedGrammar {
  readonly text: string;
  readonly specialisation: Specialisation;
  /** Parts left out of this grammar with the reasons, as sentences; empty if the schema is followed exactly. */
  readonly notes: readonly string[];
}

/**
 * The queries over a schema as a grammar in GBNF, for llama.cpp: what it derives parses and checks without errors. Queries are written
 * on one line, as `print` writes them. Null: for any schema.
 *
 * @example emitGbnf(schema).text // 'root ::= …'
 */
export const emitGbnf = (schema: Schema | null, options: GrammarOptions = {}): EmittedGrammar =>
  emitGrammar(schema, options, GBNF);

/**
 * The language of `emitGbnf`, as a Lark grammar for llguidance.
 *
 * @example emitLark(schema).text // '%llguidance {}\nstart: …'
 */
export const emitLark = (schema: Schema | null, options: GrammarOptions = {}): EmittedGrammar =>
  emitGrammar(schema, options, LARK);

const MAX_NESTING = 3;
const MAX_CHARACTERS = 400_000;

/** The most exact grammar that the limit allows. */
function emitGrammar(schema: Schema | null, options: GrammarOptions, notation: Notation): EmittedGrammar {
  const { maxNesting = MAX_NESTING, maxCharacters = MAX_CHARACTERS } = options;
  const nesting = Math.max(1, Math.floor(maxNesting));
  const write = (space: StateSpace, limit: number): readonly Rule[] | null =>
    writeRules(
      notation.start,
      (book) => query(grammarOf(book, nesting, space, nodeBrackets), space),
      (rule) => notation.rule(rule).length,
      limit,
    );
  const notes: string[] = [];
  for (const { specialisation, states, loss } of schema === null ? [] : STEPS) {
    const space = states(schema!);
    const rules = write(space, maxCharacters);
    if (rules !== null) return emitted(notation, rules, specialisation, [...notes, ...space.notes]);
    notes.push(`The schema is too large for ${maxCharacters} characters: ${loss}.`);
  }
  return emitted(notation, write(openStates(), Number.POSITIVE_INFINITY)!, "none", notes);
}

interface Step {
  readonly specialisation: Specialisation;
  readonly states: (schema: Schema) => StateSpace;
  /** Loss of the next, less exact step. */
  readonly loss: string;
}

/** Axes for a grammar without room for all: the others are partly expressed by `/` and `//`, or lead from everything to nearly everything. */
const NEAR_AXES: readonly Axis[] = ["parent", "ancestor", "following-sibling", "preceding-sibling"];

const STEPS: readonly Step[] = [
  {
    specialisation: "sets",
    states: (schema) => schemaStates(schema, { withSets: true, axes: AXIS_NAMES, withPaths: true }),
    loss: `of the axes only ${NEAR_AXES.join(", ")} can be written, beside / and //`,
  },
  {
    specialisation: "sets",
    states: (schema) => schemaStates(schema, { withSets: true, axes: NEAR_AXES, withPaths: true }),
    loss: "what several types have in common is not followed; after * or (A|B) only positions and relevance can be written",
  },
  {
    specialisation: "types",
    states: (schema) => schemaStates(schema, { withSets: false, axes: NEAR_AXES, withPaths: true }),
    loss: "conditions are about the node alone, or count and score what paths lead to: no quantifiers, no sums, no comparisons of paths",
  },
  {
    specialisation: "types",
    states: (schema) => schemaStates(schema, { withSets: false, axes: NEAR_AXES, withPaths: false }),
    loss: "which type can follow which is not followed; only the names are those of the schema",
  },
  {
    specialisation: "names",
    states: namesOnly,
    loss: "nothing of it is used, and any name can be written",
  },
];

function emitted(
  notation: Notation,
  rules: readonly Rule[],
  specialisation: Specialisation,
  notes: readonly string[],
): EmittedGrammar {
  const states = new Set(rules.flatMap(({ comment }) => (comment === null ? [] : [comment])));
  return { text: notation.print(rules, [...notes, ...states]), specialisation, notes };
}
