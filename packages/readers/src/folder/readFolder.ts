import { basename, posix, relative, resolve, sep } from "node:path";
import { type Diagnostic, diagnose, suggest } from "@semantic-xpath/parser";
import { ReadError, type ReadLimits, readError, readLimits, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import { appendTree } from "../appendTree.js";
import { type FindOptions, type FoundFile, findData } from "../findData.js";
import { formatOf } from "../formats.js";
import { documentId, isExternal, linkTarget, nameOf } from "../markdown/noteLinks.js";
import { type ReadAsOptions, readAs } from "../readAs.js";
import { fileProblem, readRegularFile } from "../regularFile.js";
import { type FolderDocument, NoteIndex } from "./noteIndex.js";

export interface FolderOptions extends FindOptions, Omit<ReadAsOptions, "path" | "id" | "onDiagnostic"> {
  /**
   * Called for each problem, with the file that it is in as `TreeDocument.name` says it, and what can be read is read: also where a whole
   * file can't be. Without it the first error is thrown as a `ReadError`.
   */
  readonly onDiagnostic?: (diagnostic: Diagnostic, file: string) => void;
  /** UTF-16 units of one file, default 2²⁴: larger files are left out, with SXP4035. */
  readonly maxFileLength?: number;
  /** Whether links between notes that lead nowhere are reported, as SXP4018. Default false. */
  readonly checkLinks?: boolean;
}

/**
 * Reads a folder of notes as one tree: `Folder` (`name`) in `Folder`, in it a `Document` (`id`, `name`, `path`) for each file, in it what
 * the reader of its format gives. The order is that of the paths by code unit. Left out are names that begin with a dot, `node_modules`,
 * symbolic links (what they lead to may lie anywhere), and files without the ending of a format.
 *
 * A `Link` of a note has `to`, the id of the `Document`, `Section` or `Footnote` that it leads to. Nodes in a document have spans in the
 * text of their file (`tree.documentOf`), folders have none. Neither times nor owners of files are in the tree: it depends on what is
 * written alone.
 *
 * Throws a `ReadError`: SXP4003 where all is more than a limit, SXP4036 where there is nothing to read, SXP4037 for more than `maxFiles`.
 *
 * @example const tree = await readFolder("notes"); // //Section[node =~ "renovation"]//Task[@done = false]
 */
export async function readFolder(path: string, options: FolderOptions = {}): Promise<Tree> {
  const root = resolve(options.cwd ?? process.cwd(), path);
  const { files, problems } = await findData([path], options);
  const read = new FolderReader(root, files, options);
  for (const { name, error } of problems) {
    if (error.code !== "SXP4035") throw error;
    read.report(error, name);
  }
  return treeOf(basename(root), await read.documents(), options);
}

const MOST_UNITS = 2 ** 24;

/** Reads the files of a folder, one after the other. */
class FolderReader {
  private readonly limits: ReadLimits;
  private nodes = 0;
  private units = 0;

  constructor(
    private readonly root: string,
    private readonly files: readonly FoundFile[],
    private readonly options: FolderOptions,
  ) {
    this.limits = readLimits(options.limits);
  }

  async documents(): Promise<FolderDocument[]> {
    const documents: FolderDocument[] = [];
    const paths = this.files.map((file) => relative(this.root, file.path).split(sep).join("/"));
    const ids = idsOf(paths);
    for (const [i, file] of this.files.entries()) {
      this.options.signal?.throwIfAborted();
      const bytes = await this.bytes(file);
      const tree = bytes === null ? null : await this.tree(file, bytes, paths[i]!, ids[i]!);
      const format = formatOf(file.path)!;
      if (tree !== null && tree.size > 0)
        documents.push({ path: paths[i]!, name: file.name, id: ids[i]!, format, tree });
    }
    return documents;
  }

  /** The bytes of a file, or null with a report. */
  private async bytes({ name, path }: FoundFile): Promise<Uint8Array | null> {
    const { maxFileLength = MOST_UNITS } = this.options;
    try {
      return await readRegularFile(path, Math.min(maxFileLength, this.limits.maxInputLength));
    } catch (error) {
      this.report(readError("SXP4035", { name, reason: fileProblem(error) }), name);
      return null;
    }
  }

  /** The tree of a file, or null with a report. */
  private async tree({ name }: FoundFile, bytes: Uint8Array, path: string, id: string): Promise<Tree | null> {
    this.units += bytes.length;
    const { maxInputLength, maxNodes, maxDepth } = this.limits;
    if (this.units > maxInputLength) throw overAll("characters of input", maxInputLength, "maxInputLength");
    const levels = path.split("/").length + (formatOf(path) === "markdown" ? 0 : 1);
    const limits = { ...this.limits, maxNodes: maxNodes - this.nodes, maxDepth: Math.max(0, maxDepth - levels) };
    const onDiagnostic = (diagnostic: Diagnostic): void => this.report(new ReadError(diagnostic), name);
    try {
      const tree = await readAs(formatOf(path), bytes, { ...this.options, path, id, limits, onDiagnostic });
      this.nodes += tree.size;
      return tree;
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      if (error.parameters.option === "limits.maxNodes") throw overAll("nodes", maxNodes, "maxNodes");
      this.report(error, name);
      return null;
    }
  }

  /** Tells of a problem, or throws it where nobody listens. */
  report(problem: ReadError, name: string): void {
    const { onDiagnostic } = this.options;
    if (onDiagnostic !== undefined) onDiagnostic(problem.diagnostic, name);
    else if (problem.code === "SXP4035") throw problem;
    else if (problem.diagnostic.severity === "error") {
      const reason = problem.diagnostic.message.replace(/\.$/, "");
      throw readError("SXP4035", { name, reason }, problem.span, problem);
    }
  }
}

const overAll = (what: string, limit: number, option: keyof ReadLimits): ReadError =>
  readError("SXP4003", { what, limit, option: `limits.${option}` });

/** Ids of documents: the path without its ending, and with it where another has that already. Notes come first. */
function idsOf(paths: readonly string[]): readonly string[] {
  const ids: string[] = [];
  const taken = new Set<string>();
  const isNote = (path: string): boolean => formatOf(path) === "markdown";
  const order = [...paths.keys()].sort((a, b) => Number(isNote(paths[b]!)) - Number(isNote(paths[a]!)) || a - b);
  for (const i of order) {
    const path = paths[i]!;
    let id = taken.has(documentId(path)) ? path : documentId(path);
    for (let n = 2; taken.has(id); n++) id = `${path} ${n}`;
    taken.add(id);
    ids[i] = id;
  }
  return ids;
}

function treeOf(name: string, documents: readonly FolderDocument[], options: FolderOptions): Tree {
  const builder = new TreeBuilder({ format: "folder", spans: true }, readLimits(options.limits));
  const links = new LinkResolver(documents, options);
  const open: string[] = [];
  const enter = (folder: string): void => {
    builder.open("Folder");
    builder.attribute("name", folder);
  };
  enter(name);
  for (const document of documents) {
    const folders = document.path.split("/").slice(0, -1);
    const same = folders.findIndex((folder, i) => folder !== open[i]);
    const kept = same < 0 ? folders.length : same;
    for (; open.length > kept; open.pop()) builder.close();
    for (const folder of folders.slice(kept)) {
      enter(folder);
      open.push(folder);
    }
    addDocument(builder, document, links);
  }
  return builder.finish();
}

function addDocument(builder: TreeBuilder, document: FolderDocument, links: LinkResolver): void {
  const { name, id, path, format, tree } = document;
  builder.beginDocument(name, format);
  if (format === "markdown") {
    appendTree(builder, tree, {
      also: (node) => {
        const to = links.targetOf(node, document);
        if (to !== null) builder.attribute("to", to);
      },
    });
  } else {
    builder.open("Document", 0);
    for (const [key, value] of Object.entries({ id, name: nameOf(path), path })) builder.attribute(key, value);
    appendTree(builder, tree);
    builder.close(tree.spanEnd?.[1] ?? 0);
  }
  builder.endDocument();
}

/** Links that are said to lead nowhere with what was meant: to look for that costs more than all else. */
const MOST_SUGGESTED = 100;

class LinkResolver {
  private readonly index: NoteIndex;
  private unresolved = 0;

  constructor(
    documents: readonly FolderDocument[],
    private readonly options: FolderOptions,
  ) {
    this.index = new NoteIndex(documents);
  }

  /** The id that a link of a note leads to, where it has none yet; null for what is no link, leads out, or nowhere. */
  targetOf(node: number, document: FolderDocument): string | null {
    const { tree } = document;
    if (tree.type[node] !== tree.typeId("Link") || tree.attribute(node, "to") !== undefined) return null;
    const href = tree.attribute(node, "href") ?? "";
    if (href === "" || isExternal(href)) return null;
    const to = this.index.resolve(href, document);
    if (to === null && this.options.checkLinks === true && isNote(href, document))
      this.reportUnresolved(node, href, document);
    return to;
  }

  private reportUnresolved(node: number, href: string, { name, tree }: FolderDocument): void {
    const suggestions = ++this.unresolved > MOST_SUGGESTED ? [] : suggest(nameOf(href), this.index.names).slice(0, 3);
    this.options.onDiagnostic?.(diagnose("SXP4018", tree.node(node).span!, { href, suggestions }), name);
  }
}

/** Whether an address means a note: not a picture or folder, nor what lies outside of all notes. */
function isNote(href: string, from: FolderDocument): boolean {
  const { note } = linkTarget(href);
  if (note.endsWith("/") || posix.join(posix.dirname(from.path), note).startsWith("..")) return false;
  return formatOf(note) !== null || !/\.\w{1,5}$/.test(note);
}
