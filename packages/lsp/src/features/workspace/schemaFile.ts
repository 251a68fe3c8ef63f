import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { parsedType, parseSchema, type Schema, type ValueType } from "@semantic-xpath/planner";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { TextDocument } from "vscode-languageserver-textdocument";
import { holds } from "../spans.js";

/** A node of a syntax tree of JSON, as the parser gives it. The published declarations need no package for it. */
interface JsonNode {
  readonly type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  readonly value?: unknown;
  readonly offset: number;
  readonly length: number;
  readonly parent?: JsonNode;
  readonly children?: JsonNode[];
}

/** A schema file, with the places of its declarations. */
export interface SchemaFile {
  readonly uri: string;
  readonly text: string;
  /** Null if the text is no JSON or has no types. */
  readonly schema: Schema | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly document: TextDocument;
  /** The JSON tree, made when first needed. */
  readonly root: () => JsonNode | undefined;
}

export function readSchemaFile(uri: string, text: string): SchemaFile {
  const { schema, diagnostics } = parseSchema(text);
  let root: JsonNode | undefined;
  return {
    uri,
    text,
    schema,
    diagnostics,
    document: TextDocument.create(uri, "json", 0, text),
    root: () => {
      // A text without a schema may be too long to parse.
      if (schema !== null) root ??= parseTree(text);
      return root;
    },
  };
}

/** The name of the property at a path of names (`["types", "Day"]`), null if it is not there. */
export const schemaSpan = (file: SchemaFile, path: readonly string[]): Span | null =>
  spanOf(nodeAt(file.root(), path)?.parent?.children?.[0]);

/** The whole declaration of a property, name and value. */
export const schemaDeclaration = (file: SchemaFile, path: readonly string[]): Span | null =>
  spanOf(nodeAt(file.root(), path)?.parent);

/** All places in a schema file that name a type: its declaration first, then roots, children and references. Quotes are left out. */
export function typeNamePlaces(file: SchemaFile, type: string): readonly Span[] {
  const root = file.root();
  const types = childrenAt(root, ["types"]);
  const children = types.flatMap(({ children: [, body] = [] }) => childrenAt(body, ["children"]));
  const names = [...types.map(nameOf), ...childrenAt(root, ["roots"]), ...children.map(nameOf)];
  const references = types.flatMap(({ children: [, body] = [] }) =>
    childrenAt(body, ["attributes"]).flatMap(({ children: [, attribute] = [] }) =>
      referencePlaces(file, nodeAt(attribute, ["type"]), type),
    ),
  );
  return [...names.flatMap((node) => (node?.value === type ? inside(node) : [])), ...references];
}

/** Place of a type's name in `ref(Turn | "first name")`, without quotes. */
function referencePlaces(file: SchemaFile, node: JsonNode | undefined, type: string): readonly Span[] {
  if (node?.type !== "string") return [];
  const read = parsedType(String(node.value) as ValueType);
  if (read.kind !== "ref" || read.types?.includes(type) !== true) return [];
  const nameInFile = JSON.stringify(type).slice(1, -1).replaceAll('\\"', '\\"\\"');
  const start = node.offset + file.text.slice(node.offset, node.offset + node.length).indexOf("(") + 1;
  const end = node.offset + node.length - 2;
  return namesBetween(file.text, start, end).filter((span) => file.text.slice(span.start, span.end) === nameInFile);
}

/** The names between bars, without space and quotes around. */
function namesBetween(text: string, start: number, end: number): readonly Span[] {
  const spans: Span[] = [];
  for (let from = start; from <= end; ) {
    const bar = text.indexOf("|", from);
    const to = bar < 0 || bar > end ? end : bar;
    const part = text.slice(from, to);
    const bare = part
      .trim()
      .replace(/^\\?["']/, "")
      .replace(/\\?["']$/, "");
    const at = bare === "" ? -1 : part.indexOf(bare);
    if (at >= 0) spans.push({ start: from + at, end: from + at + bare.length });
    from = to + 1;
  }
  return spans;
}

/** The declarations of an attribute on some types in a schema file, quotes left out. */
export const attributeNamePlaces = (file: SchemaFile, attribute: string, on: readonly string[]): readonly Span[] =>
  on.flatMap((type) => inside(nodeAt(file.root(), ["types", type, "attributes", attribute])?.parent?.children?.[0]));

const nodeAt = (root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined =>
  root && findNodeAtLocation(root, [...path]);
const childrenAt = (root: JsonNode | undefined, path: readonly string[]): readonly JsonNode[] =>
  nodeAt(root, path)?.children ?? [];
const nameOf = ({ children }: JsonNode): JsonNode | undefined => children?.[0];

const spanOf = (node: JsonNode | undefined): Span | null =>
  node === undefined ? null : { start: node.offset, end: node.offset + node.length };

/** The text of a string. */
const inside = (node: JsonNode | undefined): Span[] =>
  node === undefined ? [] : [{ start: node.offset + 1, end: node.offset + node.length - 1 }];

/** The type, or the attribute of a type, that is named at an offset of a schema file. */
export function schemaNameAt(file: SchemaFile, offset: number) {
  const isHere = (span: Span): boolean => holds(span, offset);
  for (const [name, { attributes }] of Object.entries(file.schema?.types ?? {})) {
    const span = typeNamePlaces(file, name).find(isHere);
    if (span !== undefined) return { kind: "type", name, on: [name], span } as const;
    for (const attribute of Object.keys(attributes)) {
      const place = attributeNamePlaces(file, attribute, [name]).find(isHere);
      if (place !== undefined) return { kind: "attribute", name: attribute, on: [name], span: place } as const;
    }
  }
  return null;
}
