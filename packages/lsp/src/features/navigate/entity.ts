import {
  type AstNode,
  type Binding,
  type Element,
  type Field,
  type GroupKey,
  type Name,
  nameOfEntry,
  type Parameter,
  type ParameterReference,
  print,
  type Span,
} from "@semantic-xpath/parser";
import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { holds, rangeIn } from "../spans.js";
import { bindingOf } from "../types/scopes.js";
import { typesAround, typesOf } from "../types/typesOf.js";
import { attributesOf } from "../words/words.js";
import { schemaNameAt } from "../workspace/schemaFile.js";
import { type CheckedText, nameOf, nodesAt, textAt, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { keyOf } from "./keys.js";

/** Meaning of a name. */
export type Entity =
  | { readonly kind: "query"; readonly name: string; readonly view: View }
  | {
      readonly kind: "parameter";
      readonly name: string;
      readonly checked: CheckedText;
      readonly view: View;
      /** The binding of a quantifier that it is of; null: it is a parameter of the query. */
      readonly binding: Binding | null;
    }
  | {
      readonly kind: "key";
      readonly name: string;
      readonly checked: CheckedText;
      readonly view: View;
      readonly key: GroupKey;
    }
  | {
      readonly kind: "field";
      readonly name: string;
      readonly checked: CheckedText;
      readonly view: View;
      readonly field: Field;
    }
  | SchemaEntity;

/** A type of a schema file, or of data without a schema, or an attribute of some of its types. */
export interface SchemaEntity {
  readonly kind: "type" | "attribute";
  readonly name: string;
  /** The URI of the schema or of the data. */
  readonly schema: string;
  /** True if it is a name of data. */
  readonly isOfData: boolean;
  /** The types that the name is about: of a type, itself. */
  readonly on: readonly string[];
}

/** Name at a position, in a query text or in a schema file, with the range of the name alone: no `$`, `@` or quotes. */
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
  const { span, ...entity } = named;
  return { entity: { ...entity, schema: document.uri, isOfData: false }, range: rangeIn(document, span) };
}

function entityAt(view: View, offset: number): { readonly entity: Entity; readonly span: Span } | null {
  const nodes = nodesAt(view, offset);
  const node = nodes.at(-1);
  const checked = textAt(view, offset);
  if (node?.kind === "Parameter" || node?.kind === "ParameterReference") {
    const { name, span } = node;
    if (checked === null || name === "" || view.region.holes.some(({ start }) => start === span.start)) return null;
    const binding = node.kind === "Parameter" ? null : bindingOf(node, nodes.slice(0, -1));
    return { entity: { kind: "parameter", name, checked, view, binding }, span: parameterName(node) };
  }
  const name =
    node?.kind === "FieldReference" ? node.name : node?.kind === "Element" ? closingName(node, offset) : node;
  if (name?.kind !== "Name") return null;
  const { text, span } = name;
  const around = node === name ? nodes.slice(0, -1) : nodes;
  if ((around.at(-1)?.kind === "Declaration" || around.at(-1)?.kind === "UpdateDeclaration") && checked !== null) {
    return { entity: { kind: "query", name: nameOf(checked) ?? text, view }, span };
  }
  const entity =
    (checked && inLists(view, checked, around, name)) ?? inSchema(view, around, text) ?? ownKey(view, around);
  return entity && { entity, span: withoutQuotes(view.text, span) };
}

/** A name that a query gives to keys of groups or to fields of records, given with the nodes around. */
function inLists(view: View, checked: CheckedText, around: readonly AstNode[], node: Name): Entity | null {
  const owner = around.at(-1);
  if (owner?.kind === "Field" && owner.name === node)
    return { kind: "field", name: node.text, checked, view, field: owner };
  if (owner?.kind === "GroupKey" && owner.name === node)
    return { kind: "key", name: node.text, checked, view, key: owner };
  const key = keyOf(checked, owner);
  return key && { kind: "key", name: node.text, checked, view, key };
}

/** A key that is named after an attribute of which nothing is known. */
function ownKey(view: View, around: readonly AstNode[]): Entity | null {
  const [key, owner] = around.slice(-2);
  if (key?.kind !== "GroupKey" || key.name !== null || key.value !== owner) return null;
  const [checked, name] = [textAt(view, key.span.start), nameOfEntry(key)];
  return checked && name && { kind: "key", name: name.text, checked, view, key };
}

/** The name in the closing tag of an element, which is not one of its nodes. */
function closingName({ name, closingSpan }: Element, offset: number): Name | undefined {
  if (closingSpan === null || name.kind === "Missing" || !holds(closingSpan, offset)) return undefined;
  return { ...name, span: closingSpan };
}

/** Content of the quotes of a name, if it has some. */
function withoutQuotes(text: string, { start, end }: Span): Span {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return { start, end };
  return { start: start + 1, end: text.charAt(end - 1) === quote && end - 1 > start ? end - 1 : end };
}

/** The span of a parameter's name, without the sign. */
export const parameterName = ({ name, span }: Parameter | ParameterReference): Span => ({
  start: span.start + 1,
  end: span.start + 1 + name.length,
});

/** A name of a schema, given with the nodes around: of a type in a step, of an attribute in a condition; a field may be either. */
export function inSchema(view: View, around: readonly AstNode[], name: string): SchemaEntity | null {
  const schema = schemaUri(view);
  const { kind } = around.at(-1) ?? {};
  const isField = kind === "FieldReference";
  if (schema === null) return null;
  const place = { schema, isOfData: view.schema.value === null };
  const type = { kind: "type", name, ...place, on: [name] } as const;
  if (kind === "NameTest" || kind === "Element" || kind === "Rename") return type;
  const madeOn = madeAttribute(view, around.at(-1), around.at(-2), name);
  if (madeOn !== null) return { kind: "attribute", name, ...place, on: madeOn };
  if (!isField && kind !== "AttributeReference" && kind !== "AttributeStep") return null;
  const types = view.known?.types ?? {};
  const declared = attributesOf(view.known, null).get(name)?.on ?? [];
  if (isField && declared.length === 0 && Object.hasOwn(types, name)) return type;
  const inScope = typesAround(view, around);
  const near = declared.filter((type) => inScope?.includes(type));
  // If what is here is not known, it may be any of them; of a name that the schema has lost, the types are those that are here.
  const on = near.length > 0 ? near : declared.length > 0 ? declared : (inScope ?? []);
  return { kind: "attribute", name, ...place, on };
}

/** The URI of what declares the names of a text: its schema, else its data; null: nothing does. */
export const schemaUri = ({ schema, data, known }: View): string | null =>
  schema.value?.uri ?? (schema.state === "none" && known !== null ? data.uri : null);

/** The types on which an update makes an attribute; null: none is made here. */
function madeAttribute(
  view: View,
  node: AstNode | undefined,
  parent: AstNode | undefined,
  name: string,
): readonly string[] | null {
  const schema = view.known;
  if (node?.kind === "ElementAttribute" && parent?.kind === "Element")
    return parent.name.kind === "Name" ? [parent.name.text] : [];
  if (node?.kind !== "InsertAttribute") return null;
  const types = node.target.kind === "Path" ? typesOf(schema, print(node.target)) : null;
  const declared = attributesOf(schema, null).get(name)?.on ?? [];
  const near = declared.filter((type) => types?.includes(type));
  return near.length > 0 ? near : declared;
}
