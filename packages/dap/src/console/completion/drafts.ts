import {
  ARITHMETIC_OPERATORS,
  AXES,
  AXIS_NAMES,
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionRow,
  type Place,
  type PlaceAt,
} from "@semantic-xpath/parser";
import type { AttributeType, TypeSet } from "@semantic-xpath/planner";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugRun } from "../../program/debugRun.js";
import { frequentValues, schemaOf, typesAt, typesFrom } from "./known.js";

/** Something that may be typed. */
export interface Draft {
  readonly label: string;
  readonly type: DebugProtocol.CompletionItemType;
  /** Inserted text; `label` by default. */
  readonly text?: string;
  readonly detail?: string;
  /** Position of the cursor afterwards, within the inserted text. */
  readonly cursor?: number;
}

export const draft = (label: string, type: Draft["type"], detail = ""): Draft => ({
  label,
  type,
  ...(detail !== "" && { detail }),
});

export function draftsAt(run: DebugRun, cursor: PlaceAt): readonly Draft[] {
  const { place, word } = cursor;
  if (word.kind === "parameter") return [...boundDrafts(cursor), ...parameterDrafts(run)];
  switch (place.kind) {
    case "step":
      return stepDrafts(run, place, typesAt(run, ""));
    case "attributeStep":
      return attributeDrafts(run, ownersOf(run, place.origin, place.separator), "");
    case "afterStep":
      return afterStepDrafts(place);
    case "operand":
      return [...boundDrafts(cursor), ...operandDrafts(run, place)];
    case "evidence":
      return [draft("/", "value", "a child"), draft("root()/", "keyword", "from the document"), ...boundDrafts(cursor)];
    case "attribute":
      return attributeDrafts(run, typesAt(run, place.base), "");
    case "ids":
      return attributeDrafts(run, typesAt(run, place.base), "@");
    case "operator":
      return operatorDrafts(run, place);
    case "condition":
      return conditionDrafts(run, cursor);
    case "value":
      return [...valueDrafts(run, cursor, place), ...otherValues(run, cursor, place.base)];
    case "afterCondition":
      return [...(place.isRelevance ? [THRESHOLD] : []), ...CONNECTIVES];
    case "afterKey":
      return place.hasDirection ? [] : [...DIRECTIONS, ...ARITHMETIC];
    case "keyword":
      return place.words.map((name) => draft(name, "keyword"));
    // Nothing is changed from here.
    case "primitive":
    case "updated":
    case "made":
    case "madeAttribute":
    case "madeValue":
    case "query":
    case "moment":
    case "import":
    case "position":
    case "comment":
    case "nothing":
      return [];
  }
}

/** The types that a step reaches from nodes of the given types (null: from the document), then what else it may be. */
export function stepDrafts(run: DebugRun, place: Extract<Place, { kind: "step" }>, start: TypeSet): readonly Draft[] {
  const { origin, separator, axis } = place;
  const schema = schemaOf(run);
  const test = `${origin}${separator}${axis === null ? "" : `${axis}::`}*`;
  const reachable = typesFrom(schema, test, start) ?? Object.keys(schema.types);
  const types = reachable.map((name) => draft(name, "class", schema.types[name]?.documentation));
  if (axis !== null) return types;
  const owners = origin === "" ? start : typesFrom(schema, origin, start);
  return [
    ...types,
    ...(separator === "/" ? attributeDrafts(run, owners, "@") : []),
    draft("*", "class", "any type"),
    draft("..", "value", "the parent"),
    ...AXIS_NAMES.map((name) => draft(`${name}::`, "keyword", AXES[name].documentation)),
  ];
}

const ownersOf = (run: DebugRun, origin: string, separator: string): TypeSet =>
  typesAt(run, separator === "//" ? `${origin}/descendant-or-self::*` : origin);

/** The attributes that nodes of some types have. */
const attributeDrafts = (run: DebugRun, types: TypeSet, sign: "@" | ""): readonly Draft[] =>
  Array.from(attributesOf(run, types), ([name, { type, documentation }]) =>
    draft(`${sign}${name}`, "property", documentation ?? type),
  );

function attributesOf(run: DebugRun, types: TypeSet): ReadonlyMap<string, AttributeType> {
  const schema = schemaOf(run);
  const owners = types ?? Object.keys(schema.types);
  return new Map(owners.flatMap((type) => Object.entries(schema.types[type]?.attributes ?? {})));
}

const parameterDrafts = (run: DebugRun): readonly Draft[] =>
  run.stepper.query.plan.parameters.map(({ name }) => draft(`$${name}`, "variable"));

/** Names bound by quantifiers on the line. */
const boundDrafts = ({ bound }: PlaceAt): readonly Draft[] =>
  Array.from(bound.keys(), (name) => draft(`$${name}`, "variable", "bound by a quantifier"));

