import { existsSync, readFileSync } from "node:fs";
import { type About, translate } from "@semantic-xpath/chat/translate";
import { ENGLISH_DAYS, ENGLISH_NUMBERS } from "@semantic-xpath/english";
import { FORMATS, parseMapping, readAs, readJson } from "@semantic-xpath/readers";
import { compile, readXml } from "@semantic-xpath/runtime";
import type { FormatName } from "@semantic-xpath/tree";
import { isDay, monthName, plusDays, readValue, resolveDays, scanDays, weekdayName } from "@semantic-xpath/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysIn } from "../../packages/conversation/src/formations/rules/days.js";
import { unsupportedCitations } from "../../packages/conversation/src/structmem/support.js";
import { readQuantities } from "../../packages/english/src/quantities/readQuantities.js";
import { dayIn } from "../../packages/eval/src/convert/conversion.js";
import { parseDatePattern, readDatePattern } from "../../packages/readers/src/mapping/datePattern.js";
import { filesBelow, ROOT } from "../structure/support/sources.js";
import { runs } from "../support/runs.js";

/** Law: a date means the same day in every reader, however it is written. */

const DAY = 86_400_000;
const days = fc.integer({ min: Date.UTC(1900, 0, 1) / DAY, max: Date.UTC(2099, 11, 31) / DAY }).map((day) => day * DAY);

interface Writing {
  readonly of: (date: Date) => string;
  /** The way of writing in a mapping. */
  readonly pattern: string;
}

const two = (number: number): string => String(number).padStart(2, "0");
const ordinal = (day: number): string =>
  `${day}${day % 10 === 1 && day !== 11 ? "st" : day % 10 === 2 && day !== 12 ? "nd" : day % 10 === 3 && day !== 13 ? "rd" : "th"}`;
const month = (date: Date): string => monthName(date.getUTCMonth() + 1);
const WRITINGS: readonly Writing[] = [
  { of: (date) => date.toISOString().slice(0, 10), pattern: "YYYY-MM-DD" },
  { of: (date) => `${date.getUTCDate()} ${month(date)} ${date.getUTCFullYear()}`, pattern: "D MMMM YYYY" },
  { of: (date) => `${date.getUTCDate()} ${month(date).slice(0, 3)} ${date.getUTCFullYear()}`, pattern: "D MMM YYYY" },
  { of: (date) => `${month(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`, pattern: "MMMM D, YYYY" },
  {
    of: (date) => `${month(date).slice(0, 3)} ${two(date.getUTCDate())}, ${date.getUTCFullYear()}`,
    pattern: "MMM DD, YYYY",
  },
  { of: (date) => `${month(date)} ${ordinal(date.getUTCDate())}, ${date.getUTCFullYear()}`, pattern: "MMMM Do, YYYY" },
  {
    of: (date) => `${ordinal(date.getUTCDate())} of ${month(date)} ${date.getUTCFullYear()}`,
    pattern: "Do [of] MMMM YYYY",
  },
  {
    of: (date) => `${weekdayName(date.getTime())}, ${date.getUTCDate()} ${month(date)} ${date.getUTCFullYear()}`,
    pattern: "dddd, D MMMM YYYY",
  },
];

