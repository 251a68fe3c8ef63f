import { readFileSync } from "node:fs";
import { tokenize } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { generatedTexts } from "./generatedTexts.js";
import { accept, labels, query } from "./kit.js";
import { compiles, illegalOffers, placesIn } from "./legalOffers.js";

/**
 * A census of completion: the places are all boundaries of words in queries that the productions of groups, records, values, sets and moments give. What a
 * query goes on with is legal, so it must be among the offers if it is a name.
 */

const { schema } = parseSchema(readFileSync("examples/itinerary/itinerary.schema.json", "utf8"));

const VALUES = [
  "@cost",
  "count(/Note/text())",
  "@name || @category",
  "count(/Note)",
  "(@minutes + 1) * 2",
  "upper-case(@name)",
];
const KEYS = ["@category", "@category, @open_air", "../@city as city", "string-length(@name) as length"];
const AFTER_GROUPS = [
  "[order by count(/POI) descending]",
  "[sum(/POI/@minutes) > 10]",
  "[@category = 'park']",
  "/POI[1]/@name",
  '[avg(/POI[node =~ "lake"])]',
];
const RECORDS = [
  "//Day/{ @city, stops: count(/POI), all: /POI/{ @name } }",
  "//POI/{ @name, value: VALUE }",
  '//Day/{ fit: avg(/POI[node =~ "lake"]), first: (/POI)[1]/@name }',
  "(//POI)[group by @category]/{ @category, minutes: sum(/POI/@minutes) }",
];
const SETS = [
  "count(//POI except //POI[1])",
  "exists(//POI intersect //Day[1]/POI)",
  "sum(//POI/(@minutes * 2))",
  "max((//POI)[order by @minutes][1:2]/@minutes)",
];
const ITEMS = ["(//POI/@minutes)[. > 60][order by . descending]/..", "(//POI/@name)[starts-with(., 'A')]/../@category"];
const MOMENTS = ["as of '2026-06-08' //Day[@city = 'Ottawa']"];

const QUERIES = [
  ...KEYS.map((key) => `(//POI)[group by ${key}]`),
  ...AFTER_GROUPS.map((after) => `(//POI)[group by @category]${after}`),
  ...RECORDS.flatMap((record) =>
    record.includes("VALUE") ? VALUES.map((value) => record.replace("VALUE", value)) : [record],
  ),
  ...SETS,
  ...ITEMS,
  ...MOMENTS,
];

/** Texts whose places have other types: computed keys, conditions on groups, the right sides of comparisons, updates and declarations. */
const MORE = [
  "(//POI)[group by upper-case(@category) as kind, @minutes div 60 as hours]",
  "(//POI)[group by @category][group by count(/POI) as n]/group/@category",
  "(//POI)[group by @category][exists(/POI/Note) and count(/POI) > 1][1:2]",
  '//POI/{ long: @minutes > 60, city: ../@city, label: @name || " " || @minutes }',
  "//POI/{ day: weekday(../@date), length: duration(@time_block) }",
  "//Day[count(/POI except /POI[1]) > 1]",
  "as of '2026-06-08' count(//Day)",
  '//Day[weekday(@date) = "Monday"]',
  '//POI[@cost > "CAD 20" and @open_air = "true"]',
  "//Day[some $x in /POI satisfies $x/@minutes > 60]",
  '//POI[start(@time_block) < "9:00 AM"]',
  "(//POI)[order by @cost descending, @name][1:3]",
  '//Day[@date + "2 days" > "2026-06-10"]',
  '//POI[matches(@name, "^A")]/@name',
  'insert node <Note kind="tip">x</Note> into //POI[1]',
  'insert node attribute pace {"slow"} into /Itinerary',
  "delete node //Note[@kind = 'tip']",
  'replace value of node //POI[1]/@category with "park"',
  "rename node //Restaurant[1] as POI",
  "move node //POI[1] before //POI[2]",
  'replace node //Note[1] with <Note kind="tip">y</Note>',
  "replace value of node //POI[1]/@minutes with //POI[2]/@minutes + 5",
  "insert node //POI[1] as last into //Day[2], delete node //POI[1]",
  "declare query late($m) := //POI[@minutes > $m];",
  'declare update tips() := delete node //Note[@kind = "tip"];',
  "declare update add($city) := replace value of node /Itinerary/Day[1]/@city with $city;",
];

interface Place {
  readonly prefix: string;
  readonly next: string;
}

const places = new Map<string, Place>();
for (const text of QUERIES)
  for (const { span } of tokenize(text)) {
    const prefix = text.slice(0, span.start);
    if (span.start > 0 && !places.has(prefix)) places.set(prefix, { prefix, next: text.slice(span.start, span.end) });
  }
const PLACES = [...places.values()].filter((_, i) => isLong || i % 8 === 0);

it("law: the queries compile, and have enough places", () => {
  expect([...QUERIES, ...MORE].filter((text) => !compiles(text, schema!))).toEqual([]);
  expect(places.size).toBeGreaterThanOrEqual(100);
});

it("law: a name that is legal is offered", () => {
  const missing = PLACES.filter(({ prefix, next }) => !isGivenName(prefix, next) && isMissing({ prefix, next }));
  const shown = missing.map(({ prefix, next }) => `${prefix}‸${next}`);
  expect(shown).toEqual(EMPTY_ON_PURPOSE.filter((place) => shown.includes(place)));
});

