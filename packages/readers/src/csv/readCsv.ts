import { readError, readLimits, type Tree } from "@semantic-xpath/tree";
import { oneLine } from "@semantic-xpath/values";
import { encodingNamed, wholeText } from "../decode.js";
import { type JsonOptions, treeOfEvents } from "../json.js";
import type { JsonSink } from "../jsonEvents.js";
import { type Report, reportIfAny } from "../readerOptions.js";
import { Cells, malformedCsv } from "./cells.js";
import { delimiterOf } from "./delimiter.js";

export interface CsvOptions extends JsonOptions {
  /** The character between cells. Default: the comma, semicolon, tab or vertical bar that fits the first rows best. */
  readonly delimiter?: string;
  /** The encoding of bytes without a byte order mark, by any label of the Encoding Standard: "windows-1252", "shift_jis". Default UTF-8. */
  readonly encoding?: string;
  /** True if the first row names the columns. Default true; without names they are `column 1`, `column 2`. */
  readonly header?: boolean;
  /** The type of the rows. Default `itemType`, and without it "row". */
  readonly rowType?: string;
}

/**
 * Reads CSV into a tree: a `rootType` root with a `rowType` child for each row, which has an attribute for each cell that is not empty,
 * named by its column. Empty lines are skipped.
 *
 * Rows are objects to the options of `readJson`; unless `typeKey` or `textKey` name a column, all are attributes. A column without a name
 * is named by its number, and the second of a name gets a 2 after it.
 *
 * The span of a row is that of its line. Throws a `ReadError`: SXP4013 for wrong quotes or bytes, SXP4003 beyond a limit; with `onDiagnostic` an
 * invalid byte is U+FFFD, and reported. Also reports SXP4015, rows with more or fewer cells than there are columns, and SXP4016.
 *
 * @example readCsv("name,cost\nmuseum,CAD 20").root.children[0].attributes.cost // "CAD 20"
 */
export function readCsv(input: string | Uint8Array, options: CsvOptions = {}): Tree {
  const { delimiter: chosen, header = true, rowType = options.itemType ?? "row" } = options;
  if (chosen !== undefined && (chosen.length !== 1 || /["\r\n]/.test(chosen))) {
    throw new RangeError("delimiter must be one character, and no quotation mark or line break");
  }
  const encoding = options.encoding === undefined ? null : encodingNamed(options.encoding);
  const text = wholeText(input, readLimits(options.limits), malformedCsv, reportIfAny(options.onDiagnostic), encoding);
  const start = text.charCodeAt(0) === BOM ? 1 : 0;
  const declared = DECLARED.exec(text.slice(start, start + 8));
  const from = start + (declared?.[0].length ?? 0);
  const delimiter = chosen ?? declared?.[1] ?? delimiterOf(text, from);
  const shape: JsonOptions = { ...options, typeKey: options.typeKey ?? null, textKey: options.textKey ?? "" };
  const feed = (sink: JsonSink, report: Report) => {
    sink.beginArray(0);
    const cells = new Cells(text, delimiter.charCodeAt(0), report, from);
    new Rows(cells, sink, report).read(header);
    sink.endArray(text.length);
  };
  return treeOfEvents({ format: "csv", spans: true }, { ...shape, itemType: rowType }, feed, text.length);
}

const BOM = 0xfeff;
/** A first line by which spreadsheets say what separates the cells. */
const DECLARED = /^sep=([^"\r\n])(?:\r\n|\r|\n)/;

class Rows {
  /** Names of the columns; null: it has none yet. */
  private readonly names: (string | null)[] = [];
  private readonly taken = new Map<string, number>();
  private hasHeader = false;

  constructor(
    private readonly cells: Cells,
    private readonly sink: JsonSink,
    private readonly report: Report,
  ) {}

  read(hasHeader: boolean): void {
    const { cells } = this;
    this.hasHeader = hasHeader;
    for (let isFirst = hasHeader; this.begins(); isFirst = false) {
      if (isFirst) this.header();
      else this.row(cells.start);
    }
  }

  /** Moves to the first cell of the next row. */
  private begins(): boolean {
    this.cells.skipEmptyLines();
    return this.cells.next();
  }

  private header(): void {
    const { cells } = this;
    do {
      const name = cells.value.trim();
      this.names.push(name === "" ? null : this.unique(name, cells));
    } while (!cells.isLast && cells.next());
  }

  private row(start: number): void {
    const { cells, names, sink } = this;
    let count = 0;
    let isLonger = false;
    sink.beginObject(start);
    do {
      if (cells.value !== "") {
        isLonger ||= this.hasHeader && count >= names.length;
        sink.key(names[count] ?? this.numbered(count));
        sink.scalar(cells.value, true, cells.start, cells.end);
      }
      count++;
    } while (!cells.isLast && cells.next());
    sink.endObject(cells.end);
    const isShorter = this.hasHeader && count < names.length;
    if (isLonger || isShorter) {
      this.report(readError("SXP4015", { cells: count, columns: names.length }, { start, end: cells.end }));
    }
  }

  /** The name of a column that has none. Beyond the header the row is reported. */
  private numbered(column: number): string {
    const name = `column ${column + 1}`;
    if (!this.hasHeader || column >= this.names.length) return name;
    const unique = this.unique(name, null);
    this.names[column] = unique;
    this.made(`The column ${column + 1} has no name`, unique);
    return unique;
  }

  /** A name that no column before has: with a number where it is not the first. */
  private unique(name: string, cell: Cells | null): string {
    const count = this.taken.get(name) ?? 0;
    this.taken.set(name, count + 1);
    if (count === 0) return name;
    const numbered = this.unique(`${name} ${count + 1}`, null);
    if (cell !== null) this.made(`The column "${oneLine(name, 40)}" is there twice`, numbered);
    return numbered;
  }

  private made(what: string, name: string): void {
    const { start, end } = this.cells;
    this.report(readError("SXP4016", { what, reading: `it is called "${oneLine(name, 40)}"` }, { start, end }));
  }
}
