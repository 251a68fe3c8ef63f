import { applyEdits, chooseEdits, type Diagnostic, parse, type Span, type TextEdit } from "@semantic-xpath/parser";
import type { CodeAction, Range, WorkspaceEdit } from "vscode-languageserver";
import { findings } from "../diagnostics/diagnostics.js";
import { type OwnFinding, toLspDiagnostic } from "../diagnostics/toLsp.js";
import { perObject } from "../kept.js";
import { ACTION } from "../kinds.js";
import { difference, touches } from "../spans.js";
import { checkAll } from "../workspace/checkedQueries.js";
import { declaredSchema, type View } from "../workspace/view.js";
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
      finding.fixes.map(({ title, edits, isSafe }, index) => ({
        title,
        kind: ACTION.quickFix,
        diagnostics: [toLspDiagnostic(finding, range(finding.span), documentation)],
        isPreferred: index === 0 && isSafe,
        edit: edit(edits),
      })),
    );

/** Rounds of fixing at most: what one fix leaves, the next one may find. */
const MAX_ROUNDS = 20;

/** Fixes without a choice, with those that appear afterwards: the content of `source.fixAll`. */
export const fixAll = perObject((view: View): Rewrite[] => {
  const schema = declaredSchema(view);
  let { text } = view;
  let edits = chooseEdits(findings(view));
  // The text of a script can't be rewritten, only edited.
  if (view.region.quote !== null) return edits.length === 0 ? [] : [{ kind: ACTION.fixAll, title: FIX_ALL, edits }];
  for (let round = 0; round < MAX_ROUNDS && edits.length > 0; round++) {
    text = applyEdits(text, edits);
    const { ast, diagnostics } = parse(text);
    const ofChecks = checkAll(ast, schema, schema).flatMap((checked) => checked.diagnostics);
    edits = chooseEdits([...diagnostics, ...ofChecks]);
  }
  return text === view.text ? [] : [{ kind: ACTION.fixAll, title: FIX_ALL, edits: [difference(view.text, text)] }];
});

const FIX_ALL = "Fix all that leaves no choice";
