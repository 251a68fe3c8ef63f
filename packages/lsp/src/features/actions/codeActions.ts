import { format } from "@semantic-xpath/parser";
import type { CodeAction, CodeActionKind, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSchemaDocument, schemaOf } from "../diagnostics/schemaDiagnostics.js";
import { toLspDiagnostic } from "../diagnostics/toLsp.js";
import { ACTION } from "../kinds.js";
import { nodesAt, queryAt, toOffset, touchesRegion, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { extractQuery, inlineParameter, inlineQuery, parametrise } from "./declarations.js";
import { rewrite } from "./edits.js";
import { groupPosition, movePosition } from "./positions.js";
import { fixAll, quickFixes } from "./quickFixes.js";

/** Repairs and rewritings for a range. `only` keeps the kinds that begin with one of the words, as the protocol has it. */
export function codeActions(
  workspace: Workspace,
  document: TextDocument,
  range: Range,
  only: readonly CodeActionKind[] | null,
): CodeAction[] {
  const wants = (kind: CodeActionKind): boolean =>
    only === null || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const offset = document.offsetAt(range.start);
  const actions = workspace
    .views(document)
    .flatMap((view) => [
      ...(touchesRegion(view.region, offset) ? actionsAt(workspace, view, range, wants) : []),
      ...(wants(ACTION.fixAll) ? [fixAll(view)].filter((action) => action !== null) : []),
    ]);
  if (wants(ACTION.quickFix) && actions.length === 0) actions.push(...schemaFixes(workspace, document, range));
  return actions.filter(({ kind }) => kind === undefined || wants(kind));
}

function actionsAt(
  workspace: Workspace,
  view: View,
  range: Range,
  wants: (kind: CodeActionKind) => boolean,
): CodeAction[] {
  const start = toOffset(view, range.start);
  const end = toOffset(view, range.end);
  const fixes = wants(ACTION.quickFix) ? quickFixes(workspace, view, { start, end }) : [];
  if (!wants(ACTION.rewrite) && !wants(ACTION.extract) && !wants(ACTION.inline)) return fixes;
  const nodes = nodesAt(view, start);
  const checked = queryAt(view, start);
  return [
    ...fixes,
    ...movePosition(view, nodes),
    ...groupPosition(view, nodes),
    ...(checked === null
      ? []
      : [
          ...parametrise(view, checked, nodes),
          ...inlineParameter(view, checked, nodes),
          ...extractQuery(view, checked, start),
          ...inlineQuery(view, checked),
        ]),
    ...formatEmbedded(view),
  ];
}

/** In a script nothing but this formats a query. */
function formatEmbedded(view: View): CodeAction[] {
  const { region, text } = view;
  if (region.quote === null || region.escaped || region.holes.length > 0) return [];
  const formatted = format(text);
  if (formatted === null || formatted === text || (region.quote !== "`" && formatted.includes("\n"))) return [];
  return [
    rewrite(view, ACTION.rewrite, "Format the query", [{ span: { start: 0, end: text.length }, newText: formatted }]),
  ];
}

function schemaFixes(workspace: Workspace, document: TextDocument, range: Range): CodeAction[] {
  if (!document.uri.endsWith(".json") || !isSchemaDocument(workspace, document)) return [];
  const start = document.offsetAt(range.start);
  const end = document.offsetAt(range.end);
  const rangeOf = (span: { start: number; end: number }): Range => ({
    start: document.positionAt(span.start),
    end: document.positionAt(span.end),
  });
  return schemaOf(workspace, document)
    .diagnostics.filter(({ span }) => span.start <= end && start <= span.end)
    .flatMap((finding) =>
      finding.fixes.map((fix, index) => ({
        title: fix.title,
        kind: ACTION.quickFix,
        diagnostics: [toLspDiagnostic(finding, rangeOf(finding.span), workspace.settings.documentation)],
        isPreferred: index === 0,
        edit: {
          changes: { [document.uri]: fix.edits.map(({ span, newText }) => ({ range: rangeOf(span), newText })) },
        },
      })),
    );
}
