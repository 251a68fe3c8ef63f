import { shortest } from "@semantic-xpath/inspect";
import { readableValue, weightText } from "@semantic-xpath/inspect/numbers";
import type { Match, RecordObject, RecordValue, SingleValue } from "@semantic-xpath/runtime";
import { count, cut, inOneLine, table } from "./columns.js";
import type { Screen } from "./screen.js";

/** Records and groups as people and programs see them: a record is a row, a group a section. */

export const areRecords = (matches: readonly Match[]): boolean => matches[0]?.record != null;
export const areGroups = (matches: readonly Match[]): boolean => matches[0]?.group != null;

/** The names of the fields, in the order of the query. */
const fieldsOf = (matches: readonly Match[]): readonly string[] => Object.keys(matches[0]?.record ?? {});

const isRecords = (value: RecordValue): value is readonly RecordObject[] =>
  Array.isArray(value) && typeof value[0] === "object";

/** A cell for people: what is absent has a sign of its own, a nested list is its number of records. */
function shownCell(value: RecordValue | undefined): string {
  if (value === null || value === undefined) return "-";
  if (isRecords(value)) return count(value.length, "record");
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map((one) => shownCell(one)).join(", ");
  return inOneLine(readableValue(value as SingleValue));
}

const MAX_CELL = 48;

/** Records as a table, numbers to the right; a weight comes first where results have some. */
export function recordTable(matches: readonly Match[], screen: Screen): string[] {
  const names = fieldsOf(matches);
  const isRanked = matches.some(({ weight }) => weight !== 1);
  const room = screen.glyphs.ellipsis === "" ? Number.POSITIVE_INFINITY : MAX_CELL;
  const rows = matches.map(({ record, weight }) => [
    ...(isRanked ? [weightText(weight)] : []),
    ...names.map((name) => cut(shownCell(record?.[name]), room, screen.glyphs.ellipsis)),
  ]);
  const isNumeric = (name: string): boolean =>
    matches.every(({ record }) => record?.[name] === null || typeof record?.[name] === "number");
  const heading = [...(isRanked ? ["weight"] : []), ...names];
  return table(heading, rows, screen, names.filter(isNumeric)).trimEnd().split("\n");
}

/** The keys of a group in one line: `category museum, city Bern`; what it lacks has a sign of its own. */
export const keysText = ({ group }: Match): string =>
  Object.entries(group?.key ?? {})
    .map(([name, value]) => `${name} ${shownCell(value)}`)
    .join(", ");

/** Each group as a section: its keys, and then its members, a line each. */
export function groupLines(
  matches: readonly Match[],
  screen: Screen,
  membersOf: (members: readonly Match[], screen: Screen) => readonly string[],
): string[] {
  const { paint, columns } = screen;
  const isRanked = matches.some(({ weight }) => weight !== 1);
  return matches.flatMap((match) => {
    const { members = [] } = match.group ?? {};
    const size = count(members.length, "member");
    const weight = isRanked ? `${weightText(match.weight)}  ` : "";
    const inner = membersOf(members, { ...screen, columns: columns - INDENT.length });
    return [
      `${paint.bold(`${weight}${keysText(match)}`)}  ${paint.dim(size)}`,
      ...inner.map((line) => `${INDENT}${line}`),
    ];
  });
}

const INDENT = "  ";

/** Records as rows of cells for programs: a list is its JSON, and what is absent an empty cell. */
export const recordRows = (matches: readonly Match[]): readonly (readonly string[])[] => [
  fieldsOf(matches),
  ...matches.map(({ record }) =>
    Object.values(record ?? {}).map((value) =>
      value === null ? "" : Array.isArray(value) ? JSON.stringify(value) : String(value),
    ),
  ),
];

/** Groups as rows for programs: a member a row, after the keys of its group. */
export function groupRows(matches: readonly Match[]): readonly (readonly string[])[] {
  const names = Object.keys(matches[0]?.group?.key ?? {});
  const rows = matches.flatMap(({ group }) =>
    (group?.members ?? []).map((member) => [
      ...Object.values(group?.key ?? {}).map((key) => String(key ?? "")),
      String(shortest(member.weight)),
      member.path,
      member.group === null ? member.node.type : "group",
      member.value,
    ]),
  );
  return [[...names, "weight", "path", "type", "value"], ...rows];
}

/** Rows as a table in Markdown, the first as its heading. */
export function markdownTable([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(" | ")} |\n`;
  return [line(heading), line(heading.map(() => "---")), ...rows.map(line)].join("");
}

const markdownCell = (text: string): string => inOneLine(text).replaceAll("\\", "\\\\").replaceAll("|", "\\|");

/** Groups in Markdown: a heading for each, and its members as a list. */
export const groupsMarkdown = (matches: readonly Match[]): string =>
  matches
    .map((match) => {
      const members = match.group?.members ?? [];
      const lines = members.map(
        (member) => `- ${inOneLine(member.group === null ? member.value || member.path : keysText(member))}\n`,
      );
      return `## ${keysText(match)}\n\n${lines.join("")}`;
    })
    .join("\n");

/** Room for a label in a list of paths. */
export const labelOf = ({ path, attribute, group }: Match): string =>
  path !== "" ? path : attribute !== null ? `@${attribute.name}` : group !== null ? "group" : "";
