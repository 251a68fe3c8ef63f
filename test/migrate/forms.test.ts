import { migrate } from "@semantic-xpath/migrate";
import { describe, expect, it } from "vitest";
import { trip } from "../planner/check/trip.js";

const readingsOf = (text: string, options = {}): readonly string[] =>
  migrate(text, options).readings.map((reading) => reading.text);

/** Forms with one meaning. */
const SURE: readonly (readonly [text: string, today: string])[] = [
  // Words around a relevance.
  ['/A[atom(content =~ "x")]', '/A[content =~ "x"]'],
  ['/A[sem(content =~ "x")]', '/A[content =~ "x"]'],
  ['/A[ATOM(node =~ "x")]', '/A[node =~ "x"]'],
  ['/A[sem("x")]', '/A[node =~ "x"]'],
  ["/A[sem('it''s')]", "/A[node =~ 'it''s']"],
  ['/A[sem(node, "x")]', '/A[node =~ "x"]'],
  ['/A[sem("x", node)]', '/A[node =~ "x"]'],
  ['/A[sem(@name, "x")]', '/A[@name =~ "x"]'],
  ['/A[sem(., "x")]', '/A[. =~ "x"]'],
  ['/A[sem(text(), "x")]', '/A[text() =~ "x"]'],
  ['/A[sem(node) =~ "x"]', '/A[node =~ "x"]'],
  ['/A[semantic_match(content, "x")]', '/A[content =~ "x"]'],
  ["/A[sem($wish)]", "/A[node =~ $wish]"],
  ["/A[sem(node, $wish)]", "/A[node =~ $wish]"],
  ["/A[atom(content =~ $wish)]", "/A[content =~ $wish]"],
  ['/A[atom(content: "x")]', '/A[content =~ "x"]'],
  ["/A[atom(museum)]", '/A[node =~ "museum"]'],
  ["/A[sem(quiet park)]", '/A[node =~ "quiet park"]'],
  ['/A[atom(content =~ "x") >= 0.5]', '/A[content =~ "x" >= 0.5]'],
  ['/A[atom(content =~ "x" OR content =~ "y") AND @b]', '/A[(content =~ "x" or content =~ "y") and @b]'],
  ['/A[atom(content =~ "x" OR content =~ "y")]', '/A[content =~ "x" or content =~ "y"]'],
  ['/A[atom(content =~ "x" OR "y")]', '/A[content =~ "x" or content =~ "y"]'],
  ['/A[atom("x" AND "y")]', '/A[node =~ "x" and node =~ "y"]'],
  ['/A[1-atom(content =~ "x")]', '/A[1-content =~ "x"]'],
  ['/A[min(atom(content =~ "x"), sem("y"))]', '/A[min(content =~ "x", node =~ "y")]'],
  // References.
  ["//A/deref(@x)/B", "//A/id(@x)/B"],
  ["//A[exists(/B/deref(@x))]", "//A[exists(/B/id(@x))]"],
  ['//A[max(deref(@x)[node =~ "y"])]', '//A[max(/id(@x)[node =~ "y"])]'],
  // What is done with the result.
  ["Read(/A/B)", "/A/B"],
  ['Delete(/A[atom(content =~ "x")])', '/A[content =~ "x"]'],
  ["UPDATE(/A[1], time_block: 2:00 PM)", "/A[1]"],
  ["Create(/A[2], Restaurant, Pj O'Brien's (late))", "/A[2]"],
  ["read( /A )", "/A"],
  ["Read((/A/B)[1:3])", "(/A/B)[1:3]"],
  ["Read(/A/B)[2]", "(/A/B)[2]"],
  ["Read(/A/B", "/A/B"],
  // Words and signs between conditions.
  ["/A[@a AND @b]", "/A[@a and @b]"],
  ["/A[@a OR NOT(@b)]", "/A[@a or not(@b)]"],
  ["/A[@a && !(@b) || @c]", "/A[@a and not(@b) or @c]"],
  ['/A[NOT atom(content =~ "x")]', '/A[not(content =~ "x")]'],
  ['/A[not node =~ "x" AND @b = 1]', '/A[not(node =~ "x") and @b = 1]'],
  ['/A[node !~ "x" AND @b]', '/A[not(node =~ "x") and @b]'],
  ['/A[@name !=~ "x"]', '/A[not(@name =~ "x")]'],
  ["/A[NOT @b]", "/A[not(@b)]"],
  ['/A[node =~ "x" ∧ ¬(node =~ "y")]', '/A[node =~ "x" and not(node =~ "y")]'],
  ['/A[node =~ "x"∨node =~ "y"]', '/A[node =~ "x" or node =~ "y"]'],
  ['/A[node =~ "x" | node =~ "y"]', '/A[node =~ "x" or node =~ "y"]'],
  ['/A[node ~= "x"]', '/A[node =~ "x"]'],
  ["/A[@b == 1]", "/A[@b = 1]"],
  ['/A[node =~ "x" or "y"]', '/A[node =~ "x" or node =~ "y"]'],
  ['/A[@name =~ "x" OR "y" OR "z"]', '/A[@name =~ "x" or @name =~ "y" or @name =~ "z"]'],
  // Texts without their quotes, or with others.
  ["/A[node =~ museum]", '/A[node =~ "museum"]'],
  ["/A[node =~ quiet art museum]", '/A[node =~ "quiet art museum"]'],
  ["/A[@city = New York]", '/A[@city = "New York"]'],
  ["/A[node =~ “quiet park”]", '/A[node =~ "quiet park"]'],
  ["/A[node =~ ‘quiet park’]", '/A[node =~ "quiet park"]'],
  // Aggregates and their evidence.
  ['/A[agg_exists(B[atom(content =~ "x")])]', '/A[max(/B[content =~ "x"])]'],
  ['/A[agg_prev(B[atom(content =~ "x")])]', '/A[avg(/B[content =~ "x"])]'],
  ['/A[agg_max(B[node =~ "x"])]', '/A[agg_max(/B[node =~ "x"])]'],
  ['/A[avg(B[node =~ "x"])]', '/A[avg(/B[node =~ "x"])]'],
  ['/A[max(*[node =~ "x"])]', '/A[max(/*[node =~ "x"])]'],
  ['/A[agg_exists(desc::B[atom(content =~ "x")])]', '/A[max(//B[content =~ "x"])]'],
  ['/A[agg_exists(desc::.[atom(content =~ "x")])]', '/A[max(//*[content =~ "x"])]'],
  ['/A[agg_exists(.[atom(content =~ "x")])]', '/A[max(/*[content =~ "x"])]'],
  ['/A[agg_exists(./B[atom(content =~ "x")])]', '/A[max(/B[content =~ "x"])]'],
  ['/A[agg_exists(.//B[atom(content =~ "x")])]', '/A[max(//B[content =~ "x"])]'],
  ['/A[agg_exists(descendant::B[atom(content =~ "x")])]', '/A[max(/descendant::B[content =~ "x"])]'],
  ['/A[agg_exists(B/C[atom(content =~ "x")])]', '/A[max(/B/C[content =~ "x"])]'],
  ['/A[agg_exists(atom(content =~ "x"))]', '/A[max(/*[content =~ "x"])]'],
  ['/A[agg_exists((B OR C)[atom(content =~ "x")])]', '/A[max(/(B|C)[content =~ "x"])]'],
  ['/A[agg_exists(//(B OR C)[content =~ "x"])]', '/A[max(//(B|C)[content =~ "x"])]'],
  ['/A[agg_exists(B[sem("x")] OR C[sem("y")])]', '/A[(max(/B[node =~ "x"]) or max(/C[node =~ "y"]))]'],
  ['/A[agg_exists(/(B[sem("x")] OR C[sem("y")]))]', '/A[(max(/B[node =~ "x"]) or max(/C[node =~ "y"]))]'],
  ['/A[agg_exists(B[sem("x")], C[sem("y")])]', '/A[max(max(/B[node =~ "x"]), max(/C[node =~ "y"]))]'],
  ['/A[agg_exists(B, atom(content =~ "x"))]', '/A[max(/B[content =~ "x"])]'],
  [
    '/A[agg_exists(B[agg_prev(C[sem("x")])] OR D[sem("y") OR sem("z")])]',
    '/A[(max(/B[avg(/C[node =~ "x"])]) or max(/D[node =~ "y" or node =~ "z"]))]',
  ],
  ['/A[agg_prev(B[agg_prev(C[atom(content =~ "x")])])]', '/A[avg(/B[avg(/C[content =~ "x"])])]'],
  ['/A[exist(B[sem(content =~ "x")])]', '/A[max(/B[content =~ "x"])]'],
  ['/A[mass(B[sem(content =~ "x")])]', '/A[avg(/B[content =~ "x"])]'],
  ["/A[exist(B) AND @c]", "/A[exists(/B) and @c]"],
  ['/A[agg_all(B[node =~ "x"])]', '/A[min(/B[node =~ "x"])]'],
  ['/A[exists(/B[node =~ "x"]) AND @c]', '/A[exists(/B[node =~ "x"]) and @c]'],
  ["/A[count(B) > 2]", "/A[count(/B) > 2]"],
  ['/A[agg_max(/*[node =~ "jazz"]])]', '/A[agg_max(/*[node =~ "jazz"])]'],
  ['/A[B/c = "x"]', '/A[exists(/B[c = "x"])]'],
  ["/A[B/@c < 20 AND @d]", "/A[exists(/B[@c < 20]) and @d]"],
  ['/A[1-B/c =~ "x"]', '/A[1-max(/B[c =~ "x"])]'],
  ['/A[name/text() = "x"]', '/A[name = "x"]'],
  // Steps.
  ["/A/desc::B", "/A//B"],
  ["/desc::B[2]", "//B[2]"],
  ['/A/desc::.[atom(content =~ "x")]', '/A//*[content =~ "x"]'],
  ["/A/descendants::B", "/A//B"],
  ['/A/.[atom(content =~ "x")]', '/A/*[content =~ "x"]'],
  ['/A/./B[sem("x")]', '/A/*/B[node =~ "x"]'],
  ["./A/B", "/A/B"],
  [".//B", "//B"],
  ["/A/(B OR C)[1]", "/A/(B|C)[1]"],
  ["/A/(B, C, D)", "/A/(B|C|D)"],
  ["/A/(B[1] OR C[2])", "/A/B[1] | /A/C[2]"],
  ["(/A/(B[1] OR C[2])/D)[1:3]", "((/A/B[1] | /A/C[2])/D)[1:3]"],
  ['/A/max(B[node =~ "x"], C[node =~ "y"])', '/A/B[node =~ "x"] | /A/C[node =~ "y"]'],
  ["/A/", "/A"],
  ["(/A/)[1]", "(/A)[1]"],
  ["/", "/*"],
  ["//", "//*"],
  // Positions.
  ["/A[+1]", "/A[1]"],
  ["/A[01]", "/A[1]"],
  ["/A[1_0]", "/A[10]"],
  ["/A[1..3]", "/A[1:3]"],
  ["/A[@id == 't1'][@+1]", "/A[@id = 't1'][@+1]"],
];

