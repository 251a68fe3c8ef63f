import type { Diagnostic } from "@semantic-xpath/parser";
import type { TypeSet } from "@semantic-xpath/planner";
import type { DiagnosticRelatedInformation } from "vscode-languageserver";
import { innermost } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { pathBefore } from "../types/paths.js";
import { typesAround, typesOf } from "../types/typesOf.js";
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
  const nodes = nodesAt(view, span.start);
  const declared = (types: TypeSet) =>
    (types ?? []).flatMap((type) => place(file, ["types", type], `"${type}" is declared here.`));
  switch (code) {
    case "SXP2001":
      return declared(fixes.flatMap(({ edits }) => edits.map(({ newText }) => newText)));
    case "SXP2002": {
      const name = nodes.at(-1);
      const parents = typesOf(view.known, pathBefore(view.text, nodes)) ?? [];
      return [
        ...declared(name?.kind === "Name" ? [name.text] : []),
        ...parents.flatMap((type) => place(file, ["types", type, "children"], `The children of "${type}".`)),
      ];
    }
    case "SXP2003":
    case "SXP2004":
      return (typesAround(view, nodes) ?? []).flatMap((type) =>
        place(file, ["types", type, "attributes"], `The attributes of "${type}".`),
      );
    case "SXP2005": {
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
      return declared(typesAround(view, nodes));
    default:
      return [];
  }
}

function place(file: SchemaFile, path: readonly string[], message: string): DiagnosticRelatedInformation[] {
  const span = schemaSpan(file, path);
  return span === null ? [] : [{ location: { uri: file.uri, range: rangeIn(file.document, span) }, message }];
}
