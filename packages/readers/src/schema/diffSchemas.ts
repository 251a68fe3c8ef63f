import type { AttributeType, NodeType, Occurrence, Schema } from "@semantic-xpath/planner";
import { ownEntry } from "@semantic-xpath/values";
import { typesRenamed } from "./typesRenamed.js";

/** One difference between two schemas. */
export interface SchemaChange {
  readonly kind: "added" | "removed" | "changed" | "renamed";
  /** Place in the schema file: `["types", "Day", "attributes", "date", "type"]`. For a renamed part: its former place. */
  readonly path: readonly string[];
  /** Content before and after, as in a schema file; undefined: none. For a renamed part: the names. */
  readonly before: unknown;
  readonly after: unknown;
  /** True if a query that was right may be wrong now, or find less: it names a removed part, or compares a part of another type. */
  readonly breaking: boolean;
}

export interface DiffOptions {
  /** Treats a removed type and a similar new one as renamed. Default true. */
  readonly renames?: boolean;
}

/**
 * Changes from one schema to another, in the order of the second; removed parts come last. The order of names and values is not a
 * change. Equal schemas have none.
 *
 * @example diffSchemas(before, after).filter(({ breaking }) => breaking).map(describeChange)
 */
export function diffSchemas(
  before: Schema,
  after: Schema,
  { renames = true }: DiffOptions = {},
): readonly SchemaChange[] {
  const renamed = renames ? typesRenamed(before, after) : new Map<string, string>();
  const newName = (name: string): string => renamed.get(name) ?? name;
  const oldNames = new Map([...renamed].map(([from, to]) => [to, from]));
  const changes: SchemaChange[] = [];
  const add = (
    path: readonly string[],
    kind: SchemaChange["kind"],
    one: unknown,
    other: unknown,
    breaking: boolean,
  ): void => void changes.push({ kind, path, before: one, after: other, breaking });
  value(["documentation"], before.documentation, after.documentation, changes, () => false);
  value(["language"], before.language ?? "english", after.language ?? "english", changes, () => false);
  value(["strict"], before.strict ?? false, after.strict ?? false, changes, () => false);
  const oldRoots = before.roots.map(newName);
  if (!sameSet(oldRoots, after.roots))
    add(
      ["roots"],
      "changed",
      before.roots,
      after.roots,
      oldRoots.some((root) => !after.roots.includes(root)),
    );
  for (const [name, type] of Object.entries(after.types)) {
    const oldName = oldNames.get(name) ?? name;
    const old = ownEntry(before.types, oldName);
    if (oldName !== name) add(["types", oldName], "renamed", oldName, name, true);
    if (old === undefined || (oldName === name && renamed.has(name)))
      add(["types", name], "added", undefined, type, false);
    else diffTypes(["types", name], withChildrenRenamed(old, newName), type, changes);
  }
  for (const [name, type] of Object.entries(before.types))
    if (!Object.hasOwn(after.types, name) && !renamed.has(name)) add(["types", name], "removed", type, undefined, true);
  return changes;
}

const withChildrenRenamed = (type: NodeType, newName: (name: string) => string): NodeType => ({
  ...type,
  children: Object.fromEntries(Object.entries(type.children).map(([name, occurrence]) => [newName(name), occurrence])),
});

function diffTypes(path: readonly string[], before: NodeType, after: NodeType, changes: SchemaChange[]): void {
  value([...path, "documentation"], before.documentation, after.documentation, changes, () => false);
  value([...path, "text"], before.text, after.text, changes, () => before.text);
  searchable(path, before, after, changes);
  if (JSON.stringify(before.context) !== JSON.stringify(after.context))
    value([...path, "context"], before.context, after.context, changes, () => false);
  entries([...path, "attributes"], before.attributes, after.attributes, changes, diffAttributes);
  entries([...path, "children"], before.children, after.children, changes, diffOccurrences);
}

