import { jsonText, shortest } from "@semantic-xpath/inspect";
import type { Match } from "@semantic-xpath/runtime";
import type { Place } from "../input/places.js";

/** A match a line, as JSON, with its file and place: what JSON Lines is, for programs that read as it comes. */
export const jsonLines = (matches: readonly Match[], places: readonly Place[]): string =>
  matches.map((match, i) => `${jsonText({ ...placeJson(places[i]!), ...match.toJSON() })}\n`).join("");

const placeJson = ({ file, line, column }: Place): object => ({ file, ...(line !== null && { line, column }) });

const CSV_COLUMNS = ["rank", "weight", "file", "line", "path", "type", "value"] as const;

/** A match a row, under the names of the columns (RFC 4180, lines end with LF). A value is as it is in the data: a sheet may take one that begins with `=` for a formula. */
export function csv(matches: readonly Match[], places: readonly Place[]): string {
  const rows = matches.map((match, i) => {
    const { file, line } = places[i]!;
    const { weight, path, node, value } = match;
    return [String(i + 1), String(shortest(weight)), file, line === null ? "" : String(line), path, node.type, value];
  });
  return [CSV_COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
