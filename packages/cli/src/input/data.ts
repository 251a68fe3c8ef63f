import { FORMATS, type FormatName, formatOf } from "@semantic-xpath/readers/formats";
import { type DataProblem, type OpenedTree, type OpenOptions, openData } from "@semantic-xpath/readers/node";
import { Collection, ReadError, type ReadLimits, type Tree } from "@semantic-xpath/runtime";
import { waitingLine } from "../progress.js";
import { count, inOneLine } from "../render/columns.js";
import { diagnosticText, diagnosticTexts } from "../render/diagnostics.js";
import type { World } from "../render/screen.js";
import { abortable, EXIT, type ExitCode, Stop, usage } from "../stop.js";
import { mappingsOf } from "./mapping.js";

/** Options for reading data. */
export interface Reading {
  readonly "format-in"?: FormatName | undefined;
  readonly "type-key"?: string | undefined;
  readonly encoding?: string | undefined;
  readonly mapping?: string | undefined;
  /** Reads invalid data as far as possible. */
  readonly tolerant?: boolean | undefined;
}

/** Data that is open: one tree, or several that are queried together. */
export interface Data {
  /** At least one. */
  readonly trees: readonly OpenedTree[];
  readonly collection: Collection;
  /** The tree, and of several the first. */
  readonly tree: Tree;
  readonly isSeveral: boolean;
  /** As it is called: the file, or `memory/*.xml (12 trees)`. */
  readonly name: string;
  /** Bytes in all. */
  readonly size: number;
  /** Files that could not be read, or not without errors, each reported. */
  readonly problems: number;
}

/**
 * Opens data: files, patterns, folders, `-`. Unreadable files are reported; if none is readable, the command ends with exit code 3.
 *
 * Diagnostics of readers are reported, at most ten times; a command that checks data reports them all itself.
 *
 * Without `--type-key`, a note is printed if the member "type" of JSON replaces names that a query would use.
 */
