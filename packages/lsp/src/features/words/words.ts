import { counted } from "@semantic-xpath/inspect/numbers";
import { print } from "@semantic-xpath/parser";
import {
  type AttributeType,
  kindOfType,
  type Occurrence,
  type Schema,
  type TypeSet,
  typeWords,
} from "@semantic-xpath/planner";
import type { QueryValue } from "@semantic-xpath/runtime";
import { code } from "./markdown.js";

const MAX_NAMED = 5;

/** `"Day", "POI" or "Restaurant"`. */
export function orList(words: readonly string[]): string {
  const quotedWords = words.slice(0, MAX_NAMED).map(code);
  if (words.length > MAX_NAMED) return `${quotedWords.join(", ")}, …`;
  return quotedWords.length < 2
    ? (quotedWords[0] ?? "")
    : `${quotedWords.slice(0, -1).join(", ")} or ${quotedWords.at(-1)}`;
}

/** Tests that the values of an attribute refer to nodes. */
export const isReference = ({ type }: AttributeType): boolean => kindOfType(type) === "ref";

/** `string, required, one of …` in a few words. */
export const attributeWords = ({ type, required, values, element, searchable }: AttributeType): string =>
  [
    typeWords(type),
    required && "required",
    element && "field element",
    values && `${values.length} values`,
    searchable === false && "not searched",
  ]
    .filter(Boolean)
    .join(", ");

/** `1 to 8`, `any number`. */
export function occurrenceWords({ min, max }: Occurrence): string {
  if (max === undefined) return min === 0 ? "any number" : `at least ${min}`;
  return min === max ? String(min) : `${min} to ${max}`;
}

const MAX_SHOWN = 20;

/** The value of a query in one line: texts as the language writes them, a list with commas, nothing as "no value". */
export function valueText(value: QueryValue): string {
  if (value === null) return "no value";
  if (typeof value !== "object") return typeof value === "string" ? quoted(value) : String(value);
  if (value.length === 0) return "no values";
  const valuesText = value.slice(0, MAX_SHOWN).map(valueText).join(", ");
  return value.length > MAX_SHOWN ? `${valuesText}, … (${value.length} values)` : valuesText;
}

/** A name as a query writes it: in quotes if it can't stand without. */
export const spellName = (text: string): string => print({ kind: "Name", text, span: { start: 0, end: 0 } });

/** Tests that a name needs no quotes. */
export const isBareName = (text: string): boolean => spellName(text) === text;

/** A string literal of the language. */
export const quoted = (text: string, quote = '"'): string => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;

/** Attributes of these types by name, in the order of the schema, with the types that have them. */
export function attributesOf(
  schema: Schema | null,
  types: TypeSet,
): ReadonlyMap<string, { readonly attribute: AttributeType; readonly on: readonly string[] }> {
  const byName = new Map<string, { attribute: AttributeType; on: string[] }>();
  if (schema === null) return byName;
  for (const type of types ?? Object.keys(schema.types)) {
    for (const [name, attribute] of Object.entries(schema.types[type]?.attributes ?? {})) {
      const entry = byName.get(name);
      if (entry === undefined) byName.set(name, { attribute, on: [type] });
      else entry.on.push(type);
    }
  }
  return byName;
}

/** Child types of these types, in the order of the schema. */
export function childrenOf(schema: Schema | null, types: TypeSet): readonly string[] {
  if (schema === null || types === null) return [];
  return [...new Set(types.flatMap((type) => Object.keys(schema.types[type]?.children ?? {})))];
}

export const count = (number: number, noun: string): string =>
  counted(number, noun, `${noun}${noun.endsWith("ch") ? "es" : "s"}`);

/** A text in one line, cut after `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
