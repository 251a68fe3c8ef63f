import type { Diagnostic, Span, TextEdit } from "@semantic-xpath/parser";
import type { CodeAction, Range, WorkspaceEdit } from "vscode-languageserver";
import { findings, nearFiles } from "../diagnostics/diagnostics.js";
import { toLspDiagnostic } from "../diagnostics/toLsp.js";
import { ACTION } from "../kinds.js";
import { touches } from "../spans.js";
import { folderOf } from "../workspace/uris.js";
import type { View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type { Rewrite } from "./codeActions.js";

/** The text that findings are about, as a file of an editor. */
interface Edited {
  readonly range: (span: Span) => Range;
  readonly edit: (edits: readonly TextEdit[]) => WorkspaceEdit;
  readonly documentation: string | null;
}

/** The repairs of all findings that touch a span of the text. The first of several is the nearest. */
export const quickFixes = (
  all: readonly Diagnostic[],
  span: Span,
  { range, edit, documentation }: Edited,
): CodeAction[] =>
  all
    .filter((finding) => touches(finding.span, span))
    .flatMap((finding) =>
      finding.fixes.map(({ title, edits }, index) => ({
        title,
        kind: ACTION.quickFix,
        diagnostics: [toLspDiagnostic(finding, range(finding.span), documentation)],
        isPreferred: index === 0,
        edit: edit(edits),
      })),
    );

/** Files beside one that is imported but missing, with names like it. */
export function importFixes({ host }: Workspace, view: View, touched: Span): Rewrite[] {
  return [view.schema, view.data].flatMap(({ uri, path, state }) => {
    if (uri === null || path?.path.kind !== "StringLiteral" || state !== "missing" || !touches(path.span, touched))
      return [];
    const { span, value } = path.path;
    return nearFiles(host, uri)
      .slice(0, 3)
      .map((name) => {
        const newText = `"${folderOf(value)}${name}"`;
        return { kind: ACTION.quickFix, title: `Replace by ${newText}`, edits: [{ span, newText }] };
      });
  });
}

/** All first fixes of errors at once, as far as they do not overlap: what `source.fixAll` applies. */
export function fixAll(view: View): Rewrite[] {
  const chosen: TextEdit[] = [];
  let fixes = 0;
  for (const {
    fixes: [fix],
    severity,
  } of findings(view)) {
    if (fix === undefined || severity === "hint") continue;
    if (fix.edits.some((edit) => chosen.some((other) => touches(edit.span, other.span)))) continue;
    chosen.push(...fix.edits);
    fixes++;
  }
  return fixes === 0 ? [] : [{ kind: ACTION.fixAll, title: `Fix all (${fixes})`, edits: chosen }];
}
