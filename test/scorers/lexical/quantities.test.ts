import { describe, expect, test } from "vitest";
import { dayOf, monthsOf, weekdaysOf } from "../../../packages/english/src/quantities/quantity.js";
import { readWanted } from "../../../packages/english/src/quantities/wanted.js";
import { parseSchema, type Schema } from "../../../packages/planner/src/index.js";
import { foldFields, readXml } from "../../../packages/readers/src/index.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { nodeText, type Tree } from "../../../packages/tree/src/index.js";
import { quantitiesIn } from "./quantitiesIn.js";

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const bits = (of: number): string =>
  [...of.toString(2)]
    .reverse()
    .flatMap((bit, i) => (bit === "1" ? [i] : []))
    .join("+");

/** The quantities of a text in short: "time 540-630", "money 25 CAD", "date 2026-06-13", "date month 5", "number 2700 duration". */
function found(text: string): string[] {
  return quantitiesIn(text).map(({ quantity }) => {
    const { kind, low, high, unit, parts, about } = quantity;
    const range = low === high ? `${low}` : `${low}-${high}`;
    if (kind === "number")
      return ["number", Number.isInteger(low) ? range : low.toFixed(2), unit, ...about].join(" ").replace("  ", " ");
    if (kind !== "date") return `${kind} ${range} ${unit}`.trimEnd();
    if (!Number.isNaN(low)) return low === high ? `date ${isoDay(low)}` : `date ${isoDay(low)} to ${isoDay(high)}`;
    const said = [
      monthsOf(parts) !== 0 && `month ${bits(monthsOf(parts) << 1)}`,
      dayOf(parts) !== 0 && `day ${dayOf(parts)}`,
      weekdaysOf(parts) !== 0 && `weekday ${bits(weekdaysOf(parts))}`,
    ];
    return `date ${said.filter((part) => part !== false).join(" ")}`;
  });
}

const node = (line: string): string => `Thing\n${line}\nmore`;