/** Tests that a name at a place is not among the offers. */
function isMissing({ prefix, next }: Place): boolean {
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(next) || /(?:as|:) $/.test(prefix)) return false;
  return !labels(query(`${prefix}<|>`)).some(
    (label) =>
      [next, `@${next}`, `${next}(…)`, `${next}()`, `${next}>`].includes(label) || label.startsWith(`${next} `),
  );
}

const GENERATED = fc.sample(generatedTexts(schema!), { numRuns: runs(600, 60), seed: 33 });

it("law: generated texts of all productions compile", () => {
  expect(GENERATED.filter((text) => !compiles(text, schema!))).toEqual([]);
});

it("law: in generated texts of all productions a name that is legal is offered", () => {
  const tried = new Map<string, Place>();
  for (const text of GENERATED)
    for (const { span } of tokenize(text)) {
      const prefix = text.slice(0, span.start);
      const next = text.slice(span.start, span.end);
      const isGiven = text[span.end] === ":" || /(?:\$|declare (?:query|update) )$/.test(prefix) || next === "x";
      if (span.start > 0 && !isGiven) tried.set(`${prefix}‸${next}`, { prefix, next });
    }
  expect(tried.size).toBeGreaterThan(GENERATED.length * 4);
  expect([...tried].filter(([, place]) => isMissing(place)).map(([shown]) => shown)).toEqual([]);
});

/** Words of right texts, each with the cursor in it. */
const WORDS = [...QUERIES, ...MORE, ...GENERATED].flatMap((text) =>
  tokenize(text).flatMap(({ span: { start, end } }) => {
    const word = text.slice(start, end);
    return /^[\p{L}_][\p{L}\p{N}_-]+$/u.test(word) ? [{ text, start, end, word }] : [];
  }),
);
/** Names of attributes, and what is in quotes. */
const PLACED = [...QUERIES, ...MORE, ...GENERATED].flatMap((text) =>
  tokenize(text).flatMap(({ kind, span: { start, end } }) =>
    kind === "string"
      ? [{ text, start: start + 1, end: end - 1 }]
      : kind === "name" && text[start - 1] === "@"
        ? [{ text, start, end }]
        : [],
  ),
);
const SOME_PLACED = PLACED.filter((_, i) => isLong || i % 20 === 7);
const SOME_WORDS = WORDS.filter((_, i) => isLong || i % 40 === 7);

it("law: a word that is accepted where it stands leaves the text as it is, or another offer of it does", () => {
  const changed = SOME_WORDS.flatMap(({ text, start, word }) => {
    const marked = query(`${text.slice(0, start + 1)}<|>${text.slice(start + 1)}`);
    const offers = labels(marked).filter((one) => one.split(/[^\p{L}\p{N}_-]/u)[0] === word);
    const accepted = offers.map((label) => accept(marked, label).replace("<|>", "").replaceAll(/\s+/g, " "));
    return accepted.length === 0 || accepted.includes(text.replaceAll(/\s+/g, " ")) ? [] : [accepted[0]];
  });
  expect(changed).toEqual([]);
});

it("law: of the attributes and texts that are offered in place of one, at most 1 in 50 leaves a new error", () => {
  let offers = 0;
  const illegal = SOME_PLACED.flatMap(({ text, start, end }) => {
    const { service, document, position } = query(`${text.slice(0, start)}<|>${text.slice(start)}`);
    return service.complete(document, position).items.flatMap(({ label, textEdit }) => {
      if (textEdit === undefined) return [];
      offers++;
      const accepted = text.slice(0, start) + textEdit.newText + text.slice(end);
      return compiles(accepted, schema!) ? [] : [`${accepted} ‸${label}`];
    });
  });
  expect(offers).toBeGreaterThan(SOME_PLACED.length * 2);
  expect(illegal.length / offers, illegal.join("\n")).toBeLessThanOrEqual(0.02);
});

/** An intersection with nodes of another type is empty. */
const EMPTY_ON_PURPOSE = ["exists(//POI intersect //‸Day"];

/** The name of a field or key is the writer's own. */
const isGivenName = (prefix: string, next: string): boolean =>
  /[{,] *$/.test(prefix) && QUERIES.some((text) => text.startsWith(`${prefix}${next}:`));

it("a name that a field binds is not offered in the next", () => {
  const field = 'some $x in /Note satisfies $x/@kind = "tip"';
  expect(labels(query(`//POI/{ a: ${field} and <|> }`))).toContain("$x");
  expect(labels(query(`//POI/{ a: ${field}, <|> }`))).not.toContain("$x");
  expect(labels(query(`//POI/{ a: ${field}, b: <|> }`))).not.toContain("$x");
});

it("law: at least 49 of 50 offers are legal", { tags: "slow" }, () => {
  expectLegal(
    placesIn([...QUERIES, ...MORE]).filter((_, i) => i % 8 === 3),
    0.02,
  );
});

it("law: at least 19 of 20 offers in generated texts are legal", { tags: "slow" }, () => {
  expectLegal(
    placesIn(GENERATED).filter((_, i) => i % 100 === 3),
    0.05,
  );
});

function expectLegal(sampled: readonly string[], most: number): void {
  const census = sampled.map((prefix) => illegalOffers(prefix, schema!));
  const offers = census.reduce((sum, one) => sum + one.offers, 0);
  const illegal = census.flatMap((one) => one.illegal);
  expect(offers).toBeGreaterThan(sampled.length * 5);
  expect(illegal.length / offers, illegal.join("\n")).toBeLessThanOrEqual(most);
}
