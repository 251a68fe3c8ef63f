import { type About, translate } from "@semantic-xpath/chat/translate";
import { ENGLISH_DAYS } from "@semantic-xpath/english";
import { FORMATS, parseMapping, readAs, readJson } from "@semantic-xpath/readers";
import { compile, readXml } from "@semantic-xpath/runtime";
import type { FormatName } from "@semantic-xpath/tree";
import { isDay, monthName, plusDays, readValue, resolveDays, scanDays, weekdayName } from "@semantic-xpath/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysIn } from "../../packages/conversation/src/formations/rules/days.js";
import { unsupportedCitations } from "../../packages/conversation/src/structmem/support.js";
import { dayIn } from "../../packages/eval/src/convert/conversion.js";
import { parseDatePattern, readDatePattern } from "../../packages/readers/src/mapping/datePattern.js";
import { readQuantities } from "../../packages/scorers/src/lexical/quantity/readQuantities.js";
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
        fc.asyncProperty(written, written, async (one, other) => {
          const { text, query } = DOCUMENTS[format](one.text);
          const tree = await readAs(format, text);
          const count = async (day: string): Promise<number> =>
            (await compile(query).query!.run(tree, { params: { day } })).matches.length;
          expect(await count(one.day)).toBe(1);
          expect(await count(plusDays(one.day, 1))).toBe(0);
          expect(await count(other.text)).toBe(one.day === other.day ? 1 : 0);
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

  it("and days that the calendar does not have are none in each of them", () => {
    for (const text of ["2026-02-30", "30 February 2026", "February 30, 2026", "31 Apr 2026"]) {
      expect(dayOfItem(text)).toBeNull();
      expect(dayIn(text)).toBeNull();
      expect(isDay(text)).toBe(false);
      expect(daysIn(text, "2026-11-28", null)).toBeNull();
      expect(readQuantities(text, null).filter(({ quantity: { low, high } }) => low === high)).toEqual([]);
    }
  });
});
