import type { ValueType } from "@semantic-xpath/planner";
import { choice, many, optional, type Part, repeat, sequence } from "../grammar/part.js";
import { token } from "../grammar/terminals.js";
import type { Comparable, State } from "../states/state.js";
import { rowOf } from "../valueTypes.js";
import {
  choiceOf,
  type Grammar,
  namesOf,
  oneAttribute,
  oneField,
  ruleIf,
  sequenceOf,
  shared,
  stateRule,
} from "./grammar.js";
import { anyPath, ofType } from "./valuePaths.js";

/** Values of the node itself, or of what paths lead to as well. */
export type Reach = "node" | "paths";

interface Spellings {
  /** Attributes that mean the same with `@` and without. */
  readonly both: readonly Comparable[];
  readonly onlyAttributes: readonly Comparable[];
  readonly onlyFields: readonly Comparable[];
}

/** Before `=~` the words `node` and `content` are not fields, so such an attribute is written with `@`. */
export function spellings({ attributes, fields }: State): Spellings {
  const key = (each: Comparable): string => JSON.stringify([each.name, each.type, each.values]);
  const writable = fields.filter(({ name }) => name !== "node" && name !== "content");
  const asFields = new Set(writable.map(key));
  const asAttributes = new Set(attributes.map(key));
  return {
    both: attributes.filter((each) => asFields.has(key(each))),
    onlyAttributes: attributes.filter((each) => !asFields.has(key(each))),
    onlyFields: writable.filter((each) => !asAttributes.has(key(each))),
  };
}

/** Attributes that can be of a type, each one value. A bare name is one too where it means the attribute; `true` and `false` do not. */
export const named = (grammar: Grammar, state: State, type: ValueType): Part | null =>
  someNamed(grammar, state, type, () => true, `own ${type}`);

/** Attributes of a type that any literal suits. */
function open(grammar: Grammar, state: State, type: ValueType): Part | null {
  if (ofType(state.attributes, type).every(isOpen)) return named(grammar, state, type);
  return someNamed(grammar, state, type, isOpen, `open ${type}`);
}

const isOpen = ({ values }: Comparable): boolean => values === null;

function someNamed(
  grammar: Grammar,
  state: State,
  type: ValueType,
  suits: (attribute: Comparable) => boolean,
  what: string,
): Part | null {
  const attributes = ofType(state.attributes, type).filter(suits);
  if (attributes.length === 0) return null;
  return stateRule(grammar, state, what, () => {
    const { both } = spellings(state);
    const bare = ofType(both, type).filter(
      (each) => suits(each) && each.name !== null && each.name !== "true" && each.name !== "false",
    );
    const withSign = oneAttribute(grammar, attributes);
    return bare.length === 0 ? withSign : choice(withSign, oneField(grammar, namesOf(bare)));
  });
}

/** Argument of a function of texts: an attribute, a text of the node, its type. */
function textArgument(grammar: Grammar, state: State): Part | null {
  if (state === grammar.start) return null;
  return stateRule(grammar, state, "argument", () => {
    const { attributes, hasText } = state;
    const bare = spellings(state).both.filter(({ name }) => name !== "true" && name !== "false");
    return choiceOf(
      sequence("name()"),
      sequence("."),
      hasText ? sequence("text()") : null,
      attributes.length === 0 ? null : oneAttribute(grammar, attributes),
      bare.length === 0 ? null : oneField(grammar, namesOf(bare)),
    )!;
  });
}

/** A text that a function makes of a value of the node. */
export function textFunction(grammar: Grammar, state: State): Part | null {
  const changed = changedText(grammar, state);
  return changed === null ? null : choice(changed, weekdayOf(grammar, state));
}

/** `weekday(@date)`, which compares with the names of days only. */
export const weekdayOf = (grammar: Grammar, state: State): Part =>
  stateRule(grammar, state, "weekday", () =>
    sequence("weekday(", choiceOf(sequence("current-date()"), days(grammar, state))!, ")"),
  );

