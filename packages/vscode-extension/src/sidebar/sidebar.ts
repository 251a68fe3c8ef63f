import { counted, valueLine } from "@semantic-xpath/inspect/numbers";
import type { CompiledEntry, QueryReference, UpdateEntry } from "@semantic-xpath/lsp";
import {
  type Command,
  type Disposable,
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
} from "vscode";
import { foundFiles } from "../files/foundFiles.js";
import { openDocument } from "../files/names.js";
import { rangeOf } from "../runs/target.js";
import type { Services } from "../services.js";

/** A line of a tree in the side bar. */
export interface Line {
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  readonly command?: Command;
  /** Kind for the menus of the manifest, and argument of their commands. */
  readonly kind?: "query" | "update" | "run";
  readonly reference?: QueryReference;
  readonly run?: string;
  readonly children?: () => Promise<readonly Line[]>;
  readonly isOpen?: boolean;
}

const MAX_FILES = 200;

/** The queries of the workspace, the runs that are kept, and the schema of the open file. */
export function showSidebar(services: Services): Disposable[] {
  const { session, runs } = services;
  const views = {
    "sxp.queries": { lines: () => queryFiles(services), changed: new EventEmitter<void>() },
    "sxp.runs": { lines: () => runLines(services), changed: new EventEmitter<void>() },
    "sxp.schema": { lines: () => schemaLines(services), changed: new EventEmitter<void>() },
  };
  const update = (...ids: readonly (keyof typeof views)[]): void => {
    for (const id of ids) views[id].changed.fire();
  };
  const trees = Object.entries(views).map(([id, { lines, changed }]) =>
    window.registerTreeDataProvider<Line>(id, {
      onDidChangeTreeData: changed.event,
      getTreeItem: treeItem,
      getChildren: async (line) => [...(await (line === undefined ? lines() : line.children!()))],
    }),
  );
  return [
    ...trees,
    ...Object.values(views).map(({ changed }) => changed),
    runs.onChanged(() => update("sxp.runs")),
    session.onChanged(() => update("sxp.queries", "sxp.runs", "sxp.schema")),
    window.onDidChangeActiveTextEditor(() => update("sxp.schema")),
    workspace.onDidSaveTextDocument(() => update("sxp.queries", "sxp.schema")),
  ];
}

function treeItem({ label, description, icon, command, kind, children, isOpen = false }: Line): TreeItem {
  const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(label, children === undefined ? None : isOpen ? Expanded : Collapsed);
  return Object.assign(item, { description, iconPath: icon && new ThemeIcon(icon), command, contextValue: kind });
}

async function queryFiles(services: Services): Promise<readonly Line[]> {
  const files = await foundFiles([".sxp"], MAX_FILES);
  return files.map((uri) => ({
    label: workspace.asRelativePath(uri),
    icon: "file-code",
    isOpen: files.length === 1,
    children: async () => {
      const { queries, updates } = await services.session.compile(uri);
      const lines = [
        ...queries.map((entry) => ({
          entry,
          kind: "query" as const,
          icon: entry.isSemantic ? "sparkle" : "symbol-method",
        })),
        ...updates.map((entry) => ({ entry, kind: "update" as const, icon: "edit" })),
      ];
      // In the order of the file.
      lines.sort(({ entry: a }, { entry: b }) => a.range.start.line - b.range.start.line);
      return lines.map(({ entry, ...shown }) => ({ ...declarationLine(uri, entry), ...shown }));
    },
  }));
}

function declarationLine(
  uri: Uri,
  entry: Pick<CompiledEntry, "name" | "range"> & Pick<UpdateEntry, "parameters">,
): Line {
  const { name, parameters } = entry;
  const range = rangeOf(entry);
  const offset = openDocument(uri.toString())?.offsetAt(range.start) ?? 0;
  return {
    label: name ?? "not named",
    description: parameters.map((parameter) => `$${parameter.name}`).join(", "),
    reference: { uri: uri.toString(), name, offset },
    command: { title: "Show", command: "vscode.open", arguments: [uri, { selection: range }] },
  };
}

async function runLines({ runs }: Services): Promise<readonly Line[]> {
  return [...(await runs.list())].reverse().map(({ id, title, count, value, scorer, at }) => ({
    label: title,
    description: `${value === undefined ? counted(count, "result") : valueLine(value)} · ${scorer} · ${new Date(at).toLocaleTimeString()}`,
    icon: "history",
    kind: "run",
    run: id,
    command: { title: "Show", command: "sxp.showResults", arguments: [{ run: id }] },
  }));
}

/** As far as it is shown here; what is wrong with a schema the language server says. */
interface SchemaFile {
  readonly roots?: readonly string[];
  readonly types?: Readonly<Record<string, SchemaType>>;
}

interface SchemaType {
  readonly attributes?: Readonly<Record<string, { readonly type?: string }>>;
  readonly children?: Readonly<Record<string, unknown>>;
}

async function schemaLines({ session }: Services): Promise<readonly Line[]> {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "sxp") return [];
  const { schema } = await session.compile(document.uri);
  if (schema.uri === null || schema.state !== "ready") return [];
  const text = (await workspace.openTextDocument(Uri.parse(schema.uri))).getText();
  const { roots = [], types = {} } = JSON.parse(text) as SchemaFile;
  const typeLine = (name: string, isOpen: boolean): Line => {
    const { attributes = {}, children = {} } = types[name] ?? {};
    const fields = Object.entries(attributes).map(([field, { type = "" }]) => ({
      label: `@${field}`,
      description: type,
      icon: "symbol-field",
    }));
    const below = Object.keys(children);
    if (fields.length + below.length === 0) return { label: name, icon: "symbol-class" };
    const lines = async () => [...fields, ...below.map((child) => typeLine(child, false))];
    return { label: name, icon: "symbol-class", isOpen, children: lines };
  };
  return roots.map((name) => typeLine(name, true));
}
