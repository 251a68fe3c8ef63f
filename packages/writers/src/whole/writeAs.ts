import type { Tree, WrittenFormat } from "@semantic-xpath/tree";
import { type JsonWriteOptions, writeJson, writeJsonLines } from "./json.js";
import { writeXml } from "./xml.js";
import { writeYaml } from "./yaml.js";

type Writer = (tree: Tree, options: JsonWriteOptions) => string;

const WRITERS: Readonly<Record<WrittenFormat, Writer>> = {
  xml: writeXml,
  json: writeJson,
  jsonl: writeJsonLines,
  yaml: writeYaml,
};

/** A tree in a format, as text that reads as the same tree; `shape` is of JSON and YAML. Throws a `WriteError` for what the format can't hold. */
export const writeAs = (format: WrittenFormat, tree: Tree, options: JsonWriteOptions = {}): string =>
  WRITERS[format](tree, options);
