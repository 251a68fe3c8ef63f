import { parse } from "@semantic-xpath/parser";
import { check } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { checksWith, checkText, schemaOf } from "./marked.js";
import { trip } from "./trip.js";

const SAMPLES = [
  '/Itinerary/Day[avg(/POI[node =~ "museum"]) >= 0.5]/*[@name = "x" and not(Review =~ "y")]/../@date',
  '(//Day[2]/POI[@price < 20]|//Restaurant[@stars != 2][1:3])[min(node ≈ "lunch", 1-(name =~ "loud"), exists(/Review))]',
  "//Task[status = $s][count(/Version) > 1]/(Version|note)[$k:-1][@+1]//.",
  '/Itinerary/descendant-or-self::*[contains(@name, "a")][name() = "Day"][last()]/following::Task/@status',
];

describe("check", () => {
  test("finds nothing wrong in queries that are right", () => {
    for (const sample of SAMPLES) {
      expect(checkText(sample, null).diagnostics.map(({ message }) => message)).toEqual([]);
    }
    const severities = SAMPLES.flatMap((sample) => checkText(sample, trip).diagnostics).map(({ severity }) => severity);
    expect(severities).not.toContain("error");
  });

  test("has types for every segment, path, group and query, and for what every bracket tests", () => {
    const { types } = checkText('(/Itinerary/Day[avg(//Review[node =~ "x"])])/(POI|Restaurant)[1][@+1]', trip);
    expect([...types].map(([node, set]) => `${node.kind} ${set?.join("|") ?? "?"}`)).toEqual([
      "Segment Itinerary",
      "Bracket Day",
      "Bracket Review",
      "Segment Review",
      "Segment Day",
      "Path Day",
      "Query Day",
      "Group Day",
      "Bracket POI|Restaurant",
      "Bracket POI|Restaurant",
      "Segment POI|Restaurant",
      "Path POI|Restaurant",
      "Query POI|Restaurant",
    ]);
  });

  test("starts from other types than the document's, where that is asked for", () => {
    const from = (text: string, start: readonly string[]) =>
      check(parse(text).ast.query!, trip, null, start).diagnostics.map(({ code }) => code);
    expect(from("/POI | (/Restaurant)[1]", ["Day"])).toEqual([]);
    expect(from("/POI", ["Itinerary"])).toEqual(["SXP2002"]);
    expect(from("/self::Day/..", ["Day", "NoSuchType"])).toEqual([]);
    expect(checkText("/POI", trip).diagnostics.map(({ code }) => code)).toEqual(["SXP2002"]);
  });

  test("knows no types without a schema", () => {
    const { types } = checkText(SAMPLES[0]!, null);
    expect([...types.values()].every((set) => set === null)).toBe(true);
  });

  test("shares the sets, so that equal ones are the same object", () => {
    const [first, second] = ["//POI", "/Itinerary/Day/POI"].map((text) => checkText(text, trip));
    expect(first!.types.get(first!.query)).toBe(second!.types.get(second!.query));
  });

  test("sorts diagnostics by place", () => {
    const { diagnostics } = checkText('//(Dya|POI)[0]/Foo[@+1][not(not(node =~ ""))]', trip);
    const starts = diagnostics.map(({ span }) => span.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(diagnostics.length).toBeGreaterThan(3);
  });

  test("takes every prefix of a query, and every text with one character less", () => {
    for (const sample of SAMPLES) {
      for (let end = 0; end <= sample.length; end++) {
        for (const text of [sample.slice(0, end), sample.slice(0, end) + sample.slice(end + 1)]) {
          const { query } = parse(text).ast;
          if (query === null) continue;
          for (const schema of [null, trip]) {
            for (const { span } of check(query, schema, []).diagnostics) {
              expect(span.end, text).toBeGreaterThan(span.start);
              expect(span.end, text).toBeLessThanOrEqual(text.length);
            }
          }
        }
      }
    }
  });

  test("takes names that every object has", () => {
    const hostile = schemaOf(
      '{ "version": 1, "roots": ["__proto__"], "types": { "__proto__": { "attributes": { "valueOf": {} }, "children": { "constructor": {} } }, "constructor": { "text": true } } }',
    );
    const { expectClean } = checksWith(hostile);
    expectClean('/__proto__[@valueOf = "x"]/constructor[text() =~ "x"]');
    expect(checkText("/__proto__[@constructor]", hostile).diagnostics.map(({ code }) => code)).toEqual(["SXP2003"]);
    expect(checkText("//toString", hostile).diagnostics.map(({ code }) => code)).toEqual(["SXP2001"]);
  });

  test("builds the relations of a large schema once", () => {
    const names = Array.from({ length: 600 }, (_, index) => `T${index}`);
    const children = Object.fromEntries(names.slice(0, 40).map((name) => [name, {}]));
    const types = Object.fromEntries(
      names.map((name, index) => [name, { children: { ...children, [`T${(index + 1) % 600}`]: {} } }]),
    );
    const large = schemaOf(JSON.stringify({ version: 1, roots: ["T0"], types }));
    const { types: sets, query } = checkText("//T599/following::*", large);
    expect(sets.get(query)).toHaveLength(600);
  });
});
