import { type Diagnostic, diagnose, type Span, suggest } from "@semantic-xpath/parser";
import { getNodeValue, type Node as JsonNode } from "jsonc-parser";
import type { Members } from "./members.js";

export const spanOf = ({ offset, length }: JsonNode): Span => ({ start: offset, end: offset + length });

/** The properties of an object, the last of each name, in order. */
export function propertiesOf(
  object: JsonNode,
): ReadonlyMap<string, { readonly key: JsonNode; readonly value: JsonNode }> {
  const found = new Map<string, { key: JsonNode; value: JsonNode }>();
  for (const { children } of object.children ?? []) {
    const [key, value] = children ?? [];
    if (key !== undefined && value !== undefined) found.set(String(key.value), { key, value });
  }
  return found;
}

/**
 * Reads an object by its rules: the values that suit. Unknown properties, unsuitable values and missing ones are reported with
 * their places; null where one of them spoils the object as a whole.
 */
export function readMembers(
  object: JsonNode,
  where: string,
  { rules, required }: Members,
  diagnostics: Diagnostic[],
): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  const properties = propertiesOf(object);
  const before = diagnostics.length;
  /** What a misspelt property was meant to be: that one is not missing on top of it. */
  const meant = new Set<string>();
  for (const [name, { key, value }] of properties) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const read: unknown = getNodeValue(value);
    if (rule === undefined) {
      const suggestions = meantBy(name, Object.keys(rules));
      for (const suggestion of suggestions) meant.add(suggestion);
      diagnostics.push(diagnose("SXP4101", spanOf(key), { where, name, suggestions }));
    } else if (rule.isFit(read)) values[name] = read;
    else reportUnfit(value, within(where, name), rule.expected, diagnostics);
  }
  for (const name of required) {
    if (!properties.has(name) && !meant.has(name))
      reportUnfit(openingBrace(object), within(where, name), rules[name]!.expected, diagnostics);
  }
  return diagnostics.length === before ? values : null;
}

export const within = (where: string, name: string): string => (where === WHOLE ? name : `${where}.${name}`);

/** How the configuration itself is called in messages. */
export const WHOLE = "The configuration";

export function reportUnfit(node: JsonNode, where: string, expected: string, diagnostics: Diagnostic[]): void {
  diagnostics.push(diagnose("SXP4102", spanOf(node), { where, expected }));
}

const KEY_WORDS = /^(api[-_]?)?(key|token|secret|password|authorization|bearer)$/i;

function meantBy(name: string, known: readonly string[]): readonly string[] {
  if (KEY_WORDS.test(name) && known.includes("keyVariable")) return ["keyVariable"];
  // What `expensive` was called before.
  return name === "dear" && known.includes("expensive") ? ["expensive"] : suggest(name, known);
}

/** The place for what an object lacks: its first character. */
const openingBrace = (node: JsonNode): JsonNode => ({ type: "null", offset: node.offset, length: 1 });
