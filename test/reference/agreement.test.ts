import { parse } from "@semantic-xpath/parser";
import { PASS_NAMES, type PassName, parseSchema, type Schema, type ValueType } from "@semantic-xpath/planner";
import {
  compile,
  type Match,
  type RunOptions,
  type RunResult,
  readTree,
  type Scorer,
  type Tree,
} from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asNumber } from "../support/asNumber.js";
import { runs } from "../support/runs.js";
import { arbitraryQuery, arbitraryTree, arbitraryValueQuery, hashScore } from "./arbitraryCase.js";
import { type Atom, ValueError } from "./atoms.js";
import { type Item, Reference } from "./evaluate.js";
import { arbitraryTypedQuery, arbitraryTypedTree, TYPES } from "./quantities.js";

/** The engine against the reference: nodes, order and weights, bit for bit, with every optimiser pass on and off. */
const RUNS = runs(1500, 100);

const scorerOf = (seed: number, cost: Scorer["cost"]): Scorer => ({
  id: `hash-${seed}`,
  cost,
  score: async (texts, condition) => Float32Array.from(texts, (text) => hashScore(text, condition, seed)),
});

const told = (matches: readonly Match[]): string[] => matches.map(({ path, weight }) => `${path} ${weight}`);

const expected = (tree: Tree, items: readonly Item[]): string[] =>
  items.map(({ node, part, weight }) => `${tree.node(node).path}${part === null ? "" : `/${part}`} ${weight}`);

/** Attributes of one node have no order of their own; both sides are compared with it fixed. */
const tied = (lines: readonly string[]): string[] => {
  const key = (line: string): string => line.replace(/\/(?:@\w+|text\(\)) /, " ");
  return [...lines]
    .map((line, i) => ({ line, i }))
    .sort((a, b) => (key(a.line) === key(b.line) ? (a.line < b.line ? -1 : 1) : a.i - b.i))
    .map(({ line }) => line);
};

const caseOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    plain: arbitraryTree,
    text,
    seed: fc.integer({ min: 1, max: 1 << 20 }),
    n: fc.constantFrom(1, 2, -1, 3),
    v: fc.constantFrom("sun", "3", 3, "2026-05-01"),
    c: fc.constantFrom("sun", "rain"),
  });
const arbitraryCase = caseOf(arbitraryQuery);
const arbitraryValueCase = caseOf(arbitraryValueQuery);
/** `@x` where a number is needed: what is no number there is an error of the run. A quantifier may look at more than it has to (XPath 3.1, 2.3.4). */
const arbitraryWrongCase = caseOf(
  fc
    .oneof(arbitraryQuery, arbitraryValueQuery)
    .filter((text) => !text.includes("satisfies"))
    .map((text) => text.replaceAll("@n", "@x")),
);

type Given = Record<string, string | number>;
const used = (text: string, given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => text.includes(`$${name}`)));

/** `n` is declared a number, `d` a date, the others strings. */
const kinds = { n: "number", d: "date", t: "string", x: "string", y: "string", B: "string" } as const;
const declared = (reference: string) => ({
  text: true,
  attributes: Object.fromEntries(
    Object.entries({ ...kinds, id: "id", r: reference }).map(([name, type]) => [name, { type }]),
  ),
  children: { A: {}, B: {}, C: {} },
});
const types = { A: declared("ref(B | C)"), B: declared("ref"), C: declared("ref(A)") };
const { schema } = parseSchema(JSON.stringify({ version: 1, roots: ["A"], types })) as { schema: Schema };
/** What `types` say. */
const references = { r: { A: ["B", "C"], C: ["A"] } };

const typedColumns = {
  attributes: Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type }])),
  children: { A: {}, B: {} },
};
const typed = parseSchema(JSON.stringify({ version: 1, roots: ["A"], types: { A: typedColumns, B: typedColumns } }))
  .schema!;

interface Case {
  readonly schema?: Schema;
  /** What the schema declares. */
  readonly types?: Readonly<Record<string, ValueType>>;
  readonly tree: Tree;
  readonly text: string;
  readonly seed: number;
  readonly params: Given;
}
const given = ({
  plain,
  text,
  seed,
  n,
  v,
  c,
}: typeof arbitraryCase extends fc.Arbitrary<infer T> ? T : never): Case => ({
  tree: readTree(plain),
  text,
  seed,
  params: used(text, { n, v, c }),
});

/** What the reference says of a query, in lines; `value` is null where the result is nodes. */
function said({ tree, text, seed, params, schema: known, types: given = known && kinds }: Case): {
  value: readonly Atom[] | null;
  lines: string[];
} {
  const reference = new Reference(
    tree,
    (t, c) => hashScore(t, c, seed),
    params,
    given,
    known === schema ? references : {},
  );
  const { query } = parse(text).ast;
  if (query?.kind !== "ValueQuery") return { value: null, lines: expected(tree, reference.run(query!)) };
  const { value, contributors } = reference.value(query);
  return { value, lines: expected(tree, contributors) };
}

const listOf = (value: unknown): unknown => (value === null ? [] : Array.isArray(value) ? value : [value]);

