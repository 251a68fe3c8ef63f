import { jsonText, shortest } from "@semantic-xpath/inspect";
import { valuesOf } from "@semantic-xpath/inspect/numbers";
import type { Match, QueryValue } from "@semantic-xpath/runtime";
import { inOneLine } from "./columns.js";
import {
  areGroups,
  areRecords,
  groupRows,
  groupsMarkdown,
  keysText,
  labelOf,
  markdownTable,
  recordRows,
} from "./reports.js";
import { valueJson, valueText, valueTexts } from "./results.js";

/** Place of a result: its file and, if the reader provides them, line and column, from 1. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** `memory/a.xml:12`, which editors and terminals open. */
export const placeText = ({ file, line }: Place): string => (line === null ? file : `${file}:${line}`);

/** Result of a run, for programs. */
interface Records {
  readonly matches: readonly Match[];
  /** Values of a query that gives some: one of each tree. */
  readonly values: readonly { readonly source?: string; readonly value: QueryValue }[] | undefined;
  readonly places: () => Promise<readonly Place[]>;
  /** True if a path needs the name of its file. */
  readonly isSeveral: boolean;
}

/** A line or a row for each match or value. */
export async function recordsText(
  format: "jsonl" | "csv" | "md" | "paths" | "values",
  { matches, values, places, isSeveral }: Records,
): Promise<string> {
  if (values !== undefined && format === "jsonl") return values.map(valueLine).join("");
  if (values !== undefined && (format === "csv" || format === "md")) return tableText(format, valueRows(values));
  if (areRecords(matches) && format !== "paths") {
    if (format === "jsonl") return matches.map(({ record }) => `${JSON.stringify(record)}\n`).join("");
    if (format === "values")
      return recordRows(matches)
        .slice(1)
        .map((row) => `${row.map(inOneLine).join("\t")}\n`)
        .join("");
    return tableText(format, recordRows(matches));
  }
  if (format === "jsonl") return jsonLines(matches, await places());
  if (areGroups(matches) && format === "csv") return csvText(groupRows(matches));
  if (areGroups(matches) && format === "md") return groupsMarkdown(matches);
  if (format === "csv" || format === "md") return tableText(format, matchRows(matches, await places()));
  const files = isSeveral ? await places() : [];
  const paths = (match: Match, i: number) => [
    shortest(match.weight),
    ...(isSeveral ? [files[i]!.file] : []),
    match.group === null ? labelOf(match) : keysText(match),
  ];
  const texts = () => values?.flatMap(({ value }) => valueTexts(value)) ?? matches.map(valueText);
  const lines = format === "values" ? texts() : matches.map((match, i) => paths(match, i).join("\t"));
  return lines.map((line) => `${line}\n`).join("");
}

/** Blocks of lines with an empty line between; those without lines are left out. */
export const blocksText = (blocks: readonly (readonly string[])[]): string =>
  blocks.flatMap((block) => (block.length === 0 ? [] : [`${block.join("\n")}\n`])).join("\n");

/** A match a line, as JSON, with its file and place: what JSON Lines is, for programs that read as it comes. */
const jsonLines = (matches: readonly Match[], places: readonly Place[]): string =>
  matches
    .map((match, i) => `${jsonText({ ...(match.path !== "" && placeJson(places[i]!)), ...match.toJSON() })}\n`)
    .join("");

const placeJson = ({ file, line, column }: Place): object => ({ file, ...(line !== null && { line, column }) });

type Rows = readonly (readonly string[])[];
type Values = NonNullable<Records["values"]>;

/** The value of a tree as an object of JSON Lines. */
const valueLine = ({ source: file, value }: Values[number]): string =>
  `${JSON.stringify({ file, value: valueJson(value) })}\n`;

/** A value a row, after the file that it is of where there are several. */
function valueRows(values: Values): Rows {
  const filesOf = (source: string | undefined) => (source === undefined ? [] : [source]);
  const rows = values.flatMap(({ source, value }) => valuesOf(value).map((one) => [...filesOf(source), String(one)]));
  return [[...(values[0]?.source === undefined ? [] : ["file"]), "value"], ...rows];
}

const CSV_COLUMNS = ["rank", "weight", "file", "line", "path", "type", "value"] as const;

/**
 * A match a row, under the names of the columns (RFC 4180, lines end with LF), with a column for each attribute of a node, in the order in which they
 * come. A value is as it is in the data: a sheet may take one that begins with `=` for a formula.
 */
function matchRows(matches: readonly Match[], places: readonly Place[]): Rows {
  const attributesOf = ({ path, attribute, text, node }: Match) =>
    path === "" || attribute !== null || text !== null ? {} : node.attributes;
  const names = [...new Set(matches.flatMap((match) => Object.keys(attributesOf(match))))];
  const rows = matches.map((match, i) => {
    const { file, line } = places[i]!;
    const { weight, path, node, value } = match;
    const place = path === "" ? ["", "", "", "key"] : [file, line === null ? "" : String(line), path, node.type];
    const attributes = new Map(Object.entries(attributesOf(match)));
    return [
      String(i + 1),
      String(shortest(weight)),
      ...place,
      value,
      ...names.map((name) => attributes.get(name) ?? ""),
    ];
  });
  return [[...CSV_COLUMNS, ...names.map((name) => `@${name}`)], ...rows];
}

const tableText = (format: "csv" | "md", rows: Rows): string => (format === "md" ? markdownTable(rows) : csvText(rows));

const csvText = (rows: Rows): string => rows.map((row) => `${row.map(cell).join(",")}\n`).join("");

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** An object as JSON that can be read by eye and by line: a line for each member, and for each element of the list that is named. */
export function jsonByLine(record: object, list: string): string {
  const members = Object.entries(record).map(([name, value]) => {
    const lines = name === list ? (value as readonly unknown[]).map((one) => `    ${jsonText(one)}`) : [];
    // The value of a query is not a score: it keeps all of its digits.
    const text = name === "value" ? JSON.stringify(value) : jsonText(value);
    return `  "${name}": ${lines.length === 0 ? text : `[\n${lines.join(",\n")}\n  ]`}`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
