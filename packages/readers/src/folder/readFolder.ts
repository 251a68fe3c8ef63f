import { basename, relative, resolve, sep } from "node:path";
import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { ReadError, type ReadLimits, readError, readLimits, type Tree } from "@semantic-xpath/tree";
import { type FindOptions, type FoundFile, findData } from "../findData.js";
import { formatOf } from "../formats.js";
import { type ReadAsOptions, readAs } from "../readAs.js";
import { fileProblem, readRegularFile } from "../regularFile.js";
import { documentIds, folderTree } from "./folderTree.js";
import type { FolderDocument } from "./noteIndex.js";

export interface FolderOptions extends FindOptions, Omit<ReadAsOptions, "path" | "id" | "onDiagnostic"> {
  /**
   * Called for each problem, with the file that it is in as `TreeDocument.name` says it, and what can be read is read: also where a whole
   * file can't be. Without it the first error is thrown as a `ReadError`.
   */
  readonly onDiagnostic?: (diagnostic: Diagnostic, file: string) => void;
  /** For what a reader has to say about a file, such as its mapping; its warnings go to the `onDiagnostic` in here, where there is one. */
  readonly optionsFor?: (file: string) => ReadAsOptions | Promise<ReadAsOptions>;
  /** UTF-16 units of one file, default 2²⁴: larger files are left out, with SXP4035. */
  readonly maxFileLength?: number;
  /** Reports links between notes that lead nowhere, as SXP4018. Default false. */
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
  return folderTree(basename(root), await read.documents(), options);
}

const MAX_UNITS = 2 ** 24;

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
    const ids = documentIds(paths);
    for (const [i, file] of this.files.entries()) {
      this.options.signal?.throwIfAborted();
      const bytes = await this.bytes(file);
      const tree = bytes === null ? null : await this.tree(file, bytes, paths[i]!);
      const format = formatOf(file.path)!;
      if (tree !== null && tree.size > 0)
        documents.push({ path: paths[i]!, name: file.name, id: ids[i]!, format, tree });
    }
    return documents;
  }

  /** The bytes of a file, or null with a report. */
  private async bytes({ name, path }: FoundFile): Promise<Uint8Array | null> {
    const { maxFileLength = MAX_UNITS } = this.options;
    try {
      return await readRegularFile(path, Math.min(maxFileLength, this.limits.maxInputLength));
    } catch (error) {
      this.report(readError("SXP4035", { name, reason: fileProblem(error) }), name);
      return null;
    }
  }

  /** The tree of a file, or null with a report. */
  private async tree({ name }: FoundFile, bytes: Uint8Array, path: string): Promise<Tree | null> {
    this.units += bytes.length;
    const { maxInputLength, maxNodes, maxDepth } = this.limits;
    if (this.units > maxInputLength) throw overAll("characters of input", maxInputLength, "maxInputLength");
    const levels = path.split("/").length + (formatOf(path) === "markdown" ? 0 : 1);
    const limits = { ...this.limits, maxNodes: maxNodes - this.nodes, maxDepth: Math.max(0, maxDepth - levels) };
    const fileOptions = await this.options.optionsFor?.(name);
    const onDiagnostic = (diagnostic: Diagnostic): void => {
      if (diagnostic.severity !== "error" && fileOptions?.onDiagnostic !== undefined)
        fileOptions.onDiagnostic(diagnostic);
      else this.report(new ReadError(diagnostic), name);
    };
    try {
      const tree = await readAs(formatOf(path), bytes, { ...this.options, ...fileOptions, limits, onDiagnostic });
      this.nodes += tree.size;
      return tree;
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      if (error.parameters.option === "limits.maxNodes") throw overAll("nodes", maxNodes, "maxNodes");
      this.report(isTooDeep(error) ? overAll("levels of nesting", maxDepth, "maxDepth", error.span) : error, name);
      return null;
    }
  }

  /** Reports a problem, or throws it without a listener. */
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

const overAll = (what: string, limit: number, option: keyof ReadLimits, span?: Span): ReadError =>
  readError("SXP4003", { what, limit, option: `limits.${option}` }, span);

const isTooDeep = ({ parameters }: ReadError): boolean => parameters.option === "limits.maxDepth";
