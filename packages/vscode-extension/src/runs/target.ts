import type { CompiledEntry, QueryReference } from "@semantic-xpath/lsp";
import { Position, Range, type TextEditor, Uri, window, workspace } from "vscode";
import type { Session } from "../client/session.js";
import { editorRange, openDocument } from "../files/names.js";

/** A query of a file, as commands are about one. */
export interface Target {
  readonly uri: Uri;
  readonly entry: CompiledEntry;
  /** For people. */
  readonly title: string;
  readonly offset: number;
}

/**
 * The query that a command is about: the one that a lens names, else the one at the cursor, else the only one, else the one that
 * the user picks. Undefined if there is none, which is shown, or if nothing is picked.
 */
export async function targetOf(session: Session, argument: unknown): Promise<Target | undefined> {
  const reference = isReference(argument) ? argument : null;
  const editor = window.activeTextEditor;
  const uri = reference === null ? editorUri(argument, editor) : Uri.parse(reference.uri);
  if (uri === undefined) return warn("Open a file with queries first.");
  const compiled = await session.compile(uri);
  const isOpen = reference === null && editor?.document.uri.toString() === uri.toString();
  if (isOpen && compiled.updates.some(({ range }) => editorRange(range).contains(editor.selection.active)))
    return warn("The cursor is in an update, and only queries run here. Updates are for a memory: sxp memory update.");
  // An empty file has a query too: one that is still to be typed.
  const queries = compiled.queries.filter((one) => !rangeOf(one).isEmpty);
  if (queries.length === 0) return warn("This file has no query.");
  const entry =
    reference === null
      ? (atCursor(queries, uri, editor) ?? (await pick(queries)))
      : queries.find((one) => isNamed(one, reference));
  return entry === undefined ? undefined : targetIn(uri, entry);
}

/** A query of a file as a target. */
export async function targetIn<E extends Pick<CompiledEntry, "name" | "range">>(uri: Uri, entry: E) {
  const document = await workspace.openTextDocument(uri);
  const range = rangeOf(entry);
  const title = entry.name ?? document.getText(range).replaceAll(/\s+/g, " ").slice(0, 60);
  return { uri, entry, title, offset: document.offsetAt(range.start) };
}

/** The name of a query is enough, so that it is found again when the text around it has changed. */
export const requestOf = ({
  uri,
  entry,
  offset,
}: Pick<Target, "uri" | "offset"> & { readonly entry: Pick<CompiledEntry, "name"> }) =>
  entry.name === null ? { uri: uri.toString(), offset } : { uri: uri.toString(), name: entry.name };

export const rangeOf = ({ range }: Pick<CompiledEntry, "range">): Range => editorRange(range);

function isNamed({ name, range }: CompiledEntry, reference: QueryReference): boolean {
  if (reference.name !== null) return name === reference.name;
  const { line, character } = range.start;
  const at = openDocument(reference.uri)?.positionAt(reference.offset);
  return name === null && (at === undefined || (line === at.line && character === at.character));
}

function atCursor(
  queries: readonly CompiledEntry[],
  uri: Uri,
  editor: TextEditor | undefined,
): CompiledEntry | undefined {
  if (queries.length === 1) return queries[0];
  if (editor?.document.uri.toString() !== uri.toString()) return undefined;
  const { document, selection } = editor;
  const { active } = selection;
  // The space between two queries belongs to the one below: its comment is there. What is about the whole file is not right above one.
  const isAbove = ({ start }: Range): boolean =>
    start.isAfter(active) &&
    !/\n\s*\n/.test(document.getText(new Range(new Position(active.line, 0), start)).trimStart());
  return (
    queries.find((entry) => rangeOf(entry).contains(active)) ??
    queries.find((entry) => rangeOf(entry).end.line === active.line && rangeOf(entry).end.isBefore(active)) ??
    queries.find((entry) => isAbove(rangeOf(entry)))
  );
}

async function pick(queries: readonly CompiledEntry[]): Promise<CompiledEntry | undefined> {
  const items = queries.map((entry) => ({ label: entry.name ?? `line ${entry.range.start.line + 1}`, entry }));
  return (await window.showQuickPick(items, { title: "Which query?" }))?.entry;
}

const editorUri = (argument: unknown, editor: TextEditor | undefined): Uri | undefined =>
  argument instanceof Uri ? argument : editor?.document.uri;

const isReference = (argument: unknown): argument is QueryReference =>
  typeof argument === "object" && argument !== null && "uri" in argument && typeof argument.uri === "string";

function warn(text: string): undefined {
  void window.showWarningMessage(text);
  return undefined;
}
