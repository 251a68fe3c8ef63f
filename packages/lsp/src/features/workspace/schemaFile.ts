import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { TextDocument } from "vscode-languageserver-textdocument";

/** A schema file: what it says, and where it says it. */
export interface SchemaFile {
  readonly uri: string;
  readonly text: string;
  /** Null where the text is no JSON or has no types. */
  readonly schema: Schema | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly document: TextDocument;
  /** The JSON tree, made when first asked for. */
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

/** The name of a property at a path of names (`["types", "Day"]`), or the value where the last is an index; null: not there. */
export function schemaSpan(file: SchemaFile, path: readonly (string | number)[]): Span | null {
  const root = file.root();
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (node === undefined) return null;
  const named = typeof path.at(-1) === "string" ? (node.parent?.children?.[0] ?? node) : node;
  return { start: named.offset, end: named.offset + named.length };
}

/** The whole declaration of a property, name and value. */
export function schemaDeclaration(file: SchemaFile, path: readonly string[]): Span | null {
  const root = file.root();
  const property = root === undefined ? undefined : findNodeAtLocation(root, [...path])?.parent;
  return property === undefined ? null : { start: property.offset, end: property.offset + property.length };
}

/** All places in a schema file that name a type: its declaration first, then roots and children. Quotes are left out. */
export function typeNamePlaces(file: SchemaFile, type: string): readonly Span[] {
  const root = file.root();
  if (root === undefined) return [];
  const places: Span[] = [];
  const add = (node: Node | undefined): void => {
    if (node !== undefined && node.value === type) {
      places.push({ start: node.offset + 1, end: node.offset + node.length - 1 });
    }
  };
  const types = findNodeAtLocation(root, ["types"])?.children ?? [];
  for (const property of types) add(property.children?.[0]);
  for (const item of findNodeAtLocation(root, ["roots"])?.children ?? []) add(item);
  for (const property of types) {
    const body = property.children?.[1];
    const children = body === undefined ? undefined : findNodeAtLocation(body, ["children"]);
    for (const child of children?.children ?? []) add(child.children?.[0]);
  }
  return places;
}

/** All declarations of an attribute in a schema file, quotes left out. */
export function attributeNamePlaces(file: SchemaFile, attribute: string): readonly Span[] {
  const root = file.root();
  if (root === undefined) return [];
  return (findNodeAtLocation(root, ["types"])?.children ?? []).flatMap((property) => {
    const body = property.children?.[1];
    const declared = body === undefined ? undefined : findNodeAtLocation(body, ["attributes", attribute])?.parent;
    const key = declared?.children?.[0];
    return key === undefined ? [] : [{ start: key.offset + 1, end: key.offset + key.length - 1 }];
  });
}

/** The type or attribute that is named at an offset of a schema file. */
export function schemaNameAt(
  file: SchemaFile,
  offset: number,
): { readonly kind: "type" | "attribute"; readonly name: string; readonly span: Span } | null {
  const { schema } = file;
  if (schema === null) return null;
  const holds = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  for (const name of Object.keys(schema.types)) {
    const span = typeNamePlaces(file, name).find(holds);
    if (span !== undefined) return { kind: "type", name, span };
    for (const attribute of Object.keys(schema.types[name]!.attributes)) {
      const place = attributeNamePlaces(file, attribute).find(holds);
      if (place !== undefined) return { kind: "attribute", name: attribute, span: place };
    }
  }
  return null;
}
