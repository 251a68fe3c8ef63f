/** Edits of files: what of writing needs Node. */
import { createHash, randomUUID } from "node:crypto";
import { chmod, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { diagnose } from "@semantic-xpath/parser";
import { formatOf, type ReadAsOptions, readAs } from "@semantic-xpath/readers";
import { encodingName, readRegularFile } from "@semantic-xpath/readers/node";
import {
  type Edit,
  type FormatName,
  getOrMake,
  nodeData,
  type Tree,
  type TreeDocument,
  treeOf,
  UNLIMITED,
} from "@semantic-xpath/tree";
import { decodedFile, type Encoding, encodedFile } from "./encoding.js";
import { mergeOutside } from "./merge/mergeOutside.js";
import { editName } from "./place/describeEdit.js";
import { type EditableSource, type EditedSource, editSource, renumbered } from "./place/editSource.js";
import { isDerived } from "./place/markdown/derived.js";
import { isSameTree } from "./place/sameTree.js";
import { WriteError } from "./problems.js";

/** A file as it was when it was read. */
export interface OpenedFile extends EditableSource {
  /** As it was given. */
  readonly path: string;
  /** A hash of its bytes, by which a change from outside is seen. */
  readonly hash: string;
  readonly encoding: Encoding;
}

export interface OpenOptions extends ReadAsOptions {
  /** Default: by its extension of the name, else by the beginning of the text. */
  readonly format?: FormatName;
  /** Reader of the text. Default: `readAs(format, text, options)`. */
  readonly read?: EditableSource["read"];
}

/**
 * Opens a file for editing. Rejects with the errors of the readers, and with an error that has a `code` if the file can't be read.
 * Rejects with a `WriteError` (SXP4032) if the text can't be encoded to the same bytes again.
 */
export async function openSource(path: string, options: OpenOptions = {}): Promise<OpenedFile> {
  const { format, read, ...rest } = options;
  const bytes = await readRegularFile(path);
  const decoded = decodedFile(bytes, encodingName(bytes));
  if (decoded === null) throw unwritten(path, "its bytes are in an encoding that is not written");
  const { text, encoding } = decoded;
  const named = format ?? formatOf(path);
  const reader = read ?? ((given: string): Promise<Tree> => readAs(named, given, rest));
  const tree = await reader(text);
  const formatName = named ?? (tree.source.format as FormatName);
  return { path, hash: hashOf(bytes), encoding, text, tree, format: formatName, read: reader };
}

export interface EditFileOptions {
  /** Applies the edits to the present file if it was changed since it was read. Default: that is refused. */
  readonly merge?: boolean;
}

/**
 * Writes edits of a tree into the file that it was read from, if the file has not changed since: it is read again first, and what is
 * written takes its place whole. Permissions, encoding and byte order mark stay; of a link the file that it leads to is edited. Gives the
 * file as it is then.
 *
 * Rejects with a `WriteError`: SXP4032 as `editSource` does; SXP4033 and SXP4034 where the file was changed outside, all of them in its
 * `diagnostics`. Then, and where the disk refuses, the file is as it was.
 */
export async function editFile(
  file: OpenedFile,
  edits: readonly Edit[],
  { merge = false }: EditFileOptions = {},
): Promise<OpenedFile & EditedSource> {
  const now = hashOf(await readRegularFile(file.path)) === file.hash ? file : await reopened(file);
  const pending = now === file ? edits : mergedEdits(file, edits, now, merge);
  return writeFileBack(await prepared(now, pending));
}

/** Edits of a file, made but not written. */
interface Prepared {
  readonly file: OpenedFile;
  readonly edited: EditedSource;
  readonly bytes: Uint8Array;
}

async function prepared(file: OpenedFile, edits: readonly Edit[]): Promise<Prepared> {
  const edited = await editSource(file, edits);
  const bytes = encodedFile(edited.text, file.encoding);
  if (bytes === null)
    throw unwritten(file.path, `a character of the new text is not in ${file.encoding.name}, its encoding`);
  return { file, edited, bytes };
}

async function writeFileBack({ file, edited, bytes }: Prepared): Promise<OpenedFile & EditedSource> {
  if (edited.text !== file.text) await replaceFile(file, bytes);
  return { ...file, ...edited, hash: hashOf(bytes) };
}

export interface EditDocumentsOptions {
  /** The path of a document's file. Default: the name that the tree has for it. */
  readonly pathOf?: (name: string) => string;
}

/**
 * Writes edits of a tree that is made of several documents, such as a folder of notes, into the files that they are about, and no others. All
 * of them are made before the first file is written, so that one that is refused leaves every file as it was.
 *
 * Rejects with a `WriteError`: SXP4032 for an edit that is about several files, or about a folder; SXP4034 where a file was changed since the
 * tree was read; else as `editFile` does.
 */
export async function editDocuments(
  tree: Tree,
  edits: readonly Edit[],
  { pathOf = (name) => name }: EditDocumentsOptions = {},
): Promise<readonly (OpenedFile & EditedSource)[]> {
  const byDocument = new Map<TreeDocument, Edit[]>();
  for (const edit of edits) {
    const document = documentOf(tree, edit);
    getOrMake(byDocument, document, () => [] as Edit[]).push(renumbered(edit, (node) => node - before(document))!);
  }
  const all: Prepared[] = [];
  for (const [document, own] of byDocument) {
    const file = await openSource(pathOf(document.name), { format: document.format });
    const part = treeOf(nodeData(tree, before(document) + 1), UNLIMITED);
    if (!isSameTree(part, file.tree, isOfPlace))
      throw changedOutside(
        file.path,
        "the file was changed since it was read, or was read with a mapping or other options",
      );
    all.push(await prepared(file, own));
  }
  const done: (OpenedFile & EditedSource)[] = [];
  for (const one of all) done.push(await writeFileBack(one));
  return done;
}

/** Number of nodes before the first one of the file: formats other than notes have a node `Document` around the content. */
const before = ({ node, format }: TreeDocument): number => (format === "markdown" ? node - 1 : node);

/** Tests that an attribute of a note in a folder comes from its place, or from the targets of its links. */
const isOfPlace = (type: string, name: string): boolean =>
  isDerived(type, name) || (type === "Document" && ["id", "name", "path"].includes(name));

/** The document that an edit is about; its top is the file's own, and can't go away. */
function documentOf(tree: Tree, edit: Edit): TreeDocument {
  const nodes = [
    ...("node" in edit ? [edit.node] : []),
    ...("parent" in edit ? [edit.parent] : []),
    ...("before" in edit && edit.before != null ? [edit.before] : []),
  ];
  const documents = new Set(nodes.map((node) => tree.documentOf(node)));
  const [document = null] = documents;
  if (document === null || documents.size > 1 || nodes.some((node) => node <= before(document)))
    throw unwritten(editName(tree, edit), "it is not about what is in one file", "");
  return document;
}

async function reopened(file: OpenedFile): Promise<OpenedFile> {
  const { format } = file;
  return openSource(file.path, file.read === undefined ? { format } : { format, read: file.read });
}

function mergedEdits(file: OpenedFile, edits: readonly Edit[], now: OpenedFile, isMerged: boolean): readonly Edit[] {
  if (!isMerged) {
    throw changedOutside(file.path);
  }
  const merged = mergeOutside(file.tree, edits, now.tree);
  const [first, ...others] = merged.conflicts.map(({ diagnostic }) => diagnostic);
  if (first !== undefined) throw new WriteError(first, [first, ...others]);
  return merged.edits;
}

/** Replaces a file by a temporary one beside it, which is synced to the disk before: no reader sees half of it. */
async function replaceFile({ path, hash }: OpenedFile, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode & 0o7777);
    if (hashOf(await readRegularFile(target)) !== hash)
      throw unwritten(path, "the file was changed while it was edited");
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const unwritten = (name: string, problem: string, prefix = "An edit of "): WriteError =>
  new WriteError(diagnose("SXP4032", { start: 0, end: 0 }, { edit: prefix + name, problem }));

const changedOutside = (path: string, problem = "the file was changed since it was read"): WriteError => {
  return new WriteError(diagnose("SXP4034", { start: 0, end: 0 }, { edit: `An edit of ${path}`, problem }));
};
