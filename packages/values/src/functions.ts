import { aggregateItems } from "./aggregate.js";
import { durationOf, endOf, overlaps, startOf, weekday } from "./moments.js";
import { onAmount, roundTo } from "./rounding.js";
import { type CallRow, context, count, join, type PickList, parameterOf, pick, scalar, sum } from "./row.js";
import { durationPartOf, momentPartOf, rounding, type SearchRow, search } from "./rowFamilies.js";
import { foldOf, lengthOf, matchesPattern, normalized, placeOf, replaced, substringOf, translated } from "./texts.js";
import { readNumber } from "./untyped.js";

const NEVER_NEGATIVE = { least: 0, why: "a count is never negative" };

/**
 * All functions of values, the most used first. A row is everything that is known about a function: the parser reads its parameters,
 * the checks its types, the run `apply`, editors and documentation its words, the laws all of them.
 */
export const CALLS = {
  exists: count({
    gives: "condition",
    documentation: "True if the path leads to a node, or to a value.",
    equation: "exists(path) = 1 if the path has a node, else 0",
    example: "//T[exists(/C)]",
    apply: (n) => n > 0,
  }),
  empty: count({
    gives: "condition",
    documentation: "True if the path leads to no node and no value.",
    equation: "empty(path) = 1 − exists(path)",
    example: "//T[empty(/C)]",
    apply: (n) => n === 0,
  }),
  count: count({
    gives: "number",
    documentation: "The number of nodes or values that the path leads to.",
    equation: "count(path) = n",
    example: "//T[count(/C) >= 2]",
    bound: NEVER_NEGATIVE,
    apply: (n) => n,
  }),
  sum: sum({
    gives: "amount",
    documentation: "The sum of the values, 0 of none.",
    equation: "sum(path/@a) = Σ vᵢ",
    example: "//T[order by sum(/C/@M) descending][1]",
    ofNothing: "zero",
    apply: (items) => aggregateItems("sum", items)!,
  }),
  avg: sum({
    gives: "amount",
    documentation: "The arithmetic mean of the values, nothing of none.",
    equation: "avg(path/@a) = (1/n) · Σ vᵢ",
    example: "//T[avg(/C/@M) > 1]",
    ofNothing: "absent",
    apply: (items) => aggregateItems("avg", items)!,
  }),
  max: pick({
    options: [],
    gives: "amount",
    documentation: "The greatest of the values, nothing of none.",
    equation: "max(path/@a) = max vᵢ",
    example: "//T[max(/C/@M) > 1]",
    apply: (list) => [firstOf(list, true)],
  }),
  min: pick({
    options: [],
    gives: "amount",
    documentation: "The least of the values, nothing of none.",
    equation: "min(path/@a) = min vᵢ",
    example: "//T[min(/C/@M) > 1]",
    apply: (list) => [firstOf(list, false)],
  }),
  "distinct-values": pick({
    options: [parameterOf("collation?")],
    gives: "values",
    documentation: "The values, equal ones once, in the order in which they are met.",
    equation: "distinct-values(path/@a) = {vᵢ}",
    example: "distinct-values(//T/@A)",
    apply(list, collation) {
      const fold = foldOf(collation, 1);
      if (typeof fold !== "function") return fold;
      const folded = collation === undefined ? null : fold;
      const seen = new Set<string | number>();
      const picked: number[] = [];
      for (let i = 0; i < list.count; i++) {
        const key = list.key(i, folded);
        if (!seen.has(key)) picked.push(i);
        seen.add(key);
      }
      return picked;
    },
  }),
  "string-join": join({
    options: [parameterOf("any?")],
    gives: "text",
    documentation: "The texts of all values, one after another, with the separator between them.",
    equation: "string-join(path/@a, s) = v₁ s v₂ s … vₙ",
    example: 'string-join(//T/@A, ", ")',
    apply: (texts, separator = "") => texts.join(separator),
  }),
  contains: search("contains", "contains", "contain", (text, wanted) => text.includes(wanted)),
  "starts-with": search("starts-with", "begins with", "start with", (text, wanted) => text.startsWith(wanted)),
  "ends-with": search("ends-with", "ends with", "end with", (text, wanted) => text.endsWith(wanted)),
  "contains-token": scalar({
    takes: ["any*", "any", "collation?"],
    gives: "condition",
    documentation: "True if the text is one of the words of the value, between which there is white space.",
    equation: 'contains-token("red wine", "wine") = 1; contains-token("red wine", "win") = 0',
    example: "//T[contains-token(@A, V)]",
    apply(text, token, collation) {
      const fold = foldOf(collation, 2);
      if (typeof fold !== "function") return fold;
      const word = normalized(token);
      return word !== "" && normalized(fold(text)).split(" ").includes(fold(word));
    },
  }),
  matches: scalar({
    takes: ["any*", "pattern", "flags?"],
    gives: "condition",
    documentation: "True if a part of the value matches the regular expression. Flags: s, m, i, x, q.",
    equation: "matches(v, p) = 1 if p matches in v, else 0",
    example: "//T[matches(@A, V)]",
    apply: matchesPattern,
  }),
  position: context({
    reads: "list",
    gives: "number",
    documentation: "The place of the node in the list as it is now ordered, from 1.",
    equation: "position()",
    example: "//T[position() <= 2]",
    bound: { least: 1, why: "positions count from 1" },
    apply: ({ place }) => place,
  }),
  last: context({
    reads: "list",
    gives: "number",
    documentation: "The number of nodes in the list.",
    equation: "last()",
    example: "//T[last() >= 2]",
    bound: { least: 1, why: "positions count from 1" },
    apply: ({ last }) => last,
  }),
  name: context({
    reads: "node",
    gives: "text",
    documentation: "The type of the node.",
    equation: "name()",
    example: '//*[name() = "T"]',
    apply: ({ type }) => type,
  }),
  string: scalar({
    takes: ["any?"],
    ofNode: true,
    gives: "text",
    documentation: "The text of the value as the data write it. Without an argument of the node's text.",
    equation: "string(v)",
    example: "//T[order by string(@A)]",
    apply: (text = "") => text,
  }),
  number: scalar({
    takes: ["atom?"],
    ofNode: true,
    ofAbsent: Number.NaN,
    gives: "number",
    documentation: "The number that the text of the value says, NaN if it says none. True is 1, false is 0.",
    equation: "number(v)",
    example: "//T[number(@A) > 1]",
    apply: (atom = "") => (typeof atom === "string" ? doubleOf(atom) : Number(atom)),
  }),
  boolean: scalar({
    takes: ["truth"],
    gives: "condition",
    documentation:
      'True for a node or attribute that is there, but for "false" where the type is `boolean`; for a number but 0 and NaN; for a text but the empty one.',
    equation: "boolean(v)",
    example: "//T[boolean(@A)]",
    apply: (truth) => truth,
  }),
  true: context({
    reads: "run",
    gives: "condition",
    documentation: "True.",
    equation: "true() = 1",
    example: "true()",
    apply: () => true,
  }),
  false: context({
    reads: "run",
    gives: "condition",
    documentation: "False.",
    equation: "false() = 0",
    example: "false()",
    apply: () => false,
  }),
  concat: scalar({
    takes: ["any", "any"],
    repeats: true,
    gives: "text",
    documentation: "The texts of the arguments, one after another.",
    equation: "concat(v, w, …) = v w …",
    example: '//T[order by concat(@A, "!")]',
    apply: (...texts: readonly (string | undefined)[]) => texts.join(""),
  }),
  "lower-case": scalar({
    takes: ["text"],
    gives: "text",
    documentation: "The text in lower case.",
    equation: "lower-case(v)",
    example: "//T[order by lower-case(@A)]",
    apply: (text) => text.toLowerCase(),
  }),
  "upper-case": scalar({
    takes: ["text"],
    gives: "text",
    documentation: "The text in upper case.",
    equation: "upper-case(v)",
    example: "//T[order by upper-case(@A)]",
    apply: (text) => text.toUpperCase(),
  }),
  "normalize-space": scalar({
    takes: ["text?"],
    ofNode: true,
    gives: "text",
    documentation:
      "The text without white space at its ends, and with one space where there is white space inside. Without an argument of the node's text.",
    equation: "normalize-space(v)",
    example: "//T[order by normalize-space(@A)]",
    apply: (text = "") => normalized(text),
  }),
  "string-length": scalar({
    takes: ["text?"],
    ofNode: true,
    gives: "number",
    documentation: "The number of characters (code points) of the text. Without an argument of the node's text.",
    equation: "string-length(v)",
    example: "//T[order by string-length(@A) descending][1]",
    bound: { least: 0, why: "a length is never negative" },
    apply: (text = "") => lengthOf(text),
  }),
  substring: scalar({
    takes: ["text", "number", "number?"],
    gives: "text",
    documentation: "The characters from a position on, counted from 1; as many as the length if there is one.",
    equation: 'substring("motor car", 6) = " car"; substring("metadata", 4, 3) = "ada"',
    example: "//T[order by substring(@A, 2)]",
    apply: substringOf,
  }),
  "substring-before": scalar({
    takes: ["text", "text", "collation?"],
    gives: "text",
    documentation: 'The text before the first occurrence of the other, "" if there is none.',
    equation: "substring-before(v, t)",
    example: '//T[order by substring-before(@A, " ")]',
    apply(text, wanted, collation) {
      const fold = foldOf(collation, 2);
      return typeof fold === "function" ? text.slice(0, placeOf(text, wanted, fold)?.start ?? 0) : fold;
    },
  }),
  "substring-after": scalar({
    takes: ["text", "text", "collation?"],
    gives: "text",
    documentation: 'The text after the first occurrence of the other, "" if there is none.',
    equation: "substring-after(v, t)",
    example: '//T[order by substring-after(@A, " ")]',
    apply(text, wanted, collation) {
      const fold = foldOf(collation, 2);
      return typeof fold === "function" ? text.slice(placeOf(text, wanted, fold)?.end ?? text.length) : fold;
    },
  }),
  translate: scalar({
    takes: ["text", "text", "text"],
    gives: "text",
    documentation:
      "Each character that is in the second text replaced by the one at the same place of the third, or left out if that is shorter.",
    equation: 'translate("bar", "abc", "AB") = "BAr"',
    example: '//T[order by translate(@A, "abc", "ABC")]',
    apply: translated,
  }),
  replace: scalar({
    takes: ["text", "pattern", "text", "flags?"],
    gives: "text",
    documentation:
      "The text with every match of the regular expression replaced. `$0` stands for the match, `$1` to `$9` for its groups.",
    equation: 'replace("abracadabra", "a(.)", "a$1$1") = "abbraccaddabbra"',
    example: '//T[order by replace(@A, "[aeiou]", "")]',
    apply: replaced,
  }),
  abs: rounding("abs", "The number without its sign.", Math.abs),
  round: scalar({
    takes: ["amount", "number?"],
    gives: "amount",
    documentation:
      "The nearest whole number, half a unit up; with a second argument, with so many digits after the point. A quantity keeps its unit.",
    equation: "round(2.5) = 3; round(-2.5) = -2; round(3.14159, 2) = 3.14",
    example: "round(3.14159, 2)",
    apply: (item, precision = 0) => onAmount(item, (number) => roundTo(number, precision)),
  }),
  floor: rounding("floor", "The greatest whole number that is not above it.", Math.floor),
  ceiling: rounding("ceiling", "The least whole number that is not below it.", Math.ceil),
  start: scalar({
    takes: ["interval"],
    source: "ours",
    gives: "value",
    documentation: "The moment or number at which an interval begins.",
    equation: 'start("9:00 - 10:30") = 9:00',
    example: 'start("9:00 - 10:30")',
    apply: startOf,
  }),
  end: scalar({
    takes: ["interval"],
    source: "ours",
    gives: "value",
    documentation: "The moment or number at which an interval ends.",
    equation: 'end("9:00 - 10:30") = 10:30',
    example: 'end("9:00 - 10:30")',
    apply: endOf,
  }),
  duration: scalar({
    takes: ["length"],
    source: "ours",
    gives: "duration",
    documentation: "The length of an interval; a text that is a length, as a duration.",
    equation: 'duration("9:00 - 10:30") = "1 h 30 min"',
    example: 'duration("9:00 - 10:30")',
    apply: durationOf,
  }),
  overlaps: scalar({
    takes: ["interval", "interval"],
    source: "ours",
    ofAbsent: false,
    gives: "condition",
    documentation:
      "True if two intervals have a moment in common; where one ends when the other begins they have none.",
    equation: "overlaps(a, b) = 1 if start(a) < end(b) and start(b) < end(a), else 0",
    example: 'overlaps("9:00 - 10:30", "10:00 - 11:00")',
    apply: overlaps,
  }),
  weekday: scalar({
    takes: ["date"],
    source: "ours",
    gives: "text",
    documentation: "The English name of the day of a date.",
    equation: 'weekday("2026-03-13") = "Friday"',
    example: 'weekday("2026-03-13")',
    apply: weekday,
  }),
  "current-date": context({
    reads: "run",
    gives: "date",
    documentation: "The day of the run's clock.",
    equation: "current-date()",
    example: "weekday(current-date())",
    apply: ({ now }) => now.date,
  }),
  "current-dateTime": context({
    reads: "run",
    gives: "dateTime",
    documentation: "The moment of the run's clock.",
    equation: "current-dateTime()",
    example: "current-dateTime()",
    apply: ({ now }) => now.dateTime,
  }),
  "year-from-date": momentPartOf("year", "date"),
  "month-from-date": momentPartOf("month", "date"),
  "day-from-date": momentPartOf("day", "date"),
  "timezone-from-date": momentPartOf("timezone", "date"),
  "year-from-dateTime": momentPartOf("year", "dateTime"),
  "month-from-dateTime": momentPartOf("month", "dateTime"),
  "day-from-dateTime": momentPartOf("day", "dateTime"),
  "hours-from-dateTime": momentPartOf("hours", "dateTime"),
  "minutes-from-dateTime": momentPartOf("minutes", "dateTime"),
  "seconds-from-dateTime": momentPartOf("seconds", "dateTime"),
  "timezone-from-dateTime": momentPartOf("timezone", "dateTime"),
  "hours-from-time": momentPartOf("hours", "time"),
  "minutes-from-time": momentPartOf("minutes", "time"),
  "seconds-from-time": momentPartOf("seconds", "time"),
  "timezone-from-time": momentPartOf("timezone", "time"),
  "years-from-duration": durationPartOf("years"),
  "months-from-duration": durationPartOf("months"),
  "days-from-duration": durationPartOf("days"),
  "hours-from-duration": durationPartOf("hours"),
  "minutes-from-duration": durationPartOf("minutes"),
  "seconds-from-duration": durationPartOf("seconds"),
} as const satisfies Readonly<Record<string, CallRow>>;

/** The index of the first value of a list that comes before all others. */
function firstOf(list: PickList, isDescending: boolean): number {
  let best = 0;
  for (let i = 1; i < list.count; i++) if (list.compare(i, best, isDescending) < 0) best = i;
  return best;
}

/** XPath's reading of doubles, which knows infinity. */
function doubleOf(text: string): number {
  const [, sign, infinity] = /^\s*([+-]?)(INF)\s*$/.exec(text) ?? [];
  if (infinity === undefined) return readNumber(text);
  return sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

export type CallFunction = keyof typeof CALLS;
export const CALL_FUNCTIONS: readonly CallFunction[] = Object.keys(CALLS) as CallFunction[];

/** The row of a function of values. */
export const callRow = (name: CallFunction): CallRow => CALLS[name];

/** Tests of two texts, which plans look up. */
export type SearchFunction = {
  [Name in CallFunction]: (typeof CALLS)[Name] extends SearchRow ? Name : never;
}[CallFunction];
export const isSearch = (name: CallFunction): name is SearchFunction => {
  const row = callRow(name);
  return row.kind === "scalar" && row.search !== null;
};
