import { parse } from "@semantic-xpath/parser";
import { compile, readJson } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

type Row = Readonly<Record<"b" | "c", number | null>> & { readonly name: string };

type Condition =
  | {
      readonly kind: "compare";
      readonly member: "b" | "c";
      readonly sign: "<" | ">=" | "=" | "!=";
      readonly number: number;
    }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "exists"; readonly member: "b" | "c" }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition };

const NAMES = ["x", "y's", 'say "z"'];
const member = fc.constantFrom("b" as const, "c" as const);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant("compare" as const),
      member,
      sign: fc.constantFrom("<" as const, ">=" as const, "=" as const, "!=" as const),
      number: fc.integer({ min: -2, max: 3 }),
    }),
    fc.record({ kind: fc.constant("name" as const), text: fc.constantFrom(...NAMES) }),
    fc.record({ kind: fc.constant("exists" as const), member }),
    fc.record({ kind: fc.constant("not" as const), of: tie("condition") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      left: tie("condition"),
      right: tie("condition"),
    }),
  ),
}));
const value = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constant(null));
const rows: fc.Arbitrary<Row[]> = fc.array(fc.record({ name: fc.constantFrom(...NAMES), b: value, c: value }), {
  minLength: 1,
  maxLength: 6,
});

interface Spelling {
  readonly whole: (condition: string) => string;
  readonly path: string;
  readonly equal: string;
  readonly words: Readonly<Record<"and" | "or" | "not", string>>;
  readonly text: (text: string) => string;
  readonly exists: (member: string) => string;
}

const json = (text: string): string => JSON.stringify(text);
const SIGNS = { and: "&&", or: "||", not: "!" };
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  JSONPath: { whole: (c) => `$.a[?${c}]`, path: "@.", equal: "==", words: SIGNS, text: json, exists: (m) => `@.${m}` },
  jq: {
    whole: (c) => `.a[] | select(${c})`,
    path: ".",
    equal: "==",
    words: { and: "and", or: "or", not: "!" },
    text: json,
    exists: (m) => `.${m} != null`,
  },
  GROQ: {
    whole: (c) => `*[_type == "a" && (${c})]`,
    path: "",
    equal: "==",
    words: SIGNS,
    text: json,
    exists: (m) => `defined(${m})`,
  },
  SQL: {
    whole: (c) => `SELECT * FROM a WHERE ${c}`,
    path: "",
    equal: "=",
    words: { and: "AND", or: "OR", not: "NOT " },
    text: (t) => `'${t.replaceAll("'", "''")}'`,
    exists: (m) => `${m} IS NOT NULL`,
  },
};

function written(condition: Condition, spelling: Spelling): string {
  const { path, equal, words } = spelling;
  switch (condition.kind) {
    case "compare":
      return `${path}${condition.member} ${condition.sign === "=" ? equal : condition.sign} ${condition.number}`;
    case "name":
      return `${path}name ${equal} ${spelling.text(condition.text)}`;
    case "exists":
      return spelling.exists(condition.member);
    case "not":
      return `${words.not}(${written(condition.of, spelling)})`;
    default:
      return `(${written(condition.left, spelling)} ${words[condition.kind]} ${written(condition.right, spelling)})`;
  }
}

/** Truth of a comparison with what is not there, where the language has a rule of its own; null is neither true nor false. */
const OF_ABSENT: Readonly<Record<string, (sign: string) => boolean | null>> = {
  JSONPath: (sign) => sign === "!=",
  jq: (sign) => sign === "!=" || sign === "<",
  GROQ: (sign) => (sign === "=" || sign === "!=" ? sign === "!=" : null),
  SQL: () => null,
};

function truthOf(condition: Condition, row: Row, ofAbsent: (sign: string) => boolean | null): boolean | null {
  switch (condition.kind) {
    case "compare": {
      const found = row[condition.member];
      const { sign, number } = condition;
      if (found === null) return ofAbsent(sign);
      return sign === "<" ? found < number : sign === ">=" ? found >= number : (found === number) === (sign === "=");
    }
    case "name":
      return row.name === condition.text;
    case "exists":
      return row[condition.member] !== null;
    case "not": {
      const truth = truthOf(condition.of, row, ofAbsent);
      return truth === null ? null : !truth;
    }
    case "and":
    case "or": {
      const truths = [condition.left, condition.right].map((each) => truthOf(each, row, ofAbsent));
      const deciding = condition.kind === "or";
      return truths.includes(deciding) ? deciding : truths.includes(null) ? null : !deciding;
    }
  }
}

