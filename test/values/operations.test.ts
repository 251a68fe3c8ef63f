import {
  type Applied,
  type ArithmeticOperator,
  aggregateItems,
  CALL_FUNCTIONS,
  calculate,
  callRow,
  collationOf,
  compareItems,
  durationOf,
  endOf,
  formatItem,
  type Item,
  inferColumn,
  isValueError,
  keyOf,
  overlaps,
  parseValueType,
  printValueType,
  readValue,
  type ScalarRow,
  startOf,
  type ValueType,
  weekday,
} from "@semantic-xpath/values";
import { describe, expect, it } from "vitest";
import { item, typeNamed } from "./support.js";

const PRICE = item("money", "CAD 38");
const DAY = item("date", "2026-01-31");
const LENGTH = item("duration", "1 h 30 min");
const WALK = item("quantity", "2 km");
const COLD = item("quantity", "-5 °C");
const MORNING = item("interval(time)", "9:00 - 10:00");

/** What a result says: an item as text, a mistake as its reason and its two sides. */
function said(result: Applied): string {
  if (result === null) return "nothing";
  if (typeof result === "object" && result.kind === "ArgumentError") return result.needed;
  return isValueError(result) ? `${result.reason}: ${result.left}, ${result.right}` : formatItem(result);
}

it.each<[Item, ArithmeticOperator, Item, string]>([
  [PRICE, "+", "CAD 2", "CAD 40"],
  [PRICE, "+", 2, "CAD 40"],
  [40, "-", PRICE, "CAD 2"],
  [PRICE, "*", 3, "CAD 114"],
  [PRICE, "*", "0.5", "CAD 19"],
  ["2", "*", PRICE, "CAD 76"],
  [PRICE, "div", 4, "CAD 9.50"],
  [PRICE, "div", "CAD 19", "2"],
  [PRICE, "div", "19", "CAD 2"],
  [PRICE, "+", "$2", "CAD 40"],
  [PRICE, "+", "USD 2", "currencies: CAD, USD"],
  [PRICE, "*", PRICE, "kinds: money, money"],
  [PRICE, "mod", 3, "kinds: money, number"],
  [PRICE, "div", 0, "range: money, number"],
  [PRICE, "+", "soon", "unreadable: soon, money"],
  [PRICE, "+", LENGTH, "kinds: money, duration"],
  [2, "div", PRICE, "kinds: number, money"],
  [DAY, "+", "7 days", "2026-02-07"],
  ["7 days", "+", DAY, "2026-02-07"],
  [DAY, "+", "1 month", "2026-02-28"],
  [DAY, "+", "20 h", "2026-01-31"],
  [DAY, "-", "1 year", "2025-01-31"],
  [DAY, "-", "2026-01-01", "30 days"],
  ["2026-02-01", "-", DAY, "1 day"],
  [DAY, "+", 7, "noUnit: 7, date"],
  [DAY, "+", DAY, "kinds: date, date"],
  [DAY, "+", "9000 years", "range: date, duration"],
  [DAY, "*", 2, "kinds: date, number"],
  [item("dateTime", "2026-03-31T23:00-05:00"), "+", "-1 month", "2026-02-28T23:00:00-05:00"],
  [item("time", "23:00"), "+", "2 h", "01:00"],
  [item("time", "23:00"), "-", "21:30", "1 h 30 min"],
  [item("time", "23:00"), "+", "1 month", "kinds: time, duration"],
  [LENGTH, "+", "30 min", "2 h"],
  [LENGTH, "*", 2, "3 h"],
  [LENGTH, "div", "30 min", "3"],
  [LENGTH, "div", 3, "30 min"],
  [LENGTH, "div", 0, "range: duration, number"],
  [LENGTH, "+", 5, "noUnit: 5, duration"],
  [LENGTH, "+", "2026-01-01", "2026-01-01"],
  [item("duration", "1 month"), "-", "3 days", "range: duration, duration"],
  [WALK, "+", "500 m", "2.5 km"],
  [WALK, "-", 1, "1 km"],
  [WALK, "div", "500 m", "4"],
  [WALK, "+", "3 kg", "dimensions: km, kg"],
  [COLD, "+", 10, "5 °C"],
  [COLD, "-", "-15 °C", "10 K"],
  [COLD, "+", COLD, "kinds: quantity, quantity"],
  [MORNING, "+", "1 h", "unreadable: 1 h, number"],
  ["2", "*", "3", "6"],
  ["two", "*", 3, "unreadable: two, number"],
  [true, "+", 1, "kinds: boolean, number"],
  [7, "mod", -2, "1"],
  [1, "div", 0, "INF"],
])("%j %s %j is %s", (left, operator, right, result) => expect(said(calculate(left, operator, right))).toBe(result));