function afterStepDrafts({
  path,
  inBinding,
  inKey,
  isEvidence,
}: Extract<Place, { kind: "afterStep" }>): readonly Draft[] {
  const isValue = /(?:@[^/[]*|text\(\s*\))\s*$/.test(path);
  const on = [
    draft("[", "value", "keep, rank or order"),
    draft("/", "value", "a child"),
    draft("//", "value", "a descendant"),
  ];
  const joints = inBinding
    ? [draft("satisfies", "keyword", "the condition on the nodes that are bound")]
    : inKey
      ? [...DIRECTIONS, ...ARITHMETIC]
      : isEvidence
        ? isValue
          ? [...COMPARISONS, ...ARITHMETIC]
          : []
        : SETS;
  return [...(isValue ? [] : on), ...joints];
}

/** Values other than those of the data. */
function otherValues(run: DebugRun, cursor: PlaceAt, base: string): readonly Draft[] {
  if (cursor.word.kind === "string") return [];
  return [
    ...boundDrafts(cursor),
    ...attributeDrafts(run, typesAt(run, base), "@"),
    ...functionDrafts(({ gives }) => gives !== "condition" && gives !== "relevance"),
    draft("root()/", "keyword", "from the document"),
  ];
}

const functionDrafts = (suits: (row: FunctionRow) => boolean): readonly Draft[] =>
  FUNCTION_NAMES.filter((name) => FUNCTIONS[name].aliasOf === null && suits(FUNCTIONS[name])).map((name): Draft => {
    if (FUNCTIONS[name].forms[0].parameters.length === 0) return draft(`${name}()`, "function");
    return { ...draft(`${name}(…)`, "function"), text: `${name}()`, cursor: name.length + 1 };
  });

/** Beginnings of an expression; a line of the console may be a path as well. */
function operandDrafts(
  run: DebugRun,
  { base, takes, isBracketStart }: Extract<Place, { kind: "operand" }>,
): readonly Draft[] {
  const types = typesAt(run, base);
  const attributes = attributeDrafts(run, types, "@");
  const fields = Array.from(attributesOf(run, types).keys(), (name) => draft(name, "field"));
  if (takes !== "condition")
    return [...attributes, ...functionDrafts(({ gives }) => gives !== "condition" && gives !== "relevance"), ...fields];
  return [
    { ...draft('node =~ "…"', "snippet", "relevance of all of its text"), text: 'node =~ ""', cursor: 9 },
    ...attributes,
    ...functionDrafts(() => true),
    ...fields,
    ...QUANTIFIERS,
    ...(isBracketStart ? parameterDrafts(run) : []),
  ];
}

const QUANTIFIERS: readonly Draft[] = ["some", "every"].map((name) => ({
  ...draft(`${name} $x in …`, "keyword", "a condition on the nodes of a path"),
  text: `${name} $x in  satisfies `,
  cursor: name.length + 7,
}));

const signDraft = (sign: string): Draft => ({ ...draft(sign, "keyword"), text: `${sign} ` });

const COMPARISONS = ["=", "!=", ">=", "<=", ">", "<"].map(signDraft);

const ARITHMETIC = ARITHMETIC_OPERATORS.map(signDraft);
const DIRECTIONS = [draft("ascending", "value"), draft("descending", "value")];
const SETS = ["|", "except", "intersect"].map(signDraft);

const CONNECTIVES: readonly Draft[] = [
  { ...draft("and", "keyword", "both: the smaller of two scores"), text: "and " },
  { ...draft("or", "keyword", "either: the greater of two scores"), text: "or " },
];
const THRESHOLD: Draft = { ...draft(">=", "keyword", "a threshold"), text: ">= 0.5" };
const RELEVANCE: Draft = { ...draft("=~", "keyword", "relevance, from 0 to 1"), text: '=~ ""', cursor: 4 };

function operatorDrafts(run: DebugRun, { operand, base }: Extract<Place, { kind: "operator" }>): readonly Draft[] {
  const { kind, name } = operand;
  if (kind === "node" || kind === "text") return [RELEVANCE];
  const by = kind === "field" && name === "order" ? [{ ...draft("by", "keyword"), text: "by " }] : [];
  const relevance = kind === "attribute" || kind === "field" ? [RELEVANCE] : [];
  const type = kind === "attribute" ? attributesOf(run, typesAt(run, base)).get(name)?.type : undefined;
  const isText = type === "string" || type === "boolean";
  return [...by, ...relevance, ...COMPARISONS, ...CONNECTIVES, ...(isText ? [] : ARITHMETIC)];
}

/** Conditions of the query itself: the scorer has cached their answers. */
function conditionDrafts({ program }: DebugRun, { word }: PlaceAt): readonly Draft[] {
  const used = Array.from(program.text.matchAll(/=~\s*"([^"\n]+)"/g), ([, condition]) => condition!);
  return used.map((condition) => ({
    ...draft(condition, "text", "asked by the query"),
    text: word.kind === "string" ? condition : `"${condition}"`,
  }));
}

const MAX_VALUES = 30;

/** The allowed values of an attribute, else its most frequent ones. */
function valueDrafts(run: DebugRun, { word }: PlaceAt, place: Extract<Place, { kind: "value" }>): readonly Draft[] {
  const { operand, base } = place;
  const types = typesAt(run, base);
  const quoted = (value: string): Draft => {
    const quote = word.kind === "string" ? word.quote : '"';
    const text = value.replaceAll(quote, quote + quote);
    return { ...draft(value, "value"), text: word.kind === "string" ? text : `${quote}${text}${quote}` };
  };
  if (operand.name === "name()") return (types ?? []).map(quoted);
  if (operand.kind !== "attribute" && operand.kind !== "field") return [];
  const declared = attributesOf(run, types).get(operand.name);
  const values = declared?.values ?? frequentValues(run.stepper.tree, types, operand.name).slice(0, MAX_VALUES);
  return values.map((value) => (declared?.type === "number" ? draft(value, "value") : quoted(value)));
}
