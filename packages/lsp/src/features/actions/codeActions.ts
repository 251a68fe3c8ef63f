import { format, type Span, type TextEdit } from "@semantic-xpath/parser";
import type { CodeAction, CodeActionKind, Range, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { findings, ownFindings } from "../diagnostics/diagnostics.js";
import { isLost } from "../diagnostics/gone.js";
import { toLspDiagnostic } from "../diagnostics/toLsp.js";
import { spell } from "../embedded/regions.js";
import { ACTION } from "../kinds.js";
import { findEntity } from "../navigate/entity.js";
import { writeEverywhere } from "../navigate/rename.js";
import { rangeIn, touches } from "../spans.js";
import { isInRegion, nodesAt, queryAt, toOffset, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { extractQuery, inlineParameter, inlineQuery, parametrise } from "./declarations.js";
import { olderForm } from "./olderForm.js";
import { groupPosition, movePosition } from "./positions.js";
import { fixAll, quickFixes, withBestFixes } from "./quickFixes.js";

/** A change of a query text, spans in the text of its view. */
export interface Rewrite {
  readonly kind: CodeActionKind;
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Repairs and rewritings for a range. `only` keeps the kinds that begin with one of the words, as the protocol has it. */
export function codeActions(
  workspace: Workspace,
  document: TextDocument,
  range: Range,
  only: readonly CodeActionKind[] | null = null,
): CodeAction[] {
  const wants = (kind: CodeActionKind): boolean =>
    only === null || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const offset = document.offsetAt(range.start);
  const actions = workspace.views(document).flatMap((view) => {
    const isHere = isInRegion(view.region, offset);
    const rewrites = [...(isHere ? rewritesAt(view, range) : []), ...fixAll(view)];
    return [
      ...(isHere ? [...fixesAt(workspace, view, range), ...fixesEverywhere(workspace, view, range)] : []),
      ...rewrites.map(({ kind, title, edits }) => ({ kind, title, edit: workspaceEdit(view, edits) })),
    ];
  });
  return [...actions, ...schemaFixes(workspace, document, range)].filter(({ kind = "" }) => wants(kind));
}

/** Edits of the text of a view as edits of its file. */
const workspaceEdit = (view: View, edits: readonly TextEdit[]): WorkspaceEdit => ({
  changes: {
    [view.document.uri]: edits.map(({ span, newText }) => ({
      range: toRange(view, span),
      newText: spell(view.region, newText),
    })),
  },
});

const spanIn = (view: View, { start, end }: Range): Span => ({
  start: toOffset(view, start),
  end: toOffset(view, end),
});

function fixesAt(workspace: Workspace, view: View, range: Range): CodeAction[] {
  const place = spanIn(view, range);
  const touching = [...findings(view), ...ownFindings(workspace, view)].filter(({ span }) => touches(span, place));
  return quickFixes(
    touching.map((finding) => withBestFixes(view, finding)),
    place,
    {
      range: (span) => toRange(view, span),
      edit: (edits) => workspaceEdit(view, edits),
      documentation: workspace.settings.documentation,
    },
  );
}

/** Writes the name that took the place of one that the schema or the data has lost, in the queries of all files. */
function fixesEverywhere(workspace: Workspace, view: View, range: Range): CodeAction[] {
  const { document } = view;
  return [...findings(view), ...ownFindings(workspace, view)].flatMap((finding) => {
    const [fix, ...others] = finding.fixes;
    const name = fix?.edits[0]?.newText;
    if (name === undefined || others.length > 0 || !isLost(workspace, view, finding)) return [];
    if (!touches(finding.span, spanIn(view, range))) return [];
    const { end } = finding.span;
    const named = findEntity(workspace, document, toRange(view, { start: end - 1, end }).start);
    if (named === null || !("schema" in named.entity)) return [];
    const { changes } = writeEverywhere(workspace, document, named.entity, name);
    if (changes === undefined || Object.values(changes).flat().length < 2) return [];
    const title = `Write ${name} for ${named.entity.name} in all queries`;
    const diagnostics = [toLspDiagnostic(finding, toRange(view, finding.span), workspace.settings.documentation)];
    return [{ kind: ACTION.quickFix, title, diagnostics, edit: { changes } }];
  });
}

function rewritesAt(view: View, range: Range): readonly Rewrite[] {
  const span = spanIn(view, range);
  const nodes = nodesAt(view, span.start);
  const checked = queryAt(view, span.start);
  return [
    ...movePosition(view, nodes),
    ...groupPosition(view, nodes),
    ...(checked === null
      ? []
      : [
          ...parametrise(view, checked, nodes),
          ...inlineParameter(checked, nodes),
          ...extractQuery(view, checked, span.start),
          ...inlineQuery(view, checked),
        ]),
    ...formatEmbedded(view),
    ...olderForm(view),
  ];
}

/** In a script nothing but this formats a query. */
function formatEmbedded({ region, text }: View): Rewrite[] {
  if (region.quote === null || region.escaped || region.holes.length > 0) return [];
  const newText = format(text);
  if (newText === null || newText === text || (region.quote !== "`" && newText.includes("\n"))) return [];
  const edits = [{ span: { start: 0, end: text.length }, newText }];
  return [{ kind: ACTION.rewrite, title: "Format the query", edits }];
}

function schemaFixes(workspace: Workspace, document: TextDocument, range: Range): CodeAction[] {
  const diagnostics = workspace.schemaIn(document)?.diagnostics ?? [];
  const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const edit = (edits: readonly TextEdit[]): WorkspaceEdit => ({
    changes: { [document.uri]: edits.map((one) => ({ range: rangeIn(document, one.span), newText: one.newText })) },
  });
  const { documentation } = workspace.settings;
  return quickFixes(diagnostics, span, { range: (one) => rangeIn(document, one), edit, documentation });
}
