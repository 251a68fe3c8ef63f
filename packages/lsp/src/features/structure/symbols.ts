import {
  type Declaration,
  endOfTest,
  type Path,
  print,
  type Query,
  type Segment,
  type UpdateDeclaration,
  type ValueQuery,
} from "@semantic-xpath/parser";
import type { DocumentSymbol, WorkspaceSymbol } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { SYMBOL } from "../kinds.js";
import { rangeIn } from "../spans.js";
import { commentBefore, declaredSignature } from "../types/describe.js";
import { evidenceIn, pathsOf } from "../types/paths.js";
import { schemaSpan } from "../workspace/schemaFile.js";
import { fileName } from "../workspace/uris.js";
import {
  type CheckedChange,
  type CheckedQuery,
  declarationsOf,
  nameOf,
  sourceAt,
  toRange,
  type View,
} from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The outline: declared queries with their parameters and steps, or the steps of a bare query. */
export function documentSymbols(workspace: Workspace, document: TextDocument): DocumentSymbol[] {
  return workspace
    .views(document)
    .flatMap((view) => [
      ...view.queries.flatMap((checked) => symbolOf(view, checked)),
      ...view.updates.flatMap((checked) => updateSymbol(view, checked)),
    ]);
}

/** A declared update with its parameters and primitives, or the primitives of a bare one. */
function updateSymbol(view: View, checked: CheckedChange): DocumentSymbol[] {
  const { query, declaration } = checked;
  const primitives = query.primitives.flatMap((primitive): DocumentSymbol[] => {
    if (primitive.kind === "Missing") return [];
    const range = toRange(view, primitive.span);
    const name = sourceAt(view, primitive.span).trim().replace(/\s+/g, " ");
    return [{ name, kind: SYMBOL.step, range, selectionRange: range }];
  });
  if (declaration === null) return primitives;
  const name = nameOf(checked);
  if (name === null) return [];
  const children = [...parameterSymbols(view, declaration), ...primitives];
  const range = toRange(view, declaration.span);
  const selectionRange = toRange(view, declaration.name.span);
  return [{ name, detail: commentBefore(view, declaration), kind: SYMBOL.query, range, selectionRange, children }];
}

const parameterSymbols = (view: View, { parameters }: Declaration | UpdateDeclaration): DocumentSymbol[] =>
  parameters.map((parameter): DocumentSymbol => {
    const place = toRange(view, parameter.span);
    return { name: `$${parameter.name}`, kind: SYMBOL.parameter, range: place, selectionRange: place };
  });

function symbolOf(view: View, checked: CheckedQuery): DocumentSymbol[] {
  const { query, declaration } = checked;
  const steps = stepsOf(view, query);
  if (declaration === null) {
    if (view.region.quote === null) return steps;
    const textSpan = { start: 0, end: view.text.length };
    const name = sourceAt(view, textSpan).trim().replace(/\s+/g, " ");
    if (name === "") return [];
    const range = toRange(view, textSpan);
    return [{ name, kind: SYMBOL.query, range, selectionRange: range, children: steps }];
  }
  const name = nameOf(checked);
  if (name === null) return [];
  const range = toRange(view, declaration.span);
  const parameters = parameterSymbols(view, declaration);
  const detail = commentBefore(view, declaration);
  const children = [...parameters, ...steps];
  return [{ name, detail, kind: SYMBOL.query, range, selectionRange: toRange(view, declaration.name.span), children }];
}

const stepsOf = (view: View, query: Query | ValueQuery): DocumentSymbol[] =>
  query.kind === "Query"
    ? query.paths.flatMap(pathsOf).flatMap((path) => stepSymbols(view, path))
    : evidenceIn(query.value).flatMap(({ segments }) => segments.flatMap((segment) => stepSymbol(view, segment)));

function stepSymbols(view: View, path: Path): DocumentSymbol[] {
  const head = path.head === null ? [] : stepsOf(view, path.head.query);
  return [...head, ...path.segments.flatMap((segment) => stepSymbol(view, segment))];
}

function stepSymbol(view: View, { span, separator, step }: Segment): DocumentSymbol[] {
  if (step.kind === "Missing") return [];
  const bare = step.kind === "AxisStep" || step.kind === "IdStep" ? { ...step, brackets: [] } : step;
  const name = `${separator}${print(bare)}`;
  const range = toRange(view, span);
  const end = endOfTest(step);
  return [{ name, kind: SYMBOL.step, range, selectionRange: toRange(view, { start: span.start, end }) }];
}

/** Declared queries of all files, and the types of their schemas, whose name has the letters of `wanted` in their order. */
export function workspaceSymbols(workspace: Workspace, wanted: string): WorkspaceSymbol[] {
  const views = workspace.allDocuments().flatMap((document) => workspace.views(document));
  const schemas = new Set(views.flatMap(({ schema }) => schema.value ?? []));
  const queries = views.flatMap((view) =>
    declarationsOf(view.ast).flatMap((declaration): WorkspaceSymbol[] => {
      if (declaration.name.kind !== "Name") return [];
      const location = { uri: view.document.uri, range: toRange(view, declaration.name.span) };
      const containerName = declaredSignature(declaration);
      return [{ name: declaration.name.text, kind: SYMBOL.query, location, containerName }];
    }),
  );
  const types = [...schemas].flatMap((file) =>
    Object.keys(file.schema?.types ?? {}).flatMap((name): WorkspaceSymbol[] => {
      const span = schemaSpan(file, ["types", name]);
      if (span === null) return [];
      const location = { uri: file.uri, range: rangeIn(file.document, span) };
      return [{ name, kind: SYMBOL.type, location, containerName: fileName(file.uri) }];
    }),
  );
  return [...queries, ...types].filter(({ name }) => matches(name, wanted));
}

function matches(name: string, wanted: string): boolean {
  let at = 0;
  const letters = name.toLowerCase();
  for (const letter of wanted.toLowerCase()) {
    at = letters.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