it.each<[Item, Item, string]>([
  [item("quantity", "1.1 km"), "1100 m", "="],
  [item("quantity", "0 °C"), "32 °F", "="],
  [item("quantity", "1 kWh"), "3.6 MJ", "="],
  [item("quantity(servings)", "4"), "4 servings", "="],
  [WALK, 1.5, ">"],
  [1.5, WALK, "<"],
  [PRICE, "$40", "<"],
  [PRICE, "USD 40", "currencies: CAD, USD"],
  [WALK, "2 kg", "dimensions: km, kg"],
  [DAY, "2026-01-31T09:00", "<"],
  [DAY, item("dateTime", "2026-01-31"), "="],
  [item("dateTime", "2026-01-31T09:00+01:00"), "2026-01-31T08:00Z", "="],
  [item("time", "01:00:00+02:00"), "00:00Z", "<"],
  [item("duration", "1 month"), "30 days", ">"],
  [item("duration", "1 month"), "31 days", "<"],
  [item("duration", "1 year"), "12 months", "="],
  [LENGTH, 90, "noUnit: 90, duration"],
  [LENGTH, "soon", "unreadable: soon, duration"],
  [DAY, PRICE, "kinds: date, money"],
  [MORNING, "9:00 - 11:00", "<"],
  [MORNING, item("interval(number)", "9 to 10"), "kinds: interval(time), interval(number)"],
  [2, "2.0", "="],
  [true, "1", "="],
  [false, true, "<"],
  [2, "two", "unreadable: two, number"],
  [2, true, "kinds: number, boolean"],
  ["10", "9", "<"],
])("%j beside %j: %s", (left, right, expected) => {
  const results = (["<", "=", ">"] as const).map(
    (operator) => [operator, compareItems(left, operator, right)] as const,
  );
  const holding = results.filter(([, result]) => result === true).map(([operator]) => operator);
  const mistake = results[0]![1];
  expect(isValueError(mistake) ? said(mistake) : holding.join()).toBe(expected);
});

it("NaN is unequal to all, itself included", () => {
  expect(compareItems(Number.NaN, "=", Number.NaN)).toBe(false);
  expect(compareItems(Number.NaN, "!=", Number.NaN)).toBe(true);
});

it.each<["sum" | "avg" | "min" | "max", readonly Item[], string | null]>([
  ["sum", [], "0"],
  ["avg", [], null],
  ["avg", [1, 2, 6], "3"],
  ["max", [1, Number.NaN, 2], "NaN"],
  ["sum", [PRICE, item("money", "CAD 2")], "CAD 40"],
  ["avg", [LENGTH, item("duration", "30 min")], "1 h"],
  ["avg", [COLD, item("quantity", "15 °C")], "5 °C"],
  ["avg", [WALK, item("quantity", "500 m")], "1.25 km"],
  ["min", [WALK, item("quantity", "500 m")], "500 m"],
  ["max", ["b", "a"], "b"],
  ["sum", [COLD, COLD], "kinds: quantity, quantity"],
  ["sum", [PRICE, item("money", "USD 2")], "currencies: CAD, USD"],
  ["sum", [DAY], "kinds: date, number"],
  ["min", [DAY, PRICE], "kinds: money, date"],
])("%s of %j is %s", (fn, items, result) => {
  const value = aggregateItems(fn, items);
  expect(value === null ? null : said(value)).toBe(result);
});

/** The type that a column of these texts has. */
const typeOfAll = (texts: readonly string[]): ValueType =>
  inferColumn(texts.map((text) => [text, 1])).type ?? { kind: "string" };

describe("functions", () => {
  it("of intervals", () => {
    const night = item("interval(time)", "22:00-02:00");
    expect([startOf(night), endOf(night), durationOf(night)].map(said)).toEqual(["22:00", "02:00", "4 h"]);
    const stay = item("interval(date)", "Mar 14-16, 2026");
    expect([startOf(stay), endOf(stay), durationOf(stay)].map(said)).toEqual(["2026-03-14", "2026-03-16", "2 days"]);
    expect(said(durationOf(LENGTH))).toBe("1 h 30 min");
    expect(said(startOf(DAY))).toBe("kinds: date, interval");
    expect(said(durationOf(item("interval(number)", "3 to 5")))).toBe("kinds: interval, interval");
  });

  it.each([
    ["9:00-10:00", "10:00-11:00", false],
    ["9:00-10:00", "9:59-11:00", true],
    ["22:00-02:00", "1:00-3:00", true],
    ["1:00-3:00", "22:00-02:00", true],
    ["22:00-02:00", "2:00-3:00", false],
  ])("%s and %s overlap: %s", (a, b, shared) =>
    expect(overlaps(item("interval(time)", a), item("interval(time)", b))).toBe(shared),
  );

  it("of kinds that don't go together", () => {
    expect(overlaps(MORNING, item("interval(number)", "3 to 5"))).toMatchObject({ reason: "kinds" });
    expect(overlaps(MORNING, PRICE)).toMatchObject({ reason: "kinds", left: "money" });
  });

  it("of the calendar", () => {
    expect(weekday(DAY)).toBe("Saturday");
    expect(weekday(item("dateTime", "2026-01-31T23:00-05:00"))).toBe("Saturday");
    expect(weekday(item("time", "9:00"))).toMatchObject({ reason: "kinds" });
  });

  it("of parts, in the zone that was written", () => {
    const parts = (of: string, value: Item): Record<string, string> =>
      Object.fromEntries(
        CALL_FUNCTIONS.filter((name) => name.endsWith(`-from-${of}`)).map((name) => [
          name.split("-")[0]!,
          said((callRow(name) as ScalarRow).apply(value)),
        ]),
      );
    expect(parts("date", DAY)).toEqual({ year: "2026", month: "1", day: "31", timezone: "nothing" });
    expect(parts("dateTime", item("dateTime", "2026-01-31T23:00:01.5-05:00"))).toEqual({
      ...{ year: "2026", month: "1", day: "31", hours: "23", minutes: "0", seconds: "1.5", timezone: "-5 h" },
    });
    expect(parts("time", item("time", "9:30 AM"))).toEqual({
      hours: "9",
      minutes: "30",
      seconds: "0",
      timezone: "nothing",
    });
    expect(parts("duration", item("duration", "-P1Y2M3DT4H5M6S"))).toEqual({
      ...{ years: "-1", months: "-2", days: "-3", hours: "-4", minutes: "-5", seconds: "-6" },
    });
    for (const name of CALL_FUNCTIONS.filter((each) => each.includes("-from-")))
      expect((callRow(name) as ScalarRow).apply(PRICE)).toMatchObject({ reason: "kinds" });
  });
});

