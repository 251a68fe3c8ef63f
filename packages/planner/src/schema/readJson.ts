import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  type Fix,
  offer,
  type Span,
} from "@semantic-xpath/parser";
import { parseTree, printParseErrorCode } from "jsonc-parser";
import { nearestNames } from "../shapes/nearestNames.js";

/** A value of a JSON text and where it is, in UTF-16 units. A property is a node whose children are its key and its value. */
export interface JsonNode {
  readonly type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  /** Value of a text, a number, a Boolean or null. */
  readonly value?: unknown;
  readonly offset: number;
  readonly length: number;
  readonly colonOffset?: number;
  readonly parent?: JsonNode;
  readonly children?: JsonNode[];
}

/** A property of a JSON object: its key and its value, and its place in messages: `types.Day.text`. */
export interface JsonProperty {
  readonly name: string;
  readonly key: JsonNode;
  readonly value: JsonNode;
  readonly where: string;
}

const spanOf = (node: JsonNode): Span => ({ start: node.offset, end: node.offset + node.length });

/** The codes under which a kind of file reports its mistakes. */
export interface JsonCodes {
  /** It is no JSON. */
  readonly text: "SXP2101" | "SXP2201";
  /** A value of another kind than expected. */
  readonly shape: "SXP2102" | "SXP2202";
  /** A property that there is not. */
  readonly property: "SXP2103" | "SXP2203";
  /** A name that is not declared in the file. */
  readonly name: "SXP2104" | "SXP2204";
  readonly repeated: "SXP2105" | "SXP2205";
}

const SCHEMA_CODES: JsonCodes = {
  text: "SXP2101",
  shape: "SXP2102",
  property: "SXP2103",
  name: "SXP2104",
  repeated: "SXP2105",
};

/** UTF-16 units of a schema, mapping or configuration. The tree of a longer text would take gigabytes. */
const MAX_LENGTH = 16_777_216;

/** Reads JSON of an expected shape. What is wrong is reported and left out. */
export class JsonReader {
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly codes: JsonCodes = SCHEMA_CODES,
    /** Name of the whole file in messages. */
    readonly root: string = ROOT,
  ) {}

  /** The tree of a JSON text; null if it is broken. */
  tree(text: string): JsonNode | null {
    const errors: { error: number; offset: number; length: number }[] = [];
    const reportText = (span: Span, problem: string): void =>
      void this.diagnostics.push(diagnose(this.codes.text, span, { problem }));
    if (text.length > MAX_LENGTH) {
      reportText({ start: 0, end: 1 }, `it has more than ${MAX_LENGTH} characters`);
      return null;
    }
    let tree: JsonNode | undefined;
    try {
      tree = parseTree(text, errors, { disallowComments: true });
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem; // the JSON parser is recursive
      reportText(visible(0, text.length, text), "it is nested too deeply");
      return null;
    }
    let lastOffset = -1;
    for (const { error, offset, length } of errors) {
      if (offset !== lastOffset) reportText(visible(offset, length, text), sentenceOf(error));
      lastOffset = offset; // one message a place
    }
    if (errors.length > 0) return null;
    if (tree === undefined) reportText({ start: 0, end: text.length }, "it is empty");
    return tree ?? null;
  }

  report<C extends DiagnosticCode>(code: C, node: JsonNode, parameters: DiagnosticParameters<C>): void {
    this.diagnostics.push(diagnose(code, spanOf(node), parameters));
  }

  /** A value of an unexpected shape; with `words` a fix for each of those that are near to what is written. */
  shape(node: JsonNode, where: string, expected: string, words: readonly string[] = []): void {
    const near = nearestNames(String(node.value), words);
    this.diagnostics.push(diagnose(this.codes.shape, spanOf(node), { where, expected }, replaceFixes(node, near)));
  }

  /** A property or a declared name that is not among those that are known. `write` makes a node's text of a name. */
  unknown(
    what: "property" | "name",
    node: JsonNode,
    where: string,
    known: readonly string[],
    { name, write } = { name: String(node.value), write: (other: string): string => other },
  ): void {
    const suggestions = nearestNames(name, known);
    const fixes = replaceFixes(node, suggestions.map(write));
    this.diagnostics.push(diagnose(this.codes[what], spanOf(node), { where, name, suggestions }, fixes));
  }

  /** The properties of an object by name, the first if one comes twice. With `known` other names are reported. */
  properties(node: JsonNode, where: string, known: readonly string[] | null): Map<string, JsonProperty> {
    const properties = new Map<string, JsonProperty>();
    if (node.type !== "object") {
      this.shape(node, where, "an object");
      return properties;
    }
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key === undefined || value === undefined) continue;
      const name = String(key.value);
      if (properties.has(name)) this.report(this.codes.repeated, key, { where, name });
      else if (known !== null && !known.includes(name)) this.unknown("property", key, where, known);
      else properties.set(name, { name, key, value, where: where === this.root ? name : `${where}.${name}` });
    }
    return properties;
  }

  /** The items of a list, null if there are none. */
  items(node: JsonNode, where: string, expected: string): readonly JsonNode[] | null {
    if (node.type === "array" && node.children !== undefined && node.children.length > 0) return node.children;
    this.shape(node, where, `a list with ${expected}`);
    return null;
  }

  /** The value of a property if it has the JSON type; another is reported. */
  scalar<T extends keyof Scalars>(property: JsonProperty | undefined, type: T): Scalars[T] | undefined {
    if (property === undefined) return undefined;
    const { value, where } = property;
    if (value.type === type) return value.value as Scalars[T];
    this.shape(value, where, type === "boolean" ? "true or false" : `a ${type}`);
    return undefined;
  }
}

/** Name of the whole file in messages. */
export const ROOT = "schema";

interface Scalars {
  readonly string: string;
  readonly boolean: boolean;
}

const replaceFixes = (node: JsonNode, words: readonly string[]): readonly Fix[] =>
  words.map((word) => ({
    ...offer(`Replace by "${word}"`, spanOf(node), JSON.stringify(word)),
    isSafe: words.length === 1,
  }));

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
  EndOfFileExpected: "this comes after the end of the schema",
  InvalidCommentToken: 'JSON has no comments; use "documentation"',
  UnexpectedEndOfString: "this string has no closing quote",
  InvalidEscapeCharacter: "this string has an unknown escape",
};

const sentenceOf = (error: number): string =>
  SENTENCES[printParseErrorCode(error)] ?? "this character is not allowed here";
