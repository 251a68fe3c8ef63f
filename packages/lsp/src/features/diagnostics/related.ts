import type { AstNode, Diagnostic } from "@semantic-xpath/parser";
import type { TypeSet } from "@semantic-xpath/planner";
import type { DiagnosticRelatedInformation } from "vscode-languageserver";
import { innermost } from "../nodes.js";
import { rangeIn } from "../spans.js";
import { pathBefore } from "../types/paths.js";
import { typesAround, typesOf } from "../types/typesOf.js";
import { type SchemaFile, schemaSpan } from "../workspace/schemaFile.js";
import { nodesAt, type View } from "../workspace/view.js";

/** At most so many places. */
const SHOWN = 3;

/** What the schema says about it, and where. */
export function relatedTo(view: View, diagnostic: Diagnostic): readonly DiagnosticRelatedInformation[] {
  const file = view.schema.value;
  if (file === null) return [];
  const nodes = nodesAt(view, diagnostic.span.start);
  switch (diagnostic.code) {
    case "SXP2001":
      return suggestedTypes(file, diagnostic);
    case "SXP2002":
      return [
        ...nameAt(nodes).flatMap((name) => place(file, ["types", name], `"${name}" is declared here.`)),
        ...childrenOf(file, typesOf(view.known, pathBefore(view.text, nodes))),
      ].slice(0, SHOWN);
    case "SXP2003":
    case "SXP2004":
      return (typesAround(view, nodes) ?? [])
        .flatMap((type) => place(file, ["types", type, "attributes"], `The attributes of "${type}".`))
        .slice(0, SHOWN);
    case "SXP2005":
      return comparedAttribute(view, file, nodes);
    case "SXP3001":
    case "SXP3003":
      return (typesAround(view, nodes) ?? [])
        .flatMap((type) => place(file, ["types", type], `"${type}" is declared here.`))
        .slice(0, SHOWN);
    default:
      return [];
  }
}

function place(file: SchemaFile, path: readonly string[], message: string): DiagnosticRelatedInformation[] {
  const span = schemaSpan(file, path);
  if (span === null) return [];
  return [{ location: { uri: file.uri, range: rangeIn(file.document, span) }, message }];
}

const suggestedTypes = (file: SchemaFile, { fixes }: Diagnostic): readonly DiagnosticRelatedInformation[] =>
  fixes
    .flatMap(({ edits }) => edits.map(({ newText }) => newText))
    .flatMap((name) => place(file, ["types", name], `"${name}" is declared here.`))
    .slice(0, SHOWN);

const childrenOf = (file: SchemaFile, types: TypeSet): readonly DiagnosticRelatedInformation[] =>
  (types ?? []).flatMap((type) => place(file, ["types", type, "children"], `The children of "${type}".`));

function nameAt(nodes: readonly AstNode[]): string[] {
  const node = nodes.at(-1);
  return node?.kind === "Name" ? [node.text] : [];
}

function comparedAttribute(
  view: View,
  file: SchemaFile,
  nodes: readonly AstNode[],
): readonly DiagnosticRelatedInformation[] {
  const left = innermost(nodes, "Comparison")?.left;
  if (left?.kind !== "AttributeReference" && left?.kind !== "FieldReference") return [];
  if (left.name.kind !== "Name") return [];
  const name = left.name.text;
  return (typesAround(view, nodes) ?? [])
    .flatMap((type) => place(file, ["types", type, "attributes", name], `"@${name}" is declared here.`))
    .slice(0, SHOWN);
}
