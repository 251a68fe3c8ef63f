import { parsedType, textOfType } from "@semantic-xpath/planner";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { type ColumnFacts, readInferred, type ValueType } from "@semantic-xpath/values";
import { noteCaveat } from "../caveats.js";
import { OWN_TEXT } from "../frame.js";
import type { Run } from "../run.js";
import { type Column, fromOf, toOf, valueAt } from "./column.js";

/** What the data say of values whose type no schema declares. */
export interface Inferred {
  /** The type that all their columns share; null: text, or the reading pair by pair of language.md §1. */
  readonly type: ValueType | null;
  readonly columns: readonly NamedFacts[];
}

export interface NamedFacts {
  /** `POI/@cost`, `Est/text()`. */
  readonly name: string;
  readonly facts: ColumnFacts;
}

const NOTHING: Inferred = { type: null, columns: [] };

/** The inferred type of one attribute, or of the own text, of nodes. */
export function inferredOf(run: ColumnRun, ids: Int32Array, attribute: number): Inferred {
  if (ids.length === 0 || attribute < 0) return NOTHING;
  const types = typesOf(run.tree, ids);
  return joined(run, types, (type) => [attribute, type]);
}

/** The inferred type of a bare field: of the attribute, and of the texts of the children of that type. */
export function inferredOfField(run: ColumnRun, ids: Int32Array, name: string, attribute: number): Inferred {
  const { tree } = run;
  const child = tree.typeId(name);
  const own = inferredOf(run, ids, attribute);
  if (child < 0 || child >= tree.postings.length) return own;
  const below = inferredOf(run, tree.postings[child]!.subarray(0, 1), OWN_TEXT);
  const named = [...own.columns, ...below.columns].filter(({ facts }) => facts.count > 0);
  return { type: commonType(named), columns: named };
}

/** The inferred type of entries of one or several attributes. */
export function inferredOfEntries(run: ColumnRun, ids: Int32Array, attributes: Int32Array): Inferred {
  const { tree } = run;
  const [first] = attributes;
  if (first === undefined) return NOTHING;
  if (attributes.every((one) => one === first)) return inferredOf(run, ids, first);
  const pairs = new Map<string, readonly [number, number]>();
  for (let i = 0; i < ids.length; i++) {
    const type = tree.type[ids[i]!]!;
    if (attributes[i] !== NONE) pairs.set(`${attributes[i]} ${type}`, [attributes[i]!, type]);
  }
  return joined(run, [...pairs.values()], (pair) => pair);
}

function joined<T>(
  { tree, columns: facts }: ColumnRun,
  keys: readonly T[],
  of: (key: T) => readonly [attribute: number, type: number],
): Inferred {
  const columns: NamedFacts[] = [];
  for (const key of keys) {
    const [attribute, type] = of(key);
    if (type === 0) continue;
    const name = tree.typeNames[type]!;
    const column = attribute === OWN_TEXT ? facts.text(name) : facts.attribute(name, tree.attributeNames[attribute]!);
    if (column.count === 0) continue;
    const part = attribute === OWN_TEXT ? "text()" : `@${tree.attributeNames[attribute]!}`;
    columns.push({ name: `${name}/${part}`, facts: column });
  }
  return columns.length === 0 ? NOTHING : { type: commonType(columns), columns };
}

function typesOf(tree: Tree, ids: Int32Array): readonly number[] {
  const first = tree.type[ids[0]!]!;
  if (ids === tree.postings[first]) return [first];
  const seen = new Uint8Array(tree.typeNames.length);
  const types: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    const type = tree.type[ids[i]!]!;
    if (seen[type] === 1) continue;
    seen[type] = 1;
    types.push(type);
  }
  return types;
}

/** Money in several currencies and quantities in several units of one dimension share a type; other kinds do only if they are equal. */
function commonType(columns: readonly NamedFacts[]): ValueType | null {
  let common: ValueType | null = null;
  for (const { facts } of columns) {
    const type = facts.type === null ? null : canonical(facts.type);
    if (type === null || isPairwise(type, facts)) return null;
    if (common === null || common === type) common = type;
    else if (common.kind === "money" && type.kind === "money") common = parsedType("money");
    else if (common.kind !== "quantity" || type.kind !== "quantity") return null;
  }
  return common;
}

/** Numbers without odd values compare pair by pair as they do by type. */
const isPairwise = ({ kind }: ValueType, { odd }: ColumnFacts): boolean => odd === 0 && kind === "number";

/** One object for each type. */
const canonical = (type: ValueType): ValueType => parsedType(textOfType(type));

/** The parts of a run that reading a column needs. */
export type ColumnRun = Pick<Run, "tree" | "columns" | "caveats">;

/**
 * A column of an inferred type without its odd values, which have no value of that type. Notes the caveats of what it is read from.
 */
export function readable(run: ColumnRun, column: Column, count: number): Column {
  if (column.kind === "numbers" || column.inferred == null) return column;
  const { type, inferred } = column;
  noteCaveats(run, inferred);
  if (type === null || inferred.columns.every(({ facts }) => facts.odd === 0)) return column;
  const rows = column.offsets === null ? 1 : count;
  const places: number[] = [];
  const offsets = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    for (let k = fromOf(column, i); k < toOf(column, i); k++) if (isReadable(run.tree, column, k)) places.push(k);
    offsets[i + 1] = places.length;
  }
  const origin = (k: number): string | null => column.origin(places[k]!);
  const kept = { type, inferred, origin, offsets: column.offsets === null ? null : offsets };
  return column.kind === "interned"
    ? { ...kept, kind: "interned", values: Int32Array.from(places, (k) => column.values[k]!) }
    : { ...kept, kind: "items", values: places.map((k) => column.values[k]!) };
}

/** True unless the k-th value is odd in a column of an inferred type. */
export function isReadable(tree: Tree, column: Column, k: number): boolean {
  if (column.kind === "numbers" || column.inferred == null || column.type === null) return true;
  const item = valueAt(tree, column, k);
  return typeof item !== "string" || readInferred(column.type, item) !== null;
}

export function noteCaveats(run: ColumnRun, { columns }: Inferred): void {
  for (const { name, facts } of columns) if (facts.odd > 0) noteCaveat(run.caveats, name, facts);
}
