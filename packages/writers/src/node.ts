/** Edits of files: what of writing needs Node. */
import { createHash, randomUUID } from "node:crypto";
import { chmod, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { diagnose } from "@semantic-xpath/parser";
import { formatOf, type ReadAsOptions, readAs } from "@semantic-xpath/readers";
import { encodingName, readRegularFile } from "@semantic-xpath/readers/node";
import type { Edit, FormatName, Tree } from "@semantic-xpath/tree";
import { decodedFile, type Encoding, encodedFile } from "./encoding.js";
import { mergeOutside } from "./merge/mergeOutside.js";
import { type EditableSource, type EditedSource, editSource } from "./place/editSource.js";
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
  /** Default: by the ending of the name, else by the beginning of the text. */
  readonly format?: FormatName;
  /** How the text becomes the tree. Default: `readAs(format, text, options)`. */
  readonly read?: EditableSource["read"];
}

/**
 * Reads a file that is to be edited. Rejects with what the readers throw, with an error that has a `code` where the file can't be read,
 * and with a `WriteError` (SXP4032) where its bytes would not be written as they are: no text in its encoding.
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
  const found = named ?? (tree.source.format as FormatName);
  return { path, hash: hashOf(bytes), encoding, text, tree, format: found, read: reader };
}

export interface EditFileOptions {
  /** Whether the edits are made in the file as it is now, where it was changed since it was read. Default: that is refused. */
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
  const edited = await editSource(now, pending);
  const bytes = encodedFile(edited.text, now.encoding);
  if (bytes === null)
    throw unwritten(file.path, `a character of the new text is not in ${now.encoding.name}, its encoding`);
  if (edited.text !== now.text) await replaceFile(now, bytes);
  return { ...now, ...edited, hash: hashOf(bytes) };
}

async function reopened(file: OpenedFile): Promise<OpenedFile> {
  const { format } = file;
  return openSource(file.path, file.read === undefined ? { format } : { format, read: file.read });
}

function mergedEdits(file: OpenedFile, edits: readonly Edit[], now: OpenedFile, isMerged: boolean): readonly Edit[] {
  if (!isMerged) {
    const problem = "the file was changed since it was read";
    throw new WriteError(diagnose("SXP4034", { start: 0, end: 0 }, { edit: `An edit of ${file.path}`, problem }));
  }
  const merged = mergeOutside(file.tree, edits, now.tree);
  const [first, ...others] = merged.conflicts.map(({ diagnostic }) => diagnostic);
  if (first !== undefined) throw new WriteError(first, [first, ...others]);
  return merged.edits;
}

/** Through a file beside it, which is on the disk before it takes the place: nobody ever sees the half of it. */
async function replaceFile({ path, hash }: OpenedFile, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  try {
    const handle = await open(beside, "wx", mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(beside, mode & 0o7777);
    if (hashOf(await readRegularFile(target)) !== hash)
      throw unwritten(path, "the file was changed while it was edited");
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const unwritten = (path: string, problem: string): WriteError =>
  new WriteError(diagnose("SXP4032", { start: 0, end: 0 }, { edit: `An edit of ${path}`, problem }));
