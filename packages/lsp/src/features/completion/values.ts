import {
  functionOf,
  type Place,
  type PlacedCall,
  type PlacedOperand,
  parse,
  READINGS,
  tokenize,
  valueRowOf,
  walk,
} from "@semantic-xpath/parser";
import { DAYS_OF_WEEK, type ValueType } from "@semantic-xpath/planner";

import { innermost } from "../nodes.js";
import { type Counted, frequentValues, salientTerms, type TextOf } from "../types/dataFacts.js";
import { pathBefore } from "../types/paths.js";
import { itemsOf, typesOf } from "../types/typesOf.js";
import { attributesOf, count, quoted } from "../words/words.js";
import { nodesAt } from "../workspace/view.js";
import { takesTextOnly } from "./functions.js";
import type { Items } from "./items.js";
import { addValueOperands } from "./operands.js";
import { addParameters } from "./queries.js";

/** Maximum number of values of the data at once; further typing finds others. */
const OFFERED = 30;

const THRESHOLDS = { "0.5": "a fair match", "0.8": "a good match", "0.3": "a weak match" };
const NUMBERS = { 1: "one", 2: "two", 3: "three" };

/** Right sides of comparisons and searches: the allowed values of the schema, or the most frequent ones of the data. */
export function addValues(items: Items, { operand, base }: Extract<Place, { kind: "value" }>): void {
  const { known, data } = items.view;
  const words = givenWords(items.cursor.call);
  if (words.length > 0) {
    for (const word of words) addText(items, word, "allowed", "value", base);
    addParameters(items, "string");
    return;
  }
  const { kind, name, path } = comparedWith(items, operand, base);
  const types = typesOf(known, path);
  const partsOf = PARTS.get(items.cursor.call?.name ?? "");
  const gives = kind === "call" ? functionOf(name.slice(0, -2))?.gives : "graded";
  if (name === "weekday()" || name === "name()") {
    const [texts, description] = name === "name()" ? [types ?? [], "type"] : [DAYS_OF_WEEK, "day"];
    for (const text of texts) addText(items, text, description, "value", base);
  } else if (kind === "attribute" || kind === "field") {
    const { type = "string", values } = attributesOf(known, types).get(name)?.attribute ?? {};
    const frequent = data.value === null ? [] : frequentValues(data.value, types, name);
    const offered = allowed(type === "boolean" ? BOOLEANS : values, frequent);
    addFound(items, partsOf === undefined ? offered : parts(offered, partsOf), type, base);
    addParameters(items, partsOf !== undefined || type === "date" ? "string" : "value");
    addOthers(items, base, { name: operand.kind === "other" || operand.path !== undefined ? "" : name, type });
    return;
  }
  const isScore = gives === "graded" && (kind === "call" || isAfterRelevance(items));
  if ((isScore || gives === "number") && partsOf === undefined && items.cursor.word.kind !== "string") {
    const numbers = isScore ? THRESHOLDS : NUMBERS;
    for (const [label, detail] of Object.entries(numbers)) items.add({ label, kind: "value", detail });
  }
  addParameters(items, gives === "text" || partsOf !== undefined ? "string" : "number");
  if (!isScore || kind === "call") addOthers(items, base, null);
}

/** The words that an argument may be, such as collations; empty: it is no such text. */
function givenWords(call: PlacedCall | null): readonly string[] {
  if (call === null) return [];
  const row = valueRowOf(call.name);
  const parameter =
    row?.kind === "scalar"
      ? row.parameters[call.argument]
      : row?.kind === "pick" || row?.kind === "join"
        ? row.options[call.argument - 1]
        : undefined;
  return parameter === undefined ? [] : READINGS[parameter.reading].words;
}

/** The moments that have names. */
const MOMENTS = { now: "what holds now", all: "what held at any time" } as const;

/** After `as of`: a moment in quotes, or a parameter that is one. */
export function addMoments(items: Items): void {
  for (const [label, description] of Object.entries(MOMENTS)) addText(items, label, description, "value", "");
  addParameters(items, "string");
}

/** As far back as a relevance that is compared may begin. */
const REACH = 2000;

/** Tests that the left side is a score: `=~ "text"`, perhaps in parentheses, and a sign. */
function isAfterRelevance({ view: { text }, cursor }: Items): boolean {
  const end = cursor.insert.start;
  const before = text.slice(Math.max(0, end - REACH), end);
  const words = tokenize(before).map(({ span }) => before.slice(span.start, span.end));
  const operator = words.at(-2) === ")" ? words.at(-4) : words.at(-3);
  const sign = words.at(-1) ?? "";
  return /^[<>=!]/.test(sign) && (operator === "=~" || operator === "≈");
}

/** Other values than those that are written here: of the node itself, of other nodes, computed. */
function addOthers(items: Items, base: string, like: { readonly name: string; readonly type: ValueType } | null): void {
  const { word, call } = items.cursor;
  if (word.kind !== "string" && !takesTextOnly(call)) addValueOperands(items, base, { like });
}

