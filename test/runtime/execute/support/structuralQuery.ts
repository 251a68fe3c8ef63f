import { AXIS_NAMES } from "@semantic-xpath/parser";
import fc from "fast-check";

/** A random structural query in both languages. */
export interface Bilingual {
  readonly sxp: string;
  readonly xpath: string;
}

const same = (text: string): Bilingual => ({ sxp: text, xpath: text });

/** Text nodes are no nodes here, so where XPath starts from all of them it has to leave text out. */
const ALL_NODES = "/descendant-or-self::node()[not(self::text())]";

/** `//` is the descendant axis before a name, and XPath's `//` before an axis. */
/** `//` is the descendant axis before a name, and XPath's `//` before an axis. */
const down = fc.constantFrom<Bilingual>({ sxp: "//", xpath: "/descendant::" }, { sxp: "/", xpath: "/child::" });
const along = fc
  .constantFrom(...AXIS_NAMES)
  .chain((axis) =>
    fc.constantFrom<Bilingual>(
      { sxp: `/${axis}::`, xpath: `/${axis}::` },
      { sxp: `//${axis}::`, xpath: `${ALL_NODES}/${axis}::` },
    ),
  );
const first = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Bilingual>({ sxp: "//", xpath: "/descendant::" }) },
  along,
  down,
);

const tests = fc.constantFrom<Bilingual>(
  same("*"),
  same("A"),
  same("B"),
  same("C"),
  same("*"),
  same("Zoo"),
  { sxp: "(A|B)", xpath: "*[self::A or self::B]" },
  { sxp: "(Zoo|C)", xpath: "*[self::C]" },
);

const numbers = fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0);
const place = (n: number): string => (n > 0 ? `${n}` : `last() + 1 - ${-n}`);
const positions = fc.oneof(
  numbers.map((n): Bilingual => ({ sxp: `[${n}]`, xpath: `[position() = ${place(n)}]` })),
  fc
    .tuple(fc.option(numbers), fc.option(numbers))
    .filter(([from, to]) => from !== null || to !== null)
    .map(([from, to]): Bilingual => {
      const low = from === null ? "" : `[true() and position() >= ${place(from)}]`;
      const both =
        to === null ? low : `[position() <= ${place(to)}${from === null ? "" : ` and position() >= ${place(from)}`}]`;
      return { sxp: `[${from ?? ""}:${to ?? ""}]`, xpath: both };
    }),
);

const OPERATORS = ["=", "!=", "<", "<=", ">", ">="] as const;

/** Conditions that mean the same in both, with XPath's errors on text that is no number avoided. */
const atoms: fc.Arbitrary<Bilingual> = fc.oneof(
  fc.constantFrom("@x", "@y", "not(@x)", '@x = "sun"', '@y != "sun"', '@x < "t"', '@x >= "s"').map(same),
  fc.constantFrom('contains(@x, "un")', 'starts-with(@y, "r")', 'ends-with(@x, "n")', 'name() = "B"').map(same),
  fc
    .constantFrom(...OPERATORS)
    .chain((operator) =>
      fc.constantFrom<Bilingual>(
        { sxp: `@x ${operator} 3`, xpath: `(@x and number(@x) ${operator} 3)` },
        same(`position() ${operator} 2`),
        same(`last() ${operator} 2`),
        { sxp: `count(/B) ${operator} 1`, xpath: `count(B) ${operator} 1` },
        { sxp: `count(//*) ${operator} 3`, xpath: `count(.//*) ${operator} 3` },
      ),
    ),
  fc.constantFrom<Bilingual>(
    { sxp: "exists(/B)", xpath: "B" },
    { sxp: "exists(//C[2])", xpath: "(descendant::C)[2]" },
    { sxp: "exists(/B[@x]/C)", xpath: "B[@x]/C" },
    { sxp: "exists(/preceding-sibling::A)", xpath: "preceding-sibling::A" },
    { sxp: "exists(/@x)", xpath: "@x" },
  ),
);
const conditions: fc.Arbitrary<Bilingual> = fc.oneof(
  { weight: 3, arbitrary: atoms },
  {
    weight: 1,
    arbitrary: fc
      .tuple(atoms, fc.constantFrom("and", "or"), atoms)
      .map(
        ([a, word, b]): Bilingual => ({ sxp: `${a.sxp} ${word} ${b.sxp}`, xpath: `(${a.xpath}) ${word} (${b.xpath})` }),
      ),
  },
  { weight: 1, arbitrary: atoms.map((a): Bilingual => ({ sxp: `not(${a.sxp})`, xpath: `not(${a.xpath})` })) },
);

const bracket = fc.oneof(
  positions,
  conditions.map((c): Bilingual => ({ sxp: `[${c.sxp}]`, xpath: `[${c.xpath}]` })),
  fc.constant(same("[last()]")),
);
const offsets = fc
  .integer({ min: 1, max: 10 })
  .chain((n) =>
    fc.constantFrom<Bilingual>(
      { sxp: `[@+${n}]`, xpath: `/following-sibling::*[${n}]` },
      { sxp: `[@-${n}]`, xpath: `/preceding-sibling::*[${n}]` },
    ),
  );

const joined = (parts: readonly Bilingual[]): Bilingual => ({
  sxp: parts.map(({ sxp }) => sxp).join(""),
  xpath: parts.map(({ xpath }) => xpath).join(""),
});

/** An offset goes last, behind at least one bracket: in XPath it is a step of its own. */
const brackets = fc.oneof(
  { weight: 4, arbitrary: fc.array(bracket, { maxLength: 2 }).map(joined) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.array(bracket, { minLength: 1, maxLength: 2 }).map(joined), offsets).map(joined),
  },
);
const step = fc.tuple(fc.oneof(down, along), tests, brackets).map(joined);
const firstStep = fc.tuple(first, tests, brackets).map(joined);
const parents = fc.constantFrom<Bilingual>(same("/.."), same("/."), { sxp: "//..", xpath: `${ALL_NODES}/..` });
const attributes = fc.constantFrom<Bilingual>(same("/@x"), { sxp: "//@y", xpath: "/descendant-or-self::node()/@y" });
const steps = fc.tuple(firstStep, fc.array(step, { maxLength: 2 })).map(([head, rest]) => joined([head, ...rest]));
const path = fc
  .tuple(steps, fc.option(fc.oneof(parents, attributes), { freq: 3 }))
  .map(([a, b]) => joined(b ? [a, b] : [a]));

const union = (of: fc.Arbitrary<Bilingual>): fc.Arbitrary<Bilingual> =>
  fc.array(of, { minLength: 1, maxLength: 3 }).map((paths) => ({
    sxp: paths.map(({ sxp }) => sxp).join(" | "),
    xpath: paths.map(({ xpath }) => xpath).join(" | "),
  }));
/** The document node counts in XPath's groups and not here, so groups with brackets hold no `..`. */
const group = fc
  .tuple(union(steps), fc.array(bracket, { maxLength: 2 }).map(joined), fc.array(step, { maxLength: 1 }).map(joined))
  .map(([inner, list, rest]) => joined([{ sxp: `(${inner.sxp})`, xpath: `(${inner.xpath})` }, list, rest]));

export const arbitraryStructuralQuery: fc.Arbitrary<Bilingual> = fc.oneof(
  { weight: 3, arbitrary: path },
  { weight: 2, arbitrary: union(path) },
  { weight: 3, arbitrary: group },
);
