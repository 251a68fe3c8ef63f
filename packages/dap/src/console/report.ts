import { type Inspection, labelOf } from "@semantic-xpath/inspect";
import { counted, weightText } from "@semantic-xpath/inspect/numbers";
import type { Match, QueryValue, RecordObject } from "@semantic-xpath/runtime";

const MAX_RESULTS = 20;

/** The result as a ranked table; if there is none, why. */
export function resultText(inspection: Inspection): string {
  const { tree, result } = inspection;
  const { matches, stats, value } = result;
  if (value !== undefined)
    return [
      `The value is ${valueText(value)}, from ${counted(matches.length, "node")}.`,
      ...contributors(inspection),
    ].join("\n");
  if (matches.length === 0) return ["No results.", ...emptyLines(inspection)].join("\n");
  const more = matches.length - MAX_RESULTS;
  const scoredText = stats.scorerPairs === 0 ? "" : `, ${counted(stats.scorerPairs, "text")} scored`;
  return [
    `${counted(matches.length, "result")} of ${counted(tree.size, "node")}${scoredText}`,
    resultPage(inspection, 1),
    ...(more > 0 ? [`… and ${more} more: :results ${MAX_RESULTS + 1}`] : []),
    ...(stats.approximation === null ? [] : [stats.approximation]),
  ].join("\n");
}

const contributors = (inspection: Inspection): readonly string[] =>
  inspection.result.matches.length === 0 ? [] : [resultPage(inspection, 1)];

/** As a query writes it: a text in quotes, a list with commas. */
const valueText = (value: QueryValue): string =>
  value === null
    ? "none"
    : typeof value === "object"
      ? value.length === 0
        ? "none"
        : value.map((one) => JSON.stringify(one)).join(", ")
      : typeof value === "number"
        ? String(value)
        : JSON.stringify(value);

/** Rows from a rank on. */
export function resultPage(inspection: Inspection, from: number): string {
  const { result } = inspection;
  const matches = result.matches.slice(from - 1, from - 1 + MAX_RESULTS);
  if (matches.length === 0) return thereAre(inspection);
  const isRanked = result.matches.some(({ weight }) => weight !== 1);
  const paths = matches.map((match) => (match.path === "" ? "group" : match.path));
  const pathColumns = Math.min(60, Math.max(...paths.map(({ length }) => length)));
  const rankColumns = String(from - 1 + matches.length).length;
  const rows = matches.map((match, i) => [
    String(from + i).padStart(rankColumns),
    ...(isRanked ? [weightText(match.weight)] : []),
    paths[i]!.padEnd(pathColumns),
    saidOf(match),
  ]);
  return rows.map((columns) => columns.join("  ").trimEnd()).join("\n");
}

/** A result beside its path: its record, its keys and number of members, its value, or the content of its node. */
function saidOf({ record, group, attribute, id, tree }: Match): string {
  if (record !== null) return fieldsText(record);
  if (group !== null) return `${fieldsText(group.key)}  ${counted(group.members.length, "member")}`;
  return attribute === null ? labelOf(tree, id).summary : JSON.stringify(attribute.value);
}

const fieldsText = (fields: RecordObject): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");

/** `There are 3 results.` */
export const thereAre = ({ result: { matches } }: Inspection): string =>
  `There ${matches.length === 1 ? "is" : "are"} ${counted(matches.length, "result")}.`;

function emptyLines(inspection: Inspection): readonly string[] {
  const { empty } = inspection.result.stats;
  const causes = causeLines(inspection);
  return empty === null || causes.some((line) => line.includes(empty.message)) ? causes : [empty.message, ...causes];
}

/** The commonest causes, each with what to do about it. */
export const causeLines = (inspection: Inspection): readonly string[] =>
  inspection
    .causes()
    .flatMap(({ message, advice }) => [sentence(message), ...(advice === null ? [] : [`  ${advice}`])]);

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
