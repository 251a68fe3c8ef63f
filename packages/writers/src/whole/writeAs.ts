import type { Tree, WrittenFormat } from "@semantic-xpath/tree";
import { type CsvWriteOptions, writeCsv } from "./csv.js";
import { type JsonWriteOptions, writeJson, writeJsonLines } from "./json.js";
import { writeXml } from "./xml.js";
import { writeYaml } from "./yaml.js";

type AllWriteOptions = JsonWriteOptions & CsvWriteOptions;
type Writer = (tree: Tree, options: AllWriteOptions) => string;

const WRITERS: Readonly<Record<WrittenFormat, Writer>> = {
  xml: writeXml,
  json: writeJson,
  jsonl: writeJsonLines,
  yaml: writeYaml,
  csv: writeCsv,
};

/** A tree in a format, as text that reads as the same tree; `shape` is of JSON and YAML, `onNote` of CSV. Throws a `WriteError` for what the format can't hold. */
export const writeAs = (format: WrittenFormat, tree: Tree, options: AllWriteOptions = {}): string =>
  WRITERS[format](tree, options);
