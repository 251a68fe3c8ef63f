import { AGGREGATE_FUNCTIONS, AXIS_NAMES, COMBINE_FUNCTIONS } from "@semantic-xpath/parser";
import { CALL_FUNCTIONS, type CallResult, callRow, type Reading } from "@semantic-xpath/values";
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
/** `x`, `y` and `B` hold anything, `n` numbers, `d` dates, `t` words, `id` ids, `r` references; any may be missing. */
const attributes = fc
  .tuple(
    fc.option(fc.constantFrom(...TEXTS), { freq: 3 }),
    fc.option(fc.constantFrom(...TEXTS), { freq: 2 }),
    fc.option(fc.constantFrom(...TEXTS), { freq: 2 }),
    fc.option(fc.constantFrom("1", "2", "3", "2.5", "10", "0"), { freq: 4 }),
    fc.option(fc.constantFrom("2026-05-01", "2026-04-30", "2025-12-01"), { freq: 2 }),
    fc.option(fc.constantFrom("Sun", "rain", "Sun  and rain", "b"), { freq: 2 }),
    fc.option(fc.constantFrom("sun", "rain", "i1", "i2", "i3", "i4", "sun rain", ""), { freq: 2 }),
    fc.option(fc.constantFrom("i1", "i2", "i3", "sun", "i1 i2", " i3  sun ", "sun rain", "i9", ""), { freq: 3 }),
  )
  .map(([x, y, B, n, d, t, id, r]): Record<string, string> => {
    const all = Object.entries<string | null>({ x, y, B, n, d, t, id, r });
    return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
  });

const { node } = fc.letrec<{ node: PlainNode }>((tie) => ({
  node: fc.record({
    type: fc.constantFrom(...TYPES),
    attributes,
    text: fc.constantFrom(...TEXTS),
    children: fc.oneof(
      { maxDepth: 3, depthIdentifier: "tree" },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 4, arbitrary: fc.array(tie("node"), { minLength: 1, maxLength: 4, depthIdentifier: "tree" }) },
    ),
  }),
}));

export const arbitraryTree: fc.Arbitrary<PlainNode> = fc
  .array(node, { minLength: 2, maxLength: 6, size: "medium" })
  .map((children) => withoutBlanksOfTypes({ type: "A", attributes: {}, children }));

/**
 * A tree whose blank values are texts. In a column whose other values are numbers or dates a blank one is absent for typed operators, and the
 * reference evaluator, which infers nothing, leaves that to thirdEdition.test.ts.
 */
function withoutBlanksOfTypes(root: PlainNode): PlainNode {
  const columns = new Map<string, Set<string>>();
  const collect = ({ type, attributes, children }: PlainNode): void => {
    for (const [name, value] of Object.entries(attributes)) {
      const key = `${type}/@${name}`;
      columns.set(key, (columns.get(key) ?? new Set()).add(value));
    }
    children.forEach(collect);
  };
  collect(root);
  const isTyped = (key: string): boolean => {
    const values = [...columns.get(key)!].filter((value) => value !== "");
    return (
      values.length > 0 && (values.every((value) => /^\d+$/.test(value)) || values.every((value) => /-/.test(value)))
    );
  };
  const filled = (node: PlainNode): PlainNode => ({
    ...node,
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([name, value]) => [
        name,
        value === "" && isTyped(`${node.type}/@${name}`) ? "sun" : value,
      ]),
    ),
    children: node.children.map(filled),
  });
  return filled(root);
}

const index = fc.constantFrom("1", "1", "1", "2", "3", "-1", "-1", "-2", "$n");
const position = fc.oneof(
  index,
  fc.tuple(index, index).map(([a, b]) => `${a}:${b}`),
  index.map((a) => `${a}:`),
  index.map((a) => `:${a}`),
);
const offset = fc.constantFrom("@+1", "@-1", "@+2", "@-9");
const axis = fc.oneof(fc.constantFrom("child", "descendant", "descendant-or-self"), fc.constantFrom(...AXIS_NAMES));
const test = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...TYPES) },
  { weight: 2, arbitrary: fc.constantFrom("*", "*", "*", "(A|B)", "(C|Z)") },
);
const literal = fc.constantFrom('"sun"', '"rain"', "3", "7", '"3"', '"2026-05-01"', "$v", "true", '""');
const comparison = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");
const ids = fc.constantFrom("@r", "@r", "@r", "r", "@x", "x", "B", ".", "text()", '"i1"', '"i2 sun"', "$c");
const target = fc.constantFrom("node", "node", ".", "content", "text()", "@x", "x", "B", "C");
const condition = fc.constantFrom('"sun"', '"rain"', '"cloud"', "$c");
const value = fc.constantFrom("@x", "x", "B", ".", "text()", "name()");

