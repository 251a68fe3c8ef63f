import { type Diagnostic, type Import, parse } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { shippedSchemaName } from "@semantic-xpath/readers";
import {
  hasOnlyImports,
  NO_SETTINGS,
  type NotebookSettings,
  type ReadFrontMatter,
  readFrontMatter,
} from "@semantic-xpath/readers/notebook";
import {
  Collection,
  type DataReading,
  foldFields,
  inferSchema,
  type NamedTree,
  readTree,
  type Tree,
} from "@semantic-xpath/runtime";
import type { Position } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { fileKind } from "../embedded/regions.js";
import { DEFAULT_SETTINGS, type LanguageHost, type Settings } from "../host.js";
import { perObject } from "../kept.js";
import { RunStore } from "../run/runStore.js";
import { type DataFile, isReadLater, readDataFile } from "./dataFile.js";
import { dataUris, isDataName, isPattern } from "./dataUris.js";
import { type FolderRead, readFolderTree } from "./folderTree.js";
import { FormerNames } from "./formerNames.js";
import {
  isSameView,
  latestViews,
  type ParsedRegion,
  type ParsedRegions,
  parseRegions,
  type Sources,
  sameIn,
} from "./parsedRegions.js";
import { RegionView } from "./regionView.js";
import { readSchemaFile, type SchemaFile } from "./schemaFile.js";
import { fileName, folderOf, isInFolder, nameBelow, resolveUri, uriBelow, withSlash } from "./uris.js";
import { newestUri } from "./versionUri.js";
import { isInRegion, type Place, type Source, toOffset, type View } from "./view.js";

/** Texts of data: null is the name of a file by itself. */
export type DataTexts = ReadonlyMap<string | null, TextDocument>;

