import { type AttributeType, readsAs, type ValueType } from "@semantic-xpath/planner";
import { stringAttribute } from "../importing.js";
import type { Together } from "./alternatives.js";
import { isLiteral, itemsOf, type Json, type JsonScalar, stringOf } from "./source.js";

type Kind = "null" | "boolean" | "number" | "string" | "object" | "array";

const KINDS: Readonly<Record<string, Kind>> = {
  null: "null",
  boolean: "boolean",
  number: "number",
  integer: "number",
  string: "string",
  object: "object",
  array: "array",
};

/** Words that are about values of one kind, from which one sees what a schema without `type` means. */
const ABOUT: readonly (readonly [Kind, readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "patternProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "contains"]],
  ["string", ["format", "pattern", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The kinds of values that all these schemas allow; null without a restriction. */
export function kindsOf(together: Together): ReadonlySet<Kind> | null {
  let kinds: Set<Kind> | null = null as Set<Kind> | null;
  for (const { members } of together) {
    const type = members.get("type");
    const named = type?.kind === "array" ? type.items.map(stringOf) : [stringOf(type)];
    const ownKinds = named.flatMap((name) => (name !== undefined && Object.hasOwn(KINDS, name) ? [KINDS[name]!] : []));
    if (ownKinds.length > 0) kinds = new Set(ownKinds.filter((kind) => kinds?.has(kind) ?? true));
    if (kinds !== null && isLiteral(members.get("nullable"), "true")) kinds.add("null");
  }
  const values = literalsOf(together);
  if (values !== null) {
    const valueKinds = values.map(kindOf);
    return new Set(valueKinds.filter((kind) => kinds?.has(kind) ?? true));
  }
  if (kinds !== null) return kinds;
  const about = ABOUT.find(([, words]) => together.some(({ members }) => words.some((word) => members.has(word))));
  return about === undefined ? null : new Set([about[0]]);
}

/** The scalars that `enum` and `const` leave, null if there are none of those words. */
export function valuesOf(together: Together): readonly JsonScalar[] | null {
  const kinds = kindsOf(together);
  return (
    literalsOf(together)?.filter(
      (value): value is JsonScalar => value.kind === "scalar" && value.text !== null && kinds!.has(kindOf(value)),
    ) ?? null
  );
}

/** The attribute of a string, number or boolean, null for other values; `isTaken`: strings have another meaning under this key. */
export function scalarOf(together: Together, isTaken: boolean): AttributeType | null {
  const all = kindsOf(together);
  const documentation = documentationOf(together);
  if (all === null) return isTaken ? null : { ...stringAttribute, ...documentation };
  const kinds = (["string", "number", "boolean"] as const).filter(
    (kind) => all.has(kind) && !(isTaken && kind === "string"),
  );
  if (kinds.length === 0) return null;
  const literals = valuesOf(together)?.filter((value) => kinds.includes(kindOf(value) as "string"));
  const values = literals && [...new Set(literals.flatMap(spellings))];
  const type: ValueType = kinds.length > 1 ? "string" : kinds[0] === "string" ? typeOfFormat(together) : kinds[0]!;
  const fits = values?.every((value) => readsAs(value, type)) ?? true;
  return { type: fits ? type : "string", ...documentation, required: true, ...(values && { values }), element: false };
}

/** Documentation of a person: the first description, else the first title. */
export function documentationOf(together: Together): { readonly documentation?: string } {
  for (const word of ["description", "title"])
    for (const { members } of together) {
      const documentation = stringOf(members.get(word));
      if (documentation) return { documentation };
    }
  return {};
}

const FORMATS: Readonly<Record<string, ValueType>> = {
  date: "date",
  "date-time": "dateTime",
  time: "time",
  duration: "duration",
};

function typeOfFormat(together: Together): ValueType {
  for (const { members } of together) {
    const format = stringOf(members.get("format"));
    if (format !== undefined && Object.hasOwn(FORMATS, format)) return FORMATS[format]!;
  }
  return "string";
}

function literalsOf(together: Together): readonly Json[] | null {
  const lists = together.flatMap(({ members }) => {
    const constant = members.get("const");
    if (constant !== undefined) return [[constant]];
    return members.has("enum") ? [itemsOf(members.get("enum"))] : [];
  });
  const [first, ...others] = lists;
  if (first === undefined) return null;
  const allowed = others.map((values) => new Set(values.map(nameOf)));
  return first.filter((value) => allowed.every((names) => names.has(nameOf(value))));
}

const nameOf = (value: Json): string =>
  value.kind === "scalar"
    ? `${kindOf(value)} ${kindOf(value) === "number" ? Number(value.text) : value.text}`
    : value.kind;

function kindOf(value: Json): Kind {
  if (value.kind !== "scalar") return value.kind;
  if (value.isString) return "string";
  if (value.text === null) return "null";
  return value.text === "true" || value.text === "false" ? "boolean" : "number";
}

/** A number may be written as here, or as programs write it. */
const spellings = (value: JsonScalar): string[] =>
  kindOf(value) === "number" ? [String(Number(value.text)), value.text!] : [value.text!];
