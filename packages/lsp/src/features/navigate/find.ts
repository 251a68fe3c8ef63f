import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSchemaDocument, schemaOf } from "../diagnostics/schemaDiagnostics.js";
import { fileKind } from "../embedded/regions.js";
import { placeAt } from "../workspace/locate.js";
import { schemaNameAt } from "../workspace/schemaFile.js";
import { toRange } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { type Entity, entityAt } from "./entity.js";

/** The entity at a position, in a query text or in a schema file, with the range of its name. */
export function findEntity(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): { readonly entity: Entity; readonly range: Range } | null {
  const place = placeAt(workspace, document, position);
  if (place !== null) {
    const named = entityAt(place.view, place.offset);
    return named === null ? null : { entity: named.entity, range: toRange(place.view, named.span) };
  }
  if (fileKind(document) !== "schema" || !isSchemaDocument(workspace, document)) return null;
  const named = schemaNameAt(schemaOf(workspace, document), document.offsetAt(position));
  if (named === null) return null;
  const { kind, name, span } = named;
  const range = { start: document.positionAt(span.start), end: document.positionAt(span.end) };
  return { entity: { kind, name, schema: document.uri }, range };
}