export async function readData(
  names: readonly string[],
  io: World,
  limits: Partial<ReadLimits> = {},
  reading: Reading = {},
  { isChecked = false, kept }: { readonly isChecked?: boolean; readonly kept?: OpenOptions["kept"] } = {},
): Promise<Data> {
  const typeKey = reading["type-key"];
  const { encoding } = reading;
  if (encoding !== undefined && !isEncoding(encoding)) throw usage(`--encoding: "${encoding}" is not known.`);
  const mappings = await mappingsOf(reading.mapping, io);
  const reportTyped = typedOnce(io);
  const waiting = waitingLine(io);
  const opening = openData(names, {
    cwd: io.cwd,
    stdin: io.stdin,
    signal: io.signal,
    limits,
    tolerant: isChecked || reading.tolerant === true,
    checkLinks: isChecked,
    kept,
    ...(reading["format-in"] && { format: reading["format-in"] }),
    ...(typeKey !== undefined && { typeKey: typeKey || null }),
    ...(encoding !== undefined && { encoding }),
    optionsFor: async (name) => ({
      ...(typeKey === undefined && { onTyped: reportTyped(shownName(name)) }),
      ...(await mappings.optionsFor(name)),
    }),
    onProgress: ({ done, files, name }) =>
      waiting.say(files === 1 ? `reading ${name}` : `reading ${name}, ${done + 1} of ${files}`),
  });
  try {
    const { trees, problems } = await abortable(io.signal, opening);
    waiting.clear();
    for (const problem of problems.slice(0, trees.length === 0 ? -1 : undefined))
      io.stderr.write(`${problemText(problem, reading, io)}\n`);
    if (trees.length === 0) throw new Stop(EXIT.input, problemText(problems.at(-1)!, reading, io));
    for (const tree of trees) await mappings.say(tree);
    if (!isChecked) await tellDiagnostics(trees, io);
    return dataOf(names, trees, problems.length + filesWithErrors(trees));
  } catch (error) {
    throw error instanceof ReadError ? new Stop(EXIT.input, `${names.join(" ")}: ${error.message}`) : error;
  } finally {
    waiting.clear();
  }
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

/** Maximum number of printed diagnostics of readers; untrusted data can have any number of mistakes. */
const MAX_REPORTED = 10;

/** Reports what the readers said, errors first, with the places. */
async function tellDiagnostics(trees: readonly OpenedTree[], io: World): Promise<void> {
  const all = trees.flatMap((opened) => opened.diagnostics.map((one) => ({ ...one, opened })));
  const reported = all.sort(
    (a, b) => Number(b.diagnostic.severity === "error") - Number(a.diagnostic.severity === "error"),
  );
  for (const { file, diagnostic, opened } of reported.slice(0, MAX_REPORTED)) {
    const source = { name: shownName(file), text: await opened.text(file).catch(() => "") };
    io.stderr.write(diagnosticTexts(source, [diagnostic], io.errors));
  }
  if (reported.length <= MAX_REPORTED) return;
  const checked = trees.length === 1 ? shownName(trees[0]!.name) : "FILE";
  io.stderr.write(`and ${reported.length - MAX_REPORTED} more in the data, which sxp check --data ${checked} lists.\n`);
}

const filesWithErrors = (trees: readonly OpenedTree[]): number =>
  new Set(
    trees.flatMap(({ diagnostics }) =>
      diagnostics.filter(({ diagnostic }) => diagnostic.severity === "error").map(({ file }) => file),
    ),
  ).size;

function dataOf(names: readonly string[], trees: readonly OpenedTree[], problems: number): Data {
  const isSeveral = trees.length > 1;
  const named = names.length > 3 ? `${names.slice(0, 2).join(" ")} ...` : names.map(shownName).join(" ");
  return {
    trees,
    collection: new Collection(trees),
    tree: trees[0]!.tree,
    isSeveral,
    name: isSeveral ? `${named} (${count(trees.length, "tree")})` : shownName(trees[0]!.name),
    size: trees.reduce((sum, { size }) => sum + size, 0),
    problems,
  };
}

/** Exit code after finished work: unreadable input is not a success. */
export const exitOf = ({ problems }: Pick<Data, "problems">): ExitCode => (problems === 0 ? EXIT.fine : EXIT.input);

/** A command on one tree refuses several. */
export function onlyTree({ trees, isSeveral, tree }: Data, what: string): Tree {
  if (!isSeveral) return tree;
  throw new Stop(EXIT.usage, `${what} one tree, and --data is ${trees.length}: name one of them.`, { named: true });
}

export const treesOf = ({ trees }: Data): readonly Tree[] => trees.map(({ tree }) => tree);

export const shownName = (name: string): string => (name === "-" ? "standard input" : name);

/** Says once for each run of a command that "type" names nodes. */
function typedOnce(io: World) {
  let isTaken = false;
  return (name: string) =>
    (member: string, type: string): void => {
      if (!isTaken)
        io.stderr.write(
          `${name}: its "type" names nodes: a "${inOneLine(member)}" is a "${inOneLine(type)}". ${TYPE_KEY_HINT}\n`,
        );
      isTaken = true;
    };
}

const TYPE_KEY_HINT = '--type-key NAME takes another member for that, --type-key "" none.';

function problemText({ name, error, text }: DataProblem, { "format-in": format }: Reading, { errors }: World): string {
  const { code, diagnostic } = error;
  if (code === "SXP4035" && error.parameters.reason !== undefined)
    return `sxp: can't read "${shownName(name)}": ${error.parameters.reason}.`;
  if (code === "SXP4038")
    return `sxp: ${diagnostic.message}\n  --format-in says it: ${Object.keys(FORMATS).join(", ")}.`;
  if (code === "SXP4036" || code === "SXP4037") return `sxp: ${diagnostic.message}`;
  // Without a text no place can be shown.
  const placed = text === "" ? { ...diagnostic, span: { start: 0, end: 0 } } : diagnostic;
  const message = diagnosticText({ name: shownName(name), text }, placed, errors);
  if (format !== undefined || name === "-" || formatOf(name) !== null) return message;
  return `${message.trimEnd()}\n  Its name shows no format, so it was read by how it begins. --format-in says it: ${Object.keys(FORMATS).join(", ")}.`;
}