describe("forms with one meaning", () => {
  it.each(SURE)("%s", (text, today) => {
    const { readings, problems, isSure } = migrate(text);
    expect([readings.map((reading) => reading.text), problems, isSure]).toEqual([[today], [], true]);
    expect(readings[0]!.notes.length).toBeGreaterThan(0);
  });
});

/** Forms with several, the likeliest first. */
const ASKED: readonly (readonly [text: string, ...readings: string[]])[] = [
  ['/A/B[sem("x")][1]', '/A/B[1][node =~ "x"]', '/A/B[node =~ "x"][1]'],
  ['/A/B[node =~ "x" AND @c][1]', '/A/B[node =~ "x" and @c][1]', '/A/B[1][node =~ "x" and @c]'],
  ['/A[agg_prev(B[node =~ "x"][-1])]', '/A[avg(/B[-1][node =~ "x"])]', '/A[avg(/B[node =~ "x"][-1])]'],
  ['/A[agg_exists(B[name =~ "x"])]', '/A[max(/B[name = "x"])]', '/A[max(/B[name =~ "x"])]'],
  ['/A[B[atom(content =~ "x")]]', '/A[max(/B[content =~ "x"])]', '/A[exists(/B[content =~ "x"])]'],
  ['/A[exists(B[sem("x")])]', '/A[max(/B[node =~ "x"])]', '/A[exists(/B[node =~ "x"])]'],
  ["/A/.[@b = 1]", "/A/*[@b = 1]", "/A/self::*[@b = 1]"],
  ["/A[node =~ food and wine]", '/A[node =~ "food and wine"]', '/A[node =~ "food" and wine]'],
  ['/A[atom(content = "x")]', '/A[content =~ "x"]', '/A[content = "x"]'],
  ['/A[sem("x", 0.7)]', '/A[node =~ "x" >= 0.7]', '/A[node =~ "x" > 0.7]'],
  ["/A//", "/A//*", "/A"],
  ["Day", "/Day", "//Day"],
  ["Plan/Day[1]", "/Plan/Day[1]", "//Plan/Day[1]"],
];

