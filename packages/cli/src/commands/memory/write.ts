import { resolve } from "node:path";
import {
  type Change,
  type Commit,
  type Conflict,
  inMemoryJournal,
  type Join,
  Memory,
  type Provenance,
  renderUpdate,
  type Task,
  type UpdateResult,
  type Version,
  type WriteOptions,
} from "@semantic-xpath/memory";
import type { Schema } from "@semantic-xpath/planner";
import type { Operation } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { onlyTree, type Reading, readData } from "../../input/data.js";
import { readQuery } from "../../input/query.js";
import { readSchemaAt } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { paintedParts } from "../../render/updates.js";
import { writeJson, writeLines } from "../../render/write.js";
import { watched } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import { EXIT, type ExitCode, Stop, usage } from "../../stop.js";
import { onMemory } from "./open.js";
import { changeLines, keyNamed } from "./read.js";
import type { BlameLine } from "./readCommands.js";
import type { FormatLine } from "./shared.js";
import type { CreateLine, MergeLine, RevertLine, UpdateLine } from "./writeCommands.js";

/** Author and reason of a change, from the command line. */
interface Origin {
  readonly author: string | undefined;
  readonly reason: string | undefined;
  readonly turn: string | undefined;
  readonly time: string | undefined;
}

interface Writing extends Origin {
  readonly branch?: string | undefined;
  readonly "if-version": number | undefined;
  readonly key: string | undefined;
}

function provenanceOf({ author, reason, turn, time }: Origin): { provenance?: Provenance } {
  const provenance: Provenance = defined({ author, reason, turn, time });
  return Object.keys(provenance).length === 0 ? {} : { provenance };
}

const writeOptions = ({ branch, "if-version": ifVersion, key: idempotencyKey, ...origin }: Writing): WriteOptions => ({
  ...provenanceOf(origin),
  ...defined({ branch, ifVersion, idempotencyKey }),
});

export const create = onMemory(async (memory, { operands: [name = ""], options }: CreateLine, io) => {
  if (options.data.length === 0) throw usage("a task begins with data: add --data FILE.");
  const tree = onlyTree(await readData(options.data, io, {}, options), "a task holds");
  const schema = await readSchemaAt(options.schema ?? null, io);
  if (schema !== null) await checkFit(tree, schema, io);
  const { title, description } = options;
  const about = { schema, ...defined({ title, description }), ...provenanceOf(options) };
  const task = await memory.transactionAsync(() => memory.createTask(name, tree, about));
  if (options.format === "json") return sayWritten(committed(task, task.head()), io);
  io.stdout.write(`made ${task.name}: version 1, ${count(task.head().nodes, "node")}\n`);
  return undefined;
});

/** Stops where data does not fit its schema. */
async function checkFit(tree: Tree, schema: Schema, io: World): Promise<void> {
  const { validate } = await import("@semantic-xpath/runtime");
  const problems = validate(tree, schema).filter(({ severity }) => severity === "error");
  if (problems.length === 0) return;
  io.stderr.write(diagnosticTexts({ name: "the data", text: "" }, problems, io.errors));
  throw new Stop(EXIT.diagnostics);
}

export const revert = onMemory(async (memory, { operands: [name = "", version = ""], options }: RevertLine, io) => {
  const task = memory.task(name);
  const join = await memory.transactionAsync(() => task.revert(version, joinOptions(options)));
  return sayJoin(join, { task, branch: options.branch, done: `version ${version} is undone already` }, options, io);
}, isDry);

export const merge = onMemory(async (memory, { operands: [name = "", from = ""], options }: MergeLine, io) => {
  const { into = "main" } = options;
  const task = memory.task(name);
  const join = await memory.transactionAsync(() => task.merge(from, into, joinOptions(options)));
  return sayJoin(join, { task, branch: into, done: `${into} has all of ${from} already` }, options, io);
}, isDry);

/** Result of a write as JSON: the members that the result of every update has. */
type WriteSummary = Pick<UpdateResult, "task" | "branch" | "version" | "isDryRun" | "changes"> & {
  /** null: the task is new. */
  readonly base: number | null;
  readonly status: UpdateResult["status"];
  readonly conflicts?: readonly Conflict[];
  readonly resolved?: readonly Conflict[];
  /** With conflicts: what each value of --resolve does. */
  readonly resolve?: typeof RESOLUTIONS;
};

const sayWritten = (written: WriteSummary, io: World): undefined => void writeJson(written, io);

/** Result of no write, on the newest version of a branch. */
const notWritten = (task: Task, branch = "main", changes: readonly Change[] = []): WriteSummary => ({
  task: task.name,
  branch,
  base: task.head(branch).number,
  status: "unchanged",
  version: null,
  isDryRun: false,
  changes,
});

const committed = (task: Task, version: Version, isRepeated = false): WriteSummary => ({
  ...{ task: task.name, branch: version.branch, base: version.parents[0] ?? null },
  ...{ status: isRepeated ? "repeated" : "applied", version: version.number, isDryRun: false },
  changes: version.isPruned ? [] : version.changes,
});

