import { resolve } from "node:path";
import {
  copyJournal,
  type DoctorOptions,
  type DoctorReport,
  type Journal,
  type JournalSize,
  type MemoryEvent,
  type Pruned,
} from "@semantic-xpath/memory";
import { isPlace } from "@semantic-xpath/postgres";
import { defined } from "@semantic-xpath/values";
import { bytesText, count } from "../../render/columns.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { writeJson, writeLines } from "../../render/write.js";
import { EXIT, usage } from "../../stop.js";
import type { DoctorLine, InitLine, PruneLine, WatchLine } from "./keepCommands.js";
import { createPlace, guardMemory, type Line, onMemory, onReadMemory, openPlace, placeName } from "./open.js";
import { changeLines, versionJson } from "./read.js";

export const init = ({ operands: [folder = ""], options: { "keep-last": last } }: InitLine, io: World) =>
  guardMemory(folder, io, async () => {
    (await createPlace(folder, io, last === undefined ? {} : { retention: { last } })).close();
    io.stdout.write(`made an empty memory in ${placeName(folder)}\n`);
    return undefined;
  });

export const gc = onMemory(async (memory, _, io) => {
  const before = memory.size();
  const isDone = await memory.compactAsync();
  if (memory.journal.remote !== undefined)
    return io.stdout.write(isDone ? "the server gives free space back\n" : `${NOT_VACUUMED}\n`);
  const after = memory.size();
  io.stdout.write(`${bytesText(onDisk(before))} before, ${bytesText(onDisk(after))} now\n`);
  if (!isDone) io.stdout.write("others read or write it just now, so that not all could be given back\n");
});

const NOT_VACUUMED = "the server does not let this user run vacuum: its autovacuum gives free space back";

const onDisk = ({ fileBytes, logBytes }: JournalSize): number => fileBytes + logBytes;

export const prune = onMemory(
  async (memory, { options }: PruneLine, io, folder) => {
    const { task, before, "keep-last": last, node, yes } = options;
    const pruneChoice = defined({
      task,
      before: before === undefined ? undefined : memory.task(task!).version(before).number,
      retention: last === undefined ? undefined : { last },
      keys: node.length > 0 ? node.map(keyOf) : undefined,
    });
    sayPruned(await memory.pruneAsync({ ...pruneChoice, dryRun: !yes }), yes, io);
    if (!yes) return;
    if (memory.journal.remote !== undefined) {
      io.stdout.write(ELSEWHERE);
      return;
    }
    // The audit records of agents are removed as well.
    const { auditFolder } = await import("@semantic-xpath/agents/node");
    auditFolder(resolve(io.cwd, folder)).clear();
  },
  ({ yes }) => !yes,
);

/** Copies that no command reaches. */
const ELSEWHERE =
  "on the server, dead rows may hold it until they are vacuumed, and its log, replicas and backups as long as these are kept\n";

function keyOf(written: string): number {
  const [, digits] = /^#?(\d+)$/.exec(written) ?? [];
  if (digits === undefined) throw usage(`--node is a key such as #17, not "${written}".`);
  return Number(digits);
}

function sayPruned(
  { tasks, deletedTasks, bytesBefore, bytesAfter, removed, left }: Pruned,
  isDone: boolean,
  io: World,
): void {
  const lines = tasks.flatMap(({ task, versions, keys }) => {
    const parts = [
      ...(versions.length === 0 ? [] : [count(versions.length, "version")]),
      ...(keys.length === 0 ? [] : [`${count(keys.length, "node")} of every version`]),
    ];
    return parts.length === 0 ? [] : [`  ${task}: ${parts.join(", ")}`];
  });
  if (deletedTasks > 0) lines.push(`  all of ${count(deletedTasks, "task")} taken away before`);
  if (lines.length === 0) {
    io.stdout.write("there is nothing to delete\n");
    return;
  }
  writeLines(io.stdout, [isDone ? "deleted for good:" : "This would delete for good:", ...lines]);
  if (!isDone) {
    io.stdout.write("Add --yes to do it.\n");
    return;
  }
  const removal = `${count(removed.events, "step")} and ${count(removed.chunks, "chunk")} removed`;
  io.stdout.write(`${removal}; ${bytesText(bytesBefore)} before, ${bytesText(bytesAfter)} now\n`);
  if (left.freeBytes + left.logBytes > 0)
    io.stdout.write(
      `others used it meanwhile: ${bytesText(left.freeBytes)} of free pages (zeros) and ${bytesText(left.logBytes)} of the log, which may hold what was removed, are left; "sxp memory gc" removes them\n`,
    );
}

/** Also of a memory that can't be opened. */
export const doctor = ({ operands: [folder = ""], options: { format, expect } }: DoctorLine, io: World) =>
  guardMemory(folder, io, async () => {
    const report = await examined(folder, defined({ expect }), io);
    const { fingerprints: _, ...journal } = report.journal;
    if (format === "json") writeJson({ ...report, journal }, io);
    else sayReport(report, io);
    return report.isWhole ? EXIT.fine : EXIT.diagnostics;
  });

async function examined(folder: string, options: DoctorOptions, io: World): Promise<DoctorReport> {
  if (isPlace(folder)) {
    const { openServer, placeOf } = await import("@semantic-xpath/postgres");
    const { url, store } = placeOf(folder);
    const server = await openServer(url);
    return server.examine(store, options).finally(() => server.close());
  }
  const { examineMemory } = await import("@semantic-xpath/memory/node");
  return examineMemory(resolve(io.cwd, folder), options);
}