/** Days as people write them in texts, which data has not for dates: the readers of texts agree on these too. */
const LOOSE: readonly ((date: Date) => string)[] = [
  (date) => `the ${ordinal(date.getUTCDate())} of ${month(date)} ${date.getUTCFullYear()}`,
  (date) => `the ${spoken(date.getUTCDate())} of ${month(date)}, ${date.getUTCFullYear()}`,
  (date) => `${month(date)} the ${ordinal(date.getUTCDate())} ${date.getUTCFullYear()}`,
  (date) => `${date.getUTCDate()}-${month(date).slice(0, 3)}-${date.getUTCFullYear()}`,
  (date) => `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`,
  (date) => `${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`,
  (date) => `${weekdayName(date.getTime()).slice(0, 3)}, ${month(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
];
const spoken = (day: number): string => {
  const named = [...ENGLISH_NUMBERS.ordinals].find(([, value]) => value === day)?.[0];
  const [tens] = [...ENGLISH_NUMBERS.tens].find(([, value]) => value === day - (day % 10)) ?? [""];
  return named ?? `${tens}-${spoken(day % 10)}`;
};

const written = fc.tuple(days, fc.constantFrom(...WRITINGS)).map(([ms, { of, pattern }]) => {
  const date = new Date(ms);
  return { day: date.toISOString().slice(0, 10), text: of(date), pattern };
});

/** A document of each format that has a text as the value of "d" in a node of the type "row". */
const DOCUMENTS: Readonly<Record<FormatName, (text: string) => { text: string; query: string }>> = {
  xml: (text) => ({ text: `<r><row d="${text}"/></r>`, query: "//row[@d = $day]" }),
  json: (text) => ({ text: JSON.stringify({ row: [{ d: text }] }), query: "//row[@d = $day]" }),
  jsonl: (text) => ({ text: `${JSON.stringify({ d: text })}\n`, query: "//*[@d = $day]" }),
  yaml: (text) => ({ text: `row:\n  - d: ${JSON.stringify(text)}\n`, query: "//row[@d = $day]" }),
  csv: (text) => ({ text: `d,e\n"${text}",x\n`, query: "//*[@d = $day]" }),
  markdown: (text) => ({ text: `---\nd: ${JSON.stringify(text)}\n---\n\n# Note\n`, query: "//*[@d = $day]" }),
  html: (text) => ({ text: `<p data-d="${text}">x</p>`, query: "//*[@data-d = $day]" }),
};

const dayOfItem = (text: string): string | null => {
  const item = readValue({ kind: "date" }, text);
  return item !== null && typeof item === "object" && item.kind === "date"
    ? new Date(item.ms).toISOString().slice(0, 10)
    : null;
};

describe("law: a date is the same day in every reader", () => {
  it("of values, of texts, of conditions, of mappings, of talk, of citations, of converters", () => {
    fc.assert(
      fc.property(written, ({ day, text, pattern }) => {
        const sentence = `It was on ${text} that we met.`;
        const [scanned, ...others] = scanDays(sentence, ENGLISH_DAYS);
        const found = readQuantities(sentence, null).map(({ quantity: { kind, low, high } }) => ({ kind, low, high }));
        const time = { low: Date.parse(day) / DAY, high: Date.parse(day) / DAY };
        expect({
          value: dayOfItem(text),
          others,
          scanned: resolveDays(scanned!.expression, "2026-11-28"),
          found,
          mapped: readDatePattern(text, parseDatePattern(pattern)!),
          talk: daysIn(sentence, "2026-11-28", null),
          unsupported: unsupportedCitations(sentence, [
            { text: "we met on that day", speaker: "It", time: Date.parse(day) },
          ]),
          converted: dayIn(text),
        }).toEqual({
          value: day,
          others: [],
          scanned: { first: day, last: day, grain: "day" },
          found: [{ kind: "date", ...time }],
          mapped: day,
          talk: { first: day, last: day },
          unsupported: [],
          converted: day,
        });
      }),
      { numRuns: runs(5_000) },
    );
  });

  it.each(Object.keys(FORMATS) as FormatName[])(
    "of %s, as data and beside a text that a query gives",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(written, written, fc.constantFrom(...WRITINGS), async (one, other, { of }) => {
          const { text, query } = DOCUMENTS[format](one.text);
          const tree = await readAs(format, text);
          const count = async (day: string): Promise<number> =>
            (await compile(query).query!.run(tree, { params: { day } })).matches.length;
          expect(await count(one.day)).toBe(1);
          expect(await count(plusDays(one.day, 1))).toBe(0);
          expect(await count(other.text)).toBe(one.day === other.day ? 1 : 0);
          expect(await count(of(new Date(one.day)))).toBe(1);
        }),
        { numRuns: runs(200, 20) },
      );
    },
  );

  it("of a mapping, of JSON", () => {
    fc.assert(
      fc.property(written, ({ day, text, pattern }) => {
        const { mapping } = parseMapping(
          JSON.stringify({ version: 1, root: "R", rules: { R: { attributes: { d: { from: "d", date: pattern } } } } }),
        );
        const tree = readJson(JSON.stringify({ d: text }), { mapping: mapping! });
        expect(tree.attribute(1, "d")).toBe(day);
      }),
      { numRuns: runs(500) },
    );
  });

  it("of requests", async () => {
    const about: About = {
      tree: readXml('<Log><Visit name="Louvre" date="2026-03-14"/><Visit name="Prado" date="2026-05-01"/></Log>'),
      now: "2026-03-01T09:00:00Z",
    };
    await fc.assert(
      fc.asyncProperty(written, async ({ day, text }) => {
        const { readings } = await translate(`which visits are on ${text}?`, about);
        const queries = readings.map((reading) => (reading.kind === "query" ? reading.query : ""));
        expect(queries[0]).toContain(day);
      }),
      { numRuns: runs(500, 30) },
    );
  });

  it("of texts, of conditions and of talk, as people write it, and from one day to another of its month", () => {
    const loose = fc.tuple(days, fc.constantFrom(...LOOSE)).map(([ms, of]) => ({ ms, text: of(new Date(ms)) }));
    const range = days.chain((ms) => {
      const date = new Date(ms);
      const rest =
        new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - date.getUTCDate();
      return fc
        .tuple(fc.integer({ min: 1, max: Math.max(1, rest) }), fc.constantFrom("-", " to "))
        .map(([more, join]) => {
          const last = rest === 0 ? 0 : more;
          const name = `${month(date)} ${date.getUTCFullYear()}`;
          const text =
            last === 0
              ? `${date.getUTCDate()} ${name}`
              : `${date.getUTCDate()}${join}${date.getUTCDate() + last} ${name}`;
          return { ms, last: ms + last * DAY, text };
        });
    });
    fc.assert(
      fc.property(
        fc.oneof(
          loose.map(({ ms, text }) => ({ ms, last: ms, text })),
          range,
        ),
        ({ ms, last, text }) => {
          const sentence = `We met on ${text}, as planned.`;
          const talk = scanDays(sentence, ENGLISH_DAYS).map(({ expression }) => resolveDays(expression, "2026-11-28"));
          const texts = readQuantities(sentence, null).map(({ quantity: { low, high } }) => [low * DAY, high * DAY]);
          const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
          expect([text, talk, texts]).toEqual([
            text,
            [{ first: iso(ms), last: iso(last), grain: "day" }],
            [[ms, last]],
          ]);
        },
      ),
      { numRuns: runs(5_000) },
    );
  });

  it("and days that the calendar does not have are none in each of them", () => {
    for (const text of ["2026-02-30", "30 February 2026", "February 30, 2026", "31 Apr 2026"]) {
      expect(dayOfItem(text)).toBeNull();
      expect(dayIn(text)).toBeNull();
      expect(isDay(text)).toBe(false);
      expect(daysIn(text, "2026-11-28", null)).toBeNull();
      expect(readQuantities(text, null)).toEqual([]);
    }
  });
});