const previewed = (task: Task, branch: string | undefined, changes: readonly Change[]): WriteSummary => ({
  ...notWritten(task, branch, changes),
  status: changes.length === 0 ? "unchanged" : "dry run",
  isDryRun: true,
});

/** Effects of the values of `--resolve` on a conflict. */
const RESOLUTIONS = {
  ours: "--resolve ours keeps what is there",
  theirs: "--resolve theirs takes what comes",
} as const;

/** A dry run changes no byte. */
function isDry(options: { readonly "dry-run": boolean }): boolean {
  return options["dry-run"];
}

type Joining = Writing & Pick<RevertLine["options"], "resolve" | "dry-run" | "format">;

const joinOptions = ({ resolve, "dry-run": dryRun, ...writing }: Joining) => ({
  ...writeOptions(writing),
  dryRun,
  ...defined({ resolve }),
});

/** Task and branch of a merge or a revert, and the sentence for one without changes. */
interface Joined {
  readonly task: Task;
  readonly branch: string | undefined;
  readonly done: string;
}

/** Prints the result of a merge; remaining conflicts are errors. */
function sayJoin(join: Join, { task, branch, done }: Joined, options: Joining, io: World): ExitCode {
  const { format, "dry-run": isDry } = options;
  const { version, conflicts, resolved, changes, isDone, isRepeated } = join;
  const code = conflicts.length > 0 ? EXIT.diagnostics : EXIT.fine;
  if (format === "json") {
    const result =
      version !== null
        ? committed(task, version, isRepeated)
        : conflicts.length > 0
          ? { ...notWritten(task, branch), status: "conflict" as const, isDryRun: isDry, resolve: RESOLUTIONS }
          : isDry
            ? previewed(task, branch, changes)
            : notWritten(task, branch);
    sayWritten({ ...result, conflicts, resolved }, io);
    return code;
  }
  if (isDone) io.stdout.write(`${done}\n`);
  else if (version !== null) sayVersion(version, changes, io);
  else if (conflicts.length === 0) saySame(changes, isDry, io);
  if (conflicts.length === 0) return code;
  io.stderr.write(`${count(conflicts.length, "conflict")}, so nothing was written:\n`);
  writeLines(
    io.stderr,
    conflicts.flatMap((conflict) => conflictLines(conflict, io)),
  );
  io.stderr.write(`${Object.values(RESOLUTIONS).join(", ")}.\n`);
  return code;
}

const conflictLines = ({ key, path, text }: Conflict, { errors: { paint } }: World): string[] => [
  `  ${paint.red("!")} ${text}`,
  paint.dim(`    #${key} ${path}`),
];

function sayVersion(version: Version, changes: readonly Change[], io: World): void {
  io.stdout.write(
    `${io.screen.paint.green("version")} ${version.number} of ${version.branch}, ${count(changes.length, "change")}\n`,
  );
  writeLines(io.stdout, changeLines(changes, io.screen, MAX_CHANGES));
}

const MAX_CHANGES = 20;

function saySame(changes: readonly Change[], isDry: boolean, io: World): void {
  const would = isDry ? "would change" : "changes";
  io.stdout.write(changes.length === 0 ? "nothing to change\n" : `${would}, ${count(changes.length, "change")}:\n`);
  writeLines(io.stdout, changeLines(changes, io.screen, MAX_CHANGES));
}

function sayCommit(task: Task, commit: Commit, format: string | undefined, io: World): void {
  const { version, isRepeated, isRebased } = commit;
  if (format === "json") sayWritten(committed(task, version, isRepeated), io);
  else if (isRepeated) io.stdout.write(`this was done before: version ${version.number}\n`);
  else {
    sayVersion(version, version.changes, io);
    if (isRebased) io.stdout.write("somebody else had written in between; their changes are kept\n");
  }
}

type RestoreOptions = Writing & FormatLine["options"] & { readonly "dry-run": boolean };

export const restore = onMemory<RestoreOptions>(
  async (memory, { operands: [name = "", version = ""], options }, io) => {
    const task = memory.task(name);
    if (options["dry-run"]) {
      const changes = task.previewRestore(version, writeOptions(options));
      return options.format === "json"
        ? sayWritten(previewed(task, options.branch, changes), io)
        : saySame(changes, true, io);
    }
    const commit = await memory.transactionAsync(() => task.restore(version, writeOptions(options)));
    return sayCommit(task, commit, options.format, io);
  },
);

type BranchOptions = BlameLine["options"] & { readonly delete: boolean };