/** Words of one production after another, with `…` where a part of it goes. */
const filled = (form: string, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.reduce((text, part) => text.replace("…", () => part), form));

const binary = fc.constantFrom("+", "-", "*", "div", "mod");
const texts = fc.constantFrom("@t", "@t", "@x", "@d", "name()", ".", "text()", '"Sun"', "$v", "normalize-space()");
const textTest = fc.constantFrom("contains", "starts-with", "ends-with");
const piece = fc.constantFrom('"n"', '"un"', '"S"', '" "', '""', "@t", "$c");
const pattern = fc.constantFrom('"^S"', '"n$"', '"[ab]"', '"SUN"', '"r.i"');
const ofNodes = fc.constantFrom("/B", "//A", "/*", "//*", "//C[@x]", "/..//*", "root()//B", "/following-sibling::*");
const part = fc.constantFrom("/@n", "/@n", "/@d", "/@t", "/@x", "/text()", "");
const list = fc.tuple(ofNodes, part).map((two) => two.join(""));
const numbers = ofNodes.map((of) => `${of}/@n`);
const direction = fc.constantFrom("", "", " ascending", " descending");

const quantifier = fc.constantFrom("some", "every");
const below = fc.constantFrom("/B", "//*", "/..", "/following-sibling::*");
/** Conditions of nodes, and of values, that a quantifier has bound. */
const ofBound = fc.oneof(
  filled("$p/@n … …", comparison, fc.constantFrom("2", "@n", "$p/B/@n", "count($p/*)", "position()")),
  fc.constantFrom("exists($p/B)", "$p/@t = @t", 'contains($p, "sun")', "$p/@d < @d", "$p//text() = text()"),
);
const ofBoth = fc.oneof(
  filled("$p/@n … $q/@n", comparison),
  fc.constantFrom("$p/@x = $q/@x", "$q/@n + 1 > $p/@n", "exists($q/@t) and $p/@d = $q/@d", "not($q = $p)"),
);
const ofValue = fc.oneof(
  filled("$p … …", comparison, fc.constantFrom('"sun"', "2", "@x", "@n", "text()")),
  fc.constantFrom("string-length($p) > 3", 'starts-with($p, "r")'),
);

/** Arguments by how a function reads them, so that no call ends a run. */
const argumentsOf = (
  words: fc.Arbitrary<string>,
  amount: fc.Arbitrary<string>,
): Readonly<Record<Reading, fc.Arbitrary<string>>> => {
  const interval = fc.constantFrom('"9:00 - 10:30"', '"11:00 - 12:00"');
  return {
    text: words,
    any: fc.oneof(words, amount),
    atom: fc.oneof(words, amount),
    truth: fc.oneof(words, amount),
    pattern,
    flags: fc.constantFrom('"i"', '"s"'),
    collation: fc.constant('"codepoint"'),
    number: fc.constantFrom("0", "1", "2", "-1"),
    amount,
    date: fc.constantFrom("@d", '"2026-05-01"'),
    dateTime: fc.constantFrom("@d", '"2026-05-01T10:20:30"'),
    time: fc.constantFrom('"09:30"', '"21:05:07"'),
    duration: fc.constantFrom('"P1Y2M3DT4H5M6S"', '"PT30S"'),
    length: fc.constant('"PT5H"'),
    interval,
  };
};

/** Calls of every function of one value of each argument that gives a kind of value. */
function calls(
  gives: readonly CallResult[],
  words: fc.Arbitrary<string>,
  amount: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const given = argumentsOf(words, amount);
  const rows = CALL_FUNCTIONS.flatMap((name) => {
    const row = callRow(name);
    if (row.kind !== "scalar" || !gives.includes(row.gives)) return [];
    const required = row.parameters.filter(({ isOptional }) => !isOptional).length;
    return Array.from({ length: row.parameters.length - required + 1 }, (_, more) =>
      fc
        .tuple(...row.parameters.slice(0, required + more).map(({ reading }) => given[reading]))
        .map((args) => `${name}(${args.join(", ")})`),
    );
  });
  return fc.oneof(...rows);
}

