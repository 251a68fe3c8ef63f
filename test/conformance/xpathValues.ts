import fc from "fast-check";

/**
 * Random queries of values in both languages, for trees of test/reference/arbitraryCase. Left out, since the languages differ there on purpose:
 * - `=` and `<` between two texts of the data that read as numbers or dates: XPath compares two untyped values as strings (language.md §1);
 * - the string value of a node with text in several places, which XPath joins without a space;
 * - division by an integer zero, which XPath makes an error: numbers are doubles here, so they are in the XPath too;
 * - functions of one text over several values, an error in XPath, true of any here;
 * - `min` and `max` of words, which XPath reads as numbers unless they are made strings first;
 * - positions behind `//`, which XPath counts per parent: `//` is written `descendant::` there.
 */
export interface Bilingual {
  readonly sxp: string;
  readonly xpath: string;
}

const filled = (sxp: string, xpath: string, ...parts: readonly fc.Arbitrary<Bilingual>[]): fc.Arbitrary<Bilingual> =>
  fc.tuple(...parts).map((given) => ({
    sxp: given.reduce((text, part) => text.replace("…", () => part.sxp), sxp),
    xpath: given.reduce((text, part) => text.replace("…", () => part.xpath), xpath),
  }));
const alike = (form: string, ...parts: readonly fc.Arbitrary<Bilingual>[]): fc.Arbitrary<Bilingual> =>
  filled(form, form, ...parts);
const words = (...texts: readonly string[]): fc.Arbitrary<Bilingual> =>
  fc.constantFrom(...texts.map((text): Bilingual => ({ sxp: text, xpath: text })));

const comparison = words("=", "!=", "<", "<=", ">", ">=");
const equality = words("=", "!=");
const OPERATORS = ["+", "-", "*", "div", "mod"] as const;
const operator = words(...OPERATORS);

/** Nodes from a node, and from the start of a value query; the same from the document node and from a bound one. */
const near = fc.constantFrom<Bilingual>(
  { sxp: "/B", xpath: "child::B" },
  { sxp: "/*", xpath: "child::*" },
  { sxp: "//C", xpath: "descendant::C" },
  { sxp: "//*", xpath: "descendant::*" },
  { sxp: "/..//A", xpath: "../descendant::A" },
  { sxp: "/following-sibling::*", xpath: "following-sibling::*" },
  { sxp: "//*[@n > 2]", xpath: "descendant::*[@n > 2]" },
  { sxp: "root()//B", xpath: "/descendant::B" },
);
const far = fc.constantFrom<Bilingual>(
  { sxp: "//*", xpath: "/descendant::*" },
  { sxp: "//A", xpath: "/descendant::A" },
  { sxp: "//B[@n]", xpath: "/descendant::B[@n]" },
  { sxp: "/A/*", xpath: "/A/*" },
  { sxp: "//(A|C)[2:]", xpath: "/descendant::*[self::A or self::C][position() >= 2]" },
  { sxp: "//Zoo", xpath: "/descendant::Zoo" },
);

/** Numbers over nodes of a kind: doubles, or nothing. */
const numbers = (nodes: fc.Arbitrary<Bilingual>, one: fc.Arbitrary<Bilingual>): fc.Arbitrary<Bilingual> => {
  const leaf = fc.oneof(
    one,
    fc.constantFrom<Bilingual>({ sxp: "2", xpath: "2e0" }, { sxp: "0.5", xpath: "0.5e0" }),
    filled("count(…)", "number(count(…))", nodes),
    filled("sum(…/@n)", "number(sum(…/@n))", nodes),
    alike("…(…/@n)", words("avg", "min", "max"), nodes),
    filled("count(distinct-values(…/@…))", "number(count(distinct-values(…/@…)))", nodes, words("n", "t", "d", "x")),
  );
  const { number } = fc.letrec<{ number: Bilingual }>((tie) => ({
    number: fc.oneof(
      { maxDepth: 2, depthIdentifier: "n" },
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: alike("… … …", tie("number"), operator, tie("number")) },
      { weight: 1, arbitrary: alike("(… … …) … …", tie("number"), operator, tie("number"), operator, tie("number")) },
      { weight: 1, arbitrary: alike("-(…)", tie("number")) },
    ),
  }));
  return number;
};

const absolute = numbers(far, fc.constant({ sxp: "1", xpath: "1e0" }));
const relative = numbers(near, words("@n", "@n"));

const text = fc.letrec<{ text: Bilingual }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 2, depthIdentifier: "n" },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Bilingual>({ sxp: "@t", xpath: "@t" }, { sxp: '"Sun"', xpath: '"Sun"' }),
    },
    { weight: 1, arbitrary: filled("name()", "name()") },
    { weight: 1, arbitrary: alike("…(…)", words("lower-case", "upper-case", "normalize-space"), tie("text")) },
    {
      weight: 1,
      arbitrary: alike(
        "…(…, …)",
        words("substring-before", "substring-after"),
        tie("text"),
        words('"n"', '" "', '""', '"Su"'),
      ),
    },
  ),
})).text;

