import { parseSchema, printSchema, problemOfValue, type Schema } from "@semantic-xpath/planner";
import { readTree } from "@semantic-xpath/readers";
import type { SegmentedTree, Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { isSameTree, writeJson } from "@semantic-xpath/writers";
import * as z from "zod/mini";
import { memoryError } from "../memoryError.js";
import { addVersion } from "./commit.js";
import type { Draft } from "./draft.js";
import { branchNameProblem, checkTaskName } from "./names.js";
import { FACTS, OPERATION } from "./recordShapes.js";
import { MAIN } from "./state.js";
import type { Store } from "./store.js";
import type { Task } from "./task.js";
import { patched } from "./threeWay.js";
import { treeFile } from "./treeFile.js";
import { prunedVersion, type Version } from "./version.js";

/** Name of the file that describes the others. */
export const EXPORT_FILE = "task.json";
const FORMAT = "semantic-xpath-task";

export interface ExportOptions {
  /** Format of the trees; a tree that XML can't hold is written as JSON. Default: xml. */
  readonly format?: "xml" | "json";
  /** Only this version. Default: all. */
  readonly version?: number | string;
}

/** A file of an export: its path in the folder, with `/`, and its text. */
interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

const count = z.int().check(z.minimum(1));
const branchName = z.string().check(z.refine((name) => branchNameProblem(name) === null));
/** The path of a file; a version that was pruned has none. */
const path = z.exactOptional(z.string());
const shownWords = z._default(z.nullable(z.string()), null);

const exportedVersion = z.object({
  number: count,
  branch: branchName,
  ...FACTS,
  operation: z.union([OPERATION, z.literal("pruned")]),
  pruned: z.optional(FACTS.time),
  tree: path,
  keys: path,
  schema: path,
});
type ExportedVersion = z.infer<typeof exportedVersion>;

/** Content of `task.json`. */
const exported = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  name: z.string(),
  title: shownWords,
  description: shownWords,
  branches: z
    .array(z.object({ name: branchName, head: count, from: z._default(z.nullable(count), null) }))
    .check(z.refine((branches) => branches.some(({ name }) => name === MAIN))),
  versions: z.array(exportedVersion).check(z.minLength(1)),
});
type ExportedTask = z.infer<typeof exported>;

const keyRun = z.array(z.tuple([count, count]));

/**
 * A task as plain files: trees as XML or JSON, keys and schemas beside them, and `task.json`. Written one after the other, so that no more than one
 * tree is in memory.
 */
export function* exportedFiles(task: Task, { format = "xml", version }: ExportOptions = {}): Generator<ExportedFile> {
  const chosen = version === undefined ? null : task.version(version);
  if (chosen?.isPruned) throw prunedVersion(task.state, task.state.versions[chosen.number - 1]!);
  const schemas = new Map<string, string>();
  const versions: ExportedVersion[] = [];
  for (const each of chosen === null ? task.versions() : [chosen]) {
    const about = aboutVersion(each, chosen !== null);
    if (each.isPruned) {
      versions.push(about);
      continue;
    }
    const { text, ...file } =
      format === "xml" && each.nodes > 0 ? treeFile(each.tree()) : { format: "json", text: writeJson(each.tree()) };
    const tree = { path: `versions/${each.number}.${file.format}`, text };
    const keys = { path: `versions/${each.number}.keys.json`, text: `${JSON.stringify(keyRuns(each.tree()))}\n` };
    yield tree;
    yield keys;
    const schema = each.schema === null ? null : printSchema(each.schema);
    if (schema !== null && !schemas.has(schema)) {
      schemas.set(schema, `schemas/${schemas.size + 1}.json`);
      yield { path: schemas.get(schema)!, text: schema };
    }
    const paths = { tree: tree.path, keys: keys.path, schema: schema === null ? undefined : schemas.get(schema) };
    versions.push({ ...about, ...defined(paths) });
  }
  const { name, title, description } = task;
  const branches = chosen === null ? task.branches() : [{ name: MAIN, head: 1, from: null }];
  const all: ExportedTask = { format: FORMAT, version: 1, name, title, description, branches: [...branches], versions };
  yield { path: EXPORT_FILE, text: `${JSON.stringify(all, null, 2)}\n` };
}

function aboutVersion(version: Version, isAlone: boolean): ExportedVersion {
  const { number, branch, parents, time, operation, of } = version;
  const provenance = Object.keys(version.provenance).length > 0 ? version.provenance : undefined;
  const place = isAlone ? { number: 1, branch: MAIN, parents: [] } : { number, branch, parents };
  const pruned = version.prunedTime ?? undefined;
  return defined({ ...place, time, operation, pruned, of: isAlone || of === null ? undefined : of, provenance });
}

/** The keys of nodes in document order, as runs: first key and how many follow each other. */
function keyRuns(tree: Tree): readonly (readonly [first: number, count: number])[] {
  const runs: [number, number][] = [];
  for (let node = 1; node <= tree.size; node++) {
    const key = tree.keyOf(node);
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === key) last[1]++;
    else runs.push([key, 1]);
  }
  return runs;
}

/**
 * Imports an export of `exportedFiles` as a new task, with its numbers, keys, times and provenance. `read` returns the text of a file. Throws a
 * `MemoryError`: SXP5021 for a damaged export or none, SXP5014 if the name is taken; then nothing was written.
 */
