import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bm25Method,
  CHARACTERS_PER_TOKEN,
  compareEvalRuns,
  derivedResults,
  type EvalRun,
  evalPage,
  flatMethod,
  gateOf,
  goldQueryMethod,
  inContextMethod,
  junitOf,
  type Method,
  markdownOf,
  memoryResults,
  RESULT_VERSION,
  type RunOptions,
  retriever,
  runSuite,
  runText,
  summarise,
} from "@semantic-xpath/eval";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { userDerived } from "@semantic-xpath/scorers/node";
import { describe, expect, it } from "vitest";
import { LIST, opened, SUITE } from "../support.js";

const methods = (): readonly Method[] => [
  goldQueryMethod(lexicalScorer()) as Method,
  flatMethod(lexicalScorer()) as Method,
  bm25Method() as Method,
  inContextMethod(CHARACTERS_PER_TOKEN) as Method,
];
const suiteOf = async (suite: object = SUITE, files: Readonly<Record<string, string>> = {}) =>
  (await opened(suite, files)).suite!;
const timeless = ({ times: _, ...run }: EvalRun): string => JSON.stringify(run);
const run = async (options: Partial<RunOptions> = {}) => runSuite(await suiteOf(), { methods: methods(), ...options });

it("a gold query is right where it is written well; others are measured beside it at equal tokens", async () => {
  const result = await run();
  const { methods: rows, comparisons } = summarise(result);
  expect(rows.map(({ name, right, wrong, skipped }) => [name, right, wrong, skipped])).toEqual([
    ["gold query", 5, 0, 1],
    ["flat", 3, 1, 0],
    ["bm25", 3, 1, 0],
    ["in context", 0, 0, 0],
  ]);
  expect(rows[3]!.metrics.recall!.mean).toBe(1);
  expect(comparisons.some(({ metric, method }) => metric === "recall@equal" && method === "flat")).toBe(true);
});

it("weights are judged over all entries, and what requests and messages cost is said", async () => {
  const weighted = (weight: number): Method => ({
    ...retriever("sure", () => [{ sources: ["/List/Task[1]"], text: "t", weight }]),
    ask: async () => ({
      items: [{ sources: ["/List/Task[1]"], text: "t", weight }],
      usage: { calls: 2, input: 30, output: 10 },
    }),
    built: () => ({ messages: 4, calls: 8, input: 40, output: 0, sentences: 4, "unsupported sentences": 1 }),
  });
  const result = await run({ methods: [weighted(0.75)] });
  // Of four cases with references the first task is right in one.
  expect(summarise(result).methods[0]!.calibration).toBeCloseTo(0.75 - 1 / 4, 14);
  const text = markdownOf(result, summarise(result), gateOf(result, summarise(result), {}));
  expect(text).toContain("| ECE |");
  expect(text).toMatch(/\| sure \| 2 \| 40 \| [\d.e-]+ \| 4 \| 2 \| 10 \| /);
  expect(text).toContain("| sure | .250 of 4 | – of 0 | – of 0 | – of 0 |");
});

it("two runs say the same byte for byte, but for times", async () => {
  expect(timeless(await run())).toBe(timeless(await run()));
});

describe("runs that are killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-eval-"));

  it("go on where they were: no case is lost, none is asked twice, and the result is equal", async () => {
    const whole = timeless(await run());
    for (let kills = 0; kills < 20; kills++) {
      const file = join(folder, `${kills}`);
      let asked = 0;
      const counting = methods().map(
        (method): Method => ({
          ...method,
          ask: (...question) => {
            asked++;
            return method.ask(...question);
          },
        }),
      );
      for (const stop of [1 + kills, 7, Number.POSITIVE_INFINITY]) {
        const derived = userDerived({ directory: file });
        const store = derivedResults(derived);
        const control = new AbortController();
        const before = asked;
        const onProgress = () => asked - before >= stop && control.abort(new Error("killed"));
        const going = run({ methods: counting, store, signal: control.signal, onProgress });
        if (stop === Number.POSITIVE_INFINITY) expect(timeless(await going)).toBe(whole);
        else await going.catch(() => undefined);
        derived.close();
      }
      expect(asked).toBe(23);
    }
  });

  it("what was answered while a part of building had failed is asked again", async () => {
    const failing = (failed: number): Method => ({
      ...(retriever("mine", () => [{ sources: ["/List/Task[1]"], text: "t" }]) as Method),
      built: () => ({ "failed episodes": failed }),
    });
    const store = memoryResults();
    const reused = async (failed: number) =>
      (await run({ methods: [failing(failed)], store, code: "1" })).times.mine!.reused;
    expect(await reused(1)).toBe(0);
    const result = await run({ methods: [failing(0)], store, code: "1" });
    expect([result.times.mine!.reused, result.methods[0]!.built]).toEqual([0, { "failed episodes": 0 }]);
    expect(await reused(0)).toBe(result.results.length);
  });

  it("what is not a result is computed again", () => {
    const derived = userDerived({ directory: join(folder, "broken") });
    const store = derivedResults(derived);
    store.set("k", { id: "x" });
    expect([store.get("k"), store.get("other")]).toEqual([{ id: "x" }, undefined]);
    for (const text of ["{broken", "[]", "7", ""]) {
      derived.put(`cases/${RESULT_VERSION}`, [{ source: "k", bytes: new TextEncoder().encode(text) }]);
      expect(store.get("k")).toBeUndefined();
    }
    derived.close();
  });
});