/** Changes of an object by names: added, changed, and last removed members, which break queries that name them. */
function entries<V>(
  path: readonly string[],
  before: Readonly<Record<string, V>>,
  after: Readonly<Record<string, V>>,
  changes: SchemaChange[],
  diff: (path: readonly string[], before: V, after: V, changes: SchemaChange[]) => void,
): void {
  for (const [name, now] of Object.entries(after)) {
    const was = ownEntry(before, name);
    if (was === undefined)
      changes.push({ kind: "added", path: [...path, name], before: was, after: now, breaking: false });
    else diff([...path, name], was, now, changes);
  }
  for (const [name, was] of Object.entries(before))
    if (!Object.hasOwn(after, name))
      changes.push({ kind: "removed", path: [...path, name], before: was, after: undefined, breaking: true });
}

function diffAttributes(
  path: readonly string[],
  before: AttributeType,
  after: AttributeType,
  changes: SchemaChange[],
): void {
  value([...path, "type"], before.type, after.type, changes, () => true);
  value([...path, "odd"], before.odd, after.odd, changes, () => after.odd === undefined);
  value([...path, "documentation"], before.documentation, after.documentation, changes, () => false);
  value([...path, "required"], before.required, after.required, changes, () => false);
  if (!sameSet(before.values ?? [], after.values ?? []))
    value([...path, "values"], before.values, after.values, changes, () => losesValues(before.values, after.values));
  value([...path, "element"], before.element, after.element, changes, () => false);
  searchable(path, before, after, changes);
}

/** Parts that are no longer searched are no longer found. */
function searchable(
  path: readonly string[],
  before: { readonly searchable?: false },
  after: { readonly searchable?: false },
  changes: SchemaChange[],
): void {
  const isHidden = after.searchable === false;
  value([...path, "searchable"], before.searchable ?? true, after.searchable ?? true, changes, () => isHidden);
}

function diffOccurrences(
  path: readonly string[],
  before: Occurrence,
  after: Occurrence,
  changes: SchemaChange[],
): void {
  value([...path, "min"], before.min, after.min, changes, () => false);
  const isLess = after.max !== undefined && (before.max === undefined || after.max < before.max);
  value([...path, "max"], before.max, after.max, changes, () => isLess);
}

function value(
  path: readonly string[],
  before: unknown,
  after: unknown,
  changes: SchemaChange[],
  isBreaking: () => boolean,
): void {
  if (before === after) return;
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  changes.push({ kind, path, before, after, breaking: isBreaking() });
}

/** No list allows every value. */
const losesValues = (before: readonly string[] | undefined, after: readonly string[] | undefined): boolean =>
  after !== undefined && (before === undefined || before.some((one) => !after.includes(one)));

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** A change in words, one line: `attribute "date" of "Day": type string becomes date`. */
export function describeChange({ kind, path, before, after }: SchemaChange): string {
  const subject = subjectOf(path);
  if (kind === "renamed") return `${subject} is gone; "${after}" may be its new name`;
  const isWhole = path.length === 2 || (path.length === 4 && path[2] !== "text");
  if (isWhole) return `${subject} ${kind === "added" ? "is new" : "is gone"}`;
  const property = path.at(-1)!;
  if (property === "documentation") return `${subject}: documentation ${kind}`;
  if (property === "odd")
    return `${subject}: values that do not read as its type ${after === undefined ? "are errors" : "count as absent"}`;
  return `${subject}: ${property} ${valueText(before)} becomes ${valueText(after)}`;
}

function subjectOf([where, type, part, name]: readonly string[]): string {
  if (where !== "types") return "schema";
  if (part === "attributes") return `attribute "${name}" of "${type}"`;
  return part === "children" ? `child "${name}" of "${type}"` : `type "${type}"`;
}

const valueText = (value: unknown): string => {
  if (value === undefined) return "unbounded";
  return Array.isArray(value) ? value.map((one) => JSON.stringify(one)).join(", ") : String(value);
};
