import type { FormatName } from "@semantic-xpath/tree";

export type { FormatName };

/** What a format is called, and how a file or an answer of a server shows it. */
export interface Format {
  /** For people and messages. */
  readonly noun: string;
  /** Endings of file names, in lower case, with the dot; the usual one first. */
  readonly endings: readonly string[];
  /** The usual one first. */
  readonly mediaTypes: readonly string[];
}

/** Every format that is read. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  xml: {
    noun: "XML",
    endings: [".xml", ".svg", ".xhtml", ".xsd", ".xsl", ".xslt", ".rss", ".atom", ".opml", ".graphml", ".gpx", ".kml"],
    mediaTypes: ["application/xml", "text/xml"],
  },
  json: { noun: "JSON", endings: [".json", ".geojson", ".jsonld", ".ipynb"], mediaTypes: ["application/json"] },
  jsonl: {
    noun: "JSON Lines",
    endings: [".jsonl", ".ndjson"],
    mediaTypes: ["application/jsonl", "application/x-ndjson"],
  },
  yaml: { noun: "YAML", endings: [".yaml", ".yml"], mediaTypes: ["application/yaml", "text/yaml"] },
  markdown: { noun: "Markdown", endings: [".md", ".markdown"], mediaTypes: ["text/markdown"] },
  html: { noun: "HTML", endings: [".html", ".htm"], mediaTypes: ["text/html"] },
  csv: { noun: "CSV", endings: [".csv", ".tsv"], mediaTypes: ["text/csv", "text/tab-separated-values"] },
};

const BY_ENDING = new Map(
  (Object.keys(FORMATS) as FormatName[]).flatMap((name) => FORMATS[name].endings.map((ending) => [ending, name])),
);

/** The format of a file by the ending of its name, in any case; null: the ending says nothing, and its beginning decides. */
export function formatOf(path: string): FormatName | null {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? null : (BY_ENDING.get(path.slice(dot).toLowerCase()) ?? null);
}
