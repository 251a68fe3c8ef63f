import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { TextDocument } from "vscode-languageserver-textdocument";
import { holds } from "../spans.js";

/** A schema file: what it says, and where it says it. */
export interface SchemaFile {
  readonly uri: string;
  readonly text: string;
  /** Null if the text is no JSON or has no types. */
  readonly schema: Schema | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly document: TextDocument;
  /** The JSON tree, made when first needed. */
  readonly root: () => Node | undefined;
}

export function readSchemaFile(uri: string, text: string): SchemaFile {
  const { schema, diagnostics } = parseSchema(text);
  let root: Node | undefined;
  return {
    uri,
    text,
    schema,
    diagnostics,
    document: TextDocument.create(uri, "json", 0, text),
    root: () => {
      root ??= parseTree(text);
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

/** All places in a schema file that name a type: its declaration first, then roots and children. Quotes are left out. */
export function typeNamePlaces(file: SchemaFile, type: string): readonly Span[] {
  const root = file.root();
  const types = childrenAt(root, ["types"]);
  const children = types.flatMap(({ children: [, body] = [] }) => childrenAt(body, ["children"]));
  const names = [...types.map(nameOf), ...childrenAt(root, ["roots"]), ...children.map(nameOf)];
  return names.flatMap((node) => (node?.value === type ? inside(node) : []));
}

/** The declarations of an attribute on some types in a schema file, quotes left out. */
export const attributeNamePlaces = (file: SchemaFile, attribute: string, on: readonly string[]): readonly Span[] =>
  on.flatMap((type) => inside(nodeAt(file.root(), ["types", type, "attributes", attribute])?.parent?.children?.[0]));

const nodeAt = (root: Node | undefined, path: readonly string[]): Node | undefined =>
  root && findNodeAtLocation(root, [...path]);
const childrenAt = (root: Node | undefined, path: readonly string[]): readonly Node[] =>
  nodeAt(root, path)?.children ?? [];
const nameOf = ({ children }: Node): Node | undefined => children?.[0];

const spanOf = (node: Node | undefined): Span | null =>
  node === undefined ? null : { start: node.offset, end: node.offset + node.length };

/** The text of a string. */
const inside = (node: Node | undefined): Span[] =>
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
