import { AXIS_NAMES } from "@semantic-xpath/parser";
import fc from "fast-check";

/** Random small trees over three types, and random queries over the same vocabulary, so that most queries find something. */
export interface PlainNode {
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children: readonly PlainNode[];
}

const TYPES = ["A", "B", "C"] as const;
const TEXTS = ["sun", "rain", "sun rain", "3", "12", "2026-05-01", ""] as const;

const { node } = fc.letrec<{ node: PlainNode }>((tie) => ({
  node: fc.record({
    type: fc.constantFrom(...TYPES),
    attributes: fc.dictionary(fc.constantFrom("x", "y", "B"), fc.constantFrom(...TEXTS), { maxKeys: 2 }),
    text: fc.constantFrom(...TEXTS),
    children: fc.oneof(
      { maxDepth: 3, depthIdentifier: "tree" },
      fc.constant([]),
      fc.array(tie("node"), { maxLength: 4, depthIdentifier: "tree" }),
    ),
  }),
}));

export const arbitraryTree: fc.Arbitrary<PlainNode> = fc
  .array(node, { minLength: 1, maxLength: 5 })
  .map((children) => ({ type: "A", attributes: {}, children }));

const index = fc.constantFrom("1", "2", "3", "-1", "-2", "$n");
const position = fc.oneof(
  index,
  fc.tuple(index, index).map(([a, b]) => `${a}:${b}`),
  index.map((a) => `${a}:`),
  index.map((a) => `:${a}`),
);
const offset = fc.constantFrom("@+1", "@-1", "@+2", "@-9");
const axis = fc.constantFrom(...AXIS_NAMES);
const test = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...TYPES) },
  { weight: 1, arbitrary: fc.constantFrom("*", "(A|B)", "(C|Z)") },
);
const literal = fc.constantFrom('"sun"', '"rain"', "3", "7", '"3"', '"2026-05-01"', "$v", "true", '""');
const comparison = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");
const target = fc.constantFrom("node", ".", "content", "text()", "@x", "x", "B", "C");
const condition = fc.constantFrom('"sun"', '"rain"', '"cloud"', "$c");
const value = fc.constantFrom("@x", "x", "B", ".", "text()", "name()");

const { expr, evidence, path } = fc.letrec<{
  expr: string;
  evidence: string;
  path: string;
  step: string;
  bracket: string;
  primary: string;
  steps: string;
}>((tie) => ({
  step: fc
    .tuple(
      fc.constantFrom("/", "/", "//"),
      fc.option(axis, { freq: 4 }),
      test,
      fc.array(tie("bracket"), { maxLength: 3, depthIdentifier: "q" }),
    )
    .map(
      ([separator, along, name, brackets]) =>
        `${separator}${along === null ? "" : `${along}::`}${name}${anchored(brackets)}`,
    ),
  bracket: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 2, arbitrary: position },
    { weight: 1, arbitrary: offset },
    { weight: 4, arbitrary: tie("expr") },
    { weight: 1, arbitrary: fc.constantFrom("last()", "position()") },
  ),
  primary: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    {
      weight: 4,
      arbitrary: fc.tuple(target, fc.constantFrom("=~", "≈"), condition).map(([t, op, c]) => `${t} ${op} ${c}`),
    },
    { weight: 2, arbitrary: fc.tuple(value, comparison, literal).map(([v, op, l]) => `${v} ${op} ${l}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("position()", "last()"), comparison, fc.constantFrom("1", "2", "3"))
        .map(([v, op, l]) => `${v} ${op} ${l}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom("contains", "starts-with", "ends-with"),
          fc.oneof(
            { maxDepth: 3, depthIdentifier: "q" },
            { weight: 4, arbitrary: value },
            { weight: 1, arbitrary: fc.constantFrom("position()", "last()") },
            { weight: 1, arbitrary: tie("evidence").map((e) => `count(${e})`) },
          ),
          fc.constantFrom('"s"', '"n"', '"3"', '"1"', '""'),
        )
        .map(([f, v, a]) => `${f}(${v}, ${a})`),
    },
    { weight: 1, arbitrary: fc.constantFrom("@x", "B", "x", "text()") },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom("min", "max", "avg", "gmean", "agg_min", "agg_avg"), tie("evidence"))
        .map(([f, e]) => `${f}(${e})`),
    },
    { weight: 1, arbitrary: tie("evidence").map((e) => `exists(${e})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie("evidence"), comparison, fc.constantFrom("0", "1", "2"))
        .map(([e, op, l]) => `count(${e}) ${op} ${l}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom("min", "max", "avg", "gmean", "product"),
          fc.array(tie("expr"), { minLength: 1, maxLength: 3, depthIdentifier: "q" }),
        )
        .map(([f, o]) => `${f}(${o.join(", ")})`),
    },
  ),
  expr: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 5, arbitrary: tie("primary") },
    { weight: 1, arbitrary: tie("expr").map((e) => `not(${e})`) },
    { weight: 1, arbitrary: tie("expr").map((e) => `1-(${e})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie("expr"), fc.constantFrom("and", "or"), tie("expr"))
        .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(target, condition, comparison, fc.constantFrom("0.5", "0", "1", "0.25"))
        .map(([t, c, op, l]) => `${t} =~ ${c} ${op} ${l}`),
    },
  ),
  steps: fc.array(tie("step"), { minLength: 1, maxLength: 3, depthIdentifier: "q" }).map((steps) => steps.join("")),
  evidence: fc.oneof({ maxDepth: 3, depthIdentifier: "q" }, fc.constantFrom("/A", "//B", "/*", "/@x"), tie("steps")),
  path: fc
    .tuple(tie("steps"), fc.constantFrom("", "", "", "/..", "/.", "/@x", "//@y", "//.."))
    .map(([steps, tail]) => `${steps}${tail}`),
}));

/** A sibling offset needs a bracket before it. */
function anchored(brackets: readonly string[]): string {
  const first = brackets.findIndex((bracket) => !bracket.startsWith("@+") && !bracket.startsWith("@-"));
  return (first < 0 ? [] : brackets.slice(first)).map((bracket) => `[${bracket}]`).join("");
}

const group = fc
  .tuple(
    fc.array(path, { minLength: 1, maxLength: 2 }),
    fc.array(fc.oneof(position, expr, offset), { maxLength: 3 }),
    fc.constantFrom("", "", "/B", '//C[node =~ "sun"]', "/@x"),
  )
  .map(([paths, brackets, tail]) => `(${paths.join(" | ")})${anchored(brackets)}${tail}`);

/** Text of a query that compiles (with a parameter n that is a place, v a value and c a condition). */
export const arbitraryQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: path },
  { weight: 2, arbitrary: group },
  { weight: 1, arbitrary: fc.tuple(path, fc.oneof(path, group)).map(([a, b]) => `${a} | ${b}`) },
);

export { evidence as arbitraryEvidence };

/** Scores as a pure function of the pair: plenty of ties, zeros and ones, and some odd fractions. */
export function hashScore(text: string, condition: string, seed: number): number {
  let hash = seed | 0;
  for (const character of `${text}\u0000${condition}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x9e3779b1) ^ (hash >>> 13);
  const unit = (hash >>> 8) / 0x1000000;
  return Math.fround(unit < 0.15 ? 0 : unit > 0.85 ? 1 : unit < 0.4 ? Math.round(unit * 8) / 8 : unit);
}
