import type { Reading, ReasonOf, Translation } from "@semantic-xpath/chat/translate";
import { inOneLine, wrap } from "./columns.js";
import type { Screen } from "./screen.js";

/** A reading in the language, or its action. */
export function readingText(reading: Reading): string {
  switch (reading.kind) {
    case "query":
      return reading.query;
    case "update":
      return reading.update;
    case "create":
      return `a new task "${reading.name}"`;
    case "history":
      return historyText(reading.action);
    case "facts":
      return reading.said;
    case "talk":
      return "nothing to look up";
  }
}

function historyText(action: Extract<Reading, { kind: "history" }>["action"]): string {
  const ofTask = "task" in action && action.task !== null ? ` of ${action.task}` : "";
  switch (action.do) {
    case "diff":
      return `what changed from version ${action.from} to ${action.to}${ofTask}`;
    case "log":
      return `the versions${ofTask}`;
    case "tasks":
      return "the tasks";
    case "switch":
      return `go on with ${action.task}`;
    default:
      return `${action.do} version ${action.version}${ofTask}`;
  }
}

/** The reading of a request with its confidence, with the words that it used, and those that it did not. */
export function understoodLines({ request, unread }: Translation, reading: Reading, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const sure = paint.dim(`(${percent(reading.confidence)})`);
  const words = reading.parts.map(
    ({ span, meaning }) =>
      `  ${paint.cyan(inOneLine(request.slice(span.start, span.end)))} ${paint.dim(glyphs.arrow)} ${inOneLine(meaning)}`,
  );
  const unreadTexts = unread.map(({ start, end }) => `"${inOneLine(request.slice(start, end))}"`);
  return [
    ...wrap(`Understood: ${inOneLine(reading.said)}`, columns - 8).map((line, i, all) =>
      i === all.length - 1 ? `${line} ${sure}` : line,
    ),
    ...words,
    ...(unreadTexts.length === 0 ? [] : [paint.yellow(`  not used: ${unreadTexts.join(", ")}`)]),
  ];
}

const REASONS: Readonly<Record<ReasonOf, string>> = {
  head: "what is asked for is not named",
  negations: "what a negation is about",
  titles: "a name beside its value",
  tables: "columns of a table",
  totals: "what totals are of",
  comparisons: "what an amount is compared with",
  orders: "what the order is by",
  days: "which date is meant",
  times: "which time is meant",
  places: "which place is meant",
  states: "which state is meant",
  asked: "which value is asked for",
  names: "a name that may mean something else",
  vagueness: "a word without a measure, or one that has no part in it",
  leftovers: "words that only texts may say, or nothing",
  whole: "how the parts go together",
  warning: "the query has a warning",
  empty: "the query finds nothing",
  silent: "words without which the query is the same",
};

/** The costs of a reading: its confidence is the exponential of their negated sum. */
export function reasonLines(reading: Reading, { paint }: Screen): string[] {
  const reasons = reading.kind === "query" ? (reading.reasons ?? []) : [];
  const sum = reasons.reduce((total, { cost }) => total + cost, 0);
  return [
    ...reasons.map(({ of, cost }) => paint.dim(`  ${cost < 0 ? "" : "+"}${cost.toFixed(2)}  ${REASONS[of]}`)),
    paint.dim(`  ${sum.toFixed(2)}  in all: ${percent(Math.exp(-sum))}`),
  ];
}

/** The other readings, each with its number and its text. */
export function alternativeLines({ readings }: Translation, chosen: Reading, { paint }: Screen): string[] {
  return readings.flatMap((reading, i) =>
    reading === chosen
      ? []
      : [
          `${paint.dim(`or ${i + 1}:`)} ${inOneLine(reading.said)} ${paint.dim(`(${percent(reading.confidence)})`)}`,
          `      ${paint.dim(readingText(reading))}`,
        ],
  );
}

/** Question with the readings as choices; `how` describes the way to choose. */
export function questionLines({ question, readings, request }: Translation, { paint }: Screen, how: string): string[] {
  const shownQuestion = question ?? `"${inOneLine(request)}" can be read in several ways.`;
  return [
    paint.bold(
      inOneLine(
        readings.length === 0 && question === null ? `"${inOneLine(request)}" is not understood.` : shownQuestion,
      ),
    ),
    ...readings.flatMap((reading, i) => [
      `  ${i + 1}. ${inOneLine(reading.said)} ${paint.dim(`(${percent(reading.confidence)})`)}`,
      `     ${paint.dim(readingText(reading))}`,
    ]),
    ...(readings.length === 0 ? [] : [paint.dim(how)]),
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