/** Days with a year in texts of people and programs; a text that another one is part of is read with what is around it. */
function disagreements(text: string): readonly object[] {
  return scanDays(text, ENGLISH_DAYS).flatMap(({ start, end, expression }) => {
    if (expression.kind !== "date" || expression.year === null || expression.day === null) return [];
    const said = text.slice(start, end);
    const { first: day } = resolveDays(expression, "2026-11-28")!;
    const found = readQuantities(said, null).find(({ quantity }) => quantity.kind === "date")?.quantity.low;
    // A weekday that is not that of the day is a slip in talk, and no value.
    const isSlip =
      /^[a-z]{3,9}[,.]/i.test(said) && dayOfItem(said) === null && dayOfItem(said.replace(/^\S+ /, "")) === day;
    // Values and converters do not read what only people write; they read no other day, then.
    const isLoose =
      expression.last !== null || /\d[./]\d|\bthe\b|\b[a-z]+-\d/i.test(said) || (said.match(/\d+/g)?.length ?? 0) < 2;
    const isApart = isSlip || (isLoose && dayOfItem(said) === null && dayIn(said) === null);
    const days = {
      value: isApart ? day : dayOfItem(said),
      found: found === undefined || Number.isNaN(found) ? null : new Date(found * DAY).toISOString().slice(0, 10),
      talk: daysIn(said, "2026-11-28", null)?.first,
      converted: isApart ? day : dayIn(said),
    };
    return Object.values(days).every((each) => each === day) ? [] : [{ said, day, ...days }];
  });
}

