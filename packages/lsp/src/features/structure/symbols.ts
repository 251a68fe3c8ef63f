import { type Path, print, type Query, type Segment } from "@semantic-xpath/parser";
import type { DocumentSymbol, WorkspaceSymbol } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { SYMBOL } from "../kinds.js";
import { commentBefore, declaredSignature } from "../words/describe.js";
import { type CheckedQuery, nameOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The outline: declared queries with their parameters and steps, or the steps of a bare query. */
export function documentSymbols(workspace: Workspace, document: TextDocument): DocumentSymbol[] {
  return workspace.views(document).flatMap((view) => view.queries.flatMap((checked) => symbolOf(view, checked)));
}

function symbolOf(view: View, checked: CheckedQuery): DocumentSymbol[] {
  const { query, declaration } = checked;
  const steps = stepsOf(view, query);
  if (declaration === null) {
    if (view.region.quote === null) return steps;
    const name = view.text.trim().replace(/\s+/g, " ");
    if (name === "") return [];
    const range = toRange(view, { start: 0, end: view.text.length });
    return [{ name, kind: SYMBOL.query, range, selectionRange: range, children: steps }];
  }
  const name = nameOf(checked);
  if (name === null) return [];
  const range = toRange(view, declaration.span);
  const parameters = declaration.parameters.map((parameter): DocumentSymbol => {
    const place = toRange(view, parameter.span);
    return { name: `$${parameter.name}`, kind: SYMBOL.parameter, range: place, selectionRange: place };
  });
  const detail = commentBefore(view, declaration);
  const children = [...parameters, ...steps];
  return [{ name, detail, kind: SYMBOL.query, range, selectionRange: toRange(view, declaration.name.span), children }];
}

const stepsOf = (view: View, { paths }: Query): DocumentSymbol[] =>
  paths.flatMap((path) => (path.kind === "Path" ? stepSymbols(view, path) : []));

function stepSymbols(view: View, path: Path): DocumentSymbol[] {
  const head = path.head === null ? [] : stepsOf(view, path.head.query);
  return [...head, ...path.segments.flatMap((segment) => stepSymbol(view, segment))];
}

function stepSymbol(view: View, { span, separator, step }: Segment): DocumentSymbol[] {
  if (step.kind === "Missing") return [];
  const test =
    step.kind === "AxisStep" ? `${step.axis === null ? "" : `${step.axis}::`}${print(step.test)}` : print(step);
  const name = `${separator}${test}`;
  const range = toRange(view, span);
  const end = step.kind === "AxisStep" ? step.test.span.end : span.end;
  return [{ name, kind: SYMBOL.step, range, selectionRange: toRange(view, { start: span.start, end }) }];
}

/** Declared queries of all files whose name has the letters of `wanted` in their order. */
export function workspaceSymbols(workspace: Workspace, wanted: string): WorkspaceSymbol[] {
  const views = workspace.allDocuments().flatMap((document) => workspace.views(document));
  return views.flatMap((view) =>
    view.queries.flatMap((checked) => {
      const { declaration } = checked;
      const name = nameOf(checked);
      if (name === null || declaration === null || !matches(name, wanted)) return [];
      const location = { uri: view.document.uri, range: toRange(view, declaration.name.span) };
      return [{ name, kind: SYMBOL.query, location, containerName: declaredSignature(declaration) }];
    }),
  );
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