const { expr, evidence, path, amount } = fc.letrec<{
  expr: string;
  evidence: string;
  path: string;
  step: string;
  along: string;
  bracket: string;
  primary: string;
  steps: string;
  start: string;
  amount: string;
  words: string;
  key: string;
  crisp: string;
}>((tie) => ({
  amount: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 3, arbitrary: fc.constantFrom("@n", "@n", "@n", "1", "2", "2.5") },
    { weight: 2, arbitrary: filled("…(…)", fc.constantFrom("sum", "avg", "min", "max", "count"), numbers) },
    { weight: 1, arbitrary: filled("count(…)", list) },
    { weight: 1, arbitrary: filled("count(distinct-values(…))", list) },
    { weight: 2, arbitrary: calls(["number", "amount"], tie("words"), tie("amount")) },
    { weight: 2, arbitrary: filled("… … …", tie("amount"), binary, tie("amount")) },
    { weight: 1, arbitrary: filled("(… … …) * …", tie("amount"), binary, tie("amount"), tie("amount")) },
    { weight: 1, arbitrary: filled("-(…)", tie("amount")) },
  ),
  words: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 3, arbitrary: texts },
    { weight: 2, arbitrary: calls(["text"], tie("words"), tie("amount")) },
    { weight: 1, arbitrary: filled("string-join(…, …)", list, piece) },
  ),
  key: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 3, arbitrary: filled("……", fc.constantFrom("@n", "@d", "@t", "@x", ".", "text()", "name()"), direction) },
    { weight: 1, arbitrary: filled("……", tie("amount"), direction) },
    { weight: 1, arbitrary: filled("……", tie("words"), direction) },
  ),
  crisp: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    {
      weight: 3,
      arbitrary: filled(
        "… … …",
        tie("amount").filter((text) => /[@/]/.test(text)),
        comparison,
        tie("amount"),
      ),
    },
    { weight: 2, arbitrary: filled("… … …", list, comparison, fc.oneof(list, texts, fc.constant("2"), literal)) },
    { weight: 1, arbitrary: filled("… … …", tie("words"), comparison, tie("words")) },
    { weight: 1, arbitrary: filled("distinct-values(…) … …", list, comparison, tie("amount")) },
    { weight: 2, arbitrary: filled("…(…, …)", textTest, fc.oneof(list, tie("words")), piece) },
    { weight: 1, arbitrary: filled("matches(…, …)", fc.oneof(list, tie("words")), pattern) },
    { weight: 1, arbitrary: filled("…(…)", fc.constantFrom("exists", "empty"), list) },
    { weight: 2, arbitrary: calls(["condition"], tie("words"), tie("amount")) },
    { weight: 1, arbitrary: fc.constantFrom("true()", "false()") },
    { weight: 2, arbitrary: filled("… $p in … satisfies …", quantifier, ofNodes, ofBound) },
    { weight: 1, arbitrary: filled("… $p in …, $q in $p… satisfies …", quantifier, ofNodes, below, ofBoth) },
    { weight: 1, arbitrary: filled("… $p in … satisfies …", quantifier, list, ofValue) },
    { weight: 1, arbitrary: filled("… $p in … satisfies …", quantifier, ofNodes, tie("crisp")) },
  ),
  step: fc.oneof(
    {
      weight: 1,
      arbitrary: filled("/id(…)…", ids, fc.array(tie("bracket"), { maxLength: 2, depthIdentifier: "q" }).map(anchored)),
    },
    { weight: 9, arbitrary: tie("along") },
  ),
  along: fc
    .tuple(
      fc.constantFrom("/", "/", "//"),
      fc.option(axis, { freq: 2 }),
      test,
      fc.array(tie("bracket"), { maxLength: 2, depthIdentifier: "q" }),
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
    {
      weight: 1,
      arbitrary: fc.constantFrom("last()", "position()", "last() - 1", "last() div 2", "count(/*)", "@n + 0"),
    },
    { weight: 3, arbitrary: tie("crisp") },
    { weight: 3, arbitrary: filled("order by …", tie("key")) },
    { weight: 1, arbitrary: filled("order by …, …", tie("key"), tie("key")) },
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
        .tuple(
          fc.constantFrom(...AGGREGATE_FUNCTIONS, ...AGGREGATE_FUNCTIONS.map((name) => `agg_${name}`)),
          tie("evidence"),
        )
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
          fc.constantFrom(...COMBINE_FUNCTIONS),
          fc.array(tie("expr"), { minLength: 1, maxLength: 3, depthIdentifier: "q" }),
        )
        .map(([f, o]) => `${f}(${o.join(", ")})`),
    },
  ),
  expr: fc.oneof(
    { maxDepth: 3, depthIdentifier: "q" },
    { weight: 5, arbitrary: tie("primary") },
    { weight: 3, arbitrary: tie("crisp").map((c) => `(${c})`) },
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
  steps: fc.array(tie("step"), { minLength: 1, maxLength: 2, depthIdentifier: "q" }).map((steps) => steps.join("")),
  evidence: fc.oneof({ maxDepth: 3, depthIdentifier: "q" }, fc.constantFrom("/A", "//B", "/*", '/"B"'), tie("steps")),
  start: fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom("//", "//", "/*/", "/A/"),
          test,
          fc.array(tie("bracket"), { maxLength: 2, depthIdentifier: "q" }),
        )
        .map(([from, name, brackets]) => `${from}${name}${anchored(brackets)}`),
    },
    { weight: 1, arbitrary: tie("along") },
  ),
  path: fc
    .tuple(
      tie("start"),
      fc.oneof({ weight: 3, arbitrary: fc.constant("") }, { weight: 2, arbitrary: tie("steps") }),
      fc.constantFrom("", "", "", "", "", "/..", "/.", "/@x", "//@y", "//..", "/text()", '/@"n"'),
    )
    .map((parts) => parts.join("")),
}));

