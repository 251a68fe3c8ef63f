import { applyEdits, parse } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";

/** Lists of keys and fields at their limits, and what is wrong in them. */
const list = (count: number, entry: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => entry(i)).join(",");
const codesOf = (text: string): readonly string[] => [...new Set(parse(text).diagnostics.map(({ code }) => code))];

describe("keys and fields without end", () => {
  it.each<readonly [string, (count: number) => string]>([
    ["fields", (count) => `//a/{${list(count, (i) => `f${i}:@n`)}}`],
    ["fields of one name", (count) => `//a/{${list(count, () => "f:@n")}}`],
    ["keys", (count) => `(//a)[group by ${list(count, (i) => `@n as k${i}`)}]`],
    ["keys of one name", (count) => `(//a)[group by ${list(count, () => "@n")}]`],
    ["records in records", (count) => `//a${"/{x:/b".repeat(count)}${"}".repeat(count)}`],
    ["groups of groups", (count) => `(//a)${"[group by @n]".repeat(count)}`],
    ["open braces", (count) => `//a/${"{".repeat(count)}`],
  ])("a hundred thousand %s are one diagnostic about the limit of 65 536 bytes", (_, made) => {
    const text = made(100_000);
    const { diagnostics } = parse(text);
    expect(diagnostics.map(({ code, span }) => [code, span])).toEqual([["SXP1009", { start: 0, end: text.length }]]);
  });

  it("four thousand are taken, and each of one name has its fix", () => {
    expect(codesOf(`//a/{${list(4_000, (i) => `f${i}:@n`)}}`)).toEqual([]);
    expect(codesOf(`(//a)[group by ${list(4_000, (i) => `@n as k${i}`)}]`)).toEqual([]);
    const { diagnostics } = parse(`//a/{${list(4_000, () => "f:@n")}}`);
    expect(diagnostics).toHaveLength(3_999);
    for (const { code, fixes } of diagnostics) expect([code, fixes.length]).toEqual(["SXP1043", 1]);
  });

  it("records are as deep as brackets may be", () => {
    const deep = (count: number): string => `//a${"/{x:/b".repeat(count)}/@n${"}".repeat(count)}`;
    expect(codesOf(deep(100))).toEqual([]);
    expect(codesOf(deep(250))).toEqual(["SXP1009"]);
  });
});

describe("mistakes in lists", () => {
  it.each([
    ["//a/{ n: foo(@n) }", "SXP1012", "foo"],
    ["//a[substring(@n)]", "SXP1004", ")"],
    ["//a[substring(@n, 1, 2, 3)]", "SXP1001", ", 3"],
    ["//a/{ n: count(/a, /b) }", "SXP1001", ", /b"],
    ["(//a)[group by foo(@n) as x]", "SXP1012", "foo"],
    ["(//a)[group by @n, count(/b)]", "SXP1040", "count(/b)"],
    ["(//a)[group by @n as n, @m as n]", "SXP1043", "n"],
    ["//a/{ @n, n: 1 }", "SXP1043", "n"],
    ["//a/{ count(/b) }", "SXP1041", "count(/b)"],
    ["//a/{ @n }/b", "SXP1042", "{"],
    ["//a[/b/{ @n }]", "SXP1042", "{"],
    ["//a[/{ @n }]", "SXP1042", "{"],
    ["//a/{ n: @n } | //b", "SXP1042", "{"],
    ["//a/{ a: 1, , b: 2 }", "SXP1004", ","],
    ['//a/{ "": 1 }', "SXP1004", '""'],
  ])("%s is %s at %s", (text, code, at) => {
    const [first] = parse(text).diagnostics;
    expect([first!.code, text.slice(first!.span.start, first!.span.end)]).toEqual([code, at]);
  });

  it.each(["//a/{ @n }/b", "//a/{ @n }/@m", "//a/{ @n }/b/@m", "//a/{ r: /b/{ @n }/@m }"])(
    "%s has one mistake: something follows a record, and can be removed",
    (text) => {
      const { diagnostics } = parse(text);
      expect(diagnostics.map(({ code }) => code)).toEqual(["SXP1042"]);
      const [fix] = diagnostics[0]!.fixes;
      expect(parse(applyEdits(text, fix!.edits)).diagnostics).toEqual([]);
    },
  );

  it.each(["//a[sum(/b/{ @n }/@m) > 1]", "//a//{ @n }/b", "delete node //a/{ @n }/b"])("%s has one mistake", (text) => {
    expect(parse(text).diagnostics.map(({ code }) => code)).toEqual(["SXP1042"]);
  });
});