describe("forms with several meanings", () => {
  it.each(ASKED)("%s", (text, ...expected) => {
    const { readings, isSure } = migrate(text);
    expect([readings.map((reading) => reading.text), isSure]).toEqual([expected, false]);
    for (const { notes } of readings) expect(notes.length).toBeGreaterThan(0);
  });

  it("answers a question alike in all of a text", () => {
    expect(readingsOf('/A[sem("x")][1]/B[sem("y")][2]')).toEqual([
      '/A[1][node =~ "x"]/B[2][node =~ "y"]',
      '/A[node =~ "x"][1]/B[node =~ "y"][2]',
    ]);
  });

  it("gives a few readings, however many questions there are", () => {
    const text = '/A[sem("x")][1][B[name =~ "z"]]/C[atom(content = "q")]//';
    const { readings, isSure } = migrate(text);
    expect(readings).toHaveLength(8);
    expect(isSure).toBe(false);
  });
});

describe("the root", () => {
  const withSchema = { schema: trip };
  it.each([
    ["/Day[2]", ["/Itinerary/Day[2]"]],
    ['/Day[atom(content =~ "x")]/POI', ['/Itinerary/Day[content =~ "x"]/POI']],
    ["(/Day/POI)[1] | /Task", ["(/Itinerary/Day/POI)[1] | /Itinerary/Task"]],
    ["/Itinerary/Day", ["/Itinerary/Day"]],
    ["Itinerary/Day", ["/Itinerary/Day"]],
    ["//Day", ["//Day"]],
    ["/*/Day", ["/*/Day"]],
    ["Day[2]", ["/Itinerary/Day[2]", "//Day[2]"]],
    ["Day[sem('x')]", ["/Itinerary/Day[node =~ 'x']"]],
    ["POI[2]", ["//POI[2]", "/POI[2]"]],
    ["/POI", ["/POI"]],
  ])("of a schema: %s", (text, expected) => {
    expect(readingsOf(text, withSchema)).toEqual(expected);
  });

  it.each([
    ["/Day[2]", ["Plan"], ["/Plan/Day[2]"]],
    ["/Plan/Day[2]", ["Plan"], ["/Plan/Day[2]"]],
    ["/Day", ["Plan", "Trip"], ["/Plan/Day", "/Trip/Day"]],
    ["Day", ["Plan"], ["/Plan/Day", "//Day"]],
    ["/Day", ["first name"], ["/Day"]],
    ["/Day", ["constructor"], ["/constructor/Day"]],
  ])("of the data: %s, %j", (text, roots, expected) => {
    expect(readingsOf(text, { roots })).toEqual(expected);
  });

  it("is asked for where a type is a root and a child of one", () => {
    const both = { ...trip, roots: ["Itinerary", "Day"] };
    expect(readingsOf("/Day[2]", { schema: both })).toEqual(["/Day[2]"]);
    expect(readingsOf('/Day[sem("x")]', { schema: both })).toEqual([
      '/Day[node =~ "x"]',
      '/Itinerary/Day[node =~ "x"]',
    ]);
  });
});