async function run(
  { tree, text, seed, params, schema: known }: Case,
  without: readonly PassName[],
  options: RunOptions,
  cost: Scorer["cost"],
): Promise<RunResult> {
  const { query, diagnostics } = compile(text, known === undefined ? { without } : { without, schema: known });
  const errors = diagnostics.filter(({ severity, runnable }) => severity === "error" && !runnable);
  expect(
    errors.map(({ code, message }) => `${code} ${message}`),
    text,
  ).toEqual([]);
  return query!.run(tree, { scorer: scorerOf(seed, cost), params, ...options });
}

async function agree(
  one: Case,
  without: readonly PassName[],
  options: RunOptions = {},
  cost: Scorer["cost"] = "cheap",
): Promise<void> {
  const { text } = one;
  const { matches, value, stats } = await run(one, without, options, cost);
  const { value: wantedValue, lines } = said(one);
  // The reference has the texts of the data. Whether the engine gives a number for one is decided by inferred types.
  const isOfData = text.startsWith("distinct-values(") && Array.isArray(value);
  const numbered = (one: unknown): unknown => (isOfData ? asNumber(one) : one);
  expect(value === undefined ? null : (listOf(value) as unknown[]).map(numbered), text).toEqual(
    wantedValue === null ? null : wantedValue.map(numbered),
  );
  const isCut = wantedValue === null;
  const all = lines.filter((line) => !isCut || Number(line.slice(line.lastIndexOf(" "))) >= (options.minScore ?? 0));
  const wanted = isCut ? all.slice(0, options.limit ?? all.length) : all;
  const hasTies = /\/@|text\(\)/.test(text) && (text.includes(" | ") || wantedValue !== null);
  if (hasTies && options.limit !== undefined) return;
  expect(hasTies ? tied(told(matches)) : told(matches), `${text} (${stats.strategy})`).toEqual(
    hasTies ? tied(wanted) : wanted,
  );
}

/** Where the reference has no error the engine has none, and without a pass it has them. */
async function agreeOrFail(one: Case): Promise<void> {
  let isWrong = false;
  try {
    said(one);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    isWrong = true;
  }
  if (!isWrong) {
    await agree(one, []);
    return agree(one, PASS_NAMES);
  }
  const ran = await run(one, PASS_NAMES, {}, "cheap").catch((error: unknown) => error);
  // An order that nothing consumes need not be computed.
  if (ran instanceof Error || !one.text.includes("order by")) expect(ran, one.text).toMatchObject({ code: "SXP4011" });
}

describe("the engine agrees with the reference evaluator", () => {
  const holds = (arbitrary: typeof arbitraryCase, check: (one: Case) => Promise<void>, times = RUNS) =>
    fc.assert(
      fc.asyncProperty(arbitrary, (each) => check(given(each))),
      { numRuns: times },
    );

  it("with all passes", () => holds(arbitraryCase, (one) => agree(one, [])));

  it("with no pass", () => holds(arbitraryCase, (one) => agree(one, PASS_NAMES)));

  it("with any subset of passes", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase, fc.subarray([...PASS_NAMES]), (each, without) => agree(given(each), without)),
      { numRuns: RUNS },
    ));

  it("with a schema: strings are strings and dates are dates", async () => {
    // What an argument must be follows from what it is compared with.
    const isMistaken = (text: string): boolean =>
      text.includes("$v") || compile(text, { schema }).diagnostics.some(({ severity }) => severity === "error");
    await holds(caseOf(fc.oneof(arbitraryQuery, arbitraryQuery, arbitraryValueQuery)), async (one) => {
      if (isMistaken(one.text)) return;
      await agree({ ...one, schema }, []);
      await agree({ ...one, schema }, PASS_NAMES);
    });
  });

  it("with quantities and moments, errors included", () =>
    fc.assert(
      fc.asyncProperty(arbitraryTypedTree, arbitraryTypedQuery, async (plain, text) => {
        const one: Case = { tree: readTree(plain), text, seed: 1, params: {}, schema: typed, types: TYPES };
        if (compile(text, { schema: typed }).diagnostics.some(({ severity }) => severity === "error")) return;
        await agreeOrFail(one);
      }),
      { numRuns: RUNS },
    ));

  it("with a trace", () =>
    holds(
      arbitraryCase,
      async (one) => {
        await agree(one, [], { trace: true });
        await agree(one, PASS_NAMES, { trace: "full" });
      },
      Math.ceil(RUNS / 2),
    ));

  it("with a limit or a minimum score and an expensive scorer, so that pruning is exact", () =>
    fc.assert(
      fc.asyncProperty(
        arbitraryCase,
        fc.record({ limit: fc.constantFrom(1, 2, 3, 5, 100), minScore: fc.constantFrom(0, 0.2, 0.5, 1) }),
        (each, options) => agree(given(each), [], options, "expensive"),
      ),
      { numRuns: RUNS * 2 },
    ));

  it("on values and what they are computed from", () =>
    holds(arbitraryValueCase, async (one) => {
      await agree(one, []);
      await agree(one, PASS_NAMES, { trace: true });
      await agree(one, [], { limit: 1, minScore: 0.5 }, "expensive");
    }));

  it("on errors: where the reference has none the engine has none, and without a pass it has them", () =>
    holds(arbitraryWrongCase, agreeOrFail));
});

it("most cases find something", () => {
  const found = fc
    .sample(arbitraryCase, { seed: 1, numRuns: 400 })
    .filter((each) => said(given(each)).lines.length > 0);
  expect(found.length).toBeGreaterThan(170);
});
