import type { Diagnostic } from "@semantic-xpath/parser";
import { writeWhole } from "../../input/files.js";
import { preparing } from "../../input/prepare.js";
import { count } from "../../render/columns.js";
import { diagnosticJson } from "../../render/findings.js";
import type { World } from "../../render/screen.js";
import { writeJson } from "../../render/write.js";
import { EXIT, type ExitCode, report, Stop, usage } from "../../stop.js";
import { type Notebook, type QueryCell, queryCells, readNotebook } from "./cells.js";
import type { NotebookLine } from "./command.js";
import { notebookScorer } from "./notebookScorer.js";
import { type CellEnd, runCell } from "./runCell.js";

type Options = NotebookLine["options"];

/** Outcome of a cell, with its output. */
export interface CellOutcome {
  readonly cell: QueryCell;
  readonly status: CellEnd["status"];
  readonly exit: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
  /** Text on standard output and on standard error. */
  readonly out: string;
  readonly err: string;
}

/** `sxp notebook run`: the worst exit code of a cell is that of the command. */
export async function runNotebooks({ operands, options }: NotebookLine, io: World): Promise<ExitCode> {
  const { html, check, format } = options;
  if (operands.length === 0) throw usage("notebook run needs a FILE.");
  if (html !== undefined && operands.length > 1) throw usage("--html is a page of one notebook: name one FILE.");
  if (html !== undefined && format === "json") throw usage("--html writes text: leave out --format json.");
  let worst: ExitCode = EXIT.fine;
  const entries: object[] = [];
  for (const file of operands) {
    const { exit, notebook, outcomes } = await runNotebook(file, options, io);
    if (exit > worst) worst = exit;
    if (format === "json") entries.push(...outcomes.map(outcomeJson));
    else if (notebook !== null) (check ? io.stdout : io.stderr).write(`${file}: ${tally(outcomes)}\n`);
    if (html === undefined || notebook === null) continue;
    const { notebookPage } = await import("./notebookPage.js");
    await writeWhole(html, await notebookPage(notebook, outcomes), io);
  }
  if (format === "json") writeJson(entries, io);
  return worst;
}

async function runNotebook(file: string, options: Options, io: World) {
  const outcomes: CellOutcome[] = [];
  try {
    const notebook = await readNotebook(file, io);
    for await (const outcome of cellOutcomes(notebook, options, io)) {
      outcomes.push(outcome);
      if (options.format !== "json") show(file, outcome, options, io);
    }
    return { notebook, outcomes, exit: Math.max(EXIT.fine, ...outcomes.map(({ exit }) => exit)) as ExitCode };
  } catch (error) {
    return { notebook: null, outcomes, exit: ended(error, io) };
  }
}

/** An interrupt ends all; of anything else the message is printed. */
function ended(error: unknown, io: World): ExitCode {
  if (error instanceof Stop && error.exitCode === EXIT.interrupted) throw error;
  return report(error, io, "notebook run");
}

function show(file: string, { cell, status, out, err }: CellOutcome, { check }: Options, io: World): void {
  if (check) {
    if (status === "failed") io.stderr.write(err);
    return;
  }
  const { paint, glyphs } = io.screen;
  io.stdout.write(`${paint.dim(`${glyphs.rule.repeat(2)} ${file}:${cell.line}`)}\n`);
  io.stdout.write(out === "" ? "" : `${out}\n`);
  io.stderr.write(err);
}

async function* cellOutcomes(notebook: Notebook, options: Options, io: World): AsyncGenerator<CellOutcome> {
  const scorer = options.scorer ?? (await notebookScorer(notebook, io));
  const prepare = preparing(io);
  for (const cell of queryCells(notebook, options, io)) {
    const output = capturing(io);
    const about = { cell, notebook, options: { ...options, scorer }, prepare, io: output.io };
    const end = await runCell(about).catch((error: unknown): CellEnd => {
      return { status: "failed", diagnostics: [], exit: ended(error, output.io) };
    });
    yield { ...end, cell, ...output.texts() };
  }
}

/** A world whose outputs are collected. */
function capturing(io: World) {
  const printed = { out: "", err: "" };
  const output = (name: keyof typeof printed) => ({
    isTerminal: false,
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const outputs = { stdout: output("out"), stderr: output("err") };
  return { io: Object.assign(Object.create(io) as World, outputs), texts: () => ({ ...printed }) };
}

function tally(outcomes: readonly CellOutcome[]): string {
  const parts = (["ran", "compiled", "shown", "failed"] as const).flatMap((status) => {
    const number = outcomes.filter((outcome) => outcome.status === status).length;
    return number === 0 ? [] : [`${number} ${STATUS_WORDS[status]}`];
  });
  return [count(outcomes.length, "cell"), ...parts].join(", ");
}

const STATUS_WORDS = { ran: "ran", compiled: "compiled", shown: "with the error that it shows", failed: "failed" };

/** A cell for programs. `result`: what `--format json` of `sxp run` prints. */
const outcomeJson = ({ cell, status, exit, diagnostics, out, err }: CellOutcome): object => ({
  file: cell.source.name,
  line: cell.line,
  info: cell.cell.info,
  status,
  exit,
  diagnostics: diagnostics.map((one) => diagnosticJson(cell.source, one)),
  results: jsonTexts(out),
  messages: err,
});

/** JSON of each query of a cell: they are printed one after the other. */
const jsonTexts = (out: string): readonly unknown[] => {
  const texts = out.split(/(?<=^\}\n)/m).filter((text) => text.trim() !== "");
  return texts.map((text) => JSON.parse(text) as unknown);
};
