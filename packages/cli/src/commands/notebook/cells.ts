import { dirname, join } from "node:path";
import { SCHEMAS } from "@semantic-xpath/readers/mappings";
import {
  hasOnlyImports,
  type NotebookCell,
  type NotebookSettings,
  notebookCells,
  readFrontMatter,
  textStart,
} from "@semantic-xpath/readers/notebook";
import { readText } from "../../input/files.js";
import { importedPath, type QuerySource, sourceOf } from "../../input/query.js";
import { diagnosticTexts, hasErrors } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, Stop } from "../../stop.js";
import type { NotebookLine } from "./command.js";

/** A notebook that was read; nothing of it has run. */
export interface Notebook {
  readonly file: string;
  readonly settings: NotebookSettings;
  readonly cells: readonly NotebookCell[];
}

/** A cell of queries or updates, with what it is about. */
export interface QueryCell {
  readonly cell: NotebookCell;
  /** Its first line in the file, from 1. */
  readonly line: number;
  /** With as many lines as are before it in the file, so that places are those of the file. */
  readonly source: QuerySource;
  /** As `--data` and `--schema` would name it; of what the cell imports itself nothing. */
  readonly data: readonly string[];
  readonly schema: string | undefined;
  /** Codes that a cell `sxp error` has to show; empty: any code. null: the cell has to show none. */
  readonly expected: readonly string[] | null;
}

/** Reads a notebook. Mistakes of the front matter end the work on it. */
export async function readNotebook(file: string, io: World): Promise<Notebook> {
  const cells = notebookCells(await readText(file, io));
  const matter = cells.find(({ kind }) => kind === "frontMatter");
  const { settings, diagnostics } = readFrontMatter(matter?.text ?? "", { isStrict: file.endsWith(".sxpnb") });
  // It begins on the second line.
  const source = { name: file, text: `\n${matter?.text ?? ""}` };
  const placed = diagnostics.map(({ span, ...one }) => ({
    ...one,
    span: { start: span.start + 1, end: span.end + 1 },
  }));
  io.stderr.write(diagnosticTexts(source, placed, io.errors));
  if (hasErrors(diagnostics)) throw new Stop(EXIT.diagnostics);
  return { file, settings, cells };
}

/**
 * Cells of code in their order. A cell of imports alone holds for those after it; imports above declarations are of their cell, as of a
 * file.
 */
export function queryCells(
  { file, settings, cells }: Notebook,
  { data, schema }: Pick<NotebookLine["options"], "data" | "schema">,
  io: World,
): readonly QueryCell[] {
  const besideNotebook = (path: string): string => join(dirname(file), path);
  const isShipped = SCHEMAS.some(({ name }) => name === settings.schema);
  let dataNow = settings.data === null ? data : [besideNotebook(settings.data)];
  let schemaNow = settings.schema === null ? schema : isShipped ? settings.schema : besideNotebook(settings.schema);
  const lines = lineCounter(cells);
  return cells.flatMap((cell) => {
    if (cell.kind !== "code") return [];
    const line = lines(cell);
    const source = sourceOf(file, "\n".repeat(line - 1) + cell.text, file);
    const expected = /\serror(?:\s|$)/.test(cell.info) ? (cell.info.match(/\bSXP\d{4}\b/g) ?? []) : null;
    const ownData = importedPath(source, "data", io);
    const ownSchema = importedPath(source, "schema", io);
    const about = {
      data: ownData === null ? dataNow : [ownData],
      schema: ownSchema ?? schemaNow,
    };
    if (expected === null && hasOnlyImports(source.ast)) {
      dataNow = about.data;
      schemaNow = about.schema;
    }
    return { cell, line, source, ...about, expected };
  });
}

/** Lines of the beginnings of cells, which are asked for in their order. */
function lineCounter(cells: readonly NotebookCell[]): (cell: NotebookCell) => number {
  const text = cells.map(({ origin }) => origin.before + origin.source + origin.after).join("");
  let [at, line] = [0, 1];
  return (cell) => {
    const start = textStart(cell);
    line += text.slice(at, start).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = start;
    return line;
  };
}