describe("a text that is known to be the demo's", () => {
  it.each([
    ['/A/B[node =~ "x"][1]', ['/A/B[1][node =~ "x"]']],
    ['/A/B[@id = "t1"][-1]', ['/A/B[-1][@id = "t1"]']],
    ['(/A/B[node =~ "x"])[1]', ['(/A/B[node =~ "x"])[1]']],
    ['/A/B[node =~ "x"][@-1]', ['/A/B[node =~ "x"][@-1]']],
    ["/A/./B", ["/A/*/B"]],
    ['/A[name =~ "x"]', ['/A[name = "x"]']],
  ])("%s", (text, expected) => {
    expect(readingsOf(text, { from: "demo" })).toEqual(expected);
    expect(readingsOf(text)).toEqual([text]);
  });
});

describe("what can't be read", () => {
  it.each([
    "",
    "   ",
    "hello world",
    "/A[@minutes @cost > 100]",
    '/A[atom("x", "y", "z")]',
    "/A[[[",
    "Read()",
    "/A[#]",
  ])("%j has no reading", (text) => {
    const { readings, problems, isSure } = migrate(text);
    expect([readings, isSure]).toEqual([[], false]);
    expect(problems.length).toBeGreaterThan(0);
    for (const { span } of problems) expect(text.length >= span.end && span.start <= span.end).toBe(true);
  });

  it("says it where it is in the text that was given", () => {
    const text = 'Read(/A[atom(content =~ "x")][@minutes @cost > 100])';
    const [problem] = migrate(text).problems;
    expect(text.slice(problem!.span.start, problem!.span.end)).toBe("@cost > 100");
  });

  it("keeps to the limits of the parser", () => {
    expect(migrate("/A[atom(content =~ 'x')]", { maxBytes: 5 }).problems[0]?.code).toBe("SXP1009");
    expect(migrate(`/A${"[".repeat(300)}`).problems[0]?.code).toBe("SXP1009");
    expect(() => migrate("/A", { maxBytes: Number.NaN })).toThrow(RangeError);
  });
});

describe("notes", () => {
  it("say what was changed where, and why", () => {
    const text = 'Delete(/A[agg_exists(B[atom(content =~ "x")])])';
    const { operation, readings } = migrate(text);
    expect(operation).toBe("delete");
    expect(readings[0]!.notes.map(({ span, what }) => [text.slice(span.start, span.end), what])).toEqual([
      ["Delete", '"Delete(…)" around the query is left out'],
      ["agg_exists", '"agg_exists(…)" becomes "max(…)"; the evidence becomes a path: "/…"'],
      ['atom(content =~ "x")', '"atom(…)" around "content =~ "x"" is left out'],
    ]);
  });

  it("say what of a text is left out", () => {
    const text = "Update(/A[1], time_block: 2:00 PM)";
    expect(migrate(text).readings[0]!.notes.map(({ what }) => what)).toContain('"time_block: 2:00 PM" is left out');
  });
});
