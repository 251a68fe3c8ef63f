import { type AttributeType, kindOfType, parsedType } from "@semantic-xpath/planner";
import { stemOf } from "@semantic-xpath/scorers";
import type { NodeId } from "@semantic-xpath/tree";
import { nodeTypeOf } from "../lexicon/labelOf.js";
import { type Known, stemsOf } from "./known.js";
import { lowerOf, type Phrase, withoutArticle } from "./phrase.js";
import type { Attribute } from "./readAttribute.js";

/** The attributes that a type declares. */
export const attributesOf = (known: Known, type: string): readonly Attribute[] =>
  Object.entries(nodeTypeOf(known, type)?.attributes ?? {}).map(([name, declared]) => ({ type, name, declared }));

/** Words for the same in attributes of any schema; the first are names that schemas use. */
const SAME: readonly (readonly string[])[] = [
  ["cost", "price", "fee", "fare", "cost", "amount", "ticket"],
  ["deadline", "due", "due date", "due day", "until"],
  ["name", "title", "label", "heading", "name"],
  ["minutes", "duration", "length", "time"],
  ["effort", "work", "hours"],
  ["description", "text", "details", "summary"],
  ["time", "start", "hour", "clock"],
  ["prep", "preparation"],
  ["category", "kind", "type", "sort"],
  ["travel", "transport", "transportation"],
];

/** The attribute of a type that a phrase names: `priority`, `preparation time`, `due date`; null: none, or several. */
export function attributeCalled(known: Known, type: string, phrase: Phrase): Attribute | null {
  const wanted = stemsOf(lowerOf(withoutArticle(phrase))).filter((stem) => !["the", "of", "new"].includes(stem));
  if (wanted.length === 0 || wanted.length > 4) return null;
  const scored = attributesOf(known, type).map((attribute) => [attribute, fit(attribute, wanted)] as const);
  const best = Math.max(0, ...scored.map(([, score]) => score));
  const fitting = scored.filter(([, score]) => score === best);
  return best > 0 && fitting.length === 1
    ? fitting[0]![0]
    : best >= 0.5 && fitting.length > 1
      ? byKind(fitting.map(([each]) => each))
      : null;
}

/** Of several that fit as well the one that says when, if one does. */
const byKind = (attributes: readonly Attribute[]): Attribute | null => {
  const times = attributes.filter(({ declared }) => ["interval", "time"].includes(kindOfType(declared.type)));
  return times.length === 1 ? times[0]! : null;
};

/** How well words name an attribute, from 0: all of them are its name, some are, or they mean the same. */
function fit(attribute: Attribute, wanted: readonly string[]): number {
  const aliases = "aliases" in attribute.declared ? (attribute.declared.aliases as readonly string[]) : [];
  const names = [attribute.name, ...aliases].map(stemsOf);
  if (names.some((name) => name.join(" ") === wanted.join(" "))) return 4;
  const own = stemsOf(attribute.name);
  const hits = wanted.filter((word) => own.some((part) => isPart(part, word))).length;
  if (hits === wanted.length) return hits === own.length ? 3 : 2;
  const same = wanted.filter(
    (word) => SAME.some((line) => meets(line, word, own)) || own.some((part) => isPart(part, word)),
  ).length;
  if (same === wanted.length) return 1 + hits / 10;
  const documented = stemsOf((attribute.declared.documentation ?? "").slice(0, 300));
  return wanted.every((word) => word.length > 3 && documented.includes(word)) ? 0.3 : 0;
}

/** A name that is shortened in the schema: `prep` of `preparation`. */
const isPart = (part: string, word: string): boolean => part === word || (part.length >= 4 && word.startsWith(part));

const meets = (line: readonly string[], word: string, own: readonly string[]): boolean =>
  line.some((each) => stemOf(each) === word) && line.some((each) => own.includes(stemOf(each)));

/** The one attribute of a type that is of a kind; null: none, or several. */
export function attributeOfKind(
  known: Known,
  type: string,
  is: (declared: AttributeType) => boolean,
): Attribute | null {
  const found = attributesOf(known, type).filter(({ declared }) => is(declared));
  return found.length === 1 ? found[0]! : (found.find(({ declared }) => declared.required) ?? null);
}

export const isTimes = ({ type }: AttributeType): boolean => {
  const parsed = parsedType(type);
  return parsed.kind === "interval" && parsed.of === "time";
};

const isKind =
  (kind: string) =>
  ({ type }: AttributeType): boolean =>
    kindOfType(type) === kind;
export const isDate = isKind("date");
export const isMoney = isKind("money");
export const isTime = isKind("time");

/** The attribute that says how long something takes, in minutes or hours: `minutes`, `duration`; null: there is none. */
export function lengthAttribute(known: Known, type: string): Attribute | null {
  const all = attributesOf(known, type);
  const named = all.filter(
    ({ name, declared }) => isKind("number")(declared) && stemsOf(name).some((stem) => LENGTHS.has(stem)),
  );
  return named[0] ?? all.find(({ declared }) => isKind("duration")(declared)) ?? null;
}

const LENGTHS: ReadonlySet<string> = new Set(["minutes", "minute", "hours", "duration", "length"].flatMap(stemsOf));

export function attributeText(known: Known, node: NodeId, name: string): string | null {
  return known.tree.attribute(node, name) ?? null;
}
