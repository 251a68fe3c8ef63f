import type { ParameterReference } from "@semantic-xpath/parser";
import type { LinkedEditingRanges, Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { meaningsIn } from "../types/scopes.js";
import { nameOf } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { type Entity, findEntity, schemaUri } from "./entity.js";
import { isTakenBeside, isTakenField } from "./keys.js";
import { occurrences, occurrencesIn, widened } from "./occurrences.js";

const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}·_.-]*$/u;

/** The edits of a renaming, or why there are none. */
export type Renaming =
  | (Pick<WorkspaceEdit, "changes"> & { readonly problem?: undefined })
  | { readonly problem: string; readonly changes?: undefined };

/** The name that can be renamed at a position, null if there is none. */
export function prepareRename(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const entityAtCursor = findEntity(workspace, document, position);
  return entityAtCursor && { range: entityAtCursor.range, placeholder: entityAtCursor.entity.name };
}

/**
 * Renames a query, a parameter, a key of groups, a field of records, or a type or attribute of the schema in all files that name it, the schema
 * file included. Data files are unchanged. Null without a name here; a problem if the new name is invalid, or taken.
 */
export function rename(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  newName: string,
): Renaming | null {
  const entityAtCursor = findEntity(workspace, document, position);
  if (entityAtCursor === null) return null;
  const entity = widened(workspace, entityAtCursor.entity, document);
  const name = newName.replace(/^[$@]/, "");
  const isFree = "schema" in entity || entity.kind === "key" || entity.kind === "field";
  const isName = isFree ? name.trim() !== "" && !hasControls(name) : NAME.test(name);
  const problem = isName
    ? name === entity.name
      ? null
      : conflict(workspace, document, entity, name)
    : `"${newName}" is no name: a name begins with a letter or "_" and goes on with letters, digits, "_", "-" and ".".`;
  return problem === null ? writeEverywhere(workspace, document, entity, name) : { problem };
}

/** The edits that write a name for an entity in all files. */
export function writeEverywhere(workspace: Workspace, document: TextDocument, entity: Entity, name: string): Renaming {
  const changes: Record<string, TextEdit[]> = {};
  for (const { uri, range, write } of occurrences(workspace, entity, document)) {
    const newText = write(name);
    if (newText === null)
      return { problem: `"${name}" needs quotes, and a field can't have them: write a path to it first.` };
    changes[uri] ??= [];
    changes[uri].push({ range, newText });
  }
  return { changes };
}

const hasControls = (name: string): boolean => /\p{Cc}/u.test(name);

/** Why a name can't be given: two things of the same kind and place would have it. */
function conflict(workspace: Workspace, document: TextDocument, entity: Entity, name: string): string | null {
  switch (entity.kind) {
    case "query":
      return workspace
        .views(entity.view.document)
        .some(({ queries, updates }) => [...queries, ...updates].some((other) => nameOf(other) === name))
        ? `This file has a query "${name}" already.`
        : null;
    case "parameter": {
      const { declaration, query } = entity.checked;
      const before = meaningsIn(query);
      const isOwn = (node: ParameterReference): boolean =>
        node.name === entity.name && before.get(node) === entity.binding;
      const after = meaningsIn(query, (node) => (isOwn(node) ? name : node.name));
      const isCaptured = [...before].some(([node, binding]) => after.get(node) !== binding);
      if (isCaptured) return `A quantifier binds "$${name}" here already, so that it would mean something else.`;
      if (entity.binding !== null) return null;
      const free = [...before].some(([node, binding]) => binding === null && node.name === name);
      const isTaken = free || declaration?.parameters.some((other) => other.name === name);
      return isTaken ? `The query has a parameter "$${name}" already.` : null;
    }
    case "key":
      return isTakenBeside(entity.checked, entity.key, name) ? `"${name}" is a name beside it already.` : null;
    case "field":
      return isTakenField(entity.checked, entity.field, name) ? `The record has a field "${name}" already.` : null;
    case "type":
    case "attribute": {
      const view = workspace.views(document).find((one) => schemaUri(one) === entity.schema);
      const types = (entity.isOfData ? view?.known : workspace.schemaFile(entity.schema)?.schema)?.types ?? {};
      const has = (type: string, attribute: string) => Object.hasOwn(types[type]?.attributes ?? {}, attribute);
      const isType = entity.kind === "type";
      // A name that the schema or data has lost gives way to one that it has.
      if (isType ? !Object.hasOwn(types, entity.name) : !entity.on.some((type) => has(type, entity.name))) return null;
      if (entity.isOfData) return `"${entity.name}" is a name of the data, which a rename does not change.`;
      if (isType) return Object.hasOwn(types, name) ? `The schema has a type "${name}" already.` : null;
      const owner = entity.on.find((type) => has(type, name));
      return owner === undefined ? null : `"${owner}" has an attribute "${name}" already.`;
    }
  }
}

/** A parameter is edited in its header and its places at once. */
export function linkedEditing(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): LinkedEditingRanges | null {
  const entityAtCursor = findEntity(workspace, document, position);
  if (entityAtCursor?.entity.kind !== "parameter") return null;
  const ranges = occurrencesIn(entityAtCursor.entity, []).map(({ range }) => range);
  return ranges.length < 2 ? null : { ranges, wordPattern: "[\\p{L}_][\\p{L}\\p{N}_.-]*" };
}