describe("what is kept is never served for other inputs", () => {
  const method = (version: string) =>
    retriever("mine", () => [{ sources: ["/List/Task[1]"], text: "t" }], version) as Method;
  const base: RunOptions = { methods: [method("lexical model-a")], budgets: [100], seed: 1, code: "1.0" };
  const task = (change: object) => ({ ...SUITE, cases: [{ ...SUITE.cases[0], ...change }] });
  const small = task({});
  const changes: readonly (readonly [string, Partial<RunOptions>, object?, string?])[] = [
    ["tree", {}, small, LIST.replace("lawn", "meadow")],
    ["schema", {}, { ...small, schema: "s.json" }],
    ["text of the query", {}, task({ query: '//Task[@status != "done"]' })],
    ["words of the request", {}, task({ request: "what is not done?" })],
    ["suite: what is right", {}, task({ query: undefined, include: ["t1"] })],
    ["configuration of the scorer", { methods: [method("lexical stems=off model-a")] }],
    ["model", { methods: [method("lexical model-b")] }],
    ["budget", { budgets: [200] }],
    ["tokenizer", { tokenizer: { id: "words", count: (text) => text.split(" ").length } }],
    ["version of the code", { code: "1.1" }],
    ["seed", { seed: 2 }],
  ];

  it.each(changes.map(([name, options, suite = small, list = LIST]) => ({ name, options, suite, list })))(
    "another $name",
    async ({ options, suite, list }) => {
      const store = memoryResults();
      const schema = JSON.stringify({
        version: 1,
        roots: ["List"],
        types: {
          List: { children: { Task: {}, Group: {} } },
          Group: { attributes: { name: { type: "string" } }, children: { Task: {} } },
          Task: {
            attributes: {
              id: { type: "string" },
              title: { type: "string" },
              status: { type: "string" },
              cost: { type: "number" },
            },
          },
        },
      });
      await runSuite(await suiteOf(small), { ...base, store });
      const again = await runSuite(await suiteOf(small), { ...base, store });
      expect(again.times.mine!.reused).toBe(1);
      const changed = await opened(suite, { "list.xml": list, "s.json": schema });
      expect(changed.problems.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
      const other = await runSuite(changed.suite!, { ...base, ...options, store });
      expect(other.times.mine!.reused).toBe(0);
    },
  );
});

describe("gates", () => {
  const bar = (metric: string, value: number, method: string | null = null) => ({ metric, value, method });

  it.each([
    [{ min: [bar("pass", 0.9, "gold query")] }, true],
    [{ min: [bar("pass", 0.9)] }, false],
    [{ max: [bar("excluded", 0, "gold query")] }, true],
    [{ min: [bar("recall@77", 0)] }, false],
    [{}, true],
  ])("text, page, JUnit and verdict say the same: %j is %j", async (options, isPassed) => {
    const result = await run();
    const summary = summarise(result);
    const gate = gateOf(result, summary, options);
    expect(gate.isPassed).toBe(isPassed);
    expect(/<failure /.test(junitOf(result, gate))).toBe(!isPassed);
    expect(/^## .*: failed/m.test(markdownOf(result, summary, gate))).toBe(!isPassed);
    expect(/<h1>[^<]*: failed/.test(await evalPage(result, summary, gate))).toBe(!isPassed);
  });

  it("a drop below a baseline, a case that must pass, and a method that throws end them", async () => {
    const broken = { ...bm25Method(), name: "flat", ask: () => Promise.reject(new Error("no answer")) } as Method;
    const before = await run({ methods: [flatMethod(lexicalScorer()) as Method] });
    const after = await run({ methods: [broken] });
    const gate = gateOf(after, summarise(after), { baseline: before, maxDrop: [bar("pass", 0.01)] });
    expect(gate.lines.map(({ isPassed }) => isPassed)).toEqual([false, false]);
    expect(gate.lines.map(({ says }) => says).join()).toContain("6 cases failed under flat.");
    const must = await suiteOf({ ...SUITE, cases: SUITE.cases.map((each) => ({ ...each, must: true })) });
    const linesOf = async (...of: readonly Method[]) => {
      const made = await runSuite(must, { methods: of });
      return gateOf(made, summarise(made)).lines.map(({ says, isPassed }) => [isPassed, says]);
    };
    const [gold, flat, , everything] = methods();
    expect(await linesOf(flat!)).toEqual([
      [false, "The case dear must pass under flat: 1 of 1 that are right are missing."],
      [false, "The case count must pass, and no method gave a verdict."],
      [false, "The case talk.2 must pass, and no method gave a verdict."],
    ]);
    expect((await linesOf(everything!)).map(([isPassed]) => isPassed)).toEqual(Array(6).fill(false));
    const edit = {
      ...gold!,
      name: "edit",
      ask: async () => ({ items: [], update: SUITE.cases[4]!.turns![1]!.update }),
    } as Method;
    expect(
      (await linesOf(gold!, { ...edit, cannot: (_, { request }) => (request === "that is done" ? null : "no") })).at(
        -1,
      ),
    ).toEqual([true, "6 cases that must pass did."]);
  });
});

describe("two runs are compared case by case, with the reason", () => {
  const TASK = "/List/Task";
  const change = async (before: RunOptions, after: RunOptions, suites: readonly object[] = [SUITE, SUITE]) =>
    compareEvalRuns(await runSuite(await suiteOf(suites[0]), before), await runSuite(await suiteOf(suites[1]), after));
  const mine = (...paths: readonly string[]): RunOptions => ({
    methods: [retriever("mine", () => paths.map((path) => ({ sources: [path], text: "t" })))],
  });

  it("another query: plan", async () => {
    const { cases, reasons, removed } = await change(
      { methods: [{ ...flatMethod(lexicalScorer()), name: "mine" } as Method] },
      { methods: [{ ...goldQueryMethod(lexicalScorer()), name: "mine" } as Method] },
    );
    expect(reasons.length).toBe(1);
    expect(removed).toEqual(["talk.2 (mine)"]);
    const fixed = cases.filter(({ before }) => before === "wrong");
    expect(fixed.map(({ because, after }) => [because, after])).toEqual([["plan", "right"]]);
  });

  it.each([
    ["query", { query: "//a" }, { query: "//b" }],
    ["update", { update: "delete node //a" }, { update: "delete node //b" }],
  ])("another %s: plan", async (_, was, is) => {
    const run = await runSuite(await suiteOf(SUITE), mine(`${TASK}[3]`));
    const [first] = run.results;
    const answered = (answer: object, outcome: "right" | "wrong") => ({
      ...run,
      results: [{ ...first!, outcome, answer: { ...first!.answer!, query: null, update: null, ...answer } }],
    });
    const { cases } = compareEvalRuns(answered(was, "wrong"), answered(is, "right"));
    expect(cases.map(({ because }) => because)).toEqual(["plan"]);
  });

  it("the same question finds others: score, also where only figures change", async () => {
    const { cases, metrics } = await change(mine(`${TASK}[3]`), mine(`${TASK}[2]`, `${TASK}[3]`));
    expect(cases.map(({ id, before, after, because }) => [id, before, after, because])).toEqual([
      ["open", "wrong", "wrong", "score"],
      ["dear", "right", "wrong", "score"],
      ["flowers", "wrong", "wrong", "score"],
      ["talk.1", "right", "wrong", "score"],
    ]);
    expect(cases[1]!.says).toContain("precision 1.000 → .500");
    expect(metrics.length).toBeGreaterThan(0);
  });

  it("another right answer, request or node: data, of this case alone", async () => {
    const other = {
      ...SUITE,
      cases: SUITE.cases.map((one) => (one.id === "dear" ? { id: "dear", request: "?", include: ["t1"] } : one)),
    };
    const { cases, reasons } = await change(mine(`${TASK}[3]`), mine(`${TASK}[3]`), [SUITE, other]);
    expect(cases.map(({ id, because }) => [id, because])).toEqual([["dear", "data"]]);
    expect(reasons).toEqual(["The suite or its data is another one."]);
  });

  it("a method that throws: failure; other tokens or code: the measure", async () => {
    const throws = { ...mine().methods[0]!, ask: () => Promise.reject(new Error("no answer")) };
    const failed = await change(mine(`${TASK}[3]`), { methods: [throws] });
    expect(new Set(failed.cases.map(({ because }) => because))).toEqual(new Set(["failure"]));
    expect(failed.cases[0]!.says).toContain("no answer");
    const tokenizer = { id: "words", count: (text: string) => text.split(" ").length * 3 };
    const measured = await change(mine(`${TASK}[3]`), { ...mine(`${TASK}[3]`), tokenizer, code: "2" });
    expect(measured.cases.every(({ because, says }) => because === "measure" && says.includes("tokens 1 → 3"))).toBe(
      true,
    );
    expect(measured.reasons).toEqual([
      "Tokens are counted by words, and were by characters/4.",
      "The code is another version.",
    ]);
  });

  it("the same run: nothing", async () => {
    expect(await change(mine(TASK), mine(TASK))).toEqual({
      reasons: [],
      cases: [],
      metrics: [],
      added: [],
      removed: [],
    });
  });
});

it.each([0, 1, 200, 201])("a run of %i results is written as JSON, a result a line", async (count) => {
  const made = await run();
  const results = Array.from({ length: count }, (_, i) => made.results[i % made.results.length]!);
  const text = [...runText({ ...made, results })].join("");
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ ...made, results })));
  expect(text.split("\n").filter((line) => line.startsWith('  {"id"'))).toHaveLength(count);
});
