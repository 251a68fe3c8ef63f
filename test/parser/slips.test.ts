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
  ["(//a)[group by @who, @who]", "(//a)[group by @who]"],
  ["//a{ @n }", "//a/{ @n }"],
  ["{ @n }", "/*/{ @n }"],
  ["//a/{ n: @n; w: @who }", "//a/{ n: @n, w: @who }"],
  ["//a/{ n = @n }", "//a/{ n: @n }"],
  ["//a/{ @n @who }", "//a/{ @n, @who }"],
  ["//a/{ n: @n w: @who }", "//a/{ n: @n, w: @who }"],
  ["//a/{ n: count(/b) w: @who }", "//a/{ n: count(/b), w: @who }"],
  ["//a[every $x in /b : $x/@n = 1]", "//a[every $x in /b satisfies $x/@n = 1]"],
  ["//a[some $x in //b/* : $x/@n = 1]", "//a[some $x in //b/* satisfies $x/@n = 1]"],
  ["as of //a", 'as of "now" //a'],
  ["//a/{ @who as w }", "//a/{ w: @who }"],
  ["//a/{ @n: 1 }", "//a/{ n: 1 }"],
  ["//a/{ @n, }", "//a/{ @n }"],
  ["//a/{ dc:title: @n }", '//a/{ "dc:title": @n }'],
  ["//a/{ x: { y: @n } }", "//a/{ x: /./{ y: @n } }"],
  ["//a/{ n: @n, n: 1 }", "//a/{ n: @n, n2: 1 }"],
  ["//a/{ @n, @n }", "//a/{ @n }"],
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
  ["//a[position() = 1 to 3]", "//a[position() >= 1 and position() <= 3]"],
  ["//a[@n > 30 EUR]", '//a[@n > "30 EUR"]'],
  ["//a[@n > 2 km]", '//a[@n > "2 km"]'],
  ["//a[@n is true]", "//a[@n = true]"],
  ['//a[@n is not "x"]', '//a[@n != "x"]'],
  ["//a[@n => 1]", "//a[@n >= 1]"],
  ["//a/node()", "//a/*"],
  ["//a[@n = 1 an @m = 2]", "//a[@n = 1 and @m = 2]"],
  ["//a[order by @n descnding]", "//a[order by @n descending]"],
  ["//a minus //b", "//a except //b"],
  ["//a/{ @n } | //b/{ @n }", "(//a | //b)/{ @n }"],
  ['//a[b/text() = "x"]', '//a[b = "x"]'],
  ["declare query a($n as integer) := //a[$n];", "declare query a($n as number) := //a[$n];"],
  ["declare query a() = //a;", "declare query a() := //a;"],
  ["declare query a := //a;", "declare query a() := //a;"],
  ["import data b/c.xml;", 'import data "b/c.xml";'],
  ["insert node <a b=c/> into /d", 'insert node <a b="c"/> into /d'],
  ['//a[sem("x")]', '//a[node =~ "x"]'],
  ['//a[sim(@who, "x") > 0.5]', '//a[@who =~ "x" > 0.5]'],
  ["//a[any(/b[@n = 1])]", "//a[exists(/b[@n = 1])]"],
])("%s", (text, repaired) => {
  const [diagnostic] = parse(text).diagnostics;
  expect(diagnostic?.severity).toBe("error");
  expect(applyEdits(text, diagnostic!.fixes[0]!.edits)).toBe(repaired);
  expect(parse(repaired).diagnostics).toEqual([]);
});

/** A word after a number is not its unit because it is there, nor a short unknown name another function. */
it.each(["//a[@n > 4 and]", "//a[@n > 4 or ]", "//a[@n > 4 b]", '//a[sam("x")]'])("%s has no fix", (text) => {
  expect(parse(text).diagnostics.flatMap(({ fixes }) => fixes)).toEqual([]);
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
