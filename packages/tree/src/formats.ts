/** Format of data: its name for people, and what shows it in a file, an answer of a server or an editor. */
export interface Format<W extends boolean = boolean> {
  /** For people and messages. */
  readonly noun: string;
  /** Extensions of file names, in lower case, with the dot; the usual one first. */
  readonly endings: readonly string[];
  /** The usual one first. */
  readonly mediaTypes: readonly string[];
  /** Languages of editors. */
  readonly languages: readonly string[];
  /** True if trees can be written in it, false if only files of the format are edited. */
  readonly isWritten: W;
}

const format = <const W extends boolean>(row: Format<W>): Format<W> => row;

/** Every format that is read; each has a reader in `readAs` and an editor in `editSource`. */
export const FORMATS = {
  xml: format({
    noun: "XML",
    endings: [".xml", ".svg", ".xhtml", ".xsd", ".xsl", ".xslt", ".rss", ".atom", ".opml", ".graphml", ".gpx", ".kml"],
    mediaTypes: ["application/xml", "text/xml"],
    languages: ["xml"],
    isWritten: true,
  }),
  json: format({
    noun: "JSON",
    endings: [".json", ".geojson", ".jsonld", ".ipynb"],
    mediaTypes: ["application/json"],
    languages: ["json", "jsonc"],
    isWritten: true,
  }),
  jsonl: format({
    noun: "JSON Lines",
    endings: [".jsonl", ".ndjson"],
    mediaTypes: ["application/jsonl", "application/x-ndjson"],
    languages: ["jsonl"],
    isWritten: true,
  }),
  yaml: format({
    noun: "YAML",
    endings: [".yaml", ".yml"],
    mediaTypes: ["application/yaml", "text/yaml"],
    languages: ["yaml"],
    isWritten: true,
  }),
  markdown: format({
    noun: "Markdown",
    endings: [".md", ".markdown"],
    mediaTypes: ["text/markdown"],
    languages: ["markdown"],
    isWritten: false,
  }),
  html: format({
    noun: "HTML",
    endings: [".html", ".htm"],
    mediaTypes: ["text/html"],
    languages: ["html"],
    isWritten: false,
  }),
  csv: format({
    noun: "CSV",
    endings: [".csv", ".tsv"],
    mediaTypes: ["text/csv", "text/tab-separated-values"],
    languages: ["csv", "tsv"],
    isWritten: true,
  }),
};

export type FormatName = keyof typeof FORMATS;

type OnlyWritten<F extends FormatName> = F extends FormatName
  ? (typeof FORMATS)[F] extends Format<true>
    ? F
    : never
  : never;
/** Formats in which trees can be written: what one can't hold it refuses. */
export type WrittenFormat = OnlyWritten<FormatName>;

const NAMES = Object.keys(FORMATS) as FormatName[];

export const WRITTEN_FORMATS = NAMES.filter((name) => FORMATS[name].isWritten) as WrittenFormat[];

const BY_ENDING = new Map(NAMES.flatMap((name) => FORMATS[name].endings.map((ending) => [ending, name])));

/** The format of a file by the extension of its name, in any case; null for other extensions: the beginning of the text decides. */
export function formatOf(path: string): FormatName | null {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? null : (BY_ENDING.get(path.slice(dot).toLowerCase()) ?? null);
}