const TEXTS: readonly [string, ...string[]][] = [
  // Times
  ["9am", "time 540"],
  ["9 a.m.", "time 540"],
  ["9.30 am", "time 570"],
  ["21:30", "time 1290"],
  ["21:30:15", "time 1290"],
  ["12 am", "time 0"],
  ["12:15 PM", "time 735"],
  ["noon", "time 720"],
  ["7 o'clock", "time 420"],
  ["seven o'clock in the evening", "time 1140"],
  ["8 in the morning", "time 480"],
  ["eleven at night", "time 1380"],
  ["quarter past nine", "time 555"],
  ["a quarter to nine in the morning", "time 525"],
  ["half past ten", "time 630"],
  ["ten past six", "time 370"],
  ["from 6 to 8 pm", "time 1080-1200"],
  ["between 6 and 8 pm", "time 1080-1200"],
  ["11 to 1 pm", "time 660-780"],
  ["9:00 AM - 10:30 AM", "time 540-630"],
  ["22:00 - 02:00", "time 1320-1560"],
  ["chapter 3 - 4"],
  ["version 4.5.6"],
  ["☀️noon", "time 720"],
  ["☀️ 4.5 café", "number 4.50 cafe"],
  ["3 marché", "number 3 march"],
  ["noonē"],
  ["45 minutes, déjeuner", "number 2700 duration"],
  // Money
  ["$1,200.50", "money 1200.5 $"],
  ["CAD 25", "money 25 CAD"],
  ["US$ 25", "money 25 USD"],
  ["25 euros", "money 25 EUR"],
  ["twenty bucks", "money 20 $"],
  ["two hundred and fifty euros", "money 250 EUR"],
  ["20-30 €", "money 20-30 EUR"],
  ["between 20 and 30 euros", "money 20-30 EUR"],
  ["$5k", "money 5000 $"],
  ["$3 million", "money 3000000 $"],
  ["20 pounds", "money 20 GBP", "number 9.07 mass"],
  ["free"],
  ["free entry", "money 0"],
  [node("cost: free"), "money 0"],
  [node("cost: 25"), "money 25"],
  // Dates
  ["2026-06-13", "date 2026-06-13"],
  ["2026-06", "date 2026-06-01 to 2026-06-30"],
  ["2026/6/13", "date 2026-06-13"],
  ["13.6.2026", "date 2026-06-13"],
  ["June 13th, 2026", "date 2026-06-13"],
  ["Sat, 13 June 2026", "date 2026-06-13"],
  ["the third of June 2026", "date 2026-06-03"],
  ["June twenty-first", "date month 6 day 21"],
  ["13 Sept", "date month 9 day 13"],
  ["June 2026", "date 2026-06-01 to 2026-06-30"],
  ["June 3-5, 2026", "date 2026-06-03 to 2026-06-05"],
  ["June to August", "date month 6+7+8"],
  ["Monday to Friday", "date weekday 1+2+3+4+5"],
  ["on Saturday", "date weekday 6"],
  ["at the weekend", "date weekday 0+6"],
  ["13/10/2023", "date 2023-10-13"],
  ["5/10/2023", "date 2023-10-05", "date 2023-05-10"],
  ["30/2/2023"],
  ["the nineties", "date 1990-01-01 to 1999-12-31"],
  ["the 1990s", "date 1990-01-01 to 1999-12-31"],
  ["in the '80s", "date 1980-01-01 to 1989-12-31"],
  ["the 19th century", "date 1801-01-01 to 1900-12-31"],
  ["since 1995", "date 1995-01-01 to 1995-12-31"],
  [node("year: 1995"), "date 1995-01-01 to 1995-12-31"],
  [node("room: 1995"), "number 1995 room"],
  ["in summer", "date month 6+7+8"],
  ["a spring roll"],
  ["in spring", "date month 3+4+5"],
  ["We may march on"],
  ["in May", "date month 5"],
  ["2026-06-13T09:30", "date 2026-06-13", "time 570"],
  // Amounts
  ["45 minutes and 2.5 km", "number 2700 duration", "number 2500 length"],
  ["half an hour", "number 1800 duration"],
  ["an hour and a half", "number 5400 duration"],
  ["one and a half hours", "number 5400 duration"],
  ["1½ hours", "number 5400 duration"],
  ["1 1/2 hours", "number 5400 duration"],
  ["1h 15m", "number 4500 duration"],
  ["1h15", "number 4500 duration"],
  ["1 hour and 15 minutes", "number 4500 duration"],
  ["PT1H15M", "number 4500 duration"],
  ["a two-hour walk", "number 7200 duration walk"],
  ["a couple of hours", "number 7200 duration"],
  ["2 miles", "number 3218.69 length"],
  ["5 to 10 km", "number 5000-10000 length"],
  ["40 grams of protein", "number 0.04 mass protein"],
  ["20 °C", "number 293.15 temperature"],
  ["-5 degrees C", "number 268.15 temperature"],
  ["15%", "number 0.15 ratio"],
  ["a dozen eggs", "number 12 egg"],
  ["half a dozen eggs", "number 6 egg"],
  ["twenty students", "number 20 student"],
  ["twenty-five students", "number 25 student"],
  ["a 3-star hotel", "number 3 rate"],
  ["1,500 people", "number 1500 person"],
  ["3,000 large trees", "number 3000 larg tree"],
  [node("prep_minutes: 45"), "number 2700 duration prep minut"],
  [node("duration: 45"), "number 2700 duration durat"],
  [node("calories: 340"), "number 1422560 energy calori"],
  [node("protein: 40g"), "number 0.04 mass protein"],
  [node("protein: 40"), "number 40 protein"],
  ["a museum", ...[]],
  ["v2 of B12"],
];

describe("quantities of a text", () => {
  test.each(TEXTS)("%j", (text, ...expected) => expect(found(text)).toEqual(expected));
});

/** The best share to which a quantity of a text satisfies one that a condition asks for. */
function share(condition: string, text: string): number {
  const found = quantitiesIn(text);
  const shares = readWanted(condition).flatMap((wanted) =>
    found.map(({ quantity, field }) => wanted.satisfied(quantity, field)),
  );
  return Math.round(Math.max(0, ...shares) * 100) / 100;
}

