import { type Path, print, type Segment } from "@semantic-xpath/parser";
import type { DocumentSymbol, WorkspaceSymbol } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { SYMBOL } from "../kinds.js";
import { commentBefore, signatureOf } from "../words/declarations.js";
import { type CheckedQuery, nameOf, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The outline: declared queries with their parameters and steps, or the steps of a bare query. */
export function documentSymbols(workspace: Workspace, document: TextDocument): DocumentSymbol[] {
  return workspace.views(document).flatMap((view) => view.queries.flatMap((checked) => symbolOf(view, checked)));
}

function symbolOf(view: View, checked: CheckedQuery): DocumentSymbol[] {
  const { query, declaration } = checked;
  const steps = query.paths.flatMap((path) => (path.kind === "Path" ? stepSymbols(view, path) : []));
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

function stepSymbols(view: View, path: Path): DocumentSymbol[] {
  const head =
    path.head === null
      ? []
      : path.head.query.paths.flatMap((one) => (one.kind === "Path" ? stepSymbols(view, one) : []));
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
  const found: WorkspaceSymbol[] = [];
  for (const document of workspace.allDocuments()) {
    for (const view of workspace.views(document)) {
      for (const checked of view.queries) {
        const name = nameOf(checked);
        if (name === null || checked.declaration === null || !matches(name, wanted)) continue;
        const location = { uri: document.uri, range: toRange(view, checked.declaration.name.span) };
        found.push({ name, kind: SYMBOL.query, location, containerName: signatureOf(checked.declaration) });
      }
    }
  }
  return found;
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
