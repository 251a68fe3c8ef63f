import { parse } from "@semantic-xpath/parser";
import { type AttributeType, check, kindOfType, type Schema, type ValueType } from "@semantic-xpath/planner";
import { isWritable, quoteText, writable, writtenName } from "../words.js";
import type { Samples } from "./emitPromptCard.js";

/** A query over a schema, with its request. */
export interface PromptExample {
  readonly query: string;
  readonly says: string;
}

/** Queries that show the forms of the language, in the names of the schema. Each compiles with it without diagnostics. */
export function promptExamples(schema: Schema, samples: Samples): readonly PromptExample[] {
  const place = placeIn(schema, samples);
  const all = place === null ? [] : [...candidates(place), ...referenceExamples(schema)];
  return all.filter(({ query }) => isClean(query, schema));
}

/** One reference, along which there is something to find. */
function referenceExamples({ types }: Schema): readonly PromptExample[] {
  for (const [type, { attributes }] of writable(types))
    for (const [name, attribute] of writable(attributes))
      if (kindOfType(attribute.type) === "ref")
        return [{ query: `//${writtenName(type)}/id(@${writtenName(name)})`, says: `what @${name} refers to` }];
  return [];
}

function isClean(query: string, schema: Schema): boolean {
  const { ast, diagnostics } = parse(query);
  return diagnostics.length === 0 && ast.query !== null && check(ast.query, schema, null).diagnostics.length === 0;
}

/** Subject of the examples: the type with the most attributes, its container, and some of its attributes as they are written. */
interface Place {
  readonly type: string;
  readonly parent: string | null;
  readonly root: string;
  /** The searched text, in quotes. */
  readonly sought: string;
  readonly allowed: readonly [name: string, value: string] | null;
  readonly number: string | null;
  readonly date: string | null;
  /** The test that it is not so. */
  readonly flag: string | null;
  readonly label: string | null;
}

function placeIn(schema: Schema, samples: Samples): Place | null {
  const names = Object.keys(schema.types).filter(isWritable);
  const size = (name: string) => Object.keys(schema.types[name]!.attributes).length;
  const [type] = names.toSorted((a, b) => size(b) - size(a));
  const root = schema.roots.find(isWritable);
  if (type === undefined || root === undefined) return null;
  const parent = names.find((name) => name !== type && Object.hasOwn(schema.types[name]!.children, type)) ?? null;
  const attributes = writable(schema.types[type]!.attributes);
  const first = (is: ValueType): string | null => attributes.find(([, { type: own }]) => own === is)?.[0] ?? null;
  const valuesOf = (name: string) => schema.types[type]!.attributes[name]!.values ?? samples(type, name);
  const chosen = attributes.find(([name, { type: is }]) => is === "string" && valuesOf(name) !== undefined);
  const value = chosen === undefined ? undefined : valuesOf(chosen[0])?.at(-1);
  return {
    type,
    parent,
    root,
    sought: quoteText(words(value ?? type)),
    allowed: chosen === undefined || value === undefined ? null : [attribute(chosen[0])!, quoteText(value)],
    number: attribute(first("number")),
    date: attribute(first("date")),
    flag: flagTest(attributes),
    label: attribute(labelOf(attributes)),
  };
}

/** That a flag is not so: one that may be absent passes no comparison. */
function flagTest(attributes: readonly (readonly [string, AttributeType])[]): string | null {
  const [name, { required = false } = {}] = attributes.find(([, { type }]) => type === "boolean") ?? [];
  if (name === undefined) return null;
  return required ? `${attribute(name)} = false` : `not(${attribute(name)} = true)`;
}

const attribute = (name: string | null): string | null => (name === null ? null : `@${writtenName(name)}`);

/** The text that names a node, where there is one: a title says more than an identifier. */
function labelOf(attributes: readonly (readonly [string, AttributeType])[]): string | null {
  const texts = attributes.filter(([, { type, values }]) => type === "string" && values === undefined);
  const names = texts.map(([name]) => name);
  return names.find((name) => /^(?:name|title|label)$/i.test(name)) ?? names.find((name) => !/id$/i.test(name)) ?? null;
}

/** `InProgress` as one says it. */
const words = (name: string): string => name.replace(/(\p{Ll})(?=\p{Lu})|_/gu, "$1 ").toLowerCase();

function candidates(place: Place): PromptExample[] {
  const { sought, allowed, number, date, flag, label } = place;
  const [type, parent, root] = [place.type, place.parent ?? "", place.root].map((name) => name && writtenName(name));
  const examples: PromptExample[] = [];
  const add = (query: string, says: string): void => void examples.push({ query, says });
  const first = number ?? date ?? label;
  const filter = allowed === null ? "" : `[${allowed[0]} = ${allowed[1]}]`;
  // Frequent forms of requests come first.
  if (allowed !== null) add(`//${type}${filter}`, "by a value");
  if (flag !== null) add(`//${type}[${flag}]`, "not so");
  if (date !== null) add(`//${type}[${date} >= "2026-07-01" and ${date} < "2026-08-01"]`, "in July 2026");
  if (first !== null) add(`(//${type})[order by ${first} descending][1:3]`, "the first three");
  if (number === null) add(`count(//${type}${filter})`, "a number");
  else add(`sum(//${type}${filter}/${number})`, "a number");
  if (parent !== "") add(`//${parent}[not(exists(/${type}${filter}))]`, "by what is not in it");
  if (allowed !== null) {
    const [key] = allowed;
    const total = number === null ? `count(/${type})` : `sum(/${type}/${number})`;
    add(`(//${type})[group by ${key}][order by ${total} descending]/{ ${key}, n: ${total} }`, "totals by key");
    add(`(//${type})[group by ${key}][order by count(/${type}) descending][1]/${key}`, "which has most");
  }
  if (label !== null && first !== null) add(`//${type}/{ ${[...new Set([label, first])].join(", ")} }`, "a table");
  add(`(//${type}[node =~ ${sought}])[1:5]`, "the most relevant");
  if (parent !== "") {
    add(`//${parent}[avg(/${type}[node =~ ${sought}])]`, "by mean relevance inside");
    add(parent === root ? `/${root}/${type}[-1]` : `/${root}//${parent}[2]/${type}[-1]`, "by position");
  }
  if (label !== null) add(`//${type}[contains(${label}, "a", "case-insensitive")]/${label}`, "texts as the result");
  if (number !== null) add(`//${type}[${number} >= 3][node =~ ${sought}]`, "filtered, then ranked");
  if (parent !== "") {
    add(`//${parent}[max(/${type}[node =~ ${sought}])]`, "ranked by the best one in it");
    if (number !== null)
      add(`//${parent}[avg(/${type}/${number}) > avg(root()//${type}/${number})]`, "above the mean of all");
    if (allowed !== null) {
      add(`//${parent}[every $x in /${type} satisfies $x/${allowed[0]} != ${allowed[1]}]`, "by all that is in it");
      add(`//${type}${filter}/parent::${parent}`, "upwards");
      add(`//${type}${filter}[@+1]`, "what comes next");
    }
  }
  if (label !== null) add(`//${type}[${label} =~ ${sought} >= 0.5]`, "relevance as a filter");
  add(`//${type}[min(node =~ ${sought}, 1-node =~ "expensive")]`, "one thing, but not another");
  return examples;
}
