import { readFileSync } from "node:fs";
import { tokenize } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { compile } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { isLong } from "../support/runs.js";
import { labels, query } from "./kit.js";

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

const compiles = (text: string): boolean =>
  compile(text, { schema: schema! }).diagnostics.every(({ severity }) => severity !== "error");

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
  expect(QUERIES.filter((text) => !compiles(text))).toEqual([]);
  expect(places.size).toBeGreaterThanOrEqual(100);
});

it("law: a name that is legal is offered", () => {
  const missing: string[] = [];
  for (const { prefix, next } of PLACES) {
    const isName = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(next) && !/(?:as|:) $/.test(prefix);
    if (!isName || isGivenName(prefix, next)) continue;
    const offered = labels(query(`${prefix}<|>`));
    const isThere = offered.some(
      (label) => [next, `@${next}`, `${next}(…)`, `${next}()`].includes(label) || label.startsWith(`${next} `),
    );
    if (!isThere) missing.push(`${prefix}‸${next}`);
  }
  expect(missing).toEqual(EMPTY_ON_PURPOSE.filter((place) => missing.includes(place)));
});

/** An intersection with nodes of another type is empty. */
const EMPTY_ON_PURPOSE = ["exists(//POI intersect //‸Day"];

/** The name of a field or key is the writer's own. */
const isGivenName = (prefix: string, next: string): boolean =>
  /[{,] *$/.test(prefix) && QUERIES.some((text) => text.startsWith(`${prefix}${next}:`));
