import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLanguageService, type LanguageHost, type LanguageService, type Settings } from "@semantic-xpath/lsp";
import { notebookCells } from "@semantic-xpath/readers/notebook";
import type { CompletionItem, Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

/** Files by URI, as a host has them. Everything else is read from `examples/`. */
export type FileSet = Map<string, string>;

export const EXAMPLES = new URL("../../examples/", import.meta.url);
export const exampleUri = (path: string): string => new URL(path, EXAMPLES).href;
export const exampleText = (path: string): string => readFileSync(new URL(path, EXAMPLES), "utf8");

export interface Kit {
  readonly service: LanguageService;
  readonly files: FileSet;
  readonly panics: unknown[];
}

/** A service over files in memory, with the examples after them. */
export function createKit(given: Readonly<Record<string, string>> = {}, settings: Partial<Settings> = {}): Kit {
  const files: FileSet = new Map(Object.entries(given));
  const panics: unknown[] = [];
  const cache = new Map<string, string | null>();
  const host: LanguageHost = {
    readText: (uri) => {
      const own = files.get(uri);
      if (own !== undefined) return own;
      if (!uri.startsWith(EXAMPLES.href)) return null;
      if (!cache.has(uri)) cache.set(uri, read(uri));
      return cache.get(uri) ?? null;
    },
    files: () => [...files.keys()],
    list: (folder) => {
      const names = [...files.keys()]
        .filter((uri) => uri.startsWith(folder))
        .map((uri) => uri.slice(folder.length).replace(/\/.*/, "/"));
      return [...new Set([...names, ...onDisk(folder)])];
    },
    notebookCells,
    onPanic: (_, error) => panics.push(error),
  };
  const service = createLanguageService(host);
  service.configure({ documentation: "file:///manual/" });
  service.configure(settings);
  return { service, files, panics };
}

function read(uri: string): string | null {
  try {
    return readFileSync(fileURLToPath(uri), "utf8");
  } catch {
    return null;
  }
}

function onDisk(folder: string): string[] {
  try {
    return readdirSync(fileURLToPath(folder), { withFileTypes: true }).map((e) =>
      e.isDirectory() ? `${e.name}/` : e.name,
    );
  } catch {
    return [];
  }
}

/** A document with the marks taken out: `<|>` is the cursor, `<|…|>` a range. */
export interface MarkedDocument extends Kit {
  readonly document: TextDocument;
  readonly text: string;
  readonly position: Position;
  readonly offset: number;
  readonly range: Range;
}

const ITINERARY: Partial<Settings> = {
  schema: exampleUri("itinerary/itinerary.schema.json"),
  data: exampleUri("itinerary/itinerary.xml"),
};

/** Query text about the itinerary: `query('/Day[<|>')`. */
export const query = (marked: string, settings: Partial<Settings> = {}): MarkedDocument =>
  file("file:///test/query.sxp", marked, {}, { ...ITINERARY, ...settings });

/** A file with marks, among others. */
export function file(
  uri: string,
  marked: string,
  others: Readonly<Record<string, string>> = {},
  settings: Partial<Settings> = {},
): MarkedDocument {
  const start = marked.indexOf("<|");
  const isRange = start >= 0 && marked.slice(start, start + 3) !== "<|>";
  let text = marked;
  let end = start < 0 ? marked.length : start;
  if (start >= 0) {
    text = isRange ? marked.replace("<|", "") : marked.replace("<|>", "");
    if (isRange) {
      end = text.indexOf("|>");
      text = text.replace("|>", "");
    }
  }
  const kit = createKit({ ...others, [uri]: text }, settings);
  const document = TextDocument.create(
    uri,
    uri.endsWith(".sxp") ? "sxp" : uri.endsWith(".json") ? "json" : "typescript",
    1,
    text,
  );
  const offset = start < 0 ? text.length : start;
  const range = { start: document.positionAt(offset), end: document.positionAt(end) };
  return { ...kit, document, text, position: range.start, offset, range };
}

export const labels = ({ service, document, position }: MarkedDocument): string[] =>
  service.complete(document, position).items.map(({ label }) => label);

/** The text after an item was taken, with `<|>` where a snippet leaves the cursor. */
export function accept(marked: MarkedDocument, label: string, mode: "insert" | "replace" = "replace"): string {
  const { service, document, position } = marked;
  const item = service.complete(document, position).items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`no item "${label}" in ${labels(marked).join(" ")}`);
  const edit = item.textEdit;
  if (edit === undefined || !("insert" in edit)) throw new Error("no InsertReplaceEdit");
  return applyEdits(document, [{ range: edit[mode], newText: snippetText(item, edit.newText) }]);
}

const snippetText = ({ insertTextFormat }: CompletionItem, text: string): string =>
  insertTextFormat === 2
    ? text
        .replace(/\$1|\$\{1:([^}]*)\}/, (_, name?: string) => `${name ?? ""}<|>`)
        .replace(/\$\{\d:([^}]*)\}/g, "$1")
        .replace(/\$\d/g, "")
    : text;

export const applyEdits = (document: TextDocument, edits: readonly TextEdit[]): string =>
  TextDocument.applyEdits(document, [...edits]);

/** The text of a file after a workspace edit. */
export function applyTo(document: TextDocument, edit: WorkspaceEdit | null | undefined, uri = document.uri): string {
  return applyEdits(document, edit?.changes?.[uri] ?? []);
}

/** The text after the code action whose title contains these words. */
export function act({ service, document, range }: MarkedDocument, title: string): string {
  const actions = service.codeActions(document, range);
  const action = actions.find((one) => one.title.includes(title));
  if (action === undefined) throw new Error(`no action "${title}" in: ${actions.map((one) => one.title).join(" · ")}`);
  return applyTo(document, action.edit);
}

export const textAt = (document: TextDocument, range: Range): string => document.getText(range);
