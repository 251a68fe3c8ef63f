import { applyEdits, parse } from "@semantic-xpath/parser";
import { expect, it } from "vitest";

/** What other languages write for groups and records, and the text that its fix makes. */
it.each([
  ["(//a)[group by @who having count(/a) > 1]", "(//a)[group by @who ][ count(/a) > 1]"],
  ["(//a)[group by @n desc]", "(//a)[group by @n ][order by @n descending]"],
  ["//a[group @who]", "//a[group by @who]"],
  ["//a group by @who", "(//a)[group by @who]"],
  [
    "//a group by @who having count(/a) > 1 order by count(/a)",
    "(//a)[group by @who][count(/a) > 1][order by count(/a)]",
  ],
  ["(//a)[group by @who, @who]", "(//a)[group by @who, @who as who2]"],
  ["//a{ @n }", "//a/{ @n }"],
  ["{ @n }", "/*/{ @n }"],
  ["//a/{ n: @n; w: @who }", "//a/{ n: @n, w: @who }"],
  ["//a/{ n = @n }", "//a/{ n: @n }"],
  ["//a/{ @n @who }", "//a/{ @n, @who }"],
  ["//a/{ @who as w }", "//a/{ w: @who }"],
  ["//a/{ @n: 1 }", "//a/{ n: 1 }"],
  ["//a/{ @n, }", "//a/{ @n }"],
  ["//a/{ dc:title: @n }", '//a/{ "dc:title": @n }'],
  ["//a/{ x: { y: @n } }", "//a/{ x: /./{ y: @n } }"],
  ["//a/{ n: @n, n: 1 }", "//a/{ n: @n, n2: 1 }"],
  ["//a/{ @n, @n }", "//a/{ @n, n2: @n }"],
  ["//a/{ @n }[1]", "(//a)[1]/{ @n }"],
  ["(//a/{ @n })[1]", "(//a)[1]/{ @n }"],
  ["count(//a/{ @n })", "count(//a)"],
  ["//a/@n/{ x: . }", "(//a/@n)/{ x: . }"],
  ["//a/count(/b)", "//a/{ count: count(/b) }"],
  ["(//a)[group by @who]/{ @who, n: count(*) }", "(//a)[group by @who]/{ @who, n: count(/*) }"],
  ["//a/{ p: parent::b/@n, q: ../@n }", "//a/{ p: /parent::b/@n, q: /../@n }"],
  ["as of 2026-03-14 //a", 'as of "2026-03-14" //a'],
  ["as of now (//a)[1]", 'as of "now" (//a)[1]'],
  ["as of 2026-03-14T09:30:00Z //a", 'as of "2026-03-14T09:30:00Z" //a'],
  ['//a[@n] as of "2026-03-14"', 'as of "2026-03-14" //a[@n] '],
  ['//a[@who like "%x%"]', '//a[contains(@who, "x")]'],
])("%s", (text, repaired) => {
  const [diagnostic] = parse(text).diagnostics;
  expect(diagnostic?.severity).toBe("error");
  expect(applyEdits(text, diagnostic!.fixes[0]!.edits)).toBe(repaired);
  expect(parse(repaired).diagnostics).toEqual([]);
});

it.each([
  [
    "tokenize(@a, ' ')",
    'The function "tokenize" is not in this language. Write contains(…) or matches(…, "\\bword\\b").',
  ],
  ["round-half-to-even(2.5)", 'The function "round-half-to-even" is not in this language. Write round(…, 2).'],
  ["Read(//a)", 'The function "Read" is not in this language. This is an older dialect: "sxp migrate" reads it.'],
  ["trim(//a/@n)", 'There is no function "trim". Did you mean "normalize-space"?'],
])("%s", (text, message) => {
  expect(parse(text).diagnostics.map((diagnostic) => diagnostic.message)).toEqual([message]);
});
