import type { DocumentHighlight, Location, LocationLink, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { HIGHLIGHT } from "../kinds.js";
import { pathTo } from "../types/prefixes.js";
import { typesOf } from "../types/typesOf.js";
import { placeAt } from "../workspace/locate.js";
import { schemaDeclaration, schemaSpan } from "../workspace/schemaFile.js";
import { contextTypes, nodesAt, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { findEntity } from "./find.js";
import { occurrences, occurrencesIn } from "./occurrences.js";

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Where what is named is declared: a type or attribute in the schema, a parameter in its header, an import in its file. */
export function definition(workspace: Workspace, document: TextDocument, position: Position): LocationLink[] {
  const place = placeAt(workspace, document, position);
  if (place !== null) {
    const node = nodesAt(place.view, place.offset).findLast(({ kind }) => kind === "Import");
    if (node?.kind === "Import") return importTarget(place.view, node.what, toRange(place.view, node.path.span));
  }
  const found = findEntity(workspace, document, position);
  if (found === null) return [];
  const { entity, range } = found;
  if (place !== null && entity.kind === "attribute")
    return attributeTargets(place.view, place.offset, entity.name, range);
  if (place !== null && entity.kind === "type") return schemaTargets(place.view, [["types", entity.name]], range);
  return occurrences(workspace, entity, document)
    .filter(({ isDeclaration }) => isDeclaration)
    .map((one) => ({
      targetUri: one.uri,
      targetRange: one.range,
      targetSelectionRange: one.range,
      originSelectionRange: range,
    }));
}

function importTarget(
  view: View,
  what: "schema" | "data",
  originSelectionRange: LocationLink["targetRange"],
): LocationLink[] {
  const { uri } = what === "schema" ? view.schema : view.data;
  if (uri === null) return [];
  return [{ targetUri: uri, targetRange: START, targetSelectionRange: START, originSelectionRange }];
}

/** The declarations on the types that are possible here; where those are unknown, all of them. */
function attributeTargets(
  view: View,
  offset: number,
  name: string,
  origin: LocationLink["targetRange"],
): LocationLink[] {
  const nodes = nodesAt(view, offset);
  const segment = nodes.findLast(({ kind }) => kind === "Segment");
  const isStep = nodes.some(({ kind }) => kind === "AttributeStep");
  const before = segment === undefined ? "" : pathTo(view.text, nodes, { start: 0, end: segment.span.start });
  const types = isStep ? typesOf(view.known, before) : contextTypes(view, nodes);
  const all = Object.keys(view.schema.value?.schema?.types ?? {});
  const near = schemaTargets(
    view,
    (types ?? all).map((type) => ["types", type, "attributes", name]),
    origin,
  );
  return near.length > 0
    ? near
    : schemaTargets(
        view,
        all.map((type) => ["types", type, "attributes", name]),
        origin,
      );
}

function schemaTargets(
  view: View,
  paths: readonly (readonly string[])[],
  origin: LocationLink["targetRange"],
): LocationLink[] {
  const file = view.schema.value;
  if (file === null) return [];
  const { document, uri } = file;
  return paths.flatMap((path) => {
    const name = schemaSpan(file, path);
    const whole = schemaDeclaration(file, path);
    if (name === null || whole === null) return [];
    const range = ({ start, end }: { start: number; end: number }) => ({
      start: document.positionAt(start),
      end: document.positionAt(end),
    });
    return [
      { targetUri: uri, targetRange: range(whole), targetSelectionRange: range(name), originSelectionRange: origin },
    ];
  });
}

export function references(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  declarations: boolean,
): Location[] {
  const found = findEntity(workspace, document, position);
  if (found === null) return [];
  return occurrences(workspace, found.entity, document)
    .filter(({ isDeclaration }) => declarations || !isDeclaration)
    .map(({ uri, range }) => ({ uri, range }));
}

export function highlights(workspace: Workspace, document: TextDocument, position: Position): DocumentHighlight[] {
  const found = findEntity(workspace, document, position);
  if (found === null) return [];
  return occurrencesIn(workspace, found.entity, document).map(({ range, isDeclaration }) => ({
    range,
    kind: isDeclaration ? HIGHLIGHT.write : HIGHLIGHT.read,
  }));
}