/** In a value query there is no node to read from. */
function isOfPaths(text: string): boolean {
  return (
    !/^[^[]*(?:(?<!\/)@|text\(\)|\.(?![\d/.])|name\(\)|(?:normalize-space|string|number|string-length)\(\)|\$)/.test(
      text,
    ) && /\//.test(text)
  );
}

/** A sibling offset needs a bracket before it. */
function anchored(brackets: readonly string[]): string {
  const first = brackets.findIndex((bracket) => !bracket.startsWith("@+") && !bracket.startsWith("@-"));
  return (first < 0 ? [] : brackets.slice(first)).map((bracket) => `[${bracket}]`).join("");
}

const order = fc
  .tuple(fc.constantFrom("@n", "@d", "@t", "@x", "count(/*)", "name()"), direction)
  .map(([key, along]) => `order by ${key}${along}`);

const nodes = path.filter((text) => !/\/(?:@[^/\]]+|text\(\))$/.test(text));
const parts = fc.constantFrom("/@n", "/@x", "/@d", "/text()");
const tail = fc.constantFrom("", "", "", "/@n", "/@x", "/text()");

/** Brackets of attributes and own texts. */
const ofValues = fc
  .array(
    fc.oneof(
      position,
      filled(". … …", comparison, literal),
      fc.constantFrom(
        'contains(., "s")',
        "string-length() > 3",
        'name() = "n"',
        "exists(/../B)",
        "position() < last()",
      ),
      fc.constantFrom("order by .", "order by . descending", ". = root()//B/@n", "/../@n > 1", "count(/../../*) > 1"),
      filled(". =~ …", condition),
    ),
    { maxLength: 3 },
  )
  .map(anchored);

/** Both sides of one kind: no attribute is a node. */
const setOf = (end: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      nodes,
      fc.constantFrom("except", "intersect"),
      fc.oneof(nodes, fc.constantFrom("//B", "//*[@n > 1]", "//A//*", "//*[node =~ $c]")),
      end,
    )
    .map(([left, word, right, last]) => `${left}${last} ${word} ${right}${last}`);
const set = setOf(tail);
const nodeSet = setOf(fc.constant(""));
const some = fc.oneof(
  { weight: 3, arbitrary: nodes },
  { weight: 1, arbitrary: filled("… | …", nodes, nodes) },
  { weight: 1, arbitrary: filled("… except …", nodes, nodes) },
  { weight: 1, arbitrary: filled("… intersect …", nodes, fc.constantFrom("//*", "//B", "//*[@n > 1]", "//A//*")) },
);

const ofGroup = fc.array(fc.oneof(position, expr, offset, order, order), { maxLength: 3 }).map(anchored);
const group = fc.oneof(
  {
    weight: 4,
    arbitrary: filled(
      "(…)……",
      some,
      ofGroup,
      fc.constantFrom("", "", "", "/B", "//*", '//C[node =~ "sun"]', "/@x", "/text()", "/*[order by @n]"),
    ),
  },
  { weight: 1, arbitrary: filled("(…)…", fc.oneof(nodes, nodeSet), ofGroup) },
  { weight: 2, arbitrary: filled("(……)……", nodes, parts, ofValues, fc.constantFrom("", "", "/..", "/../@n", "/../B")) },
);

/** Text of a query that compiles and runs without an error (with a parameter n that is a place, v a value and c a condition). */
export const arbitraryQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: path },
  { weight: 2, arbitrary: group },
  { weight: 1, arbitrary: fc.tuple(path, fc.oneof(path, group)).map(([a, b]) => `${a} | ${b}`) },
  { weight: 1, arbitrary: set },
);

/** The same of a query whose result is a value. */
export const arbitraryValueQuery: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 2,
    arbitrary: filled("…(…)", fc.constantFrom("sum", "avg", "min", "max", "count"), filled("…/@n", nodes)),
  },
  {
    weight: 1,
    arbitrary: filled(
      "…(…)",
      fc.constantFrom("count", "distinct-values", "exists", "min", "max"),
      path.filter((text) => /\/(?:@[^/\]]+|text\(\))$/.test(text)),
    ),
  },
  { weight: 1, arbitrary: filled("count(…)", path) },
  { weight: 1, arbitrary: filled("… … …", amount, binary, amount).filter(isOfPaths) },
  { weight: 1, arbitrary: filled("… … …", amount, comparison, amount).filter(isOfPaths) },
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
