import {
  assertNever,
  type Content,
  type Element,
  type ElementText,
  type Enclosed,
  type Missing,
  type Name,
  type Placing,
  type Primitive,
  print,
  type Update,
  type UpdateTarget,
  type Value,
} from "@semantic-xpath/parser";
import type {
  Operation,
  OperationContent,
  OperationNode,
  OperationPosition,
  OperationTarget,
  OperationText,
  OperationValue,
} from "./operation.js";

/**
 * An update as plain data. What is missing in it is left empty.
 *
 * @example operationsOf(parse("delete node //Day[1]").ast.update!) // [{ op: "delete", target: "//Day[1]" }]
 */
export const operationsOf = (update: Update): readonly Operation[] =>
  update.primitives.flatMap((primitive) => (primitive.kind === "Missing" ? [] : [operationOf(primitive)]));

function operationOf(primitive: Primitive): Operation {
  const target = targetOf(primitive.target);
  switch (primitive.kind) {
    case "Insert":
      return { op: "insert", content: contentOf(primitive.content), ...positionOf(primitive.placing), target };
    case "InsertAttribute":
      return { op: "setAttribute", target, name: nameOf(primitive.name), value: valueData(primitive.value) };
    case "Delete":
      return { op: "delete", target };
    case "Replace":
      return { op: "replace", target, content: contentOf(primitive.content) };
    case "ReplaceValue":
      return { op: "replaceValue", target, value: valueData(primitive.value) };
    case "Rename":
      return { op: "rename", target, name: nameOf(primitive.name) };
    case "Move": {
      const { placing, destination } = primitive;
      return { op: "move", target, ...positionOf(placing), destination: targetOf(destination) };
    }
    default:
      return assertNever(primitive);
  }
}

const nameOf = (name: Name | Missing): string => (name.kind === "Name" ? name.text : "");

const positionOf = (placing: Placing): { readonly position?: OperationPosition } =>
  placing === "into" ? {} : { position: placing };

function targetOf(target: UpdateTarget): OperationTarget {
  if (target.kind === "NodeKey") return { key: target.key };
  return target.kind === "ParameterReference" ? { param: target.name } : print(target);
}

function contentOf(content: Content): OperationContent {
  switch (content.kind) {
    case "Element":
      return nodeOf(content);
    case "ParameterReference":
      return { param: content.name };
    case "NodeKey":
      return { copy: { key: content.key, ...(content.version === null ? {} : { version: content.version }) } };
    default:
      return { copy: print(content) };
  }
}

/** Texts and truth values as they are; a number keeps its spelling as an expression. */
function valueData(value: Value | Missing): OperationValue {
  switch (value.kind) {
    case "StringLiteral":
    case "BooleanLiteral":
      return value.value;
    case "NumberLiteral":
      return String(value.value) === value.text ? value.value : { value: value.text };
    default:
      return { value: print(value) };
  }
}

function nodeOf({ name, attributes, content }: Element): OperationNode {
  const entries = attributes.map((each) => [each.name.text, textOf(each.value)] as const);
  const children = content.filter((part) => part.kind === "Element").map(nodeOf);
  const isText = children.length === 0;
  return {
    type: nameOf(name),
    ...(entries.length === 0 ? {} : { attributes: Object.fromEntries(entries) }),
    ...(content.length > 0 && isText ? { text: textOf(content as readonly (ElementText | Enclosed)[]) } : {}),
    ...(isText ? {} : { children }),
    ...(isText || children.length === content.length ? {} : { content: piecesOf(content) }),
  };
}

function textOf(parts: readonly (ElementText | Enclosed)[]): OperationText {
  const [only] = parts;
  if (only === undefined) return "";
  return parts.length === 1 && only.kind === "ElementText" ? only.value : parts.map(pieceOf);
}

const pieceOf = (part: ElementText | Enclosed): string | { readonly value: string } =>
  part.kind === "ElementText" ? part.value : { value: print(part.value) };

function piecesOf(content: Element["content"]): readonly (string | number | { readonly value: string })[] {
  let child = 0;
  return content.map((part) => (part.kind === "Element" ? child++ : pieceOf(part)));
}
