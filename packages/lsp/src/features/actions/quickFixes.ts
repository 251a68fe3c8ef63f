import { type Fix, suggest } from "@semantic-xpath/parser";
import type { CodeAction, Diagnostic as LspDiagnostic } from "vscode-languageserver";
import { findings } from "../diagnostics/diagnostics.js";
import { toLspDiagnostic } from "../diagnostics/toLsp.js";
import { ACTION } from "../kinds.js";
import { fileName, folderOf } from "../workspace/uris.js";
import { toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { rewrite, workspaceEdit } from "./edits.js";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The repairs of all findings that touch a stretch of the text. The first of several is the nearest. */
export function quickFixes(workspace: Workspace, view: View, stretch: Stretch): CodeAction[] {
  const { documentation } = workspace.settings;
  const actions = findings(view)
    .filter(({ span }) => touches(span, stretch))
    .flatMap((finding) =>
      finding.fixes.map((fix, index) => ({
        title: fix.title,
        kind: ACTION.quickFix,
        diagnostics: [toLspDiagnostic(finding, toRange(view, finding.span), documentation)] satisfies LspDiagnostic[],
        isPreferred: index === 0,
        edit: workspaceEdit(view, fix.edits),
      })),
    );
  return [...actions, ...importFixes(workspace, view, stretch)];
}

const touches = (a: Stretch, b: Stretch): boolean => a.start <= b.end && b.start <= a.end;

function importFixes(workspace: Workspace, view: View, stretch: Stretch): CodeAction[] {
  return [view.schema, view.data].flatMap(({ uri, path, state }) => {
    if (uri === null || path?.path.kind !== "StringLiteral" || state !== "missing" || !touches(path.span, stretch))
      return [];
    const { span, value } = path.path;
    const folder = value.slice(0, value.lastIndexOf("/") + 1);
    return suggest(fileName(uri), workspace.host.list(folderOf(uri)))
      .slice(0, 3)
      .map((name) => {
        const newText = `"${folder}${name}"`;
        return rewrite(view, ACTION.quickFix, `Replace by ${newText}`, [{ span, newText }]);
      });
  });
}

/** All first fixes of errors at once, as far as they do not overlap: what `source.fixAll` applies. */
export function fixAll(view: View): CodeAction | null {
  const chosen: Fix["edits"][number][] = [];
  let fixes = 0;
  for (const { fixes: offered, severity } of findings(view)) {
    const fix = offered[0];
    if (fix === undefined || severity === "hint") continue;
    if (fix.edits.some((edit) => chosen.some((other) => touches(edit.span, other.span)))) continue;
    chosen.push(...fix.edits);
    fixes++;
  }
  return fixes === 0 ? null : rewrite(view, ACTION.fixAll, `Fix all (${fixes})`, chosen);
}
