import { describe, expect, test } from "vitest";
import { QuantityStore } from "../../../packages/scorers/src/lexical/quantity/store.js";
import { readWanted } from "../../../packages/scorers/src/lexical/quantity/wanted.js";

/** A quantity in short: "time 540-630", "money 25 CAD", "date 2026-6-13", "number 45 minut". */
function found(text: string): string[] {
  const store = new QuantityStore();
  store.read(text);
  return store.quantities.map(({ quantity: of }) => {
    if (of.kind === "date") return `date ${of.year ?? "?"}-${of.month ?? "?"}-${of.day ?? "?"} ${of.weekday ?? "?"}`;
    const range = of.low === of.high ? `${of.low}` : `${of.low}-${of.high}`;
    return of.kind === "time" ? `time ${range}` : `${of.kind} ${range} ${of.unit}`.trimEnd();
  });
}

const TEXTS: readonly [string, ...string[]][] = [
  // Times
  ["9am", "time 540"],
  ["9 a.m.", "time 540"],
  ["21:30", "time 1290"],
  ["12 am", "time 0"],
  ["12:15 PM", "time 735"],
  ["noon", "time 720"],
  ["7 o'clock", "time 420"],
  ["from 6 to 8 pm", "time 1080-1200"],
  ["11 to 1 pm", "time 660-780"],
  ["9:00 AM - 10:30 AM", "time 540-630"],
  ["22:00 - 02:00", "time 1320-1560"],
  ["chapter 3 - 4"],
  ["version 4.5.6"],
  ["☀️noon", "time 720"],
  // A word goes on behind a letter of another alphabet
  ["4.5 café", "number 4.5 cafe"],
  ["3 marché", "number 3 march"],
  ["noonē"],
  ["45 minutes, déjeuner", "number 45 minut"],
  // Money
  ["$1,200.50", "money 1200.5 $"],
  ["CAD 25", "money 25 CAD"],
  ["25 euros", "money 25 EUR"],
  ["20-30 €", "money 20-30 EUR"],
  ["$5k", "money 5000 $"],
  ["free"],
  ["free entry", "money 0"],
  ["Stop\ncost: free\nA view", "money 0"],
  ["Stop\ncost: 25\nA view", "money 25"],
  // Dates
  ["2026-06-13", "date 2026-6-13 6"],
  ["June 13th, 2026", "date 2026-6-13 6"],
  ["13 Sept", "date ?-9-13 ?"],
  ["June 2026", "date 2026-6-? ?"],
  ["on Saturday", "date ?-?-? 6"],
  ["We may march on"],
  ["in May", "date ?-5-? ?"],
  ["2026-06-13T09:30", "date 2026-6-13 6", "time 570"],
  // Amounts
  ["45 minutes and 2.5 km", "number 45 minut", "number 2500 metr"],
  ["Dish\nprep_minutes: 45\nSoup", "number 45 minut"],
  ["Dish\ncalories: 340\nSoup", "number 340 calori"],
  ["1,500 people", "number 1500 person"],
];

describe("quantities of a text", () => {
  test.each(TEXTS)("%j", (text, ...expected) => expect(found(text)).toEqual(expected));
});

/** Condition, the words that ask for the quantity, a text that has it, and one that hasn't. */
const CONDITIONS: readonly [string, string, string, string][] = [
  ["lunch under 30 dollars", "under 30 dollars", "CAD 25", "CAD 60"],
  ["less than $1,200.50", "less than $1,200.50", "$1,199", "$2,000"],
  ["30 dollars or less", "30 dollars or less", "$30", "$45"],
  ["under 30 dollars", "under 30 dollars", "US$ 20", "20 €"],
  ["between 6 and 8 pm", "between 6 and 8 pm", "7:00 PM", "9:00 PM"],
  ["after 9am", "after 9am", "10:30", "8:30"],
  ["before noon in the morning", "morning", "9:00 AM - 10:30 AM", "2:00 PM - 3:00 PM"],
  ["late evening", "late evening", "10:30 PM", "6 pm"],
  ["tonight", "tonight", "1:00 AM", "1:00 PM"],
  ["in June", "June", "2026-06-13", "2026-07-13"],
  ["13 June", "13 June", "2026-06-13", "2026-06-12"],
  ["before 15 June 2026", "15 June 2026", "2026-06-13", "2026-06-15"],
  ["weekend", "weekend", "2026-06-13", "2026-06-12"],
  ["in summer", "summer", "2026-06-13", "2026-12-13"],
  ["in 2026", "2026", "2026-06-13", "2025-06-13"],
  ["under 400 calories", "under 400 calories", "340 kcal", "550 calories"],
  ["calories under 400", "calories under 400", "340 kcal", "550 calories"],
  ["rating above 4", "rating above 4", "Stop\nrating: 4.5\n", "Stop\nrating: 3\n"],
  ["more than an hour", "more than an hour", "90 minutes", "45 minutes"],
  ["at least 20 g of protein", "at least 20 g", "25 grams", "10 g"],
  ["quick dinner", "quick", "10 minutes", "90 minutes"],
  ["cheap dinner", "cheap", "CAD 9", "CAD 90"],
  ["expensive", "expensive", "CAD 90", "CAD 9"],
  ["free of charge", "free of charge", "Stop\ncost: CAD 0\n", "Stop\ncost: CAD 9\n"],
];

describe("quantities that a condition asks for", () => {
  test.each(CONDITIONS)("%j asks with %j: %j, not %j", (condition, words, good, bad) => {
    const wanted = readWanted(condition).find(({ start, end }) => condition.slice(start, end) === words);
    expect(wanted, JSON.stringify(readWanted(condition))).toBeDefined();
    const best = (text: string) => {
      const store = new QuantityStore();
      return Math.max(0, ...store.read(text).map((number) => wanted!.satisfied(store.quantities[number]!.quantity)));
    };
    expect(best(good)).toBeGreaterThan(0.5);
    expect(best(bad)).toBe(0);
  });

  test.each(["a museum with two friends", "it may be fun", "number 7", "a day out"])("%j asks for none", (condition) =>
    expect(readWanted(condition)).toEqual([]),
  );

  test("just beyond a bound is half as good, at the bound itself of what excludes it too", () => {
    const [under] = readWanted("under 30 dollars");
    const price = (low: number) => under!.satisfied({ kind: "money", low, high: low, unit: "$" });
    expect([price(29), price(30), price(33)].map((share) => share.toFixed(2))).toEqual(["1.00", "0.50", "0.30"]);
  });
});