interface Compared extends PlacedOperand {
  /** The path whose nodes have it. */
  readonly path: string;
}

/** An attribute at the end of a path is compared as one of the nodes that the path leads to. */
function comparedWith({ view, cursor }: Items, operand: PlacedOperand, base: string): Compared {
  const plain = { ...operand, path: operand.path ?? base };
  const attribute = operand.kind === "node" && itemsOf(base).kind === "values" ? lastAttribute(base) : null;
  if (attribute !== null) return { kind: "attribute", name: attribute, path: `${base}/..` };
  if (operand.kind !== "other") return plain;
  const operatorEnd = view.text.slice(0, cursor.insert.start).trimEnd().length;
  const left = innermost(nodesAt(view, operatorEnd), "Comparison")?.left;
  const step = left?.kind === "Evidence" ? left.segments.at(-1)?.step : undefined;
  if (step?.kind !== "AttributeStep" || step.name.kind !== "Name") return plain;
  const path = pathBefore(view.text, nodesAt(view, step.span.start));
  return { kind: "attribute", name: step.name.text, path };
}

/** The attribute that a path to values ends in; null: it has another end. */
function lastAttribute(path: string): string | null {
  let name: string | null = null;
  walk(parse(path).ast, (node, ancestors) => {
    if (node.kind === "AttributeStep" && node.name.kind === "Name" && !ancestors.some(({ kind }) => kind === "Bracket"))
      name = node.name.text;
  });
  return name;
}

const BOOLEANS = ["true", "false"];

/** The allowed values by their use; if any are allowed, those of the data. */
function allowed(values: readonly string[] | undefined, found: readonly Counted[]): readonly Counted[] {
  if (values === undefined) return found;
  const uses = new Map(found.map(({ text, count }) => [text, count]));
  const counted = values.map((text) => ({ text, count: uses.get(text) ?? 0 }));
  return values === BOOLEANS ? counted : counted.sort((a, b) => b.count - a.count);
}

type PartsOf = (value: string) => readonly string[] | null;

/** Part of a value that these functions can match: unchanged, since case counts. */
const PARTS: ReadonlyMap<string, PartsOf> = new Map([
  ["starts-with", (value) => value.match(/^\S+/)],
  ["ends-with", (value) => value.match(/\S+$/)],
  ["contains", (value) => value.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]{2,}/gu)],
]);

/** Words of the values where a function looks for them, the most frequent first, then the values. */
function parts(values: readonly Counted[], partsOf: PartsOf): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const { text, count } of values) {
    for (const part of new Set(partsOf(text))) {
      counts.set(part, (counts.get(part) ?? 0) + count);
    }
  }
  const words = [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return [...words, ...values.filter(({ text }) => !counts.has(text))];
}

/** Only what begins as is typed is offered if there is too much for a list. */
function addFound(items: Items, found: readonly Counted[], type: string, base: string): void {
  const { kind, text: typed } = items.cursor.word;
  const isBare = type === "number" || type === "boolean";
  if (isBare && kind === "string") return;
  let offered = found;
  if (found.length > OFFERED) {
    items.isIncomplete = true;
    const prefix = kind === "string" ? typed.toLowerCase() : "";
    offered = found.filter(({ text }) => text.toLowerCase().startsWith(prefix)).slice(0, OFFERED);
  }
  for (const { text, count: nodes } of offered) {
    const description = nodes === 0 ? "allowed" : count(nodes, "node");
    if (isBare) items.add({ label: text, kind: "value", description, about: "value", base });
    else addText(items, text, description, "value", base);
  }
}

/** A text as a string; inside of one its content, and the closing quote where there is none yet. */
function addText(items: Items, label: string, description: string, about: "value" | "condition", base: string): void {
  const { kind, quote } = items.cursor.word;
  const text = kind === "string" ? quoted(label, quote).slice(1, -1) : quoted(label);
  items.add({ label, kind: about === "value" ? "value" : "text", text, filter: text, description, about, base });
}

/** Condition texts: terms that distinguish the possible nodes, then conditions used elsewhere in the text. */
export function addConditions(items: Items, { operand, base }: Extract<Place, { kind: "condition" }>): void {
  const { known, data, text } = items.view;
  const terms = data.value === null ? [] : salientTerms(data.value, typesOf(known, base), textOf(operand));
  for (const term of terms) addText(items, term.text, `in ${count(term.count, "node")}`, "condition", base);
  for (const [, used] of text.matchAll(/(?:=~|≈)\s*"([^"\n]+)"/g)) {
    addText(items, used!, "used in this file", "condition", base);
  }
  addParameters(items, "string");
}

const textOf = ({ kind, name }: PlacedOperand): TextOf =>
  kind === "attribute" || kind === "field" ? { kind: "field", name } : { kind: kind === "text" ? "text" : "node" };
