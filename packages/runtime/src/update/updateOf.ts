import {
  type Content,
  type Diagnostic,
  diagnose,
  type Element,
  type ElementAttribute,
  type ElementText,
  type Enclosed,
  type Name,
  type Placing,
  type Primitive,
  parse,
  print,
  type Update,
  type UpdateTarget,
  type Value,
} from "@semantic-xpath/parser";
import type {
  Operation,
  OperationContent,
  OperationNode,
  OperationTarget,
  OperationText,
  OperationValue,
} from "./operation.js";

/** Operations as an update: its text, the tree of that text, and its problems. */
export interface UpdateText {
  readonly text: string;
  readonly update: Update;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum bytes of the printed text: programs write operations, and deeply nested content is mostly indentation. */
const MAX_BYTES = 4_194_304;

/** Trees that are made up have no places until their text is parsed. */
const span = { start: 0, end: 0 };

/**
 * The update that operations say, printed in the language. What is wrong in their queries is in the diagnostics, with places in the text.
 *
 * @example updateOf([{ op: "delete", target: { key: 17 } }]).text // "delete node #17"
 */
export function updateOf(operations: readonly Operation[]): UpdateText {
  const problems: Diagnostic[] = [];
  const primitives = operations.map((operation) => primitiveOf(operation, problems));
  const text = print({ kind: "Update", span, primitives });
  const { ast, diagnostics } = parse(text, { maxBytes: MAX_BYTES });
  const update: Update = ast.update ?? { kind: "Update", span, primitives };
  // Errors that follow from a left-out mistake are not reported.
  return { text, update, diagnostics: problems.length > 0 ? problems : diagnostics };
}

function primitiveOf(operation: Operation, problems: Diagnostic[]): Primitive {
  const target = targetOf(operation.target, problems);
  switch (operation.op) {
    case "insert": {
      const content = contentOf(operation.content, problems);
      return { kind: "Insert", span, content, placing: operation.position ?? "into", target };
    }
    case "delete":
      return { kind: "Delete", span, target };
    case "replace":
      return { kind: "Replace", span, target, content: contentOf(operation.content, problems) };
    case "replaceValue":
      return { kind: "ReplaceValue", span, target, value: valueNode(operation.value, problems) };
    case "rename":
      return { kind: "Rename", span, target, name: nameOf(operation.name) };
    case "move": {
      const placing: Placing = operation.position ?? "into";
      return { kind: "Move", span, target, placing, destination: targetOf(operation.destination, problems) };
    }
    case "setAttribute":
      return {
        kind: "InsertAttribute",
        span,
        target,
        name: nameOf(operation.name),
        value: valueNode(operation.value, problems),
      };
  }
}

const nameOf = (text: string): Name => ({ kind: "Name", span, text });

/** A text of an operation is a query and nothing else: it can't end the primitive that it is in. */
function targetOf(target: OperationTarget, problems: Diagnostic[]): UpdateTarget {
  if (typeof target !== "string") {
    if ("key" in target) return { kind: "NodeKey", span, key: target.key, version: null };
    return { kind: "ParameterReference", span, name: target.param };
  }
  const { ast, diagnostics } = parse(target);
  const [path] = ast.query?.kind === "Query" ? ast.query.paths : [];
  const isOne = ast.query?.kind === "Query" && ast.query.paths.length === 1 && path?.kind === "Path";
  problems.push(...diagnostics);
  if (isOne) return path;
  if (diagnostics.length === 0) problems.push(diagnose("SXP1036", { start: 0, end: target.length }, { text: target }));
  return { kind: "Missing", span, expected: "a path" };
}

function contentOf(content: OperationContent, problems: Diagnostic[]): Content {
  if ("type" in content) return elementOf(content, problems);
  if ("param" in content) return { kind: "ParameterReference", span, name: content.param };
  const { copy } = content;
  if (typeof copy === "string") return targetOf(copy, problems);
  return { kind: "NodeKey", span, key: copy.key, version: copy.version ?? null };
}

function valueNode(value: OperationValue, problems: Diagnostic[]): Value {
  if (typeof value === "string") return { kind: "StringLiteral", span, value };
  if (typeof value === "boolean") return { kind: "BooleanLiteral", span, value };
  if (typeof value === "number") return { kind: "NumberLiteral", span, value, text: String(value) };
  return expressionOf(value.value, problems);
}

/** An expression as the parser reads it where a value stands; a path is its value. */
function expressionOf(text: string, problems: Diagnostic[]): Value {
  const before = "replace value of node #0 with ";
  const { ast, diagnostics } = parse(before + text);
  const [primitive] = ast.update?.primitives ?? [];
  const isOne = ast.update?.primitives.length === 1 && primitive?.kind === "ReplaceValue";
  if (isOne && diagnostics.length === 0 && primitive.value.kind !== "Missing") return primitive.value;
  const length = before.length;
  const moved = diagnostics.map((each) => ({
    ...each,
    span: { start: Math.max(0, each.span.start - length), end: Math.max(0, each.span.end - length) },
    fixes: [],
  }));
  if (moved.length === 0) moved.push({ ...diagnose("SXP1036", { start: 0, end: text.length }, { text }), fixes: [] });
  problems.push(...moved);
  return { kind: "StringLiteral", span, value: text };
}

function elementOf(node: OperationNode, problems: Diagnostic[]): Element {
  const attributes = Object.entries(node.attributes ?? {}).map(
    ([name, text]): ElementAttribute => ({
      kind: "ElementAttribute",
      span,
      name: nameOf(name),
      value: partsOf(text, problems),
    }),
  );
  const children = (node.children ?? []).map((child) => elementOf(child, problems));
  const pieces = node.content ?? [...textPieces(node.text ?? ""), ...children.keys()];
  const content = pieces.flatMap((piece): Element["content"] =>
    typeof piece === "number" ? [children[piece]!] : partsOf([piece], problems),
  );
  return { kind: "Element", span, name: nameOf(node.type), attributes, content: joined(content), closingSpan: null };
}

const textPieces = (text: OperationText): readonly (string | { readonly value: string })[] =>
  typeof text === "string" ? [text] : text;

const partsOf = (text: OperationText, problems: Diagnostic[]): readonly (ElementText | Enclosed)[] =>
  textPieces(text).flatMap((piece): readonly (ElementText | Enclosed)[] => {
    if (typeof piece !== "string") return [{ kind: "Enclosed", span, value: expressionOf(piece.value, problems) }];
    return piece === "" ? [] : [{ kind: "ElementText", span, value: piece }];
  });

/** Two texts beside each other are one. */
function joined(content: Element["content"]): Element["content"] {
  const parts: Element["content"][number][] = [];
  for (const part of content) {
    const last = parts.at(-1);
    if (part.kind === "ElementText" && last?.kind === "ElementText")
      parts[parts.length - 1] = { ...last, value: last.value + part.value };
    else parts.push(part);
  }
  return parts;
}