function sayReport(
  { isWhole, journal, problems, orphans, tasks, versions }: DoctorReport,
  { stdout, screen: { paint } }: World,
): void {
  stdout.write(
    isWhole
      ? `${paint.green("whole")}: ${count(tasks, "task")}, ${count(versions, "version")}, ${bytesText(journal.bytes)}\nfingerprint ${journal.fingerprint}\n`
      : `${paint.red("damaged")}: what is listed can't be read, or does not agree\n`,
  );
  for (const { kind, place, what } of journal.problems) stdout.write(`  ${paint.red(kind)} ${place}: ${what}\n`);
  for (const { task, version, what } of problems)
    stdout.write(`  ${paint.red("wrong")} ${wherein(task, version)}${what}\n`);
  if (orphans.length > 0)
    stdout.write(
      `  ${paint.yellow("unused")} ${count(orphans.length, "chunk")}, which no version needs; pruning removes them\n`,
    );
}

const wherein = (task: string, version: number | null): string => {
  const words = [task, version === null ? "" : `version ${version}`].filter((word) => word !== "").join(", ");
  return words === "" ? "" : `${words}: `;
};

export const backup = onReadMemory(async (memory, { operands: [to = ""] }, io) => {
  if (isPlace(to)) throw usage("a backup is a folder: sxp memory push copies to a server.");
  const { backupMemory } = await import("@semantic-xpath/memory/node");
  const isNew = backupMemory(memory, resolve(io.cwd, to));
  const { events, bytes } = memory.size();
  io.stdout.write(`${isNew ? "copied to" : "nothing new in"} ${to}: ${count(events, "step")}, ${bytesText(bytes)}\n`);
});

/** Copies to another place what it lacks, which is made if it is missing. */
export const push = ({ operands: [folder = "", to = ""] }: Line<object>, io: World) => copied(folder, to, io);

/** `push` in the other direction. */
export const pull = ({ operands: [folder = "", from = ""] }: Line<object>, io: World) => copied(from, folder, io);

const copied = (from: string, to: string, io: World) =>
  guardMemory(from, io, async () => {
    const memory = await openPlace(from, io, { readOnly: true });
    try {
      const target = await targetOf(to, io);
      try {
        const { events, bytes, isReplaced } = await copyJournal(memory.journal, target.journal, { signal: io.signal });
        const size = `${count(events, "step")}, ${bytesText(bytes)}`;
        const how = isReplaced
          ? "pruned since, so that all was replaced: "
          : events === 0
            ? "nothing new: "
            : "copied ";
        io.stdout.write(`${how}${size} in ${placeName(to)}\n`);
      } finally {
        await target.end();
      }
    } finally {
      memory.close();
    }
    return undefined;
  });

async function targetOf(
  to: string,
  io: World,
): Promise<{ readonly journal: Journal; readonly end: () => void | Promise<void> }> {
  if (isPlace(to)) {
    const { openServer, placeOf } = await import("@semantic-xpath/postgres");
    const { url, store } = placeOf(to);
    const server = await openServer(url);
    try {
      return { journal: await server.openJournal(store), end: () => server.close() };
    } catch (error) {
      await server.close();
      throw error;
    }
  }
  const { existsSync } = await import("node:fs");
  const { createMemory, openMemory } = await import("@semantic-xpath/memory/node");
  const folder = resolve(io.cwd, to);
  const memory = existsSync(folder) ? openMemory(folder) : createMemory(folder);
  return { journal: memory.journal, end: () => memory.close() };
}

interface ExportOptions {
  readonly at: string | undefined;
  readonly format: "xml" | "json" | undefined;
}

export const exportTask = onReadMemory<ExportOptions>(
  async (memory, { operands: [task = "", to = ""], options }, io) => {
    const { format = "xml", at: version } = options;
    const node = await import("@semantic-xpath/memory/node");
    const exported = node.exportTask(memory.task(task), resolve(io.cwd, to), { format, ...defined({ version }) });
    io.stdout.write(`wrote ${count(exported.files, "file")} to ${to}\n`);
  },
);

/** Lasts until it is interrupted. */
export const watch = onReadMemory(async (memory, { options: { format } }: WatchLine, io, folder) => {
  if (format !== "jsonl") io.stderr.write(`watching ${placeName(folder)}; Ctrl-C ends it\n`);
  const end = memory.watch((event) => sayEvent(event), { keepsAlive: true });
  await new Promise<void>((ended) => io.signal.addEventListener("abort", () => ended(), { once: true }));
  end();
  return EXIT.interrupted;

  function sayEvent(event: MemoryEvent): void {
    if (event.kind === "problem") {
      io.stderr.write(`${diagnosticText({ name: folder, text: "" }, event.error.diagnostic, io.errors)}\n`);
      return;
    }
    const version = event.kind === "commit" ? memory.task(event.task).version(event.version) : null;
    if (format === "jsonl") {
      io.stdout.write(`${JSON.stringify({ ...event, ...(version !== null && versionJson(version)) })}\n`);
      return;
    }
    const { kind, task = "", branch = "", version: number = "" } = { task: "", branch: "", version: "", ...event };
    io.stdout.write(`${[io.screen.paint.bold(kind), task, branch, number].join(" ").trimEnd()}\n`);
    if (version !== null) writeLines(io.stdout, changeLines(version.changes, io.screen));
  }
});
