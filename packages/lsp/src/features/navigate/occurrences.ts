import { type AstNode, type Element, nameOfEntry, type Span, walk } from "@semantic-xpath/parser";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { nodesOf } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { meaningsIn } from "../types/scopes.js";
import { isBareName, quoted, spellName } from "../words/words.js";
import { attributeNamePlaces, type SchemaFile, typeNamePlaces } from "../workspace/schemaFile.js";
import { nameOf, nodesAt, textAt, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { type Entity, inSchema, parameterName, type SchemaEntity, schemaUri } from "./entity.js";
import { keyOf, referencesTo } from "./keys.js";

/** A place where an entity is named. */
interface Occurrence {
  readonly uri: string;
  /** The name alone. */
  readonly range: Range;
  readonly isDeclaration: boolean;
  /** Spelling of a new name there; null: it can't stand there. */
  readonly write: (name: string) => string | null;
}

const asItIs = (name: string): string => name;

/** Every place of an entity: in this file, in all others with the same schema, and in the schema file itself. */
export function occurrences(workspace: Workspace, entity: Entity, own: TextDocument): readonly Occurrence[] {
  if (!("schema" in entity)) return occurrencesIn(entity, []);
  const file = entity.isOfData ? null : workspace.schemaFile(entity.schema);
  return [...(file ? schemaPlaces(file, entity) : []), ...occurrencesIn(entity, viewsWith(workspace, own))];
}

/** Within some query texts: those of a file are what editors highlight. */
export function occurrencesIn(entity: Entity, views: readonly View[]): readonly Occurrence[] {
  if (entity.kind === "parameter") return parameterPlaces(entity);
  if (entity.kind === "query") return queryPlaces(entity);
  if (entity.kind === "key") return keyPlaces(entity);
  if (entity.kind === "field") return [occurrence(entity.view, entity.field.name!.span, true, spellName)];
  return views.flatMap((view) =>
    usesIn(view, entity)
      .filter((use) => sharesType(use, entity))
      .map(({ span, write }) => occurrence(view, span, false, write)),
  );
}

/**
 * An attribute on all types that some query names together with those of the entity: `//(POI|Note)[@name]` has one name for both, so
 * that they are renamed together.
 */
export function widened(workspace: Workspace, entity: Entity, own: TextDocument): Entity {
  if (entity.kind !== "attribute") return entity;
  const uses = viewsWith(workspace, own).flatMap((view) => usesIn(view, entity));
  let { on } = entity;
  for (let before = 0; before < on.length; ) {
    before = on.length;
    on = [...new Set([...on, ...uses.filter((use) => sharesType(use, { on })).flatMap((use) => use.on)])];
  }
  return { ...entity, on };
}

const viewsWith = (workspace: Workspace, own: TextDocument): readonly View[] =>
  workspace.allDocuments(own).flatMap((document) => workspace.views(document));

type OnTypes = Pick<SchemaEntity, "on">;
const sharesType = (a: OnTypes, b: OnTypes): boolean => a.on.some((type) => b.on.includes(type));

const occurrence = (
  view: View,
  span: Span,
  isDeclaration: boolean,
  write: Occurrence["write"] = asItIs,
): Occurrence => ({
  uri: view.document.uri,
  range: toRange(view, span),
  isDeclaration,
  write,
});

const queryPlaces = ({ name, view }: Extract<Entity, { kind: "query" }>): Occurrence[] =>
  [...view.queries, ...view.updates]
    .filter((checked) => nameOf(checked) === name)
    .map(({ declaration }) => occurrence(view, declaration!.name.span, true));

function parameterPlaces({ name, checked, view, binding }: Extract<Entity, { kind: "parameter" }>): Occurrence[] {
  const declared = binding === null ? nodesOf(checked.declaration ?? checked.query, "Parameter") : [];
  const uses = [...meaningsIn(checked.query)].filter(([, meaning]) => meaning === binding).map(([node]) => node);
  return [...declared, ...uses]
    .filter((node) => node.name === name)
    .map((node) => {
      const isDeclaration = binding === null ? node.kind === "Parameter" : node === binding.parameter;
      return occurrence(view, parameterName(node), isDeclaration);
    });
}

/** Places of a key's name and its uses. A key named after an attribute gets a name of its own. */
function keyPlaces({ key, checked, view }: Extract<Entity, { kind: "key" }>): Occurrence[] {
  const named = nameOfEntry(key);
  if (named === null) return [];
  const { start, end } = named.span;
  const write =
    key.name === null ? (name: string) => `${view.text.slice(start, end)} as ${spellName(name)}` : spellName;
  const uses = referencesTo(checked, key).flatMap((node) =>
    node.name.kind === "Name" ? [occurrence(view, node.name.span, false, writtenAs(node, "attribute"))] : [],
  );
  return [occurrence(view, named.span, true, write), ...uses];
}

function schemaPlaces(file: SchemaFile, { kind, name, on }: SchemaEntity): Occurrence[] {
  const spans = kind === "type" ? typeNamePlaces(file, name) : attributeNamePlaces(file, name, on);
  return spans.map((span, index) => ({
    uri: file.uri,
    range: rangeIn(file.document, span),
    isDeclaration: kind === "attribute" || index === 0,
    write: (text: string) => JSON.stringify(text).slice(1, -1),
  }));
}

interface Use extends OnTypes {
  readonly span: Span;
  readonly write: Occurrence["write"];
}

/** Places of a text with the name of an entity as a name of its kind, each with its types. */
function usesIn(view: View, { kind, name, schema, on }: SchemaEntity): readonly Use[] {
  if (schemaUri(view) !== schema) return [];
  const uses: Use[] = [];
  walk(view.ast, (node) => {
    const compared = kind === "type" ? comparedTypeName(node, name) : null;
    if (compared !== null)
      uses.push({ span: compared, on, write: writtenInString(view.text.charAt(compared.start - 1)) });
    if (kind === "type" && node.kind === "Element" && node.closingSpan !== null && isNamed(node, name))
      uses.push({ span: node.closingSpan, on, write: spellName });
    if (node.kind !== "Name" || node.text !== name) return;
    const nodes = nodesAt(view, node.span.start);
    const at = nodes.lastIndexOf(node);
    const around = at < 0 ? nodes : nodes.slice(0, at);
    const entity = inSchema(view, namedIn(view, around), name);
    if (entity?.kind === kind) uses.push({ span: node.span, on: entity.on, write: writtenAs(around.at(-1), kind) });
  });
  return uses;
}

/** The nodes around a name; of a key's, those around the attribute that the key is named after. */
function namedIn(view: View, around: readonly AstNode[]): readonly AstNode[] {
  const owner = around.at(-1);
  const checked = owner === undefined ? null : textAt(view, owner.span.start);
  const key = checked && keyOf(checked, owner);
  if (key === null) return around;
  const name = key.name === null ? nameOfEntry(key) : null;
  if (name === null) return [];
  const nodes = nodesAt(view, name.span.start);
  return nodes.slice(0, nodes.indexOf(key.value) + 1);
}

/** Spelling of the name of a node in its place. */
const writtenAs = (owner: AstNode | undefined, kind: SchemaEntity["kind"]): Occurrence["write"] =>
  owner?.kind === "FieldReference" ? writtenAsField(kind) : spellName;

const isNamed = (element: Element, name: string): boolean => element.name.kind === "Name" && element.name.text === name;

const writtenInString =
  (quote: string) =>
  (name: string): string =>
    quoted(name, quote).slice(1, -1);

/** A bare name can't have quotes; an attribute can be named with its sign. */
const writtenAsField =
  (kind: SchemaEntity["kind"]) =>
  (name: string): string | null =>
    isBareName(name) ? name : kind === "attribute" ? `@${spellName(name)}` : null;

/** `name() = "POI"` names a type inside of a string. */
function comparedTypeName(node: AstNode, name: string): Span | null {
  if (node.kind !== "Comparison") return null;
  const { left, right } = node;
  const [called, text] = left.kind === "Call" ? [left, right] : [right, left];
  if (called.kind !== "Call" || called.function !== "name") return null;
  if (text.kind !== "StringLiteral" || text.value !== name) return null;
  return { start: text.span.start + 1, end: text.span.end - 1 };
}
