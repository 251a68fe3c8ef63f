import type { AstNode, Parameter, ParameterReference, Span } from "@semantic-xpath/parser";
import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeIn } from "../spans.js";
import { schemaNameAt } from "../workspace/schemaFile.js";
import { type CheckedQuery, declaredSchema, nameOf, nodesAt, queryAt, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** What a name means. */
export type Entity =
  | { readonly kind: "query"; readonly name: string; readonly uri: string }
  | { readonly kind: "parameter"; readonly name: string; readonly checked: CheckedQuery; readonly view: View }
  | { readonly kind: "type"; readonly name: string; readonly schema: string }
  | { readonly kind: "attribute"; readonly name: string; readonly schema: string };

/** What is named at a position, in a query text or in a schema file, with the range of the name alone: no `$`, `@` or quotes. */
export function findEntity(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): { readonly entity: Entity; readonly range: Range } | null {
  const place = workspace.placeAt(document, position);
  if (place !== null) {
    const named = entityAt(place.view, place.offset);
    return named && { entity: named.entity, range: toRange(place.view, named.span) };
  }
  const file = workspace.schemaIn(document);
  const named = file && schemaNameAt(file, document.offsetAt(position));
  if (!named) return null;
  const { kind, name, span } = named;
  return { entity: { kind, name, schema: document.uri }, range: rangeIn(document, span) };
}

function entityAt(view: View, offset: number): { readonly entity: Entity; readonly span: Span } | null {
  const nodes = nodesAt(view, offset);
  const node = nodes.at(-1);
  const checked = queryAt(view, offset);
  if (node?.kind === "Parameter" || node?.kind === "ParameterReference") {
    const { name, span } = node;
    if (checked === null || name === "" || view.region.holes.some(({ start }) => start === span.start)) return null;
    return { entity: { kind: "parameter", name, checked, view }, span: parameterName(node) };
  }
  const name = node?.kind === "FieldReference" ? node.name : node;
  if (name?.kind !== "Name") return null;
  const { text, span } = name;
  const owner = node?.kind === "Name" ? nodes.at(-2) : node;
  if (owner?.kind === "Declaration" && checked !== null) {
    return { entity: { kind: "query", name: nameOf(checked) ?? text, uri: view.document.uri }, span };
  }
  const entity = inSchema(view, owner, text);
  return entity && { entity, span };
}

/** The span of a parameter's name, without the sign. */
export const parameterName = ({ name, span }: Parameter | ParameterReference): Span => ({
  start: span.start + 1,
  end: span.start + 1 + name.length,
});

/** A name of a schema: of a type in a step, of an attribute in a condition; a field may be either. */
function inSchema(view: View, owner: AstNode | undefined, name: string): Entity | null {
  const schema = view.schema.value?.uri;
  if (schema === undefined) return null;
  switch (owner?.kind) {
    case "NameTest":
      return { kind: "type", name, schema };
    case "AttributeReference":
    case "AttributeStep":
      return { kind: "attribute", name, schema };
    case "FieldReference": {
      const isType = !hasAttribute(view, name) && Object.hasOwn(declaredSchema(view)?.types ?? {}, name);
      return { kind: isType ? "type" : "attribute", name, schema };
    }
    default:
      return null;
  }
}

export const hasAttribute = (view: View, name: string): boolean =>
  Object.values(declaredSchema(view)?.types ?? {}).some(({ attributes }) => Object.hasOwn(attributes, name));
