import { isCurrency } from "./currencies.js";
import { INTERVAL_KINDS, type IntervalOf } from "./item.js";
import { declaredUnit, timeUnitOf } from "./units.js";

type SimpleKind = "string" | "number" | "boolean" | "date" | "dateTime" | "time" | "duration" | "id";

/**
 * A type of values. Without a currency or unit each value has its own. Ids and references read as strings; `types` are those of the nodes
 * that a reference leads to, null: of any.
 */
export type ValueType =
  | { readonly [Kind in SimpleKind]: { readonly kind: Kind } }[SimpleKind]
  | { readonly kind: "money"; readonly currency: string | null }
  | { readonly kind: "quantity"; readonly unit: string | null }
  | { readonly kind: "interval"; readonly of: IntervalOf }
  | { readonly kind: "ref"; readonly types: readonly string[] | null };

/** Why a text is not a type of values: `text` is the part that is wrong. */
export interface ValueTypeError {
  readonly kind: "ValueTypeError";
  readonly reason:
    | "unknownType"
    | "unknownCurrency"
    | "unknownUnit"
    | "unknownInterval"
    | "unreadableTypes"
    | "noArgument";
  readonly text: string;
}

export const VALUE_KINDS = [
  ...["string", "number", "boolean", "date", "dateTime", "time", "duration", "money", "quantity", "interval", "id"],
  "ref",
] as const as readonly ValueType["kind"][];

const TYPE = /^([A-Za-z]+)(?:\((.*)\))?$/s;

/** @example parseValueType("money(CAD)") // { kind: "money", currency: "CAD" } */
export function parseValueType(text: string): ValueType | ValueTypeError {
  const match = TYPE.exec(text.trim());
  const kind = VALUE_KINDS.find((one) => one === match?.[1]);
  if (match === null || kind === undefined) return error("unknownType", match?.[1] ?? text);
  const argument = match[2]?.trim();
  switch (kind) {
    case "money":
      if (argument === undefined) return { kind, currency: null };
      return isCurrency(argument) ? { kind, currency: argument } : error("unknownCurrency", argument);
    case "quantity":
      if (argument === undefined) return { kind, unit: null };
      return timeUnitOf(argument) !== null || declaredUnit(argument) === null
        ? error("unknownUnit", argument)
        : { kind, unit: argument };
    case "interval": {
      const of = INTERVAL_KINDS.find((one) => one === argument);
      return of === undefined ? error("unknownInterval", argument ?? "") : { kind, of };
    }
    case "ref": {
      const types = argument === undefined ? null : typeNames(argument);
      return types?.length === 0 ? error("unreadableTypes", text) : { kind, types };
    }
    default:
      return argument === undefined ? { kind } : error("noArgument", text);
  }
}

/** One name of a list, with the sign before the next one: bare, or in quotes where a quote is written twice. */
const TYPE_NAME = /\s*(?:"((?:[^"]|"")+)"\s*|'((?:[^']|'')+)'\s*|([^\s"'|()][^"'|()]*))(?:\||$)/y;

/** The names in `Turn | "a note"`, each once; none if it is no such list. */
function typeNames(list: string): readonly string[] {
  const names = new Set<string>();
  TYPE_NAME.lastIndex = 0;
  for (let at = 0; at < list.length; at = TYPE_NAME.lastIndex) {
    const [, double, single, bare] = TYPE_NAME.exec(list) ?? [];
    const name = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare?.trimEnd();
    if (name === undefined) return [];
    names.add(name);
  }
  return list.endsWith("|") ? [] : [...names];
}

/** The type as a schema writes it: `parseValueType` reads it back. */
export function printValueType(type: ValueType): string {
  switch (type.kind) {
    case "money":
      return type.currency === null ? "money" : `money(${type.currency})`;
    case "quantity":
      return type.unit === null ? "quantity" : `quantity(${type.unit})`;
    case "interval":
      return `interval(${type.of})`;
    case "ref":
      return type.types === null ? "ref" : `ref(${type.types.map(quotedName).join(" | ")})`;
    default:
      return type.kind;
  }
}

const quotedName = (name: string): string => (/^[^\s"'|()]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

type TextType = Extract<ValueType, { readonly kind: "string" | "id" | "ref" }>;

/** Tests that every text is a value of the type: strings, ids and references. */
export const isText = (type: ValueType): type is TextType =>
  type.kind === "string" || type.kind === "id" || type.kind === "ref";

const error = (reason: ValueTypeError["reason"], text: string): ValueTypeError => ({
  kind: "ValueTypeError",
  reason,
  text,
});