/** The translations of a query in another language; null for a text in none. */
function translationsOf(text: string): readonly string[] | null {
  const found = parse(text).diagnostics.find(({ code }) => code === "SXP1038");
  return found === undefined ? null : found.fixes.flatMap(({ edits }) => edits.map(({ newText }) => newText));
}

describe.each(Object.entries(SPELLINGS))("a filter in %s", (name, spelling) => {
  it("is translated to a query that selects what the filter selects", async () => {
    await fc.assert(
      fc.asyncProperty(condition, rows, async (asked, data) => {
        const text = spelling.whole(written(asked, spelling));
        const [diagnostic, ...more] = parse(text).diagnostics;
        expect([diagnostic?.code, more]).toEqual(["SXP1038", []]);
        const [translation] = diagnostic!.fixes;
        const { query } = compile(translation!.edits[0]!.newText);
        const { matches } = await query!.run(readJson(JSON.stringify({ a: data.map((row, id) => ({ id, ...row })) })));
        const expected = data.flatMap((row, id) =>
          truthOf(asked, row, OF_ABSENT[name]!) === true ? [String(id)] : [],
        );
        expect(matches.map(({ node }) => node.attribute("id"))).toEqual(expected);
        expect(diagnostic!.message).toContain(`This is ${name}.`);
      }),
      { numRuns: runs(200, 40) },
    );
  });
});

it("leaves queries and broken queries of our own alone", () => {
  for (const text of ["//a[", "a/b", "./a", "..", "$x", "*[@a = 1]", "select", "match(@a, @b", "{", "", "  "])
    expect(translationsOf(text)).toBeNull();
});

it.each([
  ["SELECT * FROM a OFFSET 3", "(//a)[4:]"],
  ["SELECT b FROM a OFFSET 2 LIMIT 3", "(//a)[3:5]/@b"],
  ["SELECT b FROM a LIMIT 3 OFFSET 2", "(//a)[3:5]/@b"],
  ["SELECT UPPER(b), c FROM a", "//a/{ upper: upper-case(@b), @c }"],
  ["SELECT LENGTH(b) AS n FROM a LIMIT 1", "(//a)[1:1]/{ n: string-length(@b) }"],
  ["SELECT TRIM(b), COUNT(*) FROM a GROUP BY b", "(//a)[group by @b]/{ trim: normalize-space(@b), count: count(/a) }"],
  ["SELECT DISTINCT LOWER(b) FROM a", "distinct-values(//a/(lower-case(@b)))"],
  ["SELECT b * 2 AS twice FROM a", "//a/{ twice: @b * 2 }"],
  ["SELECT c, b * 2 twice FROM a WHERE b > 1", "//a[@b > 1]/{ @c, twice: @b * 2 }"],
  ["SELECT b + 1 FROM a", "//a/(@b + 1)"],
  ["SELECT b -1 FROM a", "//a/(@b - 1)"],
  ["SELECT (b - c) / 2 AS half, b % 3 AS rest FROM a", "//a/{ half: (@b - @c) div 2, rest: @b mod 3 }"],
  [
    "SELECT b * c AS cost FROM a ORDER BY cost DESC LIMIT 3",
    "(//a)[order by @b * @c descending][1:3]/{ cost: @b * @c }",
  ],
  ["SELECT ROUND(b / c) AS r FROM a", "//a/{ r: round(@b div @c) }"],
  ["SELECT SUM(b * c) FROM a", "sum(//a/(@b * @c))"],
  ["SELECT SUM(b) / COUNT(*) AS mean, MAX(b) FROM a", "/*/{ mean: sum(//a/@b) div count(//a), max_b: max(//a/@b) }"],
  [
    "SELECT c, SUM(b) * 2 AS d FROM a GROUP BY c HAVING SUM(b * 2) > 4",
    "(//a)[group by @c][sum(/a/(@b * 2)) > 4]/{ @c, d: sum(/a/@b) * 2 }",
  ],
  ["SELECT DISTINCT b * 2 FROM a", "distinct-values(//a/(@b * 2))"],
])("%s is %s", (text, expected) => {
  expect(translationsOf(text)).toEqual([expected]);
  expect(parse(expected).diagnostics).toEqual([]);
});

