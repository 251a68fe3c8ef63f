import { type Diagnostic, suggest } from "@semantic-xpath/parser";
import { validate } from "@semantic-xpath/runtime";
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageHost } from "../host.js";
import type { OwnFinding } from "../kinds.js";
import { rangeIn } from "../spans.js";
import { isSuite } from "../workspace/suiteFile.js";
import { fileName, folderOf } from "../workspace/uris.js";
import {
  type Findings,
  type LocatedFinding,
  type Source,
  toRange,
  touchesHole,
  type View,
  withHoles,
} from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { costHint } from "./cost.js";
import { goneFindings, isLost } from "./gone.js";
import { relatedTo } from "./related.js";
import { toLspDiagnostic } from "./toLsp.js";
import { valueFindings } from "./values.js";

/** Everything that is wrong or doubtful in the query texts of a document, in a schema file, a suite, or in data that a schema is known for. */
export function diagnostics(workspace: Workspace, document: TextDocument): LspDiagnostic[] {
  const { documentation } = workspace.settings;
  const { uri } = document;
  const matter = workspace.host.notebook?.(uri)?.frontMatter === uri ? workspace.frontMatter(uri).diagnostics : [];
  const ofFile = [
    ...(workspace.schemaIn(document)?.diagnostics ?? []),
    ...ofSuite(workspace, document),
    ...ofData(workspace, document),
    ...matter,
  ];
  const all = ofFile.map((one) => toLspDiagnostic(one, rangeIn(document, one.span), documentation));
  return [...all, ...inViews(workspace, document, () => true)];
}

/** Findings about names that the schema or data of queries has lost, file by file. */
export function leftBehind(workspace: Workspace): readonly LeftBehind[] {
  if (workspace.former.isEmpty) return [];
  return workspace.allDocuments().flatMap((document) => {
    const findings = inViews(workspace, document, (view, finding) => isLost(workspace, view, finding));
    return findings.length === 0 ? [] : [{ uri: document.uri, diagnostics: findings }];
  });
}

export interface LeftBehind {
  readonly uri: string;
  readonly diagnostics: LspDiagnostic[];
}

function inViews(
  workspace: Workspace,
  document: TextDocument,
  isWanted: (view: View, finding: Diagnostic | OwnFinding) => boolean,
): LspDiagnostic[] {
  const { documentation } = workspace.settings;
  const all: LspDiagnostic[] = [];
  for (const view of workspace.views(document))
    for (const { finding, related } of foundIn(workspace, view))
      if (isWanted(view, finding))
        all.push(toLspDiagnostic(finding, toRange(view, finding.span), documentation, related));
  return all;
}

const NOTHING: readonly LocatedFinding[] = [];
const isAbout = (kept: Findings, { queries, syntax, schema, data }: View, settings: Workspace["settings"]): boolean =>
  kept.queries === queries &&
  kept.syntax === syntax &&
  isSource(kept.schema, schema) &&
  isSource(kept.data, data) &&
  kept.settings === settings;

const isSource = (a: Source<unknown>, b: Source<unknown>): boolean =>
  a === b || (a.value === b.value && a.state === b.state);

/** Findings of a text depend on the text and its data and schema, not on its place in the file: cached until one of them changes. */
function foundIn(workspace: Workspace, view: View): readonly LocatedFinding[] {
  const { queries, syntax, schema, data, notes } = view;
  const { settings } = workspace;
  if (notes.findings !== undefined && isAbout(notes.findings, view, settings)) return notes.findings.located;
  const located = [
    ...findings(view).map((finding) => ({ finding, related: relatedTo(view, finding) })),
    ...ownFindings(workspace, view).map((finding) => ({ finding, related: [] })),
  ];
  // A file that is missing may come, with names like it beside it.
  const isSettled = schema.state !== "missing" && data.state !== "missing";
  const reported = located.length === 0 ? NOTHING : located;
  if (isSettled) notes.findings = { queries, syntax, schema, data, settings, located: reported };
  return reported;
}

/** Problems of a suite by `sxp eval`. They need its data, so there are none without trust. */
function ofSuite({ host, settings }: Workspace, document: TextDocument): readonly Diagnostic[] {
  const text = document.getText();
  if (!settings.trusted || !isSuite(document.uri, text)) return [];
  return host.suiteProblems?.(document.uri, text) ?? [];
}