export const branch = onMemory<BranchOptions>(async (memory, { operands: [of = "", name], options }, io) => {
  const task = memory.task(of);
  const { at = "main", format } = options;
  if (name === undefined) {
    if (options.delete) throw usage("--delete needs the name of a branch.");
    if (format === "json") return writeJson(task.branches(), io);
    const lines = task.branches().map((each) => `${io.screen.paint.green(each.name)}  version ${each.head}`);
    return writeLines(io.stdout, lines);
  }
  await memory.transactionAsync(() => (options.delete ? task.deleteBranch(name) : task.branch(name, at)));
  if (format === "json")
    return sayWritten({ ...notWritten(task, options.delete ? "main" : name), branch: name, status: "applied" }, io);
  io.stdout.write(
    options.delete
      ? `took ${name} away; its versions stay\n`
      : `made ${name} at version ${task.version(name).number}\n`,
  );
});

export const remove = onMemory<FormatLine["options"] & { readonly yes: boolean }>(
  async (memory, { operands: [name = ""], options: { yes, format } }, io) => {
    const task = memory.task(name);
    const taskText = `${task.name}, ${count(task.versions().length, "version")}`;
    const result: WriteSummary = { ...notWritten(task), status: yes ? "applied" : "dry run", isDryRun: !yes };
    if (yes) await memory.transactionAsync(() => memory.deleteTask(name));
    if (format === "json") return sayWritten(result, io);
    return io.stdout.write(
      yes
        ? `took away ${taskText}; sxp memory prune deletes what it said for good\n`
        : `This would take away ${taskText}. Add --yes to do it.\n`,
    );
  },
  ({ yes }) => !yes,
);

type ImportOptions = Writing & Reading & FormatLine["options"] & { readonly "dry-run": boolean };

/** Imports an export as a new task, or any data as the next version of one. */
export const importData = onMemory<ImportOptions>(async (memory, { operands: [name = "", from = ""], options }, io) => {
  const { isExported, importTask } = await import("@semantic-xpath/memory/node");
  const path = resolve(io.cwd, from);
  const { "dry-run": isDry, format } = options;
  if (isExported(path)) {
    // The names of the tasks are all of the memory that an import depends on.
    const target = isDry ? Memory.create(inMemoryJournal()) : memory;
    if (isDry && memory.hasTask(name)) target.createTask(name, memory.task(name).head().tree());
    const task = await target.transactionAsync(() => importTask(target, path, name));
    if (format === "json") {
      const result = { ...committed(task, task.head()), base: null, isDryRun: isDry };
      return sayWritten(isDry ? { ...result, status: "dry run", version: null } : result, io);
    }
    io.stdout.write(`${isDry ? "would make" : "made"} ${task.name}: ${count(task.versions().length, "version")}\n`);
    return undefined;
  }
  const tree = onlyTree(await readData([from], io, {}, options), "a task holds");
  const task = memory.task(name);
  if (!isDry)
    return sayCommit(
      task,
      await memory.transactionAsync(() => task.commitTree(tree, writeOptions(options))),
      format,
      io,
    );
  const changes = task.previewTree(tree, writeOptions(options));
  return format === "json" ? sayWritten(previewed(task, options.branch, changes), io) : saySame(changes, true, io);
}, isDry);

/** Statuses with a write, or without need for one. */
const DONE: readonly UpdateResult["status"][] = ["applied", "dry run", "repeated", "unchanged"];

export const update = onMemory(async (memory, { operands: [name = "", operand = ""], options }: UpdateLine, io) => {
  const source = await readQuery(operand, io);
  // Scores are not cached beside the memory, so that pruning it leaves nothing.
  const scoring = await openScoring({ ...options, "no-cache": true }, io);
  const { confidence, duplicates, update: declared } = options;
  const supersedes =
    options.supersedes === undefined
      ? undefined
      : await keyNamed(options.supersedes, memory.task(name).head(options.branch), io);
  const now = nowOption(options.now);
  const result = await watched({ source, io }, ({ signal }) =>
    memory.update(name, options.json ? operationsIn(source.text) : source.text, {
      ...writeOptions(options),
      params: readArguments(options.param),
      scorer: scoring.scorer,
      dryRun: options["dry-run"],
      onBroken: options["allow-broken"] ? "allow" : "refuse",
      ...defined({ duplicates, supersedes, now, signal, name: declared }),
      ...(confidence !== undefined && { confidence: { weight: confidence } }),
    }),
  );
  if (options.format === "json") writeJson(result, io);
  else if (result.status === "invalid") io.stderr.write(diagnosticTexts(source, result.diagnostics, io.errors));
  else if (DONE.includes(result.status)) io.stdout.write(renderUpdate(result, { paint: paintedParts(io.screen) }));
  else io.stderr.write(renderUpdate(result, { paint: paintedParts(io.errors) }));
  return DONE.includes(result.status) ? EXIT.fine : EXIT.diagnostics;
}, isDry);

function operationsIn(text: string): readonly Operation[] {
  try {
    return JSON.parse(text) as readonly Operation[];
  } catch (error) {
    throw usage(`--json takes a list of operations as JSON: ${(error as Error).message}`);
  }
}
