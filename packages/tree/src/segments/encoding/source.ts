import { isObject } from "@semantic-xpath/values";
import type { TreeSource } from "../../source.js";
import { malformed } from "./byteReader.js";
import type { TextReader, TextWriter } from "./strings.js";

interface SourceRecord {
  readonly format: TreeSource["format"];
  readonly documents?: TreeSource["documents"];
  readonly mapping?: string;
  readonly unsearchable?: readonly (readonly [type: string, attributes: readonly string[]])[];
}

/** The reader's facts about the source of a tree, as JSON: places in it are not stored. */
export function writeSource({ format, documents, mapping, unsearchable }: TreeSource, out: TextWriter<string>): void {
  const sourceRecord: SourceRecord = {
    format,
    ...(documents !== undefined && { documents }),
    ...(mapping !== undefined && { mapping }),
    ...(unsearchable !== undefined && { unsearchable: [...unsearchable].map(([type, names]) => [type, [...names]]) }),
  };
  out.text(JSON.stringify(sourceRecord));
}

export function readSource(reader: TextReader): TreeSource {
  const sourceRecord = parsed(reader.text());
  if (!isSource(sourceRecord)) throw malformed("its source is none");
  const { format, documents, mapping, unsearchable } = sourceRecord;
  return {
    format,
    spans: false,
    ...(documents !== undefined && { documents }),
    ...(mapping !== undefined && { mapping }),
    ...(unsearchable !== undefined && {
      unsearchable: new Map(unsearchable.map(([type, names]) => [type, new Set(names)])),
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("its source is no JSON");
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isListOf = (value: unknown, is: (each: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);

function isSource(value: unknown): value is SourceRecord {
  if (!isObject(value)) return false;
  const { format, documents = [], mapping = "", unsearchable = [] } = value;
  return (
    isText(format) &&
    isText(mapping) &&
    isListOf(
      documents,
      (each) => isObject(each) && isText(each.name) && Number.isInteger(each.node) && isText(each.format),
    ) &&
    isListOf(
      unsearchable,
      (each) => Array.isArray(each) && each.length === 2 && isText(each[0]) && isListOf(each[1], isText),
    )
  );
}