/** Problems of a data file that queries read, and its violations of their schema. A node is marked at its beginning. */
function ofData(workspace: Workspace, { uri }: TextDocument): readonly Diagnostic[] {
  const mistakes = workspace.dataMistakes(uri);
  const schema = workspace.schemaOfData(uri);
  const file = schema && workspace.dataFile(uri);
  if (!file?.tree || schema === null) return mistakes;
  const against = validate(file.tree, schema).map((one) => {
    const { start, end } = one.span;
    const first = /^[^\n>]*>?/.exec(file.text.slice(start, end))?.[0].length ?? 0;
    return { ...one, severity: "warning" as const, span: { start, end: start + first } };
  });
  return [...mistakes, ...against];
}

/** Diagnostics of the parser and the checks, without those that only a hole causes. */
export function findings(view: View): readonly Diagnostic[] {
  const all = [...view.syntax, ...[...view.queries, ...view.updates].flatMap(({ diagnostics }) => diagnostics)];
  return view.region.holes.length === 0
    ? all
    : all
        .filter((one) => !isAboutHole(view, one))
        .map((one) => ({ ...one, message: withHoles(view, one.message, one.span) }));
}

/** A string with a hole in it has a value that is not known: what is said about the value is about the mask. */
const isAboutHole = (view: View, { code, span }: Diagnostic): boolean =>
  touchesHole(view, span) && /^SXP(?:200[57]|300[1-4])$/.test(code);

/** Findings of the language service itself, since they need the files of the workspace. A failure in one does not affect the others. */
export function ownFindings(workspace: Workspace, view: View): readonly OwnFinding[] {
  return [importFindings, goneFindings, valueFindings, costHints].flatMap((find) => {
    try {
      return find(workspace, view);
    } catch (error) {
      workspace.host.onPanic?.(find.name, error);
      return [];
    }
  });
}

function importFindings(workspace: Workspace, view: View): readonly OwnFinding[] {
  return view.ast.imports.flatMap((node): readonly OwnFinding[] => {
    const { what, path, span } = node;
    const source = view[what];
    if (source.path !== node) {
      const message = `Only the first "import ${what}" of a file counts.`;
      const edits = [
        { span: { start: span.start, end: span.end + (view.text[span.end] === ";" ? 1 : 0) }, newText: "" },
      ];
      return [
        {
          code: "import",
          severity: "warning",
          span,
          message,
          fixes: [{ title: "Remove this import", edits, isSafe: false }],
        },
      ];
    }
    const problem = problemOf(workspace, source);
    const severity = what === "schema" ? "error" : "warning";
    if (problem === null || path.kind !== "StringLiteral" || source.uri === null) return [];
    const fixes = (source.state === "missing" ? nearFiles(workspace.host, source.uri) : []).slice(0, 3).map((name) => {
      const newText = `"${folderOf(path.value)}${name}"`;
      return { title: `Replace by ${newText}`, edits: [{ span: path.span, newText }], isSafe: false };
    });
    return [{ code: "import", severity, span: path.span, message: problem, fixes }];
  });
}

function problemOf(workspace: Workspace, { uri, path, state, problem }: Source<unknown>): string | null {
  if (path === null || path.path.kind !== "StringLiteral" || uri === null) return null;
  // Some of several trees may be unreadable: the others are there.
  if (state === "broken" || (state === "ready" && problem !== null))
    return problem === null ? null : `"${path.path.value}": ${problem}`;
  if (state !== "missing") return null;
  const [nearest] = nearFiles(workspace.host, uri);
  return `There is no file "${path.path.value}".${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
}

/** Files beside a missing one that it may have meant. Their endings are alike anyway, so these do not count. */
function nearFiles(host: LanguageHost, uri: string): readonly string[] {
  const names = host.list(folderOf(uri)) ?? [];
  const ending = /(?:\.schema)?\.\w+$/.exec(uri)?.[0] ?? "";
  const stem = (name: string): string => name.replace(/(?:\.schema)?\.\w+$/, "");
  const alike = names.filter((name) => suggest(ending, [name.slice(stem(name).length)]).length > 0);
  return suggest(stem(fileName(uri)), alike.map(stem)).flatMap((near) => alike.filter((name) => stem(name) === near));
}

const costHints = ({ settings }: Workspace, view: View): readonly OwnFinding[] =>
  view.queries.flatMap((checked) => costHint(view, checked, settings.maxScorerPairs) ?? []);
