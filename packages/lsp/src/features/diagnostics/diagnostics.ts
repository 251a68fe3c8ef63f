import { type Diagnostic, suggest } from "@semantic-xpath/parser";
import { validate } from "@semantic-xpath/runtime";
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeIn } from "../spans.js";
import { fileName, folderOf } from "../workspace/uris.js";
import { type Source, toRange, touchesHole, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { costHint } from "./cost.js";
import { relatedTo } from "./related.js";
import { toLspDiagnostic } from "./toLsp.js";

/** Everything that is wrong or doubtful in the query texts of a document, in a schema file, or in data that a schema is known for. */
export function diagnostics(workspace: Workspace, document: TextDocument): LspDiagnostic[] {
  const { documentation } = workspace.settings;
  const ofFile = [...(workspace.schemaIn(document)?.diagnostics ?? []), ...ofData(workspace, document)];
  const ofQueries = workspace
    .views(document)
    .flatMap((view) => [
      ...findings(view).map((one) =>
        toLspDiagnostic(one, toRange(view, one.span), documentation, relatedTo(view, one)),
      ),
      ...importDiagnostics(workspace, view),
      ...costDiagnostics(workspace, view),
    ]);
  return [...ofFile.map((one) => toLspDiagnostic(one, rangeIn(document, one.span), documentation)), ...ofQueries];
}

/** What in a data file is against the schema that queries read it by. A node is marked at its beginning. */
function ofData(workspace: Workspace, { uri }: TextDocument): readonly Diagnostic[] {
  const schema = workspace.schemaOfData(uri);
  const file = schema && workspace.dataFile(uri);
  if (!file?.tree || schema === null) return [];
  return validate(file.tree, schema).map((one) => {
    const { start, end } = one.span;
    const first = /^[^\n>]*>?/.exec(file.text.slice(start, end))?.[0].length ?? 0;
    return { ...one, severity: "warning", span: { start, end: start + first } };
  });
}

/** What the parser and the checks found; what only a hole makes look wrong is left out. */
export function findings(view: View): readonly Diagnostic[] {
  const all = [...view.syntax, ...view.queries.flatMap(({ diagnostics }) => diagnostics)];
  return view.region.holes.length === 0
    ? all
    : all.filter((one) => !isAboutHole(view, one)).map((one) => inSource(view, one));
}

/** A string with a hole in it has a value that is not known: what is said about the value is about the mask. */
const isAboutHole = (view: View, { code, span }: Diagnostic): boolean =>
  touchesHole(view, span) && /^SXP(?:200[57]|300[1-4])$/.test(code);

/** Messages quote the mask; the source is what the user wrote. */
function inSource({ document, region }: View, diagnostic: Diagnostic): Diagnostic {
  let { message } = diagnostic;
  for (const { start, end } of region.holes) {
    const shown = region.text.slice(start, end);
    if (!message.includes(shown)) continue;
    const written = document.getText().slice(region.start + start, region.start + end);
    message = message.replace(shown, () => written);
  }
  return message === diagnostic.message ? diagnostic : { ...diagnostic, message };
}

function importDiagnostics(workspace: Workspace, view: View): LspDiagnostic[] {
  return [view.schema, view.data].flatMap((source) => {
    const problem = problemOf(workspace, source);
    if (problem === null || source.path === null) return [];
    const severity = source.path.what === "schema" ? "error" : "warning";
    const finding = { code: "import", severity, message: problem } as const;
    return [toLspDiagnostic(finding, toRange(view, source.path.path.span), workspace.settings.documentation)];
  });
}

function problemOf(workspace: Workspace, { uri, path, state, problem }: Source<unknown>): string | null {
  if (path === null || path.path.kind !== "StringLiteral" || uri === null) return null;
  if (state === "broken") return problem === null ? null : `"${path.path.value}": ${problem}`;
  if (state !== "missing") return null;
  const [nearest] = suggest(fileName(uri), workspace.host.list(folderOf(uri)));
  return `There is no file "${path.path.value}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
}

/** A failure of the planner takes no other diagnostic along. */
function costDiagnostics({ settings, host }: Workspace, view: View): LspDiagnostic[] {
  try {
    return view.queries.flatMap((checked) => {
      const hint = costHint(view, checked, settings.maxScorerPairs);
      return hint === null ? [] : [toLspDiagnostic(hint, toRange(view, hint.span), settings.documentation)];
    });
  } catch (error) {
    host.onPanic?.("cost hints", error);
    return [];
  }
}