describe("law: a date that a text has is the same day in every reader", () => {
  it("of the examples and of the guides", { tags: "slow" }, () => {
    const paths = [...filesBelow("examples"), ...filesBelow("docs")].filter((path) =>
      /\.(?:xml|json|jsonl|ya?ml|csv|md|html)$/.test(path),
    );
    const texts = paths.map((path) => readFileSync(`${ROOT}${path}`, "utf8"));
    expect(texts.flatMap(disagreements)).toEqual([]);
    expect(texts.flatMap((text) => scanDays(text, ENGLISH_DAYS)).length).toBeGreaterThan(500);
  });

  const locomo = `${ROOT}../shared/data/locomo10.json`;
  const reason = existsSync(locomo) ? "" : " (skipped: ../shared/data/locomo10.json is not there)";
  it.skipIf(reason !== "")(`of LoCoMo${reason}`, { tags: "slow" }, () => {
    const conversations = JSON.parse(readFileSync(locomo, "utf8")) as readonly object[];
    const texts: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === "string") texts.push(value);
      else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) collect(each);
    };
    collect(conversations);
    expect(texts.flatMap(disagreements)).toEqual([]);
    const times = texts.filter((text) => /^\d{1,2}:\d\d [ap]m on \d{1,2} \w+, \d{4}$/.test(text));
    expect(times.length).toBeGreaterThan(200);
    for (const text of times) {
      const moment = readValue({ kind: "dateTime" }, text) as { readonly ms: number };
      const found = readQuantities(text, null).map(({ quantity: { kind, low } }) => [kind, low]);
      expect([text, found]).toEqual([
        text,
        [
          ["time", (moment.ms % DAY) / 60_000],
          ["date", Math.floor(moment.ms / DAY)],
        ],
      ]);
    }
  });
});

describe("law: a time of the day is the same in every reader", () => {
  const hour12 = (hour: number): number => hour % 12 || 12;
  const CLOCKS: readonly ((hour: number, minute: number) => string)[] = [
    (hour, minute) => `${two(hour)}:${two(minute)}`,
    (hour, minute) => `${hour12(hour)}:${two(minute)} ${hour < 12 ? "AM" : "PM"}`,
    (hour, minute) => `${hour12(hour)}:${two(minute)}${hour < 12 ? "am" : "pm"}`,
    (hour, minute) => `${hour12(hour)}:${two(minute)} ${hour < 12 ? "a.m." : "p.m."}`,
    (hour) => `${hour12(hour)} ${hour < 12 ? "am" : "pm"}`,
    (hour) => `${hour12(hour)}${hour < 12 ? "am" : "pm"}`,
    (hour) => (hour < 12 ? "midnight" : "noon"),
  ];
  const clocks = fc
    .tuple(fc.nat(23), fc.nat(59), fc.constantFrom(...CLOCKS))
    .map(([hour, minute, write]) => write(hour, minute));
  const minutesOf = (text: string): number =>
    (readValue({ kind: "time" }, text) as { readonly ms: number }).ms / 60_000;

  it("of values, of texts and of requests", async () => {
    const about: About = {
      tree: readXml('<Day><Visit name="Louvre" time="09:30"/><Visit name="Prado" time="14:00"/></Day>'),
      now: "2026-03-01T09:00:00Z",
    };
    await fc.assert(
      fc.asyncProperty(clocks, async (text) => {
        const minutes = minutesOf(text);
        const [found] = readQuantities(`We met at ${text} there.`, null);
        expect([text, found?.quantity.kind, found?.quantity.low]).toEqual([text, "time", minutes]);
        const { readings } = await translate(`which visits are after ${text}?`, about);
        const queries = readings.map((reading) => (reading.kind === "query" ? reading.query : ""));
        expect([text, queries[0]]).toEqual([
          text,
          expect.stringContaining(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`),
        ]);
      }),
      { numRuns: runs(500, 40) },
    );
  });

  it("of ranges, whose first hour takes the half of the day of the last", () => {
    fc.assert(
      fc.property(clocks, clocks, fc.constantFrom("-", " – ", " to ", " until "), (first, last, join) => {
        const text = `${first}${join}${last}`;
        const interval = readValue({ kind: "interval", of: "time" }, text) as {
          readonly start: number;
          readonly end: number;
        };
        const [found] = readQuantities(`from ${text}.`, null);
        expect([text, found?.quantity.low, found?.quantity.high]).toEqual([
          text,
          interval.start / 60_000,
          interval.end / 60_000,
        ]);
      }),
      { numRuns: runs(2_000, 200) },
    );
  });
});
