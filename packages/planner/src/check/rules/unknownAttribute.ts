import {
  type AstNode,
  type AttributeReference,
  type AttributeStep,
  diagnose,
  type FieldReference,
  type Fix,
  offer,
  print,
  replacement,
  replacements,
} from "@semantic-xpath/parser";
import { stringLiteral } from "@semantic-xpath/values";
import type { Schema } from "../../schema/schema.js";
import { isAlias, nearestNames } from "../../shapes/nearestNames.js";
import { attributeOf, childOf } from "../attributes.js";
import type { Check, CheckContext, Place } from "../checked.js";
import { type GroupItems, isGroups, keyNamed, keyNames } from "../items.js";

type Reference = AttributeReference | AttributeStep | FieldReference;

/**
 * No possible type has the attribute, or some lack it. A bare existence test (`[@name]`, `//@name`) asks just that, so then
 * the second is silent. A bare field may also be a child type.
 */
export const unknownAttribute: Check = {
  codes: ["SXP2003", "SXP2004", "SXP2034"],
  on: { AttributeStep: checkReference, AttributeReference: checkReference, FieldReference: checkReference },
};

function checkReference(context: CheckContext, reference: Reference, { parent, nodes, items }: Place): void {
  const groups = reference.kind === "AttributeStep" ? items : context.item;
  if (isGroups(groups)) {
    reportUnknownKey(context, reference, groups);
    return;
  }
  if (nodes === null || context.schema === null || reference.name.kind !== "Name") return;
  const schema = context.schema.schema;
  const name = reference.name.text;
  const isField = reference.kind === "FieldReference";
  const missing = nodes.names.filter((type) => !has(schema, type, name, isField));
  if (missing.length === 0) return;
  if (missing.length === nodes.names.length)
    reportUnknown(context, schema, reference, { name, parent, types: nodes.names });
  else if (!isSearch(parent)) context.diagnostics.push(diagnose("SXP2004", reference.span, { name, missing }));
}

/** All names of keys are known without a schema. */
function reportUnknownKey({ diagnostics }: CheckContext, { name, span }: Reference, groups: GroupItems): void {
  if (name.kind !== "Name" || keyNamed(groups, name.text) !== undefined) return;
  const keys = keyNames(groups);
  // Keys without a name are reported where they are.
  if (keys.length < groups.by.keys.length) return;
  const suggestions = nearestNames(name.text, keys);
  diagnostics.push(
    diagnose("SXP2034", span, { name: name.text, keys, suggestions }, replacements(suggestions, name.span)),
  );
}

function isSearch(parent: AstNode): boolean {
  if (parent.kind === "Segment") return parent.separator === "//";
  return !READERS.has(parent.kind);
}

/** Operators that read the value, so that it must exist. */
const READERS: ReadonlySet<string> = new Set([
  "Comparison",
  "Call",
  "Relevance",
  "Arithmetic",
  "Concatenation",
  "Negative",
  "IdStep",
]);

const has = (schema: Schema, type: string, name: string, isField: boolean): boolean =>
  attributeOf(schema, type, name) !== null || (isField && childOf(schema, type, name));

function reportUnknown(
  context: CheckContext,
  schema: Schema,
  reference: Reference,
  { name, parent, types }: Unknown,
): void {
  const { suggestions, fixes } = nearest(schema, reference, name, types);
  const quoting = quoteFixes(schema, reference, { name, parent, types });
  const isText = quoting.some(({ isSafe }) => isSafe);
  const all = isText
    ? quoting
    : [...fixes.map((fix) => ({ ...fix, isSafe: fix.isSafe && quoting.length === 0 })), ...quoting];
  const owners = Object.keys(schema.types).filter((type) => attributeOf(schema, type, name) !== null);
  context.diagnostics.push(
    diagnose("SXP2003", reference.span, { name, types, suggestions: isText ? [] : suggestions, owners }, all),
  );
}

interface Unknown {
  readonly name: string;
  readonly parent: AstNode;
  readonly types: readonly string[];
}

/** `[status = Todo]` compares with a field `Todo`; where there is none, the text may be meant, and surely if it is an allowed value. */
function quoteFixes(schema: Schema, reference: Reference, { name, parent, types }: Unknown): readonly Fix[] {
  if (reference.kind !== "FieldReference" || parent.kind !== "Comparison" || parent.right !== reference) return [];
  const { left, operator } = parent;
  if (NOTHING.has(name.toLowerCase()) && (operator === "=" || operator === "!=") && left.kind !== "Missing") {
    const value = print(left);
    return [replacement(operator === "=" ? `not(${value})` : value, parent.span)];
  }
  const compared = left.kind === "AttributeReference" || left.kind === "FieldReference" ? left.name : null;
  const isAllowed =
    compared?.kind === "Name" && types.some((type) => attributeOf(schema, type, compared.text)?.values?.includes(name));
  const newText = stringLiteral(name);
  return [{ ...offer(`Quote it: ${newText}`, reference.span, newText), isSafe: isAllowed }];
}

/** Words of other languages for a value that is not there. */
const NOTHING: ReadonlySet<string> = new Set(["null", "none", "nil", "undefined"]);

/** The attribute with that alias, else the nearest names; if a child has exactly this name, the field or step without "@". */
function nearest(
  schema: Schema,
  reference: Reference,
  name: string,
  types: readonly string[],
): { readonly suggestions: readonly string[]; readonly fixes: readonly Fix[] } {
  const isField = reference.kind === "FieldReference";
  const difference = differenceOf(schema, reference, name, types);
  if (difference !== null) return { suggestions: [difference], fixes: replacements([difference], reference.span) };
  if (isField && name === "text") return { suggestions: ["text()"], fixes: [replacement("text()", reference.span)] };
  if (!isField && types.some((type) => childOf(schema, type, name))) {
    return { suggestions: [name], fixes: replacements([name], reference.span) };
  }
  const all = types.flatMap((type) => Object.entries(schema.types[type]!.attributes));
  const renamed = [...new Set(all.flatMap(([attribute, declared]) => (isAlias(name, declared) ? [attribute] : [])))];
  if (renamed.length > 0) return { suggestions: renamed, fixes: replacements(renamed, reference.name.span) };
  const candidates = new Set<string>();
  for (const type of types) {
    for (const attribute of Object.keys(schema.types[type]!.attributes)) candidates.add(attribute);
    if (isField) for (const child of Object.keys(schema.types[type]!.children)) candidates.add(child);
  }
  const suggestions = nearestNames(name, [...candidates]);
  return { suggestions, fixes: replacements(suggestions, reference.name.span) };
}

/** `@a-b` is one name; where there is an `a` and no `a-b`, a difference is meant. */
function differenceOf(schema: Schema, reference: Reference, name: string, types: readonly string[]): string | null {
  if (reference.kind === "AttributeStep") return null;
  const isField = reference.kind === "FieldReference";
  for (let at = name.indexOf("-", 1); at > 0 && at < name.length - 1; at = name.indexOf("-", at + 1)) {
    const [left, right] = [name.slice(0, at), name.slice(at + 1)];
    if (!types.some((type) => has(schema, type, left, isField))) continue;
    const sign = isField ? "" : "@";
    const isAttribute = !isField && types.some((type) => has(schema, type, right, false));
    return `${sign}${left} - ${isAttribute ? sign : ""}${right}`;
  }
  return null;
}
