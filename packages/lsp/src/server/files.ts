import type { Diagnostic } from "@semantic-xpath/parser";
import { shippedSchemaName } from "@semantic-xpath/readers";
import { type DataReading, SCHEMAS } from "@semantic-xpath/runtime";
import type { CompletionList, Hover, NotebookDocuments, Position, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type CellPlace, CONFIG_FILE } from "../features/host.js";
import { type DataFile, isReadLater, readDataAhead } from "../features/workspace/dataFile.js";
import { fileName, isInFolder } from "../features/workspace/uris.js";
import { type CheckedSuite, type FileSystem, QUERY_FILE, QUERY_MARK } from "./fileSystem.js";

/**
 * Texts of files, the open ones as they are in the editor, for a service that reads synchronously: what is not read yet is `undefined`, is read in the background, and then
 * `onRead` is called. A lifetime of one connection.
 */
export class Files {
  private readonly texts = new Map<string, string | null>();
  /** Large data are cached as trees. */
  private readonly data = new Map<string, DataFile>();
  private readonly readings = new Map<string, DataReading | null>();
  private readonly folders = new Map<string, readonly string[]>();
  private readonly suites = new Map<string, CheckedSuite & { readonly text: string }>();
  private readonly reading = new Map<string, Promise<void>>();
  /** Reads under way during which something has changed: they begin again. */
  private readonly outdated = new Set<string>();
  /** Folders of the workspace, and files with queries in them. */
  private readonly roots = new Set<string>();
  private readonly workspace = new Set<string>();
  /** Number of changes outside of the editor. */
  private changes = 0;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly open: TextDocuments<TextDocument>,
    private readonly onRead: (uri: string) => void,
    private readonly notebooks: NotebookDocuments<TextDocument> | null = null,
  ) {}

  get notebookCells() {
    return this.fileSystem.notebookCells;
  }

  /** The notebook that an open document is a cell of. */
  notebook(uri: string): CellPlace | null {
    const notebook = this.notebooks?.findNotebookDocumentForCell(uri);
    if (notebook == null) return null;
    const cells = notebook.cells.map(({ document }) => document);
    const language = (cell: string): string => this.open.get(cell)?.languageId ?? "";
    return {
      uri: notebook.uri,
      languageId: language(uri),
      frontMatter: language(cells[0] ?? "") === "yaml" ? cells[0]! : null,
      before: cells.slice(0, cells.indexOf(uri)).filter((cell) => language(cell) === "sxp"),
    };
  }

  readText(uri: string): string | null | undefined {
    const document = this.open.get(uri);
    if (document !== undefined) return document.getText();
    const cached = this.texts.get(uri);
    if (cached === undefined) this.start(uri, () => this.read(uri));
    return cached;
  }

  readAgain(uri: string): void {
    this.changed(uri, false);
  }

  /** A file that is read ahead, as it is with this text; if that is not read yet, it is from now on. */
  dataFile(uri: string, text: string): DataFile | undefined {
    const cached = this.data.get(uri);
    const isOld = cached?.text !== text || cached.reading !== (this.readings.get(uri) ?? null);
    if (!isOld || !isReadLater(uri)) return cached;
    this.start(uri, async () => {
      this.data.set(uri, (await readDataAhead(uri, text, () => this.knownReading(uri)))!);
    });
    return undefined;
  }

  /** Settings for reading a data file; unknown ones are looked up from now on. */
  dataReading(uri: string): DataReading | null | undefined {
    const cachedReading = this.fileSystem.dataReading === undefined ? null : this.readings.get(uri);
    if (cachedReading === undefined) this.start(`${uri}#reading`, () => this.knownReading(uri));
    return cachedReading;
  }

  private async knownReading(uri: string): Promise<DataReading | null> {
    const cachedReading = this.readings.get(uri);
    if (cachedReading !== undefined) return cachedReading;
    const { changes } = this;
    const read = (await this.fileSystem.dataReading?.(uri)) ?? null;
    if (changes !== this.changes) return this.knownReading(uri);
    // The first answer counts: the same object for all.
    const reading = this.readings.get(uri) ?? read;
    this.readings.set(uri, reading);
    return reading;
  }

  /** Problems of a suite with this text; unknown ones are looked up from now on. */
  suiteProblems(uri: string, text: string): readonly Diagnostic[] | undefined {
    const { suites } = this.fileSystem;
    if (suites === undefined) return [];
    const opened = (of: string): string | undefined => this.open.get(of)?.getText();
    const checked = this.suites.get(uri);
    const isSame = ([of, read]: readonly [string, string]): boolean => (opened(of) ?? read) === read;
    if (checked?.text === text && [...checked.suites].every(isSame)) return checked.problems;
    this.start(`${uri}#suite`, async () => {
      const isWanted = (): boolean => opened(uri) === text;
      this.suites.set(uri, { text, ...(await suites.check({ uri, text, opened, isWanted })) });
    });
    return undefined;
  }

  completeSuite(document: TextDocument, position: Position): Promise<CompletionList | null> {
    return this.fileSystem.suites?.complete(document, position) ?? Promise.resolve(null);
  }

  hoverSuite(document: TextDocument, position: Position): Promise<Hover | null> {
    return this.fileSystem.suites?.hover(document, position) ?? Promise.resolve(null);
  }

  list(folder: string): readonly string[] | undefined {
    const known = this.folders.get(folder);
    if (known === undefined) this.start(folder, () => this.readFolder(folder));
    return known;
  }

  /** Query and script files of the workspace, and the open ones. The cells of an open notebook are in place of its file. */
  files(): readonly string[] {
    const uris = new Set([...this.open.all().map(({ uri }) => uri), ...this.workspace]);
    return [...uris].filter((uri) => this.notebooks?.getNotebookDocument(uri) === undefined);
  }

  /** Looks for files with queries in a folder; scripts without any are not kept. */
  addFolder(folder: string): void {
    this.roots.add(folder);
    const search = `${folder}#files`;
    if (this.reading.has(search)) this.outdated.add(search);
    this.start(search, async () => {
      for (const uri of await this.fileSystem.find(folder)) await this.addFile(uri);
    });
  }

  /** Files of a removed folder are no longer part of the workspace. Gives those that were. */
  removeFolder(folder: string): readonly string[] {
    this.roots.delete(folder);
    const removed = [...this.workspace].filter((uri) => !this.isInWorkspace(uri));
    for (const uri of removed) this.workspace.delete(uri);
    return removed;
  }

  private isInWorkspace(uri: string): boolean {
    return [...this.roots].some((folder) => isInFolder(uri, folder));
  }

  /** True if nothing is being read. */
  get isSettled(): boolean {
    return this.reading.size === 0;
  }

  /** When nothing is being read any more: then everything that was requested, and every folder, is known. */
  async settled(): Promise<void> {
    while (!this.isSettled) await Promise.all(this.reading.values());
  }

  /** When a file is read, open or not. */
  async known(uri: string): Promise<void> {
    if (this.readText(uri) === undefined) await this.reading.get(uri);
  }

  /** A file was made, changed or deleted outside of the editor: what is known of it and of its folder is old. */
  changed(uri: string, isDeleted: boolean): void {
    this.changes++;
    for (const read of this.reading.keys()) this.outdated.add(read);
    const wasKnown = this.texts.delete(uri);
    this.data.delete(uri);
    this.folders.delete(uri.slice(0, uri.lastIndexOf("/") + 1));
    for (const [of, { files }] of this.suites) if (files.has(uri) || of === uri) this.suites.delete(of);
    const name = fileName(uri);
    const isConfig = name === CONFIG_FILE;
    for (const [of, reading] of this.readings)
      if (isConfig || reading?.sources.some((source) => fileName(source) === name)) this.readings.delete(of);
    if (isDeleted) this.workspace.delete(uri);
    else if (QUERY_FILE.test(uri)) this.start(uri, () => this.addFile(uri));
    else if (wasKnown) this.readText(uri);
  }

  private async addFile(uri: string): Promise<void> {
    const text = await this.fileSystem.read(uri);
    const hasQueries = text !== null && (uri.endsWith(".sxp") || QUERY_MARK.test(text));
    if (hasQueries && this.isInWorkspace(uri)) {
      this.texts.set(uri, text);
      this.workspace.add(uri);
    } else this.workspace.delete(uri);
  }

  private start(uri: string, work: () => Promise<unknown>): void {
    if (this.reading.has(uri)) return;
    const read = async (): Promise<void> => {
      do {
        this.outdated.delete(uri);
        await work().catch(() => undefined);
      } while (this.outdated.has(uri));
      this.end(uri);
    };
    this.reading.set(uri, read());
  }

  private end(uri: string): void {
    this.reading.delete(uri);
    this.onRead(uri);
  }

  private async read(uri: string): Promise<void> {
    const shipped = shippedSchemaName(uri);
    const text =
      shipped === null
        ? await this.fileSystem.read(uri)
        : ((await SCHEMAS.find(({ name }) => name === shipped)?.load())?.schema ?? null);
    const ahead = text === null ? null : await readDataAhead(uri, text, () => this.knownReading(uri));
    if (ahead !== null) this.data.set(uri, ahead);
    this.texts.set(uri, text);
  }

  private async readFolder(folder: string): Promise<void> {
    this.folders.set(folder, await this.fileSystem.list(folder));
  }
}

/** Any file of that name: a new one may be nearer to a file than the one that counted before. */
