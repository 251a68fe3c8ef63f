import type { Change, Task, Version } from "@semantic-xpath/memory";
import { append, defined } from "@semantic-xpath/values";
import { writeOut } from "../../input/files.js";
import { count, cut, inOneLine, table } from "../../render/columns.js";
import type { Screen, World } from "../../render/screen.js";
import { verbatim } from "../../render/terminal.js";
import { writeJson, writeLines } from "../../render/write.js";
import { EXIT, problem, usage } from "../../stop.js";
import { laneRows } from "./lanes.js";
import { onReadMemory } from "./open.js";
import type { BlameLine, LogLine, ShowLine } from "./readCommands.js";
import type { FormatLine } from "./shared.js";
import { treeLines } from "./treeText.js";

export const list = onReadMemory((memory, { options: { format } }: FormatLine, io, folder) => {
  const tasks = memory.tasks();
  if (format === "json") return writeJson(tasks.map(taskJson), io);
  if (tasks.length === 0) return io.stdout.write(`no tasks yet: sxp memory create ${folder} NAME --data FILE\n`);
  const rows = tasks.map((task) => {
    const head = task.head();
    const branches = task.branches().length;
    return [
      task.name,
      `${task.versions().length}${branches === 1 ? "" : ` on ${count(branches, "branch", "branches")}`}`,
      String(head.nodes),
      timeText(head.time),
      inOneLine(task.title ?? ""),
    ];
  });
  io.stdout.write(table(["task", "versions", "nodes", "changed", "title"], rows, io.screen, ["nodes"]));
});

const taskJson = (task: Task): object => ({
  name: task.name,
  title: task.title,
  description: task.description,
  branches: task.branches(),
  versions: task.versions().length,
  nodes: task.head().nodes,
  changed: task.head().time,
});

/** Changes of one version that are listed. */
const MAX_CHANGES = 8;

export const log = onReadMemory((memory, { operands: [name = ""], options }: LogLine, io) => {
  const task = memory.task(name);
  const { branch, limit, since, by: author } = options;
  const versions = task.log(defined({ branch, limit, since, author }));
  if (options.format === "json") return writeJson(versions.map(versionJson), io);
  const heads = new Map<number, string[]>();
  for (const each of task.branches()) append(heads, each.head, each.name);
  for (const { version, mark, line } of laneRows(versions, io.screen)) {
    const lines = versionLines(version, heads.get(version.number) ?? [], io.screen);
    writeLines(
      io.stdout,
      lines.map((text, i) => `${i === 0 ? mark : line} ${text}`),
    );
  }
});

export const versionJson = (version: Version): object => ({
  version: version.number,
  branch: version.branch,
  parents: version.parents,
  time: version.time,
  operation: version.operation,
  of: version.of,
  provenance: version.provenance,
  ...(version.isPruned
    ? { isPruned: true, prunedTime: version.prunedTime }
    : { nodes: version.nodes, changes: version.changes }),
});

function versionLines(version: Version, heads: readonly string[], screen: Screen): string[] {
  const { paint } = screen;
  const { author, reason, turn } = version.provenance;
  const origin = [author, turn === undefined ? undefined : `turn ${turn}`, reason].filter((each) => each !== undefined);
  const names = heads.length === 0 ? "" : ` ${paint.green(`(${heads.join(", ")})`)}`;
  const head = `${paint.bold(String(version.number))}${names}  ${paint.dim(timeText(version.time))}  ${operationText(version)}`;
  const event = version.eventTime === null ? [] : [paint.dim(`happened ${version.eventTime}`)];
  if (version.isPruned) return [head, ""];
  return [
    head,
    ...(origin.length === 0 ? [] : [inOneLine(origin.join(": "))]),
    ...event,
    ...changeLines(version.changes, screen),
    "",
  ];
}

function operationText(version: Version): string {
  const source = version.of === null ? "" : ` of ${version.of}`;
  const pruned = version.prunedTime === null ? "" : ` ${timeText(version.prunedTime)}`;
  return `${version.operation}${pruned}${source}`;
}

/** Each change in words, with a sign for its kind. */
export function changeLines(
  changes: readonly Change[],
  { paint, columns, glyphs }: Screen,
  most = MAX_CHANGES,
): string[] {
  const sign = { insert: paint.green("+"), delete: paint.red("-") } as Readonly<Record<string, string>>;
  const lines = changes
    .slice(0, most)
    .map(
      ({ kind, text }) => `  ${sign[kind] ?? paint.yellow("~")} ${cut(inOneLine(text), columns - 8, glyphs.ellipsis)}`,
    );
  const hidden = changes.length - lines.length;
  return hidden === 0 ? lines : [...lines, paint.dim(`  and ${count(hidden, "more change")}`)];
}

/** `2026-11-22 19:40`, in UTC as it is kept. */
const timeText = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