/** The document of a cell of such a file, or the file. */
const NOTEBOOK_FILE = /\.sxpnb(?:$|[#?])/;
const NO_TEXTS: DataTexts = new Map();

/** The text that contains the place of a node, null without one. */
export const textOfNode = (texts: DataTexts, tree: Tree, node: number): TextDocument | null =>
  texts.get(tree.documentOf(node)?.name ?? null) ?? null;

const NOTHING: Source<never> = { uri: null, path: null, state: "none", value: null, problem: null };

/**
 * Facts of the files, each read once per text, and the kept runs of their queries. Everything is derived from the present texts on request, so no
 * answer is older than the documents; for unchanged inputs it is a map access.
 */
export class Workspace {
  settings: Settings = DEFAULT_SETTINGS;
  readonly runs = new RunStore();
  readonly former = new FormerNames();
  private readonly parsed = new Map<string, ParsedRegions>();
  private readonly schemas = new Map<string, SchemaFile>();
  private readonly data = new Map<string, DataFile>();
  private readonly documents = new Map<string, TextDocument>();
  /** The language that a document was opened in: the name of one that is not saved yet says nothing about it. */
  private readonly languages = new Map<string, string>();
  private readonly matters = new Map<string, { readonly text: string; readonly read: ReadFrontMatter }>();
  private readonly infer = perObject((data: Tree | Collection) =>
    inferSchema(data instanceof Collection ? data.trees.map(({ tree }) => tree) : data),
  );
  private readonly folders = perObject((collection: Collection) => {
    let folder: FolderRead | undefined;
    return (name: string): FolderRead => {
      folder ??= readFolderTree(name, collection);
      return folder;
    };
  });
  private readonly collections = new WeakMap<Tree, Collection>();
  private readonly uris = new WeakMap<Tree, string>();
  /** Joint data of several trees, for counts and values; queries run on each of them. */
  private readonly together = perObject((collection: Collection) =>
    readTree({ type: "collection", children: collection.trees.map(({ tree }) => tree.root) }),
  );

  constructor(readonly host: LanguageHost) {}

  /** The settings as they are for a file; those of a cell have what its notebook names. */
  settingsOf(uri: string): Settings {
    const folder = this.folderOf(uri);
    const settings = folder === null ? this.settings : { ...this.settings, ...this.settings.folders[folder] };
    const { data, schema } = this.notebookSettings(uri);
    const newest = this.newestFor(uri);
    if (data === null && schema === null && newest === null) return settings;
    const place = (path: string): string | null => resolveUri(path, this.baseOf(uri));
    return {
      ...settings,
      ...(data !== null && { data: place(data) }),
      ...(newest !== null && { data: this.host.readText(newest) ?? newest }),
      ...(schema !== null && { schema: shippedSchemaName(schema) === null ? place(schema) : schema }),
    };
  }

  /** URI that stands for the newest version of the task that the notebook of a cell names; null: it names none. */
  newestFor(uri: string): string | null {
    const { memory, task } = this.memoryFor(uri);
    return memory === null || task === null ? null : newestUri(memory, task);
  }

  /** The memory, by the URI of its folder, and the task that the notebook of a cell names. */
  memoryFor(uri: string): { readonly memory: string | null; readonly task: string | null } {
    const { memory, task } = this.notebookSettings(uri);
    return { memory: memory === null ? null : resolveUri(memory, this.baseOf(uri)), task };
  }

  /** Settings in the front matter of the notebook of a cell. */
  notebookSettings(uri: string): NotebookSettings {
    if (uri.endsWith(".sxpnb")) return this.closedNotebook(uri);
    const frontMatter = this.host.notebook?.(uri)?.frontMatter ?? null;
    return frontMatter === null ? NO_SETTINGS : this.frontMatter(frontMatter).settings;
  }

  /** Settings of a notebook that is not open. It has no memory, since only a person who runs it opens one. */
  private closedNotebook(uri: string): NotebookSettings {
    const text = this.document(uri)?.getText() ?? "";
    let { text: before, read } = this.matters.get(uri) ?? {};
    if (before !== text || read === undefined) {
      const [first] = this.host.notebookCells?.(text) ?? [];
      read = readFrontMatter(first?.kind === "frontMatter" ? first.text : "");
      this.matters.set(uri, { text, read });
    }
    return { ...read.settings, memory: null, task: null };
  }

  /** Front matter in a document of its own. */
  frontMatter(uri: string): ReadFrontMatter {
    const text = this.document(uri)?.getText() ?? "";
    const before = this.matters.get(uri);
    if (before?.text === text) return before.read;
    const read = readFrontMatter(text, { isStrict: NOTEBOOK_FILE.test(uri) });
    this.matters.set(uri, { text, read });
    return read;
  }

  /** The file that a document is in: of a cell its notebook. */
  fileOf(uri: string): string {
    return this.host.notebook?.(uri)?.uri ?? uri;
  }

  /** Base of relative paths in a file: the file itself; for an unsaved one, a file of the first folder. */
  baseOf(document: string): string {
    const uri = this.fileOf(document);
    // It is not saved, but its place is known already.
    if (uri.startsWith("untitled:/")) return uri.replace("untitled:", "file://");
    const folder = uri.startsWith("untitled:") ? this.folderOf(uri) : null;
    return folder === null ? uri : `${withSlash(folder)}-`;
  }

  /** The innermost workspace folder around a file. */
  private folderOf(document: string): string | null {
    const uri = this.fileOf(document);
    const folders = Object.keys(this.settings.folders);
    if (uri.startsWith("untitled:")) return folders[0] ?? null;
    const around = folders.filter((folder) => isInFolder(uri, folder));
    return around.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  /** The query texts of a document as they are now. */
  views(document: TextDocument): readonly View[] {
    const parsed = this.parse(document);
    if (parsed.regions.length === 0) return [];
    const importsOf = (regions: readonly ParsedRegion[]) => regions.flatMap((one) => one.parsed.ast.imports);
    const isOneFile = parsed.pieces.length > 0;
    const sources = isOneFile
      ? [this.sourcesOf(document.uri, parsed.imports)]
      : parsed.regions.map((one, i) =>
          this.sourcesOf(document.uri, importsOf([one]), importsOf(cellsBefore(document, parsed.regions, i))),
        );
    const basis = sources.flatMap(({ schema, data }) => [schema.value, schema.state, data.value, data.state]);
    if (parsed.basis.length !== basis.length || basis.some((value, index) => value !== parsed.basis[index])) {
      const { regions } = parsed;
      const before = latestViews(parsed);
      parsed.before = [];
      parsed.views = regions.map((one, index) => {
        const source = sources[isOneFile ? 0 : index]!;
        const same = sameIn(before, index, regions.length, one.parsed);
        return same !== undefined && isSameView(same, document, one, source) ? same : this.view(document, one, source);
      });
      parsed.basis = basis;
    }
    return parsed.views;
  }

  /** The query texts as they run: a file of queries is one, so that what is said about a run is said about the file. */
  runViews(document: TextDocument): readonly View[] {
    const views = this.views(document);
    const [first, ...others] = views;
    if (first === undefined || others.length === 0 || first.region.quote !== null) return views;
    const text = document.getText();
    const parsed = parse(text);
    const region = { ...first.region, start: 0, text };
    const { schema, data, collection } = first;
    const { diagnostics } = parsed;
    return [this.view(document, { region, parsed, diagnostics, notes: {} }, { schema, data, collection })];
  }

  /** The query text at a position, null if there is none: in a script, outside of queries. */
  placeAt(document: TextDocument, position: Position): Place | null {
    const offset = document.offsetAt(position);
    const view = this.views(document).find(({ region }) => isInRegion(region, offset));
    return view === undefined ? null : { view, offset: toOffset(view, position) };
  }

  /** A file that may not be open. */
  document(uri: string): TextDocument | null {
    const text = this.host.readText(uri);
    if (text === null || text === undefined) {
      this.documents.delete(uri);
      return null;
    }
    const cached = this.documents.get(uri);
    if (cached?.getText() === text) return cached;
    const document = TextDocument.create(uri, this.languageOf(uri), 0, text);
    this.documents.set(uri, document);
    return document;
  }

  private languageOf(uri: string): string {
    return this.languages.get(uri) ?? this.host.notebook?.(uri)?.languageId ?? "";
  }

  /** All query and script files, as they are now; `own` instead of what is read of its file. */
  allDocuments(own: TextDocument | null = null): readonly TextDocument[] {
    const uris = this.host
      .files()
      .filter((uri) => uri !== own?.uri && fileKind({ uri, languageId: this.languageOf(uri) }) !== "other");
    const documents = uris.map((uri) => this.document(uri)).filter((document) => document !== null);
    return own === null ? documents : [own, ...documents];
  }

  schemaFile(uri: string): SchemaFile | null | undefined {
    return readOnce(this.host, this.schemas, uri, (_, text) => {
      const file = readSchemaFile(uri, text);
      return file.schema === null ? file : { ...file, schema: this.withFormer(uri, file.schema) };
    });
  }

  private withFormer(uri: string, schema: Schema): Schema {
    this.former.note(uri, schema);
    return this.former.withFormer(uri, schema);
  }

  dataFile(uri: string): DataFile | null | undefined {
    const isCurrent = ({ reading }: DataFile): boolean => reading === this.readingOf(uri);
    return readOnce(
      this.host,
      this.data,
      uri,
      (_, text) => {
        const reading = this.readingOf(uri);
        if (reading === undefined) return undefined;
        const ahead = this.host.dataFile?.(uri, text);
        if (ahead?.text === text && isCurrent(ahead)) return ahead;
        return isReadLater(uri) ? undefined : readDataFile(uri, text, reading);
      },
      isCurrent,
    );
  }

  /** Settings of the configuration for a data file; undefined: not known yet. */
  private readingOf(uri: string): DataReading | null | undefined {
    return this.host.dataReading === undefined ? null : this.host.dataReading(uri);
  }

  /** Tests that a configuration concerns a data file, in a workspace whose data may be read. */
  private isConfigured(uri: string): boolean {
    return this.settings.trusted && isDataName(uri) && Boolean(this.readingOf(uri));
  }

  /** The schema that the configuration has for data: of several files that of the first with one; null if there is none, or it is not known yet. */
  private configuredSchema(data: string | null, from: string): string | null {
    if (data === null || this.host.dataReading === undefined) return null;
    const isFile = this.host.readText(data) !== null;
    const uris = isFile ? [data] : dataUris(this.host, data, this.folderOf(from) ?? folderOf(from));
    for (const uri of uris ?? []) {
      const schema = this.readingOf(uri)?.schema;
      if (schema) return schema;
    }
    return null;
  }

  /** Problems of a data file that queries read, or that a configuration concerns; none for other files. */
  dataMistakes(uri: string): readonly Diagnostic[] {
    return this.data.has(uri) || this.isConfigured(uri) ? (this.dataFile(uri)?.diagnostics ?? []) : [];
  }

  /** The trees that a pattern names, or the one that a folder is; null: there are none, undefined: not all is read yet. What can't be read is a problem. */
  private collectionAt(uri: string, from: string) {
    const within = this.folderOf(from) ?? folderOf(from);
    const uris = dataUris(this.host, uri, within);
    if (!uris) return uris;
    const files = uris.map((one) => this.dataFile(one));
    if (files.includes(undefined)) return undefined;
    const read = files.filter((file) => file?.tree);
    const broken = files.find((file) => file && !file.tree);
    const problem = broken ? `${fileName(broken.uri)}: ${broken.problem ?? "it is too large."}` : null;
    const base = isPattern(uri) ? within : uri;
    const trees = read.map((file) => ({ name: nameBelow(file!.uri, base), tree: file!.tree! }));
    for (const file of read) this.uris.set(file!.tree!, file!.uri);
    const collection = trees.length === 0 ? null : this.collected(trees);
    if (collection === null || isPattern(uri)) return { collection, tree: null, problem };
    const folder = this.folders(collection)(fileName(uri.replace(/\/$/, "")));
    return { collection: null, tree: folder.tree, problem: problem ?? folder.problem };
  }

  /** The texts of the data that a tree was read from, as they are now: that of a file, or of each document of a folder by its name. */
  textsOf(data: string | null, tree: Tree): DataTexts {
    if (data === null) return NO_TEXTS;
    const texts = new Map<string | null, TextDocument>();
    const add = (name: string | null, uri: string): void => {
      const file = this.dataFile(uri);
      if (file) texts.set(name, file.document);
    };
    if (tree.source.documents === undefined) add(null, data);
    else for (const { name } of tree.source.documents) add(name, uriBelow(name, data));
    return texts;
  }

  /** The file of a tree of a collection. */
  uriOf(tree: Tree): string | null {
    return this.uris.get(tree) ?? null;
  }

  /** The same object for the same trees. */
  private collected(trees: readonly NamedTree[]): Collection {
    const cached = this.collections.get(trees[0]!.tree);
    const isSame =
      cached?.trees.length === trees.length && cached.trees.every(({ tree }, i) => tree === trees[i]!.tree);
    if (isSame) return cached;
    const collection = new Collection(trees);
    this.collections.set(trees[0]!.tree, collection);
    return collection;
  }

  /**
   * The schema in an open document, the same that queries see. Null for other documents: it counts as one by its name together with its
   * shape, by its `$schema`, or by an import in a query.
   */
  schemaIn(document: TextDocument): SchemaFile | null {
    if (fileKind(document) !== "schema") return null;
    const { uri } = document;
    const text = document.getText();
    if (!isMarked(uri, text) && !this.isImportedSchema(uri)) return null;
    const file = this.schemaFile(uri);
    return file?.text === text ? file : readSchemaFile(uri, text);
  }

  /** Tests that a query imports this file as its schema, or the settings name it. */
  private isImportedSchema(uri: string): boolean {
    const { schema: named, folders } = this.settings;
    if (uri === named || Object.values(folders).some((folder) => folder.schema === uri)) return true;
    for (const { views } of this.parsed.values()) if (views.some(({ schema }) => schema.uri === uri)) return true;
    return false;
  }

  /** The schema by which a query that was looked at reads this data file, else that of its configuration; null if there is none. */
  schemaOfData(uri: string): Schema | null {
    const schema = this.schemaUriOfData(uri);
    return schema === null ? null : (this.schemaFile(schema)?.schema ?? null);
  }

  private schemaUriOfData(uri: string): string | null {
    for (const { views } of this.parsed.values()) {
      const view = views.find(({ data, schema }) => data.uri === uri && schema.value !== null);
      if (view !== undefined) return view.schema.uri;
    }
    return this.isConfigured(uri) ? this.configuredSchema(uri, uri) : null;
  }

  /** A document of an update that is in no file. It imports the data, and the schema by which that is read. */
  updateOn(data: string, update: string): TextDocument {
    const importOf = (what: Import["what"], uri: string | null): string =>
      uri === null ? "" : `import ${what} "${uri.split("/").map(fileName).join("/").replaceAll('"', '""')}";\n`;
    const imports = importOf("data", data) + importOf("schema", this.schemaUriOfData(data));
    return TextDocument.create(
      `${data}#written`,
      "sxp",
      0,
      `${imports}declare update written() := ${update.replace(/;\s*$/, "")};`,
    );
  }

  /** Gives up what is kept of a file. */
  forget(uri: string): void {
    for (const map of [this.parsed, this.schemas, this.data, this.documents, this.languages, this.matters])
      map.delete(uri);
  }

  private parse(document: TextDocument): ParsedRegions {
    const text = document.getText();
    if (document.languageId !== "") this.languages.set(document.uri, document.languageId);
    const cached = this.parsed.get(document.uri);
    if (cached?.text === text) return cached;
    const parsed = parseRegions(document, cached, this.host.notebookCells);
    if (parsed.regions.length > 0) this.parsed.set(document.uri, parsed);
    else this.parsed.delete(document.uri);
    return parsed;
  }

  private sourcesOf(uri: string, imports: readonly Import[], earlier: readonly Import[] = []): Sources {
    const settings = this.settingsOf(uri);
    const chosen = settings.files[this.fileOf(uri)];
    const importedUri = ({ path }: Import): string | null =>
      path.kind === "StringLiteral" ? resolveUri(path.value, this.baseOf(uri)) : null;
    const before = [...earlier.toReversed(), ...this.importsBefore(uri)];
    const at = (what: Import["what"], fallback: string | null): Source<never> => {
      const path = imports.find((one) => one.what === what) ?? null;
      const nearest = before.find((one) => one.what === what);
      return {
        ...NOTHING,
        path,
        uri: path !== null ? importedUri(path) : nearest === undefined ? fallback : importedUri(nearest),
      };
    };
    const dataAt = at("data", chosen?.data ?? settings.data);
    const named = chosen?.schema ?? settings.schema;
    const importsSchema = [...imports, ...before].some(({ what }) => what === "schema");
    const isOpen = named === null && settings.trusted && !importsSchema;
    const configured = isOpen ? this.configuredSchema(dataAt.uri, uri) : null;
    const schema = readSource(at("schema", named ?? configured), (file) => {
      const schemaFile = this.schemaFile(file);
      return schemaFile?.schema === null
        ? { value: null, problem: schemaFile.diagnostics[0]?.message ?? "It has no types." }
        : schemaFile && { value: schemaFile, problem: null };
    });
    if (!settings.trusted) return { schema, data: { ...NOTHING, path: dataAt.path }, collection: null };
    const declared = schema.value?.schema ?? null;
    let collection: Collection | null = null;
    const data = readSource<Tree>(dataAt, (file) => {
      const dataFile = this.dataFile(file);
      if (dataFile === null) {
        const several = this.collectionAt(file, uri);
        collection = several?.collection ?? null;
        const value = collection === null ? (several?.tree ?? null) : this.together(collection);
        return several && { value, problem: several.problem };
      }
      if (!dataFile?.tree) return dataFile && { value: null, problem: dataFile.problem };
      return { value: declared === null ? dataFile.tree : foldFields(dataFile.tree, declared), problem: null };
    });
    return { schema, data, collection };
  }

  /** Imports of earlier cells that hold for a cell, the nearest first. */
  private importsBefore(uri: string): readonly Import[] {
    const before = this.host.notebook?.(uri)?.before ?? [];
    return before.toReversed().flatMap((cell) => {
      const document = this.document(cell);
      const asts = document === null ? [] : this.parse(document).regions.map(({ parsed }) => parsed.ast);
      return asts.length === 1 && hasOnlyImports(asts[0]!) ? asts[0]!.imports : [];
    });
  }

  private view(document: TextDocument, region: ParsedRegion, sources: Sources): RegionView {
    const declared = sources.schema.value?.schema ?? null;
    const { value, uri } = sources.data;
    const inferred = declared === null && value !== null ? this.infer(sources.collection ?? value) : null;
    const effectiveSchema = inferred === null ? declared : this.withFormer(uri!, inferred);
    return new RegionView(document, region, sources, effectiveSchema);
  }
}

/** The cells of imports alone before a cell of a notebook; none in a script. */
const cellsBefore = (document: TextDocument, regions: readonly ParsedRegion[], index: number) =>
  fileKind(document) === "notebook" ? regions.slice(0, index).filter(({ parsed }) => hasOnlyImports(parsed.ast)) : [];

/** Content at the place of a source; null: no file, undefined: not read yet. */
function readSource<T>(
  at: Source<never>,
  read: (uri: string) => Pick<Source<T>, "value" | "problem"> | null | undefined,
): Source<T> {
  if (at.uri === null) return at;
  const reading = read(at.uri);
  if (!reading) return { ...at, state: reading === null ? "missing" : "loading" };
  return { ...at, ...reading, state: reading.value === null ? "broken" : "ready" };
}

const isMarked = (uri: string, text: string): boolean =>
  /"\$schema"\s*:\s*"[^"]*sxp-schema\.json"/.test(text) ||
  (/\.schema\.json$/i.test(uri) && /"types"\s*:/.test(text) && /"roots"\s*:/.test(text));

function readOnce<T extends { readonly text: string }>(
  host: LanguageHost,
  kept: Map<string, T>,
  uri: string,
  read: (uri: string, text: string) => T | undefined,
  isCurrent: (known: T) => boolean = () => true,
): T | null | undefined {
  const text = host.readText(uri);
  const cached = kept.get(uri);
  if (cached !== undefined && cached.text === text && isCurrent(cached)) return cached;
  if (text === null || text === undefined) {
    kept.delete(uri);
    return text;
  }
  const file = read(uri, text);
  if (file !== undefined) kept.set(uri, file);
  return file;
}
