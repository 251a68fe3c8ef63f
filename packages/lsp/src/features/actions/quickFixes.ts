import {
  applyEdits,
  byStart,
  chooseEdits,
  type Diagnostic,
  errorsOf,
  parse,
  type Span,
  type TextEdit,
} from "@semantic-xpath/parser";
import type { CodeAction, Range, WorkspaceEdit } from "vscode-languageserver";
import { findings } from "../diagnostics/diagnostics.js";
import { toLspDiagnostic } from "../diagnostics/toLsp.js";
import { perObject } from "../kept.js";
import type { OwnFinding } from "../kinds.js";
import { ACTION } from "../kinds.js";
import { difference, touches } from "../spans.js";
import { checkAll, checkUpdates } from "../workspace/checkedQueries.js";
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

/** Longer texts are not parsed once for each fix. */
const MAX_UNITS = 20_000;

/** A finding of a text without those of several fixes that leave more errors than another. */
export function withBestFixes<F extends Pick<Diagnostic, "fixes">>(view: View, finding: F): F {
  const { fixes } = finding;
  if (fixes.length < 2 || view.region.quote !== null || view.text.length > MAX_UNITS) return finding;
  const errors = fixes.map(({ edits }) => {
    const text = applyEdits(view.text, [...edits].sort(byStart));
    return errorsOf(findingsIn(view, text)).length;
  });
  const least = Math.min(...errors);
  return { ...finding, fixes: fixes.filter((_, i) => errors[i] === least) };
}

/** Findings of another text in the place of a view's. */
function findingsIn(view: View, text: string): readonly Diagnostic[] {
  const schema = declaredSchema(view);
  const { ast, diagnostics } = parse(text);
  const checked = [...checkAll(ast, schema, schema), ...checkUpdates(ast, schema, schema)];
  return [...diagnostics, ...checked.flatMap((each) => each.diagnostics)];
}

/** Rounds of fixing at most: what one fix leaves, the next one may find. */
const MAX_ROUNDS = 20;

const isProblem = ({ severity }: Diagnostic): boolean => severity !== "hint";

/** Fixes without a choice, with those that appear afterwards, as far as they leave fewer problems: the content of `source.fixAll`. */
export const fixAll = perObject((view: View): Rewrite[] => {
  const before = findings(view);
  let edits = chooseEdits(before);
  // The text of a script can't be rewritten, only edited.
  if (view.region.quote !== null) return edits.length === 0 ? [] : [{ kind: ACTION.fixAll, title: FIX_ALL, edits }];
  let { text } = view;
  let [best, least] = [text, before.filter(isProblem).length];
  for (let round = 0; round < MAX_ROUNDS && edits.length > 0; round++) {
    text = applyEdits(text, edits);
    const findings = findingsIn(view, text);
    const problems = findings.filter(isProblem).length;
    if (problems < least) [best, least] = [text, problems];
    edits = chooseEdits(findings);
  }
  return best === view.text ? [] : [{ kind: ACTION.fixAll, title: FIX_ALL, edits: [difference(view.text, best)] }];
});

const FIX_ALL = "Fix all that leaves no choice";
