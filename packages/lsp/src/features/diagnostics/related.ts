import type { Diagnostic } from "@semantic-xpath/parser";
import type { TypeSet } from "@semantic-xpath/planner";
import type { DiagnosticRelatedInformation } from "vscode-languageserver";
import { perObject, remember } from "../kept.js";
import { innermost } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { typesAround, typesBefore } from "../types/typesOf.js";
import { type SchemaFile, schemaSpan } from "../workspace/schemaFile.js";
import { nodesAt, type View } from "../workspace/view.js";

/** Maximum number of places. */
const SHOWN = 3;

/** Declarations of the schema about it, with their places. */
export function relatedTo(view: View, diagnostic: Diagnostic): readonly DiagnosticRelatedInformation[] {
  const file = view.schema.value;
  return file === null ? [] : placesOf(view, file, diagnostic).slice(0, SHOWN);
}

function placesOf(view: View, file: SchemaFile, { code, span, fixes }: Diagnostic): DiagnosticRelatedInformation[] {
  const declared = (types: TypeSet) =>
    (types ?? []).flatMap((type) => place(file, ["types", type], `"${type}" is declared here.`));
  switch (code) {
    case "SXP2001":
      return declared(fixes.flatMap(({ edits }) => edits.map(({ newText }) => newText)));
    case "SXP2002": {
      const nodes = nodesAt(view, span.start);
      const name = nodes.at(-1);
      const parents = typesBefore(view, nodes) ?? [];
      return [
        ...declared(name?.kind === "Name" ? [name.text] : []),
        ...parents.flatMap((type) => place(file, ["types", type, "children"], `The children of "${type}".`)),
      ];
    }
    case "SXP2003":
    case "SXP2004":
      return (typesAround(view, nodesAt(view, span.start)) ?? []).flatMap((type) =>
        place(file, ["types", type, "attributes"], `The attributes of "${type}".`),
      );
    case "SXP2005": {
      const nodes = nodesAt(view, span.start);
      const left = innermost(nodes, "Comparison")?.left;
      if (left?.kind !== "AttributeReference" && left?.kind !== "FieldReference") return [];
      if (left.name.kind !== "Name") return [];
      const { text } = left.name;
      return (typesAround(view, nodes) ?? []).flatMap((type) =>
        place(file, ["types", type, "attributes", text], `"@${text}" is declared here.`),
      );
    }
    case "SXP3001":
    case "SXP3003":
      return declared(typesAround(view, nodesAt(view, span.start)));
    default:
      return [];
  }
}

const placesByPath = perObject((_: SchemaFile) => new Map<string, readonly DiagnosticRelatedInformation[]>());

/** The place at a path: many findings are about the same one. */
const place = (file: SchemaFile, path: readonly string[], message: string): readonly DiagnosticRelatedInformation[] =>
  remember(placesByPath(file), JSON.stringify(path), () => {
    const span = schemaSpan(file, path);
    return span === null ? [] : [{ location: { uri: file.uri, range: rangeIn(file.document, span) }, message }];
  });