export function importExported(memory: Store, name: string, read: (path: string) => string): Task {
  const exported = parsedExport(read(EXPORT_FILE));
  return memory.write((draft) => {
    checkTaskName(name, memory.hasTask(name));
    const id = draft.state.nextTask;
    const [title, description] = [exported.title ?? undefined, exported.description ?? undefined];
    draft.add(defined({ kind: "task" as const, task: id, name, title, description }));
    let freeKey = 1;
    for (const version of exported.versions) freeKey = addImported({ memory, draft, task: id, read }, version, freeKey);
    const branches = new Set(exported.branches.map(({ name }) => name));
    for (const branch of [...draft.task(id).branches.keys()])
      if (!branches.has(branch)) draft.add({ kind: "deleteBranch", task: id, branch });
    for (const { name: branch, head } of exported.branches)
      if (draft.task(id).branches.get(branch)?.head !== head)
        draft.add({ kind: "branch", task: id, branch, from: head });
    return memory.taskById(id);
  });
}

interface Importing {
  readonly memory: Store;
  readonly draft: Draft;
  readonly task: number;
  readonly read: (path: string) => string;
}

/** The next free key after it. */
function addImported({ memory, draft, task, read }: Importing, version: ExportedVersion, freeKey: number): number {
  const { branch, parents, time, operation, of, provenance } = version;
  if (operation === "pruned") {
    const { number, pruned } = version;
    draft.add(
      defined({ kind: "pruned" as const, task, version: number, branch, parents, nextKey: freeKey, time, pruned }),
    );
    return freeKey;
  }
  const tree = keyedTree(version, read);
  const next = tree.key!.reduce((most, key) => Math.max(most, key + 1), freeKey);
  const adopted = memory.contents.adopt(task, tree, true);
  const before = parents[0] === undefined ? null : memory.taskById(task).version(parents[0]);
  const schema = version.schema === undefined ? null : readSchemaText(version.schema, read);
  const shared = before === null || before.isPruned ? adopted : sharing(before.segments, adopted, tree);
  const committing = defined({ branch, parents, operation, of, schema, time, freeKey: next, tree: shared });
  addVersion(memory, draft, task, committing, defined({ provenance }));
  return next;
}

/** The tree made of the one before, where that gives the same: then the two share what is the same. */
function sharing(before: SegmentedTree, whole: SegmentedTree, tree: Tree): SegmentedTree {
  const candidate = patched(before, whole);
  return isSameTree(candidate.toTree(), tree) ? candidate : whole;
}

function keyedTree(
  { tree: path = "", keys: keysPath = "", number }: ExportedVersion,
  read: (path: string) => string,
): Tree {
  const text = readPart(path, read);
  const tree = guarded(path, () => readTree(text, { format: path.endsWith(".xml") ? "xml" : "json" }));
  const { data: runs } = keyRun.safeParse(guarded(keysPath, () => JSON.parse(readPart(keysPath, read)) as unknown));
  if (runs === undefined) throw notExported(keysPath, "its runs of keys are no pairs of numbers");
  const keys = new Int32Array(tree.size + 1);
  let node = 1;
  for (const [first, count] of runs) {
    if (node + count - 1 > tree.size) throw notExported(keysPath, `its runs of keys do not fit version ${number}`);
    for (let i = 0; i < count; i++) keys[node++] = first + i;
  }
  if (node !== tree.size + 1 || new Set(keys.subarray(1)).size !== tree.size)
    throw notExported(keysPath, `it has not one key for each of the ${tree.size} nodes of version ${number}`);
  return tree.withKey(keys);
}

function readSchemaText(path: string, read: (path: string) => string): Schema {
  const { schema, diagnostics } = parseSchema(readPart(path, read));
  if (schema === undefined || schema === null) throw notExported(path, diagnostics[0]?.message ?? "it is no schema");
  return schema;
}

/** Paths that an export names lie in it. */
function readPart(path: string, read: (path: string) => string): string {
  if (!/^(?:versions|schemas)\/[\w-]+(?:\.[\w-]+)*$/.test(path))
    throw notExported(EXPORT_FILE, `it names a file ${JSON.stringify(path)}, which is none of an export`);
  return read(path);
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw notExported(path, (error as Error).message);
  }
}

const notExported = (file: string, problem: string): Error =>
  memoryError("SXP5021", { file, problem: problem.replace(/\.$/, "") });

/** Tests that a text is the `task.json` of an export, of any version. */
export const isExport = (text: string): boolean =>
  z.object({ format: z.literal(FORMAT) }).safeParse(JSON.parse(text)).success;

function parsedExport(text: string): ExportedTask {
  const value = guarded(EXPORT_FILE, () => JSON.parse(text) as unknown);
  const { format, version } = z
    .catch(z.looseObject({ format: z.unknown(), version: z.unknown() }), {
      format: null,
      version: null,
    })
    .parse(value);
  if (format !== FORMAT) throw notExported(EXPORT_FILE, `its "format" is not "${FORMAT}"`);
  if (version !== 1) throw notExported(EXPORT_FILE, `its "version" is not 1; a newer sxp may have written it`);
  const problem = problemOfValue(value, exported, "the export");
  if (problem !== null) throw notExported(EXPORT_FILE, problem);
  const data = exported.parse(value);
  const { versions, branches } = data;
  const fits =
    branches.every(({ head }) => head <= versions.length) &&
    versions.every(
      ({ number, parents }, i) =>
        number === i + 1 && parents.every((parent) => parent < number) && (number === 1) === (parents.length === 0),
    );
  if (!fits) throw notExported(EXPORT_FILE, "what it says of versions and branches does not fit");
  return data;
}
