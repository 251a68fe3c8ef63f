import { type Diagnostic, parse } from "@semantic-xpath/parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { applyFix, checkText, parameter } from "./marked.js";
import { trip } from "./trip.js";

const name = fc.constantFrom("Itinerary", "Day", "POI", "Task", "note", "Dya", "status", "*", "(POI|Restaurnt)");
const attribute = fc.constantFrom(
  "@name",
  "@nmae",
  "@price",
  "@date",
  "@rain",
  "@stars",
  "status",
  "note",
  "Review",
  "@note",
);
const literal = fc.constantFrom('"Todo"', '"todo"', "true", "4", '"0.5"', '"2026-01-01"', "$topc", "$count", "0", "1");
const operator = fc.constantFrom("=", "!=", "<", ">=");
const separator = fc.constantFrom("/", "//");

const order = (value: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(value, { minLength: 1, maxLength: 3 }), fc.constantFrom("", " descending"))
    .map(([keys, direction]) => `order by ${keys.join(", ")}${direction}`);

const { bracket, evidence } = fc.letrec<Record<"expression" | "value" | "bracket" | "evidence", string>>((tie) => ({
  evidence: fc
    .array(
      fc.tuple(separator, name, fc.oneof(fc.constant(""), tie("bracket"))).map((parts) => parts.join("")),
      { minLength: 1, maxLength: 2 },
    )
    .map((steps) => steps.join("")),
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    attribute,
    fc.constantFrom('node =~ "x"', 'text() =~ ""', "node =~ $topc", "position()", "last()", 'name() = "Dya"'),
    fc.tuple(attribute, operator, literal).map((parts) => parts.join(" ")),
    fc.tuple(tie("expression"), operator, literal).map(([left, sign, right]) => `(${left}) ${sign} ${right}`),
    fc.tuple(tie("expression"), fc.constantFrom("and", "or"), tie("expression")).map((parts) => parts.join(" ")),
    fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `min(${a}, (${b}), ${a})`),
    tie("expression").map((inner) => `not(1-(${inner}))`),
    tie("expression").map((inner) => `max(${inner})`),
    fc.tuple(tie("value"), operator, tie("value")).map((parts) => parts.join(" ")),
    fc
      .tuple(fc.constantFrom("some", "every"), tie("evidence"), tie("expression"))
      .map(([word, path, condition]) => `(${word} $x in ${path} satisfies ${condition})`),
    fc.tuple(fc.constantFrom("avg", "count", "exists"), tie("evidence")).map(([call, path]) => `${call}( ${path} )`),
  ),
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    attribute,
    literal,
    fc.constantFrom("@price-1", "price-name", "$x", "text()", ".", "position()", "root()//POI/@price", "$x/@name"),
    fc.tuple(tie("value"), fc.constantFrom("+", "-", "*", "div"), tie("value")).map((parts) => parts.join(" ")),
    fc
      .tuple(
        fc.constantFrom("sum", "avg", "max", "agg_min", "gmean", "count"),
        tie("evidence"),
        fc.constantFrom("/@price", "/@name", "/text()"),
      )
      .map(([call, path, end]) => `${call}(${path}${end})`),
    fc
      .tuple(fc.constantFrom("lower-case", "weekday", "start"), tie("value"))
      .map(([call, value]) => `${call}(${value})`),
  ),
  bracket: fc
    .oneof(
      fc.constantFrom("1", "0", "3:2", "1:", "@+1", "@-0", "$count:2", "last()"),
      tie("expression"),
      tie("value"),
      order(tie("value")),
    )
    .map((content) => `[${content}]`),
}));

const path = fc
  .tuple(
    evidence,
    fc.array(fc.oneof(bracket, evidence), { maxLength: 3 }),
    fc.constantFrom("", "/@name", "//@prise", "/..", "/../.."),
  )
  .map(([start, rest, end]) => start + rest.join("") + end);
const query = fc.oneof(
  { weight: 4, arbitrary: path },
  {
    weight: 1,
    arbitrary: fc.tuple(path, fc.constantFrom("except", "intersect", "|"), path).map((parts) => parts.join(" ")),
  },
);

const parameters = [parameter("topic", "string"), parameter("count", "number")];
const isSame = (left: Diagnostic, right: Diagnostic) => left.code === right.code && left.message === right.message;

/** Gone from its place, or one fewer of several: `[1:][1:]` keeps one, and a repair may bring another to light elsewhere. */
function isRepaired(diagnostic: Diagnostic, before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const left = after.filter((each) => isSame(each, diagnostic));
  const isInPlace = left.some(({ span }) => span.start === diagnostic.span.start);
  return !isInPlace || left.length < before.filter((each) => isSame(each, diagnostic)).length;
}

test("law: every fix gives a query that parses and has its diagnostic no more", () => {
  let fixes = 0;
  fc.assert(
    fc.property(query, (text) => {
      if (parse(text).diagnostics.length > 0) return; // a bracket behind a bare value, say
      const { diagnostics } = checkText(text, trip, parameters);
      for (const diagnostic of diagnostics) {
        const { code, span, fixes: offered } = diagnostic;
        expect(span.end).toBeGreaterThan(span.start);
        for (const fix of offered) {
          const repaired = applyFix(text, fix);
          expect(parse(repaired).diagnostics, `${text} → ${repaired}`).toEqual([]);
          const left = checkText(repaired, trip, parameters).diagnostics;
          expect(isRepaired(diagnostic, diagnostics, left), `${code} ${fix.title}: ${text} → ${repaired}`).toBe(true);
          fixes++;
        }
      }
    }),
    { numRuns: runs(2000, 65) },
  );
  expect(fixes).toBeGreaterThan(runs(2000, 100) / 2 - Math.sqrt(runs(2000, 100)));
});
