import { jsonText, shortest } from "@semantic-xpath/inspect";
import type { Match } from "@semantic-xpath/runtime";
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
import { attributesText, valueText } from "./results.js";

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
  /** Texts of the values of a query that gives some. */
  readonly values: readonly string[] | undefined;
  readonly places: () => Promise<readonly Place[]>;
  /** True if a path needs the name of its file. */
  readonly isSeveral: boolean;
}

/** A line or a row for each match or value. */
export async function recordsText(
  format: "jsonl" | "csv" | "md" | "paths" | "values",
  { matches, values = matches.map(valueText), places, isSeveral }: Records,
): Promise<string> {
  if (areRecords(matches) && format !== "paths") {
    if (format === "jsonl") return matches.map(({ record }) => `${JSON.stringify(record)}\n`).join("");
    if (format === "values")
      return recordRows(matches)
        .slice(1)
        .map((row) => `${row.map(inOneLine).join("\t")}\n`)
        .join("");
    return format === "md" ? markdownTable(recordRows(matches)) : csvText(recordRows(matches));
  }
  if (format === "jsonl") return jsonLines(matches, await places());
  if (areGroups(matches) && format === "csv") return csvText(groupRows(matches));
  if (areGroups(matches) && format === "md") return groupsMarkdown(matches);
  if (format === "csv" || format === "md") {
    const rows = matchRows(matches, await places());
    return format === "md" ? markdownTable(rows) : csvText(rows);
  }
  const files = isSeveral ? await places() : [];
  const paths = (match: Match, i: number) => [
    shortest(match.weight),
    ...(isSeveral ? [files[i]!.file] : []),
    match.group === null ? labelOf(match) : keysText(match),
  ];
  const lines = format === "values" ? values : matches.map((match, i) => paths(match, i).join("\t"));
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

const CSV_COLUMNS = ["rank", "weight", "file", "line", "path", "type", "value"] as const;

/** A match a row, under the names of the columns (RFC 4180, lines end with LF). A value is as it is in the data: a sheet may take one that begins with `=` for a formula. */
function matchRows(matches: readonly Match[], places: readonly Place[]): readonly (readonly string[])[] {
  const rows = matches.map((match, i) => {
    const { file, line } = places[i]!;
    const { weight, path, node } = match;
    const place = path === "" ? ["", "", "", "key"] : [file, line === null ? "" : String(line), path, node.type];
    return [String(i + 1), String(shortest(weight)), ...place, match.value || attributesText(match)];
  });
  return [CSV_COLUMNS, ...rows];
}

const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\n`).join("");

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