/** Condition, and texts with the share that each satisfies. */
const SHARES: readonly [string, Readonly<Record<string, number>>][] = [
  // Amounts, and the units that they are said in
  [
    "at least 40 grams of protein",
    {
      [node("protein: 40g")]: 1,
      [node("protein: 0.05 kg")]: 1,
      [node("protein: 40")]: 1,
      [node("protein: 39 g")]: 0,
      [node("protein: 12")]: 0,
      [node("fat: 45g")]: 0,
      [node("weight: 45g")]: 1,
      "contains 45 g protein": 1,
      "contains 45 g of sugar": 0,
      "plenty of protein": 0,
    },
  ],
  [
    "protein at least 40",
    { [node("protein: 41g")]: 1, [node("protein: 40")]: 1, [node("protein: 39")]: 0, [node("calories: 400")]: 0 },
  ],
  ["protein at least 40 g", { [node("protein: 41g")]: 1, [node("fat: 41g")]: 0.5, [node("protein: 10g")]: 0 }],
  ["2 miles", { "3.2 km": 1, "2 mi": 1, "2 km": 0, "a 3200 metre run": 1 }],
  ["at most 2 miles", { "3.2 km": 1, "1500 m": 1, "3.3 km": 0 }],
  ["half an hour", { "30 minutes": 1, PT30M: 1, "thirty minutes": 1, "0.5 hours": 1, "45 minutes": 0, "1h 15m": 0 }],
  ["more than half an hour", { "45 minutes": 1, PT30M: 0, PT31M: 1, "1h 15m": 1, "20 min": 0 }],
  [
    "less than an hour",
    { "45 minutes": 1, "60 minutes": 0, "1 hour": 0, "an hour and a half": 0, [node("duration: 45")]: 1 },
  ],
  ["longer than 2 days", { "3 days": 1, "72 hours": 1, "a week": 1, "36 hours": 0 }],
  ["no more than 3 hours", { "3 hours": 1, "180 min": 1, "3.5 hours": 0 }],
  ["up to twenty people", { "20 people": 1, "21 people": 0, "a dozen people": 1 }],
  ["at least a dozen people", { "12 people": 1, "eleven people": 0, "30 people": 1 }],
  ["a dozen eggs", { "12 eggs": 1, "twelve eggs": 1, "6 eggs": 0, "12 apples": 0 }],
  ["a two-hour walk", { "2 hours": 1, "120 minutes": 1, "5 hours": 0 }],
  ["3-star hotel", { "3 stars": 1, [node("stars: 3")]: 1, [node("rating: 3")]: 1, [node("stars: 4")]: 0 }],
  ["between 5 and 10 km", { "7 km": 1, "5 km": 1, "10 km": 1, "4 miles": 1, "11 km": 0, "3000 m": 0, "8-12 km": 0.5 }],
  ["roughly 10 km", { "10 km": 1, "11 km": 1, "6 miles": 1, "12.2 km": 0.53, "20 km": 0 }],
  ["above -5 degrees celsius", { "0 °C": 1, "-10 °C": 0, "20 °F": 0, "30 °F": 1 }],
  ["below -5 °C", { "-10 °C": 1, "0 °C": 0 }],
  ["under 400 calories", { "340 kcal": 1, "550 calories": 0, [node("calories: 340")]: 1, "1000 kJ": 1 }],
  ["rating above 4", { [node("rating: 4.5")]: 1, [node("rating: 3")]: 0, "4.5 stars": 1, [node("rating: 4")]: 0 }],
  ["rating between 3 and 4", { [node("rating: 3.5")]: 1, [node("rating: 4.5")]: 0 }],
  ["10 or more students", { "12 students": 1, "10-12 students": 1, "8-12 students": 0.5, "8 students": 0 }],
  [
    "at least 20 people",
    { "up to 50 people": 0.5, "up to 10 people": 0, "more than 30 people": 1, "30 or more people": 1 },
  ],
  ["at most 20 people", { "up to 10 people": 1, "more than 30 people": 0 }],
  ["within walking distance", { "2 km": 0, "10 minutes": 0 }],
  ["the past two weeks", { "3 weeks": 0 }],
  // Money
  ["around 20 euros", { "20 €": 1, "€22": 1, "25 euros": 0.33, "€40": 0, "20 minutes": 0 }],
  ["cheaper than 15 dollars", { $12: 1, $15: 0, $30: 0, "CAD 9": 1, "9 €": 0 }],
  ["lunch under 30 dollars", { "CAD 25": 1, "CAD 60": 0, "$20-40": 1, lunch: 0 }],
  ["30 dollars or less", { $30: 1, $31: 0 }],
  ["no more than twenty bucks", { $20: 1, $21: 0, [node("price: 18")]: 1 }],
  ["between 20 and 30 euros", { "25 €": 1, "31 €": 0 }],
  ["free of charge", { [node("cost: CAD 0")]: 1, [node("cost: CAD 9")]: 0 }],
  // Times: before and after are said of the start of an event
  ["before 8 am", { "9:00 AM - 10:30 AM": 0, "7:30 AM - 9:00 AM": 1, "7:30": 1, "8:00 AM": 0, "8 pm": 0 }],
  ["before 8 in the morning", { "9:00 AM - 10:30 AM": 0, "7:30 - 9:00": 1 }],
  ["starts before 8", { "9:00 AM - 10:30 AM": 0, "7:30 AM - 9:00 AM": 1 }],
  ["ends before 5 pm", { "3 pm - 4:30 pm": 1, "4 pm - 6 pm": 0 }],
  ["done by 5 pm", { "3 pm - 5 pm": 1, "4 pm - 6 pm": 0 }],
  ["open after 10 pm", { "9:00 - 23:00": 1, "9:00 - 21:00": 0, "18:00 - 02:00": 1 }],
  ["open until 8 pm", { "9:00 - 20:00": 1, "9:00 - 18:00": 0 }],
  ["after 9am", { "10:30": 1, "9:00 AM - 10:30 AM": 1, "8:30": 0 }],
  ["after 10 pm", { "11 pm": 1, "0:30": 1, "6 pm": 0 }],
  ["not before 9 am", { "9:30 am": 1, "8:00 am": 0 }],
  ["at 7", { "7:00 PM": 1, "7:10": 1, "8:00 PM": 0 }],
  ["at half past ten", { "10:30 AM": 1, "10:00 - 11:00": 0.5, "11:30": 0 }],
  ["quarter past nine", { "9:15": 1, "10:15": 0 }],
  ["between 6 and 8 pm", { "7:00 PM": 1, "9:00 PM": 0, "6:30 PM - 9:00 PM": 1, "5:00 PM - 7:00 PM": 0.5 }],
  ["late evening", { "10:30 PM": 1, "6 pm": 0 }],
  ["in the early morning", { "6:30 AM": 1, "11 am": 0 }],
  ["late at night", { "11:30 pm": 1, "1:00 am": 1, "3 pm": 0 }],
  ["tonight", { "1:00 AM": 1, "1:00 PM": 0 }],
  ["at noon", { "12:00": 1, "12:10": 1, "15:00": 0 }],
  ["before noon", { "9:00 AM - 10:30 AM": 1, "2:00 PM": 0 }],
  // Dates
  ["in June", { "2026-06-13": 1, "2026-07-13": 0, "June 2026": 1, "13 June": 1, summer: 0.33 }],
  ["13 June", { "2026-06-13": 1, "2026-06-12": 0 }],
  ["before 15 June 2026", { "2026-06-13": 1, "2026-06-15": 0 }],
  ["after June", { "2026-07-01": 1, "2026-06-30": 0, "3 August": 1 }],
  ["before Friday", { Tuesday: 1, "2026-06-13": 0 }],
  ["since 2020", { "2021-05-01": 1, "May 2019": 0, "2020-01-01": 1 }],
  ["in 2026", { "2026-06-13": 1, "2025-06-13": 0 }],
  ["the nineties", { "in 1995": 1, "1990s": 1, "2003-05-01": 0, "the 90s": 1, [node("year: 1994")]: 1 }],
  ["1990s", { "since 1995": 1, "in 1985": 0, "the nineties": 1 }],
  ["19th century", { "in 1850": 1, "in 1950": 0, "the 1880s": 1 }],
  ["in the summer of 2024", { "2024-07-01": 1, "2023-07-01": 0, "2024-02-01": 0 }],
  ["weekend", { "2026-06-13": 1, "2026-06-12": 0, Sunday: 1 }],
  ["on weekdays", { "2026-06-12": 1, Saturday: 0, "Monday to Friday": 1 }],
  ["5 October 2023", { "5/10/2023": 1, "10/5/2023": 1, "13/10/2023": 0 }],
  ["5/10/2023", { "2023-10-05": 1, "2023-05-10": 1, "2023-10-10": 0 }],
  ["between 1 June 2026 and 5 June 2026", { "2026-06-03": 1, "2026-06-06": 0 }],
  // Words
  ["quick dinner", { "10 minutes": 0.67, "90 minutes": 0 }],
  ["cheap dinner", { "CAD 9": 0.69, "CAD 90": 0 }],
  ["expensive", { "CAD 90": 0.6, "CAD 9": 0 }],
];