/** What a quantifier's condition says of the bound nodes. */
const bound = fc.oneof(
  alike("$p/@n + 1 … 3", comparison),
  alike("$p/@t … @t", comparison),
  alike("contains($p/@t, …)", words('"n"', '"S"')),
  fc.constantFrom<Bilingual>(
    { sxp: "exists($p/B)", xpath: "exists($p/child::B)" },
    { sxp: "count($p//*) > count(//*)", xpath: "count($p/descendant::*) > count(descendant::*)" },
    { sxp: "$p//*/@t = @t", xpath: "$p/descendant::*/@t = @t" },
  ),
);
const quantified = fc.oneof(
  alike("… $p in … satisfies …", words("some", "every"), near, bound),
  // fontoxpath 3.34 finds a pair where there is none if the second sequence is empty, so the bindings are nested there.
  fc.tuple(fc.constantFrom("some", "every"), near, comparison).map(
    ([word, of, { sxp: sign }]): Bilingual => ({
      sxp: `${word} $p in ${of.sxp}, $q in $p/* satisfies $q/@n + 0 ${sign} $p/@n + 0`,
      xpath: `${word} $p in ${of.xpath} satisfies ${word} $q in $p/child::* satisfies $q/@n + 0 ${sign} $p/@n + 0`,
    }),
  ),
);

const condition = fc.oneof(
  alike("… … …", relative, comparison, relative),
  filled("… … …", "… … …", text, comparison, text),
  alike("…/@t … …/@t", near, comparison, near),
  alike("…/text() … …", near, equality, words('"sun"', '"rain"')),
  alike("…/@n … …", near, comparison, words("2", "2.5", "10")),
  alike("…(…, …)", words("contains", "starts-with", "ends-with"), text, words('"n"', '"S"', '""', "@t")),
  alike("matches(…, …)", text, words('"^S"', '"n$"', '"[ab] ?r"')),
  alike("string-length(…) … 3", text, comparison),
  alike("exists(…)", near),
  alike("not(exists(…/@n))", near),
  quantified,
  alike("(…) and …", quantified, fc.constant<Bilingual>({ sxp: "@n", xpath: "@n" })),
);

const place = fc.oneof(
  words("last() - 1", "last() div 2", "position() mod 2 = 1", "position() = last() - 1", "position() * 2 <= last()"),
  filled("count(/*)", "count(*)"),
  alike("1 + …", words("1", "0")),
);

const bracketed = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: condition }, place), { minLength: 1, maxLength: 2 }),
    words("*", "A", "B", "C"),
  )
  .map(([brackets, test]): Bilingual => {
    const all = (of: "sxp" | "xpath"): string => brackets.map((each) => `[${each[of]}]`).join("");
    return { sxp: `//${test.sxp}${all("sxp")}`, xpath: `/descendant::${test.xpath}${all("xpath")}` };
  });
const part = words("", "", "", "/@n", "/@t", "/text()");
const path = fc.oneof({ weight: 3, arbitrary: bracketed }, far);

/** A query whose result is nodes. */
export const arbitraryNodes: fc.Arbitrary<Bilingual> = fc.oneof(
  { weight: 3, arbitrary: alike("……", bracketed, part) },
  { weight: 2, arbitrary: alike("… … …", path, words("except", "intersect", "|"), path) },
  { weight: 1, arbitrary: alike("…/@n … …/@n", path, words("except", "intersect", "|"), path) },
  { weight: 1, arbitrary: alike("… | … except … intersect …", path, path, path, path) },
  { weight: 1, arbitrary: alike("(… except …)…", path, path, part) },
);

/** A query whose result is a value, or values. */
export const arbitraryValue: fc.Arbitrary<Bilingual> = fc.oneof(
  { weight: 4, arbitrary: absolute.filter(({ sxp }) => sxp.includes("//") || sxp.includes("/A")) },
  { weight: 1, arbitrary: filled("count(…)", "number(count(…))", bracketed) },
  { weight: 1, arbitrary: alike("exists(…)", bracketed) },
  { weight: 1, arbitrary: alike("distinct-values(…/@…)", path, words("n", "t", "d", "x")) },
  { weight: 1, arbitrary: filled("…(…/@t)", "…(…/@t/string())", words("min", "max"), path) },
  { weight: 1, arbitrary: alike("…/@t … …/@t", far, comparison, far) },
  { weight: 2, arbitrary: alike("… … …", absolute, comparison, absolute).filter(({ sxp }) => sxp.includes("//")) },
);
