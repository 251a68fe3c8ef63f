import type { ValueType } from "@semantic-xpath/planner";
import fc from "fast-check";
import type { PlainNode } from "./arbitraryCase.js";

/** Attributes of declared types, and texts of which some do not read so. */
const COLUMNS = {
  cost: ["money(CAD)", ["CAD 5", "CAD 12", "12", "$30", "0", "free", "38 EUR"]],
  way: ["quantity(km)", ["1 km", "800 m", "1000 m", "2", "far"]],
  slot: ["interval(time)", ["9:00 - 10:30", "9:00 AM - 10:00 AM", "10:30 - 12:00", "22:00-02:00", "lunch"]],
  at: ["time", ["9:00", "9 AM", "21:00", "noon", "soon"]],
  long: ["duration", ["90 min", "1 h 30 min", "2 h", "1 day", "x"]],
  day: ["date", ["2026-05-01", "May 1, 2026", "2026-04-30", "2025-12-01"]],
} as const satisfies Readonly<Record<string, readonly [ValueType, readonly string[]]>>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

export const TYPES: Readonly<Record<string, ValueType>> = Object.fromEntries(
  NAMES.map((name) => [name, COLUMNS[name][0]]),
);

const attributes: fc.Arbitrary<Record<string, string>> = fc
  .tuple(...NAMES.map((name) => fc.option(fc.constantFrom<string>(...COLUMNS[name][1]), { freq: 4 })))
  .map((texts) => Object.fromEntries(NAMES.flatMap((name, i) => (texts[i] == null ? [] : [[name, texts[i]]]))));

const leaf: fc.Arbitrary<PlainNode> = attributes.map((each) => ({ type: "B", attributes: each, children: [] }));
export const arbitraryTypedTree: fc.Arbitrary<PlainNode> = fc
  .array(fc.record({ type: fc.constant("A"), attributes, children: fc.array(leaf, { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((children) => ({ type: "A", attributes: {}, children }));

/** What is written beside a column. */
const BESIDE: Readonly<Record<Column, readonly string[]>> = {
  cost: ["12", '"CAD 12"', '"$5"', "@cost + 7", "max(/B/@cost)", "sum(/B/@cost)"],
  way: ["1", '"800 m"', "@way * 2", "avg(/B/@way)", "min(//B/@way)"],
  slot: ['"9:00 - 10:30"', "/B/@slot"],
  at: ['"9:00"', "/B/@at", "start(@slot)", "max(/B/@at)"],
  long: ['"90 min"', "@long * 2", "/B/@long", "sum(//B/@long)", "duration(@slot)"],
  day: ['"2026-05-01"', "/B/@day", '"May 1, 2026"'],
};

const condition = fc
  .constantFrom(...NAMES)
  .chain((name) =>
    fc
      .tuple(fc.constantFrom("=", "!=", "<", "<=", ">", ">="), fc.constantFrom(...BESIDE[name]))
      .map(([operator, right]) => `@${name} ${operator} ${right}`),
  );
const bracket = fc.oneof(
  { weight: 3, arbitrary: condition },
  fc.constantFrom(...NAMES).map((name) => `order by @${name}`),
  fc.constantFrom(...NAMES).map((name) => `order by @${name} descending`),
  fc.constantFrom("1", "-1", "exists(@cost)"),
);
export const arbitraryTypedQuery: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom("//B", "/A/A", "//*"), fc.array(bracket, { minLength: 1, maxLength: 3 }))
    .map(([path, all]) => path + all.map((one) => `[${one}]`).join("")),
  fc
    .tuple(fc.constantFrom("sum", "avg", "min", "max", "distinct-values"), fc.constantFrom(...NAMES))
    .map(([name, column]) => `${name}(//B/@${column})`),
  // A quantifier may look at more than it has to, so at what is an error.
  condition.filter((text) => !/[*+]|\w\(/.test(text)).map((text) => `//A[some $x in /B satisfies $x/${text}]`),
);
