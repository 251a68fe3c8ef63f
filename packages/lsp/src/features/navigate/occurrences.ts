import { type AstNode, type Span, walk } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { nodesOf } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { attributeNamePlaces, type SchemaFile, typeNamePlaces } from "../workspace/schemaFile.js";
import { nameOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { type Entity, hasAttribute, parameterName } from "./entity.js";

/** A place where an entity is named. */
export interface Occurrence {
  readonly uri: string;
  /** The name alone. */
  readonly range: Range;
  readonly isDeclaration: boolean;
}

/** Every place of an entity: in this file, in all others with the same schema, and in the schema file itself. */
export function occurrences(workspace: Workspace, entity: Entity, own: TextDocument | null): readonly Occurrence[] {
  if (entity.kind === "parameter") return parameterPlaces(entity);
  const views = workspace.allDocuments(own).flatMap((document) => workspace.views(document));
  const file = entity.kind === "query" ? null : workspace.schemaFile(entity.schema);
  return [...(file ? schemaPlaces(file, entity) : []), ...placesIn(views, entity)];
}

/** Within one file: what editors highlight. */
export const occurrencesIn = (workspace: Workspace, entity: Entity, document: TextDocument): readonly Occurrence[] =>
  entity.kind === "parameter" ? parameterPlaces(entity) : placesIn(workspace.views(document), entity);

const placesIn = (views: readonly View[], entity: Exclude<Entity, { kind: "parameter" }>): readonly Occurrence[] =>
  views.flatMap((view) => (entity.kind === "query" ? queryPlaces(view, entity) : namePlaces(view, entity)));

const occurrence = (view: View, span: Span, isDeclaration: boolean): Occurrence => ({
  uri: view.document.uri,
  range: toRange(view, span),
  isDeclaration,
});

function queryPlaces(view: View, { name, uri }: Extract<Entity, { kind: "query" }>): Occurrence[] {
  if (view.document.uri !== uri) return [];
  return view.queries
    .filter((checked) => nameOf(checked) === name)
    .map(({ declaration }) => occurrence(view, declaration!.name.span, true));
}

function parameterPlaces({ name, checked, view }: Extract<Entity, { kind: "parameter" }>): Occurrence[] {
  const root = checked.declaration ?? checked.query;
  return [...nodesOf(root, "Parameter"), ...nodesOf(root, "ParameterReference")]
    .filter((node) => node.name === name)
    .map((node) => occurrence(view, parameterName(node), node.kind === "Parameter"));
}

function schemaPlaces(file: SchemaFile, { kind, name }: Pick<Entity, "kind" | "name">): Occurrence[] {
  const spans = kind === "type" ? typeNamePlaces(file, name) : attributeNamePlaces(file, name);
  return spans.map((span, index) => ({
    uri: file.uri,
    range: rangeIn(file.document, span),
    isDeclaration: kind === "attribute" || index === 0,
  }));
}

function namePlaces(view: View, { kind, name, schema }: Extract<Entity, { schema: string }>): Occurrence[] {
  if (view.schema.value?.uri !== schema) return [];
  const found: Occurrence[] = [];
  const add = (node: AstNode): void => {
    if (node.kind === "Name" && node.text === name) found.push(occurrence(view, node.span, false));
  };
  const fieldsAreTypes = kind === "type" && !hasAttribute(view, name);
  walk(view.ast, (node) => {
    if (kind === "type") {
      if (node.kind === "NameTest") node.names.forEach(add);
      if (node.kind === "FieldReference" && fieldsAreTypes) add(node.name);
      const compared = comparedTypeName(node, name);
      if (compared !== null) found.push(occurrence(view, compared, false));
    } else if (node.kind === "AttributeReference" || node.kind === "AttributeStep" || node.kind === "FieldReference") {
      add(node.name);
    }
  });
  return found;
}

/** `name() = "POI"` names a type inside of a string. */
function comparedTypeName(node: AstNode, name: string): Span | null {
  if (node.kind !== "Comparison" || node.left.kind !== "NodeFunction" || node.left.name !== "name") return null;
  if (node.right.kind !== "StringLiteral" || node.right.value !== name) return null;
  return { start: node.right.span.start + 1, end: node.right.span.end - 1 };
}
