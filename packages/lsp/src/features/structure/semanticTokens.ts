import { type AstNode, OPERATORS, type TokenKind, tokenize, walk } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { bindingOf } from "../types/scopes.js";
import { touchesHole, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The kinds of tokens and what may be said of them, in the order of their numbers. */
export const TOKEN_LEGEND = {
  tokenTypes: [
    "class",
    "property",
    "function",
    "keyword",
    "operator",
    "string",
    "number",
    "parameter",
    "comment",
    "modifier",
    "variable",
  ],
  tokenModifiers: ["declaration", "defaultLibrary"],
} as const;

type TokenType = (typeof TOKEN_LEGEND)["tokenTypes"][number];

/** Default type of a token by its kind; null: a token without a colour. */
export const TOKEN_TYPES: Readonly<Record<TokenKind, TokenType | null>> = {
  name: "class",
  keyword: "keyword",
  axis: "modifier",
  function: "function",
  operator: "operator",
  string: "string",
  number: "number",
  parameter: "parameter",
  tag: null,
  text: "string",
  key: "number",
  punctuation: null,
  comment: "comment",
};

const DECLARATION = 1;
const LIBRARY = 2;

/** The tokens of all query texts of a document, or of those in a range, in the encoding of the protocol. */
export function semanticTokens(workspace: Workspace, document: TextDocument, range: Range | null = null): number[] {
  const from = range === null ? 0 : document.offsetAt(range.start);
  const to = range === null ? Number.POSITIVE_INFINITY : document.offsetAt(range.end);
  const encoder = new Encoder(document);
  for (const view of workspace.views(document)) {
    if (view.region.start > to || view.region.start + view.text.length < from) continue;
    const names = namesOf(view);
    for (const { kind, span } of tokenize(view.text)) {
      const start = view.region.start + span.start;
      if (start + span.end - span.start < from || start > to || touchesHole(view, span)) continue;
      const named = NAMED.has(kind) ? names.get(span.start) : undefined;
      const word = view.text.slice(span.start, span.end);
      const isKeyword = (kind === "operator" && isWordOperator(word)) || (kind === "name" && HEADER_WORDS.has(word));
      const [type, modifiers] = named ?? [isKeyword ? "keyword" : TOKEN_TYPES[kind], kind === "function" ? LIBRARY : 0];
      if (type !== null) encoder.push(start, start + span.end - span.start, type, modifiers);
    }
  }
  return encoder.data;
}

/** Words of imports and parameters; the grammar marks them where they are names. */
const HEADER_WORDS = new Set(["schema", "data", "as", "string", "number", "node"]);

const isWordOperator = (word: string): boolean => /^[a-z]+$/.test(word) && Object.hasOwn(OPERATORS, word);

/** Kinds of tokens that the grammar refines: a name in quotes is a string to the tokens. */
const NAMED: ReadonlySet<TokenKind> = new Set(["name", "function", "keyword", "string", "parameter"]);

type Named = readonly [type: TokenType, modifiers: number];

/** Names in the grammar, by their starts: types of nodes, attributes and fields, declared queries. */
function namesOf({ ast }: View): ReadonlyMap<number, Named> {
  const names = new Map<number, Named>();
  const note = (node: AstNode, type: TokenType, modifiers = 0): void => {
    if (!names.has(node.span.start)) names.set(node.span.start, [type, modifiers]);
  };
  walk(ast, (node, ancestors) => {
    switch (node.kind) {
      case "NameTest":
        for (const name of node.names) note(name, "class");
        return;
      case "AttributeReference":
      case "AttributeStep":
      case "FieldReference":
        note(node.name, "property");
        return;
      case "ParameterReference":
        if (bindingOf(node, ancestors) !== null) note(node, "variable");
        return;
      case "Binding":
        if (node.parameter.kind === "ParameterReference") note(node.parameter, "variable", DECLARATION);
        return;
      case "NodeTarget":
      case "BooleanLiteral":
        note(node, "keyword");
        return;
      case "ElementAttribute":
      case "InsertAttribute":
        note(node.name, "property");
        return;
      case "Declaration":
      case "UpdateDeclaration":
        note(node.name, "function", DECLARATION);
        return;
    }
  });
  return names;
}

/** Five numbers a token, places relative to the token before. A token over several lines is cut at their ends. */
class Encoder {
  readonly data: number[] = [];
  private line = 0;
  private character = 0;

  constructor(private readonly document: TextDocument) {}

  push(start: number, end: number, type: TokenType, modifiers: number): void {
    const text = this.document.getText();
    for (let at = start; at < end; ) {
      const newline = text.indexOf("\n", at);
      const until = newline === -1 || newline > end ? end : newline;
      if (until > at) this.write(at, until - at, type, modifiers);
      at = until + 1;
    }
  }

  private write(start: number, length: number, type: TokenType, modifiers: number): void {
    const { line, character } = this.document.positionAt(start);
    const isSameLine = line === this.line;
    this.data.push(line - this.line, isSameLine ? character - this.character : character);
    this.data.push(length, TOKEN_LEGEND.tokenTypes.indexOf(type), modifiers);
    this.line = line;
    this.character = character;
  }
}
