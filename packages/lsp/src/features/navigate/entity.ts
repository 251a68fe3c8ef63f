import type { AstNode, Name, Span } from "@semantic-xpath/parser";
import { type CheckedQuery, nameOf, nodesAt, queryAt, type View } from "../workspace/view.js";

/** What a name in a query stands for. */
export type Entity =
  | { readonly kind: "query"; readonly name: string; readonly uri: string }
  | { readonly kind: "parameter"; readonly name: string; readonly checked: CheckedQuery; readonly view: View }
  | { readonly kind: "type"; readonly name: string; readonly schema: string }
  | { readonly kind: "attribute"; readonly name: string; readonly schema: string };

export interface Named {
  readonly entity: Entity;
  /** The name alone, without `$`, `@` or quotes. */
  readonly span: Span;
}

/** What is named at an offset, null where nothing is. */
export function entityAt(view: View, offset: number): Named | null {
  const nodes = nodesAt(view, offset);
  const node = nodes.at(-1);
  const parent = nodes.at(-2);
  if (node === undefined) return null;
  const checked = queryAt(view, offset);
  if (node.kind === "Parameter" || node.kind === "ParameterReference") {
    if (checked === null || node.name === "" || view.region.holes.some(({ start }) => start === node.span.start))
      return null;
    const start = node.span.start + 1;
    const entity: Entity = { kind: "parameter", name: node.name, checked, view };
    return { entity, span: { start, end: start + node.name.length } };
  }
  const name = node.kind === "Name" ? node : fieldName(node);
  if (name === null) return null;
  const owner = node.kind === "Name" ? parent : node;
  if (owner?.kind === "Declaration" && checked !== null) {
    return { entity: { kind: "query", name: nameOf(checked) ?? name.text, uri: view.document.uri }, span: name.span };
  }
  const entity = inSchema(view, owner, name.text);
  return entity === null ? null : { entity, span: name.span };
}

const fieldName = (node: AstNode): Name | null => (node.kind === "FieldReference" ? node.name : null);

/** A name of a schema: of a type in a step, of an attribute in a condition; a field may be either. */
function inSchema(view: View, owner: AstNode | undefined, name: string): Entity | null {
  const file = view.schema.value;
  if (file === null || owner === undefined) return null;
  const isType = Object.hasOwn(file.schema?.types ?? {}, name);
  switch (owner.kind) {
    case "NameTest":
      return { kind: "type", name, schema: file.uri };
    case "AttributeReference":
    case "AttributeStep":
      return { kind: "attribute", name, schema: file.uri };
    case "FieldReference":
      return hasAttribute(view, name) || !isType
        ? { kind: "attribute", name, schema: file.uri }
        : { kind: "type", name, schema: file.uri };
    default:
      return null;
  }
}

export const hasAttribute = (view: View, name: string): boolean =>
  Object.values(view.schema.value?.schema?.types ?? {}).some(({ attributes }) => Object.hasOwn(attributes, name));