describe("how well quantities satisfy a condition", () => {
  test.each(
    SHARES.flatMap(([condition, texts]) =>
      Object.entries(texts).map(([text, expected]) => [condition, text, expected] as const),
    ),
  )("%j of %j: %d", (condition, text, expected) => expect(share(condition, text)).toBe(expected));

  test.each(["a museum with two friends", "it may be fun", "number 7", "a day out", "one of them"])(
    "%j has no term of its own for one",
    (condition) => expect(readWanted(condition).filter(({ only }) => only)).toEqual([]),
  );
});

describe("which words ask", () => {
  test.each([
    ["lunch under 30 dollars", "under 30 dollars"],
    ["30 dollars or less, please", "30 dollars or less"],
    ["dinner between 6 and 8 pm", "between 6 and 8 pm"],
    ["rating above 4, indoors", "rating above 4"],
    ["at least 20 g of protein", "at least 20 g"],
    ["dinner no more than half an hour away", "no more than half an hour"],
    ["starts before 8", "before 8"],
    ["a walk in June", "June"],
  ])("%j: %j", (condition, words) => {
    const asked = readWanted(condition).map(({ start, end }) => condition.slice(start, end));
    expect(asked).toContain(words);
  });
});

describe("what a tree says of its quantities", () => {
  const bound = (tree: Tree) => lexicalScorer().forTree(tree);
  const tree = (...lines: string[]) => readXml(`<List>${lines.map((line) => `<Item ${line}/>`).join("")}</List>`);
  const scoresOf = async (of: Tree, condition: string) => {
    const texts = [...of.root!.children].map(({ id }) => nodeText(of, id));
    return [...(await bound(of).score(texts, condition, {}))].map((score) => score > 0);
  };

  test("a date with slashes is read as the others of the tree are", async () => {
    expect(await scoresOf(tree('on="5/10/2023"', 'on="10/5/2023"'), "5 October 2023")).toEqual([true, true]);
    expect(await scoresOf(tree('on="5/10/2023"', 'on="10/5/2023"', 'on="25/12/2023"'), "5 October 2023")).toEqual([
      true,
      false,
      false,
    ]);
    expect(await scoresOf(tree('on="5/10/2023"', 'on="10/5/2023"', 'on="12/25/2023"'), "5 October 2023")).toEqual([
      false,
      true,
      false,
    ]);
    expect(await scoresOf(tree('on="5/10/2023"', 'on="12/25/2023"', 'on="25/12/2023"'), "5 October 2023")).toEqual([
      true,
      false,
      false,
    ]);
  });

  const schemaOf = (type: string): Schema =>
    parseSchema(
      `{"version":1,"roots":["List"],"types":{"List":{"children":{"Item":{"min":0}}},"Item":{"attributes":{"protein":{"type":"${type}"}}}}}`,
    ).schema!;

  test("a bare number is of the unit or currency that the schema declares", async () => {
    const items = tree('protein="35"', 'protein="15"');
    expect(await scoresOf(items, "at least 1 oz")).toEqual([false, false]);
    expect(await scoresOf(foldFields(items, schemaOf("quantity(g)")), "at least 1 oz")).toEqual([true, false]);
    expect(await scoresOf(foldFields(items, schemaOf("money(CAD)")), "under $20")).toEqual([false, true]);
    expect(await scoresOf(foldFields(items, schemaOf("money(EUR)")), "under $20")).toEqual([false, false]);
  });

  test("scorers of trees whose quantities mean something else have different ids", () => {
    const items = tree('protein="35"');
    const ids = [items, foldFields(items, schemaOf("quantity(g)")), foldFields(items, schemaOf("quantity(kg)"))].map(
      (of) => bound(of).id,
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe("scores", () => {
  const score = async (condition: string, ...texts: string[]) => [
    ...(await lexicalScorer().score(texts, condition, {})),
  ];

  test("a condition with its unit finds what the same without finds", async () => {
    const [same, other, none] = await score(
      "at least 40 grams of protein",
      node("protein: 45g"),
      node("protein: 12g"),
      node("cake: 45"),
    );
    expect(same).toBeGreaterThan(0.7);
    expect(other).toBeLessThan(same! / 2 + 0.1);
    expect(none).toBe(0);
  });

  test("a text that contradicts all that is asked, or says nothing of it, has no evidence", async () => {
    expect(await score("under 30 dollars", "a lunch for $45", "a long lunch", "a lunch for $20")).toEqual([
      0,
      0,
      expect.any(Number),
    ]);
  });

  test("the place of a quantity is the characters that say it", () => {
    const { terms } = lexicalScorer().explain(node("protein: about 40 g, raw"), "at least 1 oz");
    expect(terms[0]).toMatchObject({ matched: "40 g", field: "@protein", how: "number" });
    const { inText } = terms[0]!;
    expect(node("protein: about 40 g, raw").slice(inText!.start, inText!.end)).toBe("40 g");
  });
});