/** A text of the node, changed by a function. */
function changedText(grammar: Grammar, state: State): Part | null {
  const argument = textArgument(grammar, state);
  if (argument === null) return null;
  return stateRule(grammar, state, "text", () =>
    choice(
      sequence(choice("lower-case(", "upper-case(", "normalize-space("), argument, ")"),
      sequence("normalize-space()"),
      sequence(
        choice("substring-before(", "substring-after("),
        argument,
        ", ",
        choice(token("text"), argument),
        shared(grammar, "collation"),
        ")",
      ),
    ),
  );
}

const days = (grammar: Grammar, state: State): Part | null =>
  grammar.valueTypes.includes("date") ? named(grammar, state, "date") : null;

/** A text of the node, as it is or changed by a function. */
const textOf = (grammar: Grammar, state: State): Part | null =>
  choiceOf(textArgument(grammar, state), textFunction(grammar, state));

/** Text of a search, including the texts of children. */
export function searchedText(grammar: Grammar, state: State): Part | null {
  const { onlyFields } = spellings(state);
  const children = onlyFields.length === 0 ? null : oneField(grammar, namesOf(onlyFields));
  return choiceOf(textOf(grammar, state), children);
}

/** Values that compare with a literal or with a value of that type, except literals and attributes alone: computed, or from a path. */
export function computed(grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null {
  const parts = (): Part | null => {
    switch (rowOf(type).arithmetic) {
      case "numbers":
        return type === "number" ? numbers(grammar, state, reach) : quantities(grammar, state, type, reach);
      case "days":
        return moved(grammar, state, type, reach);
      case null:
        return choiceOf(
          type === "string" ? changedText(grammar, state) : null,
          type === "boolean" ? null : extremes(grammar, state, type, reach),
        );
    }
  };
  return ruleIf(grammar, state, `${reach} ${type}`, parts);
}

/** `min(/POI/@date)`: one value of its type. */
const extremes = (grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null =>
  reach === "node" ? null : sequenceOf(choice("min(", "max("), anyPath(grammar, state, type), ")");

/** `@date + "7 days"`, `current-date()`. What has no declared type might be a number instead. */
function moved(grammar: Grammar, state: State, type: ValueType, reach: Reach): Part {
  const shift = sequence(choice(" + ", " - "), token("duration"));
  const declared = state.attributes.filter((attribute) => attribute.type === type);
  const ownValue = declared.length === 0 ? null : sequence(oneAttribute(grammar, declared), shift);
  return choiceOf(sequence("current-date()", optional(shift)), ownValue, extremes(grammar, state, type, reach))!;
}

/** Sums of a declared unit. */
const quantities = (grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null =>
  reach === "node" ? null : sequenceOf(choice("sum(", "avg(", "min(", "max("), anyPath(grammar, state, type), ")");

/** Functions that give numbers, and arithmetic: a parenthesis deep. */
function numbers(grammar: Grammar, state: State, reach: Reach): Part | null {
  const calls = numberCalls(grammar, state, reach);
  const ownValue = named(grammar, state, "number");
  const read = choiceOf(ownValue, calls);
  if (read === null) return null;
  const sign = shared(grammar, "sign");
  const group = stateRule(grammar, state, `${reach} sum`, () => {
    const term = choice(read, token("number"));
    return sequence("(", term, repeat(sequence(sign, term), 1, null), ")");
  });
  const oneTerm = stateRule(grammar, state, `${reach} term`, () =>
    choice(sequence(optional(sequence("-")), read), token("number"), group),
  );
  const laterTerms = sequence(sign, oneTerm);
  const alone = choiceOf(calls, sequence("-", read), group)!;
  return choice(
    sequence(alone, many(laterTerms)),
    sequence(choiceOf(ownValue, token("number"))!, repeat(laterTerms, 1, null)),
  );
}

function numberCalls(grammar: Grammar, state: State, reach: Reach): Part | null {
  return ruleIf(grammar, state, `${reach} calls`, () => {
    const length = sequenceOf("string-length(", textOf(grammar, state), ")");
    if (reach === "node") return length;
    const all = anyPath(grammar, state, "any");
    const values = anyPath(grammar, state, "number");
    return choiceOf(
      length,
      sequenceOf("count(", all, ")"),
      sequenceOf("count(distinct-values(", all, "))"),
      sequenceOf(choice("sum(", "avg(", "min(", "max("), values, ")"),
    );
  });
}

/** An attribute, or a computed value: any value of the type except a literal. */
export const read = (grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null =>
  ruleIf(grammar, state, `read ${reach} ${type}`, () =>
    choiceOf(named(grammar, state, type), side(grammar, state, type, reach)),
  );

/** Computed values, or all values of a path. */
const side = (grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null =>
  choiceOf(computed(grammar, state, type, reach), reach === "node" ? null : anyPath(grammar, state, type));

/** Comparisons of values: all of a node's own with literals are among its tests. */
export function comparisons(grammar: Grammar, state: State, reach: Reach): Part | null {
  return ruleIf(grammar, state, `${reach} compared`, () =>
    choiceOf(...grammar.valueTypes.map((type) => comparisonsOf(grammar, state, type, reach))),
  );
}

/** Types whose literals may stand on the left: a lexer can't tell other texts there from strings. */
const COMES_FIRST: ReadonlySet<ValueType> = new Set<ValueType>(["string", "number", "date"]);

function comparisonsOf(grammar: Grammar, state: State, type: ValueType, reach: Reach): Part | null {
  const { literals, isOrdered, values } = rowOf(type);
  const sign = shared(grammar, values !== undefined && !isOrdered ? "equality" : "comparison");
  const other = read(grammar, state, type, reach);
  if (other === null) return null;
  const left = side(grammar, state, type, reach);
  return choiceOf(
    sequenceOf(named(grammar, state, type), sign, other),
    sequenceOf(left, sign, choice(literals, other)),
    sequenceOf(COMES_FIRST.has(type) ? literals : null, sign, choiceOf(open(grammar, state, type), left)),
  );
}

/** The types of intervals; without a schema any text may be one. */
const spanTypes = (grammar: Grammar, { typeNames }: State): readonly ValueType[] =>
  typeNames === null ? ["string"] : grammar.valueTypes.filter((type) => rowOf(type).isSpan);

/** Values of an interval of the node: its start, its end, its duration. Null without an interval. */
export const spanOf = (grammar: Grammar, state: State): Part | null =>
  choiceOf(
    ...spanTypes(grammar, state).map((type) =>
      sequenceOf(choice(...POINTS, ...lengthsOf(type)), named(grammar, state, type), ")"),
    ),
  );

const POINTS = ["start(", "end("];
/** An interval of numbers takes no time. */
const lengthsOf = (type: ValueType): readonly string[] => (type === "interval(number)" ? [] : ["duration("]);

/** Intervals: what begins, ends or lasts, and what has a moment in common. */
export const spans = (grammar: Grammar, state: State): Part | null =>
  ruleIf(grammar, state, "spans", () =>
    choiceOf(...spanTypes(grammar, state).map((type) => spansOf(grammar, state, type))),
  );

function spansOf(grammar: Grammar, state: State, type: ValueType): Part | null {
  const value = named(grammar, state, type);
  if (value === null) return null;
  const sign = shared(grammar, "comparison");
  const point = sequence(choice(...POINTS), value, ")");
  const isOfTimes = type === "interval(time)" || type === "string";
  const lengths = lengthsOf(type).map((call) =>
    sequence(call, value, ")", sign, choice(token("duration"), sequence(call, value, ")"))),
  );
  return choice(
    sequence(point, sign, isOfTimes ? choice(token("time"), point) : point),
    ...lengths,
    sequence("overlaps(", value, ", ", overlapped(type, choiceOf(value, anyPath(grammar, state, type))!), ")"),
  );
}

/** Operands of `overlaps` for an interval of a type, beside a literal interval. */
const overlapped = (type: ValueType, other: Part): Part =>
  type === "interval(time)" || type === "string" ? choice(token("interval"), other) : other;

/** `overlaps(@time_block, $x/@time_block)`: the two sides by their type. */
export const overlaps = (
  grammar: Grammar,
  state: State,
  left: (type: ValueType) => Part | null,
  right: (type: ValueType) => Part | null,
): Part | null =>
  choiceOf(...spanTypes(grammar, state).map((type) => sequenceOf("overlaps(", left(type), ", ", right(type), ")")));
