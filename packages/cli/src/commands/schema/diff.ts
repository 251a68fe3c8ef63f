import type { Diagnostic } from "@semantic-xpath/parser";
import { findData } from "@semantic-xpath/readers/node";
import { describeChange, diffSchemas, type SchemaChange } from "@semantic-xpath/readers/schema";
import { type QueryChanges, queryChanges } from "@semantic-xpath/runtime";
import { readText } from "../../input/files.js";
import { readSchema } from "../../input/schema.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts, type Source } from "../../render/diagnostics.js";
import { diagnosticJson } from "../../render/findings.js";
import type { World } from "../../render/screen.js";
import { writeJson } from "../../render/write.js";
import { EXIT, type ExitCode, Stop } from "../../stop.js";
import type { DiffLine } from "./command.js";

interface FileChanges extends QueryChanges {
  readonly source: Source;
}

export async function diff({ operands, options }: DiffLine, io: World): Promise<ExitCode> {
  const [oldPath = "", newPath = "", ...names] = operands;
  const [before, after] = [await readSchema(oldPath, io), await readSchema(newPath, io)];
  const changes = diffSchemas(before, after);
  const files: FileChanges[] = [];
  for (const name of await queryFiles(names, io)) {
    const source = { name, text: await readText(name, io) };
    files.push({ source, ...queryChanges(source.text, before, after) });
  }
  const breaks = files.filter(({ broken }) => broken.length > 0).length;
  if (options.format === "json") writeJson({ changes: changes.map(changeJson), queries: files.map(fileJson) }, io);
  else writeText(`${oldPath} to ${newPath}`, changes, files, io);
  return breaks > 0 ? EXIT.diagnostics : EXIT.fine;
}

/** The `.sxp` files that are named, or that lie in folders and fit patterns. */
async function queryFiles(names: readonly string[], io: World): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { files, problems } = await findData(names, { cwd: io.cwd, endings: [".sxp"], signal: io.signal });
  const [problem] = problems;
  if (problem !== undefined) throw new Stop(EXIT.input, `sxp: there are no queries in "${problem.name}".`);
  return files.map(({ name }) => name);
}

function writeText(title: string, changes: readonly SchemaChange[], files: readonly FileChanges[], io: World): void {
  const { paint } = io.screen;
  const breaking = changes.filter((change) => change.breaking).length;
  const tally = changes.length === 0 ? "no changes" : `${count(changes.length, "change")}, ${breaking} breaking`;
  const lines = changes.map((change) => {
    const says = describeChange(change);
    return change.breaking ? `  ${paint.red("breaking")}  ${says}\n` : `            ${says}\n`;
  });
  io.stdout.write(`${title}: ${tally}\n${lines.join("")}`);
  if (files.length === 0) return;
  io.stdout.write("\n");
  for (const { source, broken, different } of files)
    io.stdout.write(diagnosticTexts(source, [...broken, ...different], io.screen));
  const says = [
    [files.filter(({ broken }) => broken.length > 0).length, "broken"] as const,
    [files.filter(({ broken, different }) => broken.length === 0 && different.length > 0).length, "different"] as const,
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  io.stdout.write(`${count(files.length, "query file")}: ${says.length === 0 ? "all the same" : says.join(", ")}\n`);
}

const changeJson = (change: SchemaChange): object => ({ ...change, message: describeChange(change) });

const fileJson = ({ source, broken, different }: FileChanges): object => {
  const json = (all: readonly Diagnostic[]): object[] => all.map((one) => diagnosticJson(source, one));
  return { file: source.name, broken: json(broken), different: json(different) };
};