export const show = onReadMemory(async (memory, { operands: [name = ""], options }: ShowLine, io) => {
  if (options.slots) {
    const { showSlots } = await import("./talk.js");
    return showSlots(memory, name, options.format, io);
  }
  const task = memory.task(name);
  const version = task.version(options.at ?? "main");
  const tree = version.tree();
  if (options.format === undefined || options.format === "tree") {
    const { keys, output } = options;
    const schema = version.schema === null ? "no schema" : "with a schema";
    if (output === undefined)
      io.stderr.write(
        `${task.name}, version ${version.number} of ${task.versions().length}, ${count(tree.size, "node")}, ${schema}\n`,
      );
    const lines = [...treeLines(tree, io.screen, { keys })];
    await writeOut(lines.map((line) => `${line}\n`).join(""), output, io);
    return undefined;
  }
  const { writeJson: json, writeXml: xml, writeYaml: yaml } = await import("@semantic-xpath/writers");
  const text = { json, xml, yaml }[options.format](tree);
  const isFile = options.output !== undefined || io.stdout.isTerminal;
  await writeOut(isFile ? text : verbatim(text), options.output, io);
});

export const diff = onReadMemory((memory, { operands: [name = "", from, to], options }: FormatLine, io) => {
  const task = memory.task(name);
  const after = task.version(to ?? "main");
  const before = from === undefined ? after.parents[0] : task.version(from).number;
  if (before === undefined) return io.stdout.write(`version ${after.number} is the first one of ${task.name}\n`);
  const difference = task.diff(before, after.number);
  if (options.format === "json") return writeJson(difference, io);
  const { paint } = io.screen;
  const tally = difference.changes.length === 0 ? "the same" : count(difference.changes.length, "change");
  writeLines(io.stdout, [
    paint.bold(`${task.name}: version ${difference.from} to ${difference.to}, ${tally}`),
    ...difference.changes.flatMap((change) => changedLines(change, io.screen)),
  ]);
});

/** Lines of a change: its words, its place, and the value before and after if there are values. */
function changedLines(change: Change, screen: Screen): string[] {
  const { paint, columns, glyphs } = screen;
  const [words] = changeLines([change], screen);
  const value = (sign: string, text: string | null | undefined): string[] =>
    text === undefined || text === null ? [] : [`      ${sign} ${cut(inOneLine(text), columns - 8, glyphs.ellipsis)}`];
  return [
    words!,
    paint.dim(`      #${change.key} ${change.path}`),
    ...value("-", change.before).map(paint.red),
    ...value("+", change.after).map(paint.green),
  ];
}

export const blame = onReadMemory(async (memory, { operands: [name = "", node = ""], options }: BlameLine, io) => {
  const { at = "main", format } = options;
  const task = memory.task(name);
  const version = task.version(at);
  const key = await keyNamed(node, version, io);
  const parts = task.blame(key, { version: version.number });
  if (format === "json")
    return writeJson(
      parts.map(({ part, value, version: by, change, isMakerPruned }) => ({
        part,
        value,
        version: by.number,
        time: by.time,
        ...(isMakerPruned ? {} : by.provenance),
        change: change.text,
        isMakerPruned,
      })),
      io,
    );
  const rows = parts.map(({ part, value, version: by, isMakerPruned }) => [
    part,
    isMakerPruned ? `${by.number} or before` : String(by.number),
    timeText(by.time),
    isMakerPruned ? "" : (by.provenance.author ?? ""),
    isMakerPruned ? "" : inOneLine(by.provenance.reason ?? ""),
    cut(inOneLine(value), 40, io.screen.glyphs.ellipsis),
  ]);
  io.stdout.write(`${io.screen.paint.yellow(`#${key}`)} ${version.pathOf(key)}\n`);
  io.stdout.write(table(["part", "version", "when", "who", "why", "value"], rows, io.screen, ["version"]));
  if (parts.some(({ isMakerPruned }) => isMakerPruned))
    io.stdout.write("or before: an older version made it, which was pruned; this is the oldest one left that has it\n");
});

/** The key that `#17` or a query names; a query must find one node. */
export async function keyNamed(written: string, version: Version, io: World): Promise<number> {
  const [, digits] = /^#?(\d+)$/.exec(written) ?? [];
  if (digits !== undefined) return Number(digits);
  const { compileChosen } = await import("../../input/compile.js");
  const { sourceOf } = await import("../../input/query.js");
  const { query } = await compileChosen(sourceOf("query", written), { schema: version.schema, name: undefined }, io);
  if (query.isSemantic) throw usage(`a node is named by its key, such as #17, or by a query without relevance.`);
  const { ids } = query.select(version.tree());
  if (ids.length !== 1) throw problem(EXIT.diagnostics, `${written} finds ${count(ids.length, "node")}, not one.`);
  return version.keyOf(ids[0]!);
}