it.each([
  ["$..a[0]", "/descendant-or-self::*/a[1]"],
  ["$..a[-1]", "/descendant-or-self::*/a[-1]"],
  ["$.a..b[1:3]", "/*/a/descendant-or-self::*/b[2:3]"],
  ["$..a[0,2][?@.b]", "/descendant-or-self::*/a[position() = 1 or position() = 3]/*[@b or exists(/b)]"],
  ["$..*", "/*//*"],
  ['$.a[?@.b != "x"]', '/*/a[not(@b = "x")]'],
  ["$.a[?@.b == @.c]", "/*/a[@b = @c or not(@b or exists(/b)) and not(@c or exists(/c))]"],
  ["$.a[?@.b <= @.c]", "/*/a[@b <= @c or not(@b or exists(/b)) and not(@c or exists(/c))]"],
  ["$.a[?!@.b]", "/*/a[not(@b or exists(/b))]"],
  ["$.a[?length(@.b) < 3]", "/*/a[@b and string-length(@b) < 3]"],
  ["SELECT * FROM a WHERE NOT (b = 1 OR c LIKE 'x%')", '//a[@b != 1 and @c and not(starts-with(@c, "x"))]'],
  ["SELECT * FROM a WHERE b NOT IN (1, 2)", "//a[@b != 1 and @b != 2]"],
  ["SELECT * FROM a WHERE b NOT BETWEEN 1 AND 2 AND c", "//a[(@b < 1 or @b > 2) and @c = true]"],
  ["SELECT * FROM a WHERE NOT LOWER(b) = 'x'", '//a[@b and lower-case(@b) != "x"]'],
])("%s keeps its meaning where a member is absent, or arrays nest: %s", (text, expected) => {
  const [first] = translationsOf(text) ?? [];
  expect(first).toBe(expected);
  expect(parse(expected).diagnostics).toEqual([]);
});

it("finds the first of each array below", async () => {
  const data = readJson(
    JSON.stringify({ t: { a: [{ id: 1 }, { id: 2, a: [{ id: 3 }, { id: 4 }] }] }, a: [{ id: 5 }] }),
  );
  const { matches } = await compile(translationsOf("$..a[0]")![0]!).query!.run(data);
  expect(matches.map(({ node }) => node.attribute("id"))).toEqual(["1", "3", "5"]);
});

it("recognises what it can't translate", () => {
  for (const text of [
    "$.a[5:1:-1]",
    "$.a[1,'b']",
    "$..[0]",
    "$..*[0]",
    "$['a','b'][0]",
    "SELECT * FROM a WHERE b <> NULL",
    ".a[] | {b}",
    "SELECT b, c FROM a GROUP BY b",
    "SELECT b + 1, c FROM a",
    "SELECT b + COUNT(*) FROM a",
    "SELECT c, b + 1 AS d FROM a GROUP BY c",
    "SELECT SUM(b * MAX(c)) FROM a",
    "SELECT DISTINCT b + 1, c FROM a",
    "SELECT (b FROM a",
    "SELECT * + 1 FROM a",
    "SELECT DISTINCT LOWER(b), c FROM a",
    "SELECT UPPER(*) FROM a",
    "SELECT b FROM a LIMIT 3 LIMIT 4",
    "SELECT * FROM a JOIN b ON a.x = b.x",
    '*[_type == "a" || _type == "b"]',
    "MATCH (n:Person) RETURN n",
    "SELECT ?x WHERE { ?x a ?y }",
    "{ a { b } }",
    "a[?b > `1`]",
    `$${".a".repeat(900)}[?@.b == "\\n"]`,
  ])
    expect(translationsOf(text)).toEqual([]);
});

it("looks at 2000 characters and no more", () => {
  const long = (length: number): string => `$.${"a".repeat(length - 2)}`;
  expect(translationsOf(long(2000))).toHaveLength(2);
  expect(translationsOf(long(2001))).toBeNull();
});
