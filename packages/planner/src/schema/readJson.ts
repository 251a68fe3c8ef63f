import { type Diagnostic, diagnose, type Span } from "@semantic-xpath/parser";
import { type Node as JsonNode, parseTree, printParseErrorCode } from "jsonc-parser";
import { nearestNames } from "./nearestNames.js";

export type { JsonNode };

/** A property of a JSON object: its key as text and as a place, and its value. */
export interface JsonProperty {
  readonly name: string;
  readonly key: JsonNode;
  readonly value: JsonNode;
}

export const spanOf = (node: JsonNode): Span => ({ start: node.offset, end: node.offset + node.length });

/** The tree of a JSON text, or null with the reasons where it is broken. */
export function readJson(text: string, diagnostics: Diagnostic[]): JsonNode | null {
  const errors: { error: number; offset: number; length: number }[] = [];
  let tree: JsonNode | undefined;
  try {
    tree = parseTree(text, errors, { disallowComments: true });
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem; // the JSON parser is recursive
    diagnostics.push(diagnose("SXP2101", visible(0, text.length, text), { problem: "it is nested too deeply" }));
    return null;
  }
  let lastOffset = -1;
  for (const { error, offset, length } of errors) {
    if (offset === lastOffset) continue; // one message a place
    lastOffset = offset;
    diagnostics.push(diagnose("SXP2101", visible(offset, length, text), { problem: sentenceOf(error) }));
  }
  return errors.length === 0 && tree !== undefined ? tree : null;
}

/**
 * The properties of a JSON object by name, the first where one comes twice.
 * Reports duplicates, and with `known` also unknown names. A value that is no object is reported and has no properties.
 */
export function readProperties(
  node: JsonNode,
  where: string,
  known: readonly string[] | null,
  diagnostics: Diagnostic[],
): Map<string, JsonProperty> {
  const properties = new Map<string, JsonProperty>();
  if (node.type !== "object") {
    reportShape(node, where, "an object", diagnostics);
    return properties;
  }
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? [];
    if (key === undefined || value === undefined) continue;
    const name = String(key.value);
    if (properties.has(name)) {
      diagnostics.push(diagnose("SXP2105", spanOf(key), { where, name }));
    } else if (known !== null && !known.includes(name)) {
      reportUnknown(key, name, where, known, diagnostics);
    } else {
      properties.set(name, { name, key, value });
    }
  }
  return properties;
}

export function reportShape(node: JsonNode, where: string, expected: string, diagnostics: Diagnostic[]): void {
  diagnostics.push(diagnose("SXP2102", spanOf(node), { where, expected }));
}

/** The value of a property if it has the JSON type; where it has another, that is reported. */
export function readScalar<T extends keyof Scalars>(
  properties: ReadonlyMap<string, JsonProperty>,
  name: string,
  type: T,
  where: string,
  diagnostics: Diagnostic[],
): Scalars[T] | undefined {
  const node = properties.get(name)?.value;
  if (node === undefined) return undefined;
  if (node.type === type) return node.value as Scalars[T];
  reportShape(node, `${where}${name}`, type === "boolean" ? "true or false" : `a ${type}`, diagnostics);
  return undefined;
}

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

function reportUnknown(
  key: JsonNode,
  name: string,
  where: string,
  known: readonly string[],
  diagnostics: Diagnostic[],
): void {
  const suggestions = nearestNames(name, known);
  const fixes = suggestions.map((word) => ({
    title: `Replace by "${word}"`,
    edits: [{ span: spanOf(key), newText: JSON.stringify(word) }],
  }));
  diagnostics.push(diagnose("SXP2103", spanOf(key), { where, name, suggestions }, fixes));
}

/** A span that can be seen: not empty, and inside the text. */
function visible(offset: number, length: number, text: string): Span {
  const start = Math.max(0, Math.min(offset, text.length - 1));
  return { start, end: Math.min(text.length, Math.max(offset + length, start + 1)) };
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not a JSON value",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "a property name in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: 'a closing "}" is missing',
  CloseBracketExpected: 'a closing "]" is missing',
  EndOfFileExpected: "this stands behind the end of the schema",
  InvalidCommentToken: 'JSON has no comments; use "documentation"',
  UnexpectedEndOfString: "this string has no closing quote",
  InvalidEscapeCharacter: "this string has an unknown escape",
};

const sentenceOf = (error: number): string =>
  SENTENCES[printParseErrorCode(error)] ?? "this character is not allowed here";
