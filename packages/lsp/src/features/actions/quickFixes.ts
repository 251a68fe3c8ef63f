import { type Diagnostic, parse, type Span, type TextEdit } from "@semantic-xpath/parser";
import type { CodeAction, Range, WorkspaceEdit } from "vscode-languageserver";
import { findings } from "../diagnostics/diagnostics.js";
import { type OwnFinding, toLspDiagnostic } from "../diagnostics/toLsp.js";
import { ACTION } from "../kinds.js";
import { difference, touches } from "../spans.js";
import { perObject } from "../types/kept.js";
import { declaredSchema, type View } from "../workspace/view.js";
import { checkAll } from "../workspace/workspace.js";
import type { Rewrite } from "./codeActions.js";

/** The text that findings are about, as a file of an editor. */
interface Edited {
  readonly range: (span: Span) => Range;
  readonly edit: (edits: readonly TextEdit[]) => WorkspaceEdit;
  readonly documentation: string | null;
}

/** The repairs of all findings that touch a span of the text. The first of several is the nearest. */
export const quickFixes = (
  all: readonly (Diagnostic | OwnFinding)[],
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

/** Rounds of fixing at most: what one fix leaves, the next one may find. */
const MOST_ROUNDS = 20;

/** All first fixes of errors at once, as far as they do not overlap, and those of what is found then: what `source.fixAll` applies. */
export const fixAll = perObject((view: View): Rewrite[] => {
  const schema = declaredSchema(view);
  let { text } = view;
  let fixes = 0;
  let found = findings(view);
  for (let round = 1; ; round++) {
    const edits = firstFixes(found);
    fixes += edits.length;
    const title = `Fix all (${fixes})`;
    // The text of a script can't be written anew, only edited.
    if (round === 1 && view.region.quote !== null) {
      return fixes === 0 ? [] : [{ kind: ACTION.fixAll, title, edits: edits.flat() }];
    }
    if (edits.length === 0 || round > MOST_ROUNDS) {
      return text === view.text ? [] : [{ kind: ACTION.fixAll, title, edits: [difference(view.text, text)] }];
    }
    text = applyEdits(text, edits.flat());
    const { ast, diagnostics } = parse(text);
    found = [...diagnostics, ...checkAll(ast, schema, schema).flatMap((checked) => checked.diagnostics)];
  }
});

function firstFixes(found: readonly Diagnostic[]): readonly (readonly TextEdit[])[] {
  const chosen: (readonly TextEdit[])[] = [];
  for (const { fixes, severity } of found) {
    const edits = fixes[0]?.edits;
    if (edits === undefined || severity === "hint") continue;
    if (!edits.some((edit) => chosen.flat().some((other) => touches(edit.span, other.span)))) chosen.push(edits);
  }
  return chosen;
}

/** A text with edits that do not touch. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const fromEnd = [...edits].sort((a, b) => b.span.start - a.span.start);
  return fromEnd.reduce((now, { span, newText }) => now.slice(0, span.start) + newText + now.slice(span.end), text);
}
