import type { Span } from "@semantic-xpath/parser";
import type { DocumentHighlight, DocumentLink, Location, LocationLink, Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { HIGHLIGHT } from "../kinds.js";
import { innermost } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { schemaDeclaration, schemaSpan } from "../workspace/schemaFile.js";
import { resolveUri } from "../workspace/uris.js";
import { nodesAt, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { findEntity } from "./entity.js";
import { occurrences, occurrencesIn } from "./occurrences.js";

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Place of the declaration of a name: a type or attribute in the schema, a parameter in its header, an import in its file. */
export function definition(workspace: Workspace, document: TextDocument, position: Position): LocationLink[] {
  const place = workspace.placeAt(document, position);
  const imported = place && innermost(nodesAt(place.view, place.offset), "Import");
  if (imported) {
    const { uri } = place.view[imported.what];
    return uri === null ? [] : [link(uri, START, START, toRange(place.view, imported.path.span))];
  }
  const entityAtCursor = findEntity(workspace, document, position);
  if (entityAtCursor === null) return [];
  const { entity, range } = entityAtCursor;
  if (place !== null && entity.kind === "type") return schemaTargets(place.view, [["types", entity.name]], range);
  if (place !== null && entity.kind === "attribute") {
    const paths = entity.on.map((type) => ["types", type, "attributes", entity.name]);
    return schemaTargets(place.view, paths, range);
  }
  return occurrences(workspace, entity, document)
    .filter(({ isDeclaration }) => isDeclaration)
    .map((one) => link(one.uri, one.range, one.range, range));
}

const link = (targetUri: string, targetRange: Range, name: Range, originSelectionRange: Range): LocationLink => ({
  targetUri,
  targetRange,
  targetSelectionRange: name,
  originSelectionRange,
});

function schemaTargets(view: View, paths: readonly (readonly string[])[], origin: Range): LocationLink[] {
  const file = view.schema.value;
  if (file === null) return [];
  const range = (span: Span): Range => rangeIn(file.document, span);
  return paths.flatMap((path) => {
    const name = schemaSpan(file, path);
    const declaration = schemaDeclaration(file, path);
    return name === null || declaration === null ? [] : [link(file.uri, range(declaration), range(name), origin)];
  });
}

/** The paths of imports as links to their files. */
export const documentLinks = (workspace: Workspace, document: TextDocument): DocumentLink[] =>
  workspace.views(document).flatMap((view) =>
    view.ast.imports.flatMap(({ what, path }) => {
      if (path.kind !== "StringLiteral") return [];
      const target = resolveUri(path.value, workspace.baseOf(document.uri));
      if (target === null) return [];
      const start = path.span.start + 1;
      const range = toRange(view, { start, end: Math.max(start, path.span.end - 1) });
      return [{ range, target, tooltip: `Open the ${what}` }];
    }),
  );

export function references(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  declarations: boolean,
): Location[] {
  const entityAtCursor = findEntity(workspace, document, position);
  if (entityAtCursor === null) return [];
  return occurrences(workspace, entityAtCursor.entity, document)
    .filter(({ isDeclaration }) => declarations || !isDeclaration)
    .map(({ uri, range }) => ({ uri, range }));
}

export function highlights(workspace: Workspace, document: TextDocument, position: Position): DocumentHighlight[] {
  const entityAtCursor = findEntity(workspace, document, position);
  if (entityAtCursor === null) return [];
  return occurrencesIn(entityAtCursor.entity, workspace.views(document)).map(({ range, isDeclaration }) => ({
    range,
    kind: isDeclaration ? HIGHLIGHT.write : HIGHLIGHT.read,
  }));
}
