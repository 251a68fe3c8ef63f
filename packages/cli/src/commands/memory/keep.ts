import { resolve } from "node:path";
import type { DoctorReport, MemoryEvent, Pruned, PruneOptions, Retention } from "@semantic-xpath/memory";
import { writeJson, writeLines } from "../../input/files.js";
import { bytesText, count } from "../../render/columns.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { PruneLine } from "./keepCommands.js";
import { guardMemory, withMemory } from "./open.js";
import { changeLines, versionJson } from "./read.js";

export const init = (folder: string, last: number | undefined, io: World): Promise<undefined> =>
  guardMemory(folder, io, async () => {
    const { createMemory } = await import("@semantic-xpath/memory/node");
    createMemory(resolve(io.cwd, folder), last === undefined ? {} : { retention: { last } }).close();
    io.stdout.write(`made an empty memory in ${folder}\n`);
    return undefined;
  });

export const gc = (folder: string, io: World) =>
  withMemory(folder, io, (memory) => {
    const before = memory.size();
    memory.pack();
    const after = memory.size();
    io.stdout.write(
      `${count(before.files, "file")}, ${bytesText(before.bytes)} before; ${count(after.files, "file")}, ${bytesText(after.bytes)} now\n`,
    );
  });

export const prune = ({ operands: [folder = ""], options }: PruneLine, io: World) =>
  withMemory(folder, io, async (memory) => {
    const { task, before, "keep-last": last, node, yes } = options;
    const retention: Retention | undefined = last === undefined ? undefined : { last };
    const asked: PruneOptions = {
      ...(task !== undefined && { task }),
      ...(before !== undefined && { before: memory.task(task!).version(before).number }),
      ...(retention !== undefined && { retention }),
      ...(node.length > 0 && { keys: node.map(keyOf) }),
    };
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
export const doctor = (folder: string, format: string | undefined, io: World): Promise<ExitCode> =>
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

export const backup = (folder: string, to: string, io: World) =>
  withMemory(folder, io, async (memory) => {
    const { folderStorage } = await import("@semantic-xpath/memory/node");
    memory.backup(folderStorage(resolve(io.cwd, to), { create: true }));
    const { files, bytes } = memory.size();
    io.stdout.write(`copied to ${to}: ${count(files, "file")}, ${bytesText(bytes)}\n`);
  });

interface ExportLine {
  readonly folder: string;
  readonly task: string;
  readonly to: string;
  readonly at: string | undefined;
  readonly format: "xml" | "json" | undefined;
}

export const exportTask = ({ folder, task, to, at, format = "xml" }: ExportLine, io: World) =>
  withMemory(folder, io, async (memory) => {
    const node = await import("@semantic-xpath/memory/node");
    const written = node.exportTask(memory.task(task), resolve(io.cwd, to), {
      format,
      ...(at !== undefined && { version: at }),
    });
    io.stdout.write(`wrote ${count(written.files, "file")} to ${to}\n`);
  });

/** Lasts until it is interrupted. */
export const watch = (folder: string, format: string | undefined, io: World) =>
  withMemory(folder, io, async (memory) => {
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
