import type { Span } from "@semantic-xpath/parser";
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** Place of a value in JSON: `["cases", 3, "include", 0]`. */
export type JsonPath = readonly (string | number)[];

/** Violation of the grammar of JSON. */
export interface SyntaxFault {
  readonly span: Span;
  /** The end of a sentence. */
  readonly problem: string;
}

/** Text of a JSON file with the places of its values, in UTF-16 units. Its syntax tree is made when the first place is asked for. */
export class JsonSource {
  private readonly text: string;
  private readonly errors: ParseError[] = [];
  private parsed: { readonly root: Node | undefined; readonly isTooDeep: boolean } | undefined;

  constructor(text: string) {
    this.text = text.replace(/^\uFEFF/, " ");
  }

  /** The value as `JSON.parse` reads it; undefined if the text is no JSON. */
  plainValue(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }

  /** The value with the first of each member that an object has several times; undefined if the text is no JSON. */
  valueOfFirst(): unknown {
    const { root } = this.tree();
    return root === undefined || this.errors.length > 0 ? undefined : jsonValue(root);
  }

  /** The objects that have a member several times: the path of the object, the name and its place, for each repetition. */
  repeated(): readonly { readonly path: JsonPath; readonly name: string; readonly span: Span }[] {
    const { root } = this.tree();
    return root === undefined ? [] : repetitionsIn(root, []);
  }

  /** Violations of the grammar, one a place. */
  syntaxFaults(): readonly SyntaxFault[] {
    const { root, isTooDeep } = this.tree();
    if (isTooDeep) return [{ span: this.visible(0, this.text.length), problem: "it is nested too deeply" }];
    if (root === undefined && this.errors.length === 0)
      return [{ span: { start: 0, end: this.text.length }, problem: "it is empty" }];
    return this.errors
      .filter(({ offset }, i) => offset !== this.errors[i - 1]?.offset)
      .map(({ error, offset, length }) => ({
        span: this.visible(offset, length),
        problem: SENTENCES[printParseErrorCode(error)] ?? "this character is not allowed here",
      }));
  }

  /** The place of a value. Of one that is not there, the first character of the nearest one around it. */
  spanAt(path: JsonPath): Span {
    const { root } = this.tree();
    for (let length = path.length; root !== undefined && length >= 0; length--) {
      const node = findNodeAtLocation(root, [...path.slice(0, length)]);
      if (node !== undefined) return length === path.length ? spanOf(node) : { ...spanOf(node), end: node.offset + 1 };
    }
    return this.visible(0, 0);
  }

  /** The place of the name of a member, or of an entry of a list. */
  nameSpanAt(path: JsonPath): Span {
    const { root } = this.tree();
    const member = root && findNodeAtLocation(root, [...path])?.parent;
    const [name] = member?.type === "property" ? (member.children ?? []) : [];
    return name === undefined ? this.spanAt(path) : spanOf(name);
  }

  private tree() {
    this.parsed ??= this.parse();
    return this.parsed;
  }

  private parse() {
    try {
      return { root: parseTree(this.text, this.errors, { disallowComments: true }), isTooDeep: false };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // The parser is recursive.
      return { root: undefined, isTooDeep: true };
    }
  }

  /** A span that can be seen: not empty, and inside the text. */
  private visible(offset: number, length: number): Span {
    const start = Math.max(0, Math.min(offset, this.text.length - 1));
    return { start, end: Math.min(this.text.length, Math.max(offset + length, start + 1)) };
  }
}

const spanOf = ({ offset, length }: Node): Span => ({ start: offset, end: offset + length });

/** Stands for the name `__proto__`, which the library of shapes leaves out unseen. */
const PROTO = "__proto__\0";
export const writtenName = (name: string): string => (name === PROTO ? "__proto__" : name);
export const keptName = (name: string): string => (name === "__proto__" ? PROTO : name);

/** Objects have no prototype. */
function jsonValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(jsonValue);
  if (node.type !== "object") return node.value;
  const object: Record<string, unknown> = Object.create(null);
  for (const { children: [key, value] = [] } of node.children ?? [])
    if (key !== undefined && value !== undefined && !(keptName(key.value) in object))
      object[keptName(key.value)] = jsonValue(value);
  return object;
}

function repetitionsIn(
  node: Node,
  path: JsonPath,
): readonly { readonly path: JsonPath; readonly name: string; readonly span: Span }[] {
  if (node.type === "array") return (node.children ?? []).flatMap((child, i) => repetitionsIn(child, [...path, i]));
  if (node.type !== "object") return [];
  const names = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    if (key === undefined || value === undefined) return [];
    const name: string = key.value;
    if (names.has(name)) return [{ path, name, span: spanOf(key) }];
    names.add(name);
    return repetitionsIn(value, [...path, name]);
  });
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
  EndOfFileExpected: "this comes after the end of the file",
  InvalidCommentToken: 'JSON has no comments; use "documentation"',
  UnexpectedEndOfString: "this string has no closing quote",
  InvalidEscapeCharacter: "this string has an unknown escape",
};