describe("types", () => {
  it.each([
    ...["string", "number", "boolean", "date", "dateTime", "time", "duration", "money", "money(CAD)", "money($)"],
    ...["quantity", "quantity(km)", "quantity(servings)", "quantity(%)", "interval(time)", "interval(number)"],
  ])("%s prints as it is written", (text) => expect(printValueType(typeNamed(text))).toBe(text));

  it.each([
    ["text", "unknownType", "text"],
    ["constructor", "unknownType", "constructor"],
    ["money(cad)", "unknownCurrency", "cad"],
    ["quantity(min)", "unknownUnit", "min"],
    ["quantity(1)", "unknownUnit", "1"],
    ["interval", "unknownInterval", ""],
    ["interval(money)", "unknownInterval", "money"],
    ["date(iso)", "noArgument", "date(iso)"],
    ["money(CAD", "unknownType", "money(CAD"],
  ])("%s: %s", (text, reason, part) =>
    expect(parseValueType(text)).toEqual({ kind: "ValueTypeError", reason, text: part }),
  );

  it.each([
    [["1", "2026"], "number"],
    [["2026-03-14", "Mar 15, 2026"], "date"],
    [["2026-03-14", "2026-03-14T09:00"], "dateTime"],
    [["9:00", "10:15 AM"], "time"],
    [["1 h", "20 min"], "duration"],
    [["CAD 5", "CAD 6.50"], "money(CAD)"],
    [["$5", "$6"], "money($)"],
    [["12 CUP", "5 USD"], "string"],
    [["TOP 5", "TOP 10"], "string"],
    [["AED 50"], "money(AED)"],
    [["1990-1995"], "string"],
    [["Mar 14, 2026 at noon"], "dateTime"],
    [["5 M"], "string"],
    [["CAD 5", "USD 5"], "money"],
    [["5 km", "300 m"], "quantity(km)"],
    [["5 km", "3 kg"], "string"],
    [["9:00 AM - 10:30 AM"], "interval(time)"],
    [["2026-03-14/2026-03-16"], "interval(date)"],
    [["3 to 5"], "interval(number)"],
    [["true", "false"], "boolean"],
    [["007"], "string"],
    [["03/04/2026"], "string"],
    [["3-5"], "string"],
    [["555-1234"], "string"],
    [["March 2026"], "string"],
    [["Room 5", "12 Main St"], "string"],
    [["5 pounds"], "string"],
    [["1", "soon"], "string"],
    [[], "string"],
  ])("%j are %s", (texts, type) => expect(printValueType(typeOfAll(texts))).toBe(type));
});

it("collations", () => {
  expect(collationOf("case-insensitive")!.fold("STRASSE ΣΑΣ")).toBe(
    collationOf("case-insensitive")!.fold("Straße σας"),
  );
  const ascii = collationOf("http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive")!;
  expect(ascii.fold("ÄBc")).toBe("Äbc");
  expect(collationOf("codepoint")!.fold("ÄBc")).toBe("ÄBc");
  expect([collationOf("constructor"), collationOf("http://example.org")]).toEqual([null, null]);
});

it("long texts are prose", () => {
  const types = ["money", "quantity", "duration", "time", "date", "dateTime", "interval(time)", "interval(date)"];
  for (const unit of ["1", " ", "1 ", "1,", "1h", "a", "-", "Mar 1, ", "CAD"]) {
    const text = unit.repeat(500_000);
    for (const type of types) expect(readValue(typeNamed(type), text)).toBeNull();
    expect(keyOf(typeNamed("money(CAD)"), text)).toBeNaN();
    expect(typeOfAll([text]).kind).toMatch(/string|number/);
  }
});
