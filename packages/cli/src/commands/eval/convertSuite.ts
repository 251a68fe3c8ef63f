import { basename, dirname, join } from "node:path";
import {
  type Converted,
  type ConvertOptions,
  convertBeir,
  convertLocomo,
  convertLongMemEval,
  convertPerLtqa,
  convertPrecisionMemBench,
  convertTrec,
  type SourceText,
} from "@semantic-xpath/eval";
import { isFile, readText, writeOut, writeWhole } from "../../input/files.js";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { EvalConvertLine } from "./command.js";

interface Format {
  /** Names of the files as the usage says them; those in brackets may be left out. */
  readonly files: string;
  readonly least: number;
  readonly most: number;
  convert(files: readonly SourceText[], options: ConvertOptions): Converted;
}

const FORMATS: Readonly<Record<string, Format>> = {
  beir: {
    files: "CORPUS.jsonl QUERIES.jsonl QRELS.tsv, or their folder",
    least: 3,
    most: 3,
    convert: ([corpus, queries, qrels], options) =>
      convertBeir({ corpus: corpus!, queries: queries!, qrels: qrels! }, options),
  },
  trec: {
    files: "QRELS [QUERIES.tsv [CORPUS.jsonl]]",
    least: 1,
    most: 3,
    convert: ([qrels, queries, corpus], options) =>
      convertTrec({ qrels: qrels!, ...(queries && { queries }), ...(corpus && { corpus }) }, options),
  },
  locomo: { files: "FILE", least: 1, most: 1, convert: ([file]) => convertLocomo(file!) },
  longmemeval: { files: "FILE", least: 1, most: 1, convert: ([file]) => convertLongMemEval(file!) },
  perltqa: {
    files: "MEMORY QUESTIONS",
    least: 2,
    most: 2,
    convert: ([memory, questions], options) => convertPerLtqa({ memory: memory!, questions: questions! }, options),
  },
  precisionmembench: {
    files: "BELIEFS CASES",
    least: 2,
    most: 2,
    convert: ([beliefs, cases], options) => convertPrecisionMemBench({ beliefs: beliefs!, cases: cases! }, options),
  },
};

/** `sxp eval convert`: a suite of the files of another benchmark; its data, where that is a tree, is written next to it. */
export async function convertSuite(
  { operands: [name = "", ...paths], options }: EvalConvertLine,
  io: World,
): Promise<ExitCode> {
  const format = FORMATS[name];
  if (format === undefined) throw usage(`the format is ${Object.keys(FORMATS).join(", ")}, not "${name}".`);
  const inputs = name === "beir" && paths.length === 1 ? await filesOfFolder(paths[0]!, io) : paths;
  if (inputs.length < format.least || inputs.length > format.most) throw usage(`${name} takes ${format.files}.`);
  const files: SourceText[] = [];
  for (const path of inputs) files.push({ name: path, text: await readText(path, io) });
  const output = options.output;
  const dataName = `${basename(output ?? name).replace(/\.json$/, "")}.data.json`;
  const { suite, data, problems } = format.convert(files, { dataName });
  for (const { file, text, diagnostic } of problems)
    io.stderr.write(`${diagnosticText({ name: file, text }, diagnostic, io.errors)}\n`);
  if (suite === null) return EXIT.diagnostics;
  if (data !== null) {
    if (output === undefined) throw usage(`${name} is a suite and a file of data: say where with -o suite.json.`);
    await writeWhole(join(dirname(output), dataName), `${JSON.stringify(data)}\n`, io);
  }
  await writeOut(`${JSON.stringify(suite, null, 1)}\n`, output, io);
  return EXIT.fine;
}

/** Files of a folder as BEIR names them. */
async function filesOfFolder(folder: string, io: World): Promise<readonly string[]> {
  const names = ["corpus.jsonl", "queries.jsonl", join("qrels", "test.tsv")].map((file) => join(folder, file));
  return (await isFile(names[0]!, io)) ? names : [folder];
}
