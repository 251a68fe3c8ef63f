import { resolve } from "node:path";
import type { DoctorReport, MemoryEvent, Pruned } from "@semantic-xpath/memory";
import { writeJson, writeLines } from "../../input/files.js";
import { bytesText, count } from "../../render/columns.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { defined } from "../../spec/readLine.js";
import { EXIT, usage } from "../../stop.js";
import type { InitLine, PruneLine, WatchLine } from "./keepCommands.js";
import { guardMemory, onMemory } from "./open.js";
import { changeLines, versionJson } from "./read.js";
import type { FormatLine } from "./shared.js";

export const init = ({ operands: [folder = ""], options: { "keep-last": last } }: InitLine, io: World) =>
  guardMemory(folder, io, async () => {
    const { createMemory } = await import("@semantic-xpath/memory/node");
    createMemory(resolve(io.cwd, folder), last === undefined ? {} : { retention: { last } }).close();
    io.stdout.write(`made an empty memory in ${folder}\n`);
    return undefined;
  });

export const gc = onMemory((memory, _, io) => {
  const before = memory.size();
  memory.pack();
  const after = memory.size();
  io.stdout.write(
    `${count(before.files, "file")}, ${bytesText(before.bytes)} before; ${count(after.files, "file")}, ${bytesText(after.bytes)} now\n`,
  );
});

export const prune = onMemory(async (memory, { options }: PruneLine, io, folder) => {
  const { task, before, "keep-last": last, node, yes } = options;
  const asked = defined({
    task,
    before: before === undefined ? undefined : memory.task(task!).version(before).number,
    retention: last === undefined ? undefined : { last },
    keys: node.length > 0 ? node.map(keyOf) : undefined,
  });
  sayPruned(memory.prune({ ...asked, dryRun: !yes }), yes, io);
  if (!yes) return;
  // What agents were seen to do with it goes, too.
  const { auditFolder } = await import("@semantic-xpath/agents/node");
  auditFolder(resolve(io.cwd, folder)).clear();
});

function keyOf(written: string): number {
  const [, digits] = /^#?(\d+)$/.exec(written) ?? [];
  if (digits === undefined) throw usage(`--node is a key such as #17, not "${written}".`);
  return Number(digits);
}

function sayPruned({ tasks, deletedTasks, bytesBefore, bytesAfter }: Pruned, isDone: boolean, io: World): void {
  const lines = tasks.flatMap(({ task, versions, keys }) => {
    const what = [
      ...(versions.length === 0 ? [] : [count(versions.length, "version")]),
      ...(keys.length === 0 ? [] : [`${count(keys.length, "node")} of every version`]),
    ];
    return what.length === 0 ? [] : [`  ${task}: ${what.join(", ")}`];
  });
  if (deletedTasks > 0) lines.push(`  all of ${count(deletedTasks, "task")} taken away before`);
  if (lines.length === 0) {
    io.stdout.write("there is nothing to delete\n");
    return;
  }
  writeLines(io.stdout, [isDone ? "deleted for good:" : "This would delete for good:", ...lines]);
  io.stdout.write(
    isDone ? `${bytesText(bytesBefore)} before, ${bytesText(bytesAfter)} now\n` : "Add --yes to do it.\n",
  );
}

/** Also of a memory that can't be opened. */
export const doctor = ({ operands: [folder = ""], options: { format } }: FormatLine, io: World) =>
  guardMemory(folder, io, async () => {
    const { examineMemory } = await import("@semantic-xpath/memory/node");
    const report = examineMemory(resolve(io.cwd, folder));
    if (format === "json") writeJson(report, io);
    else sayReport(report, io);
    return report.isWhole ? EXIT.fine : EXIT.diagnostics;
  });

function sayReport(
  { isWhole, files, problems, tasks, versions }: DoctorReport,
  { stdout, screen: { paint } }: World,
): void {
  stdout.write(
    isWhole
      ? `${paint.green("whole")}: ${count(tasks, "task")}, ${count(versions, "version")}, ${count(files.files, "file")}, ${bytesText(files.bytes)}\n`
      : `${paint.red("damaged")}: what is listed can't be read, or does not agree\n`,
  );
  for (const { kind, file, what, events, chunks } of files.problems) {
    const lost =
      events.length + chunks.length === 0
        ? ""
        : `; lost: ${count(events.length, "step")}, ${count(chunks.length, "chunk")}`;
    const isHarmless = kind === "leftover" || kind === "unknown";
    stdout.write(`  ${(isHarmless ? paint.yellow : paint.red)(kind)} ${file}: ${what}${lost}\n`);
  }
  for (const { task, version, what } of problems)
    stdout.write(`  ${paint.red("wrong")} ${task}${version === null ? "" : `, version ${version}`}: ${what}\n`);
}

export const backup = onMemory(async (memory, { operands: [to = ""] }, io) => {
  const { folderStorage } = await import("@semantic-xpath/memory/node");
  memory.backup(folderStorage(resolve(io.cwd, to), { create: true }));
  const { files, bytes } = memory.size();
  io.stdout.write(`copied to ${to}: ${count(files, "file")}, ${bytesText(bytes)}\n`);
});

interface ExportOptions {
  readonly at: string | undefined;
  readonly format: "xml" | "json" | undefined;
}

export const exportTask = onMemory<ExportOptions>(async (memory, { operands: [task = "", to = ""], options }, io) => {
  const { format = "xml", at: version } = options;
  const node = await import("@semantic-xpath/memory/node");
  const written = node.exportTask(memory.task(task), resolve(io.cwd, to), { format, ...defined({ version }) });
  io.stdout.write(`wrote ${count(written.files, "file")} to ${to}\n`);
});

/** Lasts until it is interrupted. */
export const watch = onMemory(async (memory, { options: { format } }: WatchLine, io, folder) => {
  if (format !== "jsonl") io.stderr.write(`watching ${folder}; Ctrl-C ends it\n`);
  const end = memory.watch((event) => sayEvent(event));
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
