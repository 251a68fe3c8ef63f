import type { Scalar } from "yaml";

const CORE = "tag:yaml.org,2002:";
/** Tags of YAML's own, whose values are read for what they are. */
const KNOWN = new Set(
  [
    "null",
    "bool",
    "int",
    "float",
    "str",
    "binary",
    "timestamp",
    "map",
    "seq",
    "set",
    "omap",
    "pairs",
    "merge",
    "value",
  ].map((name) => CORE + name),
);

export const isKnownTag = (tag: string): boolean => tag === "!" || KNOWN.has(tag);

const NULL = /^(?:null|Null|NULL|~|)$/;
/** Booleans and numbers of the core schema. */
const NOT_TEXT =
  /^(?:true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** The text of a scalar, quotes and escapes undone; null for null. */
export function textOf(scalar: Scalar): string | null {
  const text = scalar.source ?? "";
  if (scalar.tag === `${CORE}null`) return null;
  return scalar.type === "PLAIN" && scalar.tag === undefined && NULL.test(text) ? null : text;
}

/** Tests that a scalar is a string, and not a number or boolean. */
export function isTextOf({ tag, type, source = "" }: Scalar): boolean {
  if (tag === undefined) return type !== "PLAIN" || !NOT_TEXT.test(source);
  return !["bool", "int", "float"].some((name) => tag === CORE + name);
}
