import { AXES, AXIS_NAMES, FUNCTION_NAMES, FUNCTIONS, type Place, type PlaceAt, type PlacedOperand } from "@semantic-xpath/parser";
import type { AttributeType, TypeSet } from "@semantic-xpath/planner";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugRun } from "../../program/debugRun.js";
import { frequentValues, schemaOf, typesAt, typesFrom } from "./known.js";

/** Something that may be typed. */
export interface Draft {
  readonly label: string;
  readonly type: DebugProtocol.CompletionItemType;
  /** What is inserted; `label` by default. */
  readonly text?: string;
  readonly detail?: string;
  /** Where the cursor stands afterwards, within what is inserted. */
  readonly cursor?: number;
}

export function draftsAt(run: DebugRun, cursor: PlaceAt): readonly Draft[] {
  const { place, word } = cursor;
  if (word.kind === "parameter") return parameterDrafts(run);
  switch (place.kind) {
    case "step":
      return stepDrafts(run, place, typesAt(run, ""));
    case "attributeStep":
      return attributeDrafts(run, ownersOf(run, place.origin, place.separator), "");
    case "afterStep":
      return [
        { label: "[", type: "value", detail: "keep or rank" },
        { label: "/", type: "value", detail: "a child" },
        { label: "//", type: "value", detail: "a descendant" },
      ];
    case "operand":
      return operandDrafts(run, place.base, place.isBracketStart);
    case "evidence":
      return [{ label: "/", type: "value", detail: "a child" }];
    case "attribute":
      return attributeDrafts(run, typesAt(run, place.base), "");
    case "operator":
      return operatorDrafts(place.operand);
    case "condition":
      return conditionDrafts(run, cursor);
    case "value":
      return valueDrafts(run, cursor, place);
    case "afterCondition":
      return [...(place.isRelevance ? [THRESHOLD] : []), ...CONNECTIVES];
    case "query":
    case "keyword":
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
  const reached = typesFrom(schema, test, start) ?? Object.keys(schema.types);
  const types = reached.map((name): Draft => {
    const detail = schema.types[name]?.documentation;
    return { label: name, type: "class", ...(detail !== undefined && { detail }) };
  });
  if (axis !== null) return types;
  const owners = origin === "" ? start : typesFrom(schema, origin, start);
  return [
    ...types,
    ...(separator === "/" ? attributeDrafts(run, owners, "@") : []),
    { label: "*", type: "class", detail: "any type" },
    { label: "..", type: "value", detail: "the parent" },
    ...AXIS_NAMES.map((name): Draft => ({ label: `${name}::`, type: "keyword", detail: AXES[name].documentation })),
  ];
}

const ownersOf = (run: DebugRun, origin: string, separator: string): TypeSet =>
  typesAt(run, separator === "//" ? `${origin}/descendant-or-self::*` : origin);

/** The attributes that nodes of some types have. */
function attributeDrafts(run: DebugRun, types: TypeSet, sign: "@" | ""): readonly Draft[] {
  return [...attributesOf(run, types)].map(([name, { type, documentation }]) => ({
    label: `${sign}${name}`,
    type: "property",
    detail: documentation ?? type,
  }));
}

function attributesOf(run: DebugRun, types: TypeSet): ReadonlyMap<string, AttributeType> {
  const schema = schemaOf(run);
  const owners = types ?? Object.keys(schema.types);
  return new Map(owners.flatMap((type) => Object.entries(schema.types[type]?.attributes ?? {})));
}

const parameterDrafts = (run: DebugRun): readonly Draft[] =>
  run.stepper.query.plan.parameters.map(({ name }) => ({ label: `$${name}`, type: "variable" }));

/** What an expression may begin with; a line of the console may be a path as well. */
function operandDrafts(run: DebugRun, base: string, isFirst: boolean): readonly Draft[] {
  const types = typesAt(run, base);
  const fields = [...attributesOf(run, types).keys()];
  return [
    { label: 'node =~ "…"', type: "snippet", text: 'node =~ ""', cursor: 9, detail: "relevance of all of its text" },
    ...attributeDrafts(run, types, "@"),
    ...FUNCTION_NAMES.filter((name) => FUNCTIONS[name].aliasOf === null).map((name): Draft => {
      if (FUNCTIONS[name].forms[0].parameters.length === 0) return { label: `${name}()`, type: "function" };
      return { label: `${name}(…)`, type: "function", text: `${name}()`, cursor: name.length + 1 };
    }),
    ...fields.map((name): Draft => ({ label: name, type: "field" })),
    ...(isFirst ? parameterDrafts(run) : []),
  ];
}

const COMPARISONS = ["=", "!=", ">=", "<=", ">", "<"];

const CONNECTIVES: readonly Draft[] = [
  { label: "and", type: "keyword", text: "and ", detail: "both: the smaller of two scores" },
  { label: "or", type: "keyword", text: "or ", detail: "either: the greater of two scores" },
];
const THRESHOLD: Draft = { label: ">=", type: "keyword", text: ">= 0.5", detail: "a threshold" };

function operatorDrafts({ kind }: PlacedOperand): readonly Draft[] {
  const relevance: Draft = { label: "=~", type: "keyword", text: '=~ ""', cursor: 4, detail: "relevance, from 0 to 1" };
  const comparisons = COMPARISONS.map((sign): Draft => ({ label: sign, type: "keyword", text: `${sign} ` }));
  if (kind === "node" || kind === "text") return [relevance];
  return [...(kind === "attribute" || kind === "field" ? [relevance] : []), ...comparisons, ...CONNECTIVES];
}

/** Conditions that the query asks itself: the scorer knows their answers already. */
function conditionDrafts({ program }: DebugRun, { word }: PlaceAt): readonly Draft[] {
  const used = [...program.text.matchAll(/=~\s*"([^"\n]+)"/g)].map(([, condition]) => condition!);
  return used.map((condition) => ({
    label: condition,
    type: "text",
    text: word.kind === "string" ? condition : `"${condition}"`,
    detail: "asked by the query",
  }));
}

const MOST_VALUES = 30;

/** The allowed values of an attribute, else its most frequent ones. */
function valueDrafts(run: DebugRun, { word }: PlaceAt, place: Extract<Place, { kind: "value" }>): readonly Draft[] {
  const { operand, base } = place;
  const types = typesAt(run, base);
  const quote = word.kind === "string" ? word.quote : '"';
  const draft = (value: string): Draft => {
    const text = value.replaceAll(quote, quote + quote);
    return { label: value, type: "value", text: word.kind === "string" ? text : `${quote}${text}${quote}` };
  };
  if (operand.name === "name()") return (types ?? []).map(draft);
  if (operand.kind !== "attribute" && operand.kind !== "field") return [];
  const declared = attributesOf(run, types).get(operand.name);
  const values = declared?.values ?? frequentValues(run.stepper.tree, types, operand.name).slice(0, MOST_VALUES);
  return declared?.type === "number"
    ? values.map((value) => ({ label: value, type: "value" }))
    : values.map((value) => draft(value));
}
