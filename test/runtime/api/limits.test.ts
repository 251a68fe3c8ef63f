import { BUDGET, type Budget, compile, READ_LIMITS, RunError, readXml, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { countedClock } from "../../support/countedClock.js";

/** Every limit at its edge: so much is accepted, one more is refused with a code and the option to raise. */
const overLimit = (text: string, limits: object): string[] =>
  compile(text, { limits }).diagnostics.flatMap(({ code, message }) => (code === "SXP1009" ? [message] : []));

describe("limits of a query", () => {
  it("bytes are those of UTF-8", () => {
    expect(overLimit("/Größe", { maxBytes: 8 })).toEqual([]);
    expect(overLimit("/Größe", { maxBytes: 7 })).toEqual(["The query has more than 7 bytes, which is the limit."]);
  });
  it("nesting counts brackets, parentheses and 1-", () => {
    const text = "/A[not(1-(@x = 1))]";
    expect(overLimit(text, { maxNesting: 4 })).toEqual([]);
    expect(overLimit(text, { maxNesting: 3 })).toEqual([
      "The query has more than 3 brackets within one another, which is the limit.",
    ]);
  });
  it("steps are those of evidence paths, too", () => {
    const text = "/A/B[exists(/C/D)]";
    expect(overLimit(text, { maxSteps: 4 })).toEqual([]);
    expect(overLimit(text, { maxSteps: 3 })).toEqual(["The query has more than 3 steps, which is the limit."]);
  });
  it("operators are signs of arithmetic and quantifiers, which nest as brackets do", () => {
    const text = "/A[some $x in /B satisfies -$x/@n + 1 div 2 > 0]";
    expect(overLimit(text, { maxOperators: 4 })).toEqual([]);
    expect(overLimit(text, { maxOperators: 3 })).toEqual(["The query has more than 3 operators, which is the limit."]);
    expect(overLimit("(//A)[group by @a][group by @a]", { maxOperators: 1 })).toHaveLength(1);
  });
  it.each([
    ["fields", (i: number) => `f${i}: @a`, "/A/{ ", " }"],
    ["fields of one name", () => "f: @a", "/A/{ ", " }"],
    ["nested records", (i: number) => `f${i}: /B/{ @a }`, "/A/{ ", " }"],
    ["keys", (i: number) => `@k${i}`, "(//A)[group by ", "]"],
    ["keys without as", (i: number) => `upper-case(@k${i})`, "(//A)[group by ", "]"],
    ["arguments", (i: number) => `@a${i}`, "concat(", ")"],
    ["unknown functions", (i: number) => `f${i}()`, "//A[order by ", "]"],
  ])("100 000 %s are over the limit of bytes, which has the place of the query", (_, item, before, after) => {
    const text = before + Array.from({ length: 100_000 }, (_, i) => item(i)).join(", ") + after;
    expect(compile(text).diagnostics.map(({ code, span }) => ({ code, span }))).toEqual([
      { code: "SXP1009", span: { start: 0, end: text.length } },
    ]);
  });
  it("hold by default", () => {
    const steps = (count: number) => "/A".repeat(count);
    const nested = (count: number) => `/A[${"(".repeat(count - 1)}@x = 1${")".repeat(count - 1)}]`;
    const long = (bytes: number) => `/${"A".repeat(bytes - 1)}`;
    const signs = (count: number) => `/A[@x${" + 1".repeat(count)} > 0]`;
    expect([steps(256), nested(200), long(65_536), signs(1000)].flatMap((text) => overLimit(text, {}))).toEqual([]);
    expect([steps(257), nested(201), long(65_537), signs(1001)].flatMap((text) => overLimit(text, {}))).toHaveLength(4);
  });
  it("that are no numbers are refused, since compared with NaN nothing would be too large", async () => {
    const tree = readXml("<A/>");
    for (const limit of [Number.NaN, -1, "7" as never]) {
      expect(() => readXml("<A/>", { limits: { maxNodes: limit } })).toThrow(RangeError);
      await expect(compile("/A").query!.run(tree, { budget: { maxScorerPairs: limit } })).rejects.toThrow(RangeError);
      await expect(compile("/A").query!.run(tree, { limit })).rejects.toThrow(RangeError);
      expect(() => compile("/A", { limits: { maxSteps: limit } })).toThrow(RangeError);
    }
  });
  it("an index is at most 2^53 - 1, with a message of its own", () => {
    const codes = (text: string) => compile(text).diagnostics.map(({ code }) => code);
    expect(codes("/A[9007199254740991]")).toEqual([]);
    expect(codes("/A[-9007199254740991]")).toEqual([]);
    expect(codes("/A[9007199254740992]")).toEqual(["SXP1007"]);
    expect(codes("/A[1:-9007199254740992]")).toEqual(["SXP1007"]);
  });
  it("the most nested query that is accepted runs", async () => {
    const text = `/A[${"not(".repeat(199)}@x = 1${")".repeat(199)}]`;
    expect((await compile(text).query!.run(readXml("<A/>"))).matches).toHaveLength(1);
  });
  it("groups of groups as deep as is accepted are written as JSON", async () => {
    const { query } = compile(`(//A)${"[group by @k]".repeat(1000)}`);
    const { matches } = await query!.run(readXml('<A k="1"/>'));
    expect(JSON.stringify(matches)).toContain('"node":');
  });
  it("the longest chains of operators that are accepted are checked, planned and run", async () => {
    const tree = readXml('<A x="1"/>');
    const nested = `${"(".repeat(190)}@x${" + 1".repeat(810)}${" + 1)".repeat(190)}`;
    for (const value of [`@x${" + 1".repeat(1000)}`, `${"-".repeat(1000)}@x`, nested]) {
      const { query } = compile(`/A[${value} != 0]`);
      expect((await query!.run(tree, { trace: true })).matches).toHaveLength(1);
      expect(query!.explain()).not.toBe("");
      expect((await compile(`/A/{ v: ${value} }`).query!.run(tree)).matches).toHaveLength(1);
    }
  });
});

const xml = '<A x="12345">678<B><C/></B></A>';
describe("limits of a tree", () => {
  it.each([
    ["maxNodes", 3],
    ["maxDepth", 3],
    ["maxAttributeLength", 5],
    ["maxTextLength", 3],
    ["maxInputLength", xml.length],
  ] as const)("%s", (option, most) => {
    expect(readXml(xml, { limits: { [option]: most } }).size).toBe(3);
    expect(() => readXml(xml, { limits: { [option]: most - 1 } })).toThrow(
      expect.objectContaining({
        code: "SXP4003",
        message: expect.stringContaining(`"limits.${option}"`) as string,
      }) as Error,
    );
  });
  it("hold by default", () => {
    const deep = (levels: number) => "<A>".repeat(levels) + "</A>".repeat(levels);
    expect(readXml(deep(READ_LIMITS.maxDepth)).size).toBe(1000);
    expect(() => readXml(deep(READ_LIMITS.maxDepth + 1))).toThrow("limits.maxDepth");
    const long = (length: number) => `<A x="${"y".repeat(length)}"/>`;
    expect(readXml(long(READ_LIMITS.maxAttributeLength)).size).toBe(1);
    expect(() => readXml(long(READ_LIMITS.maxAttributeLength + 1))).toThrow("limits.maxAttributeLength");
  });
});

describe("limits of a run", () => {
  const tree = readXml('<A><B x="1"/><B x="2"/><B x="3"/></A>');
  const scorer: Scorer = { id: "one", cost: "cheap", score: async (texts) => new Float32Array(texts.length).fill(1) };
  const run = (budget: Partial<Budget>, given = scorer) =>
    compile('/A/B[@x =~ "a"][@x =~ "b"]').query!.run(tree, { scorer: given, budget });
  const refused = async (budget: Partial<Budget>, option: keyof Budget, given = scorer): Promise<void> => {
    const failure = await run(budget, given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RunError);
    expect(failure).toMatchObject({ code: "SXP4003" });
    expect((failure as RunError).message).toContain(`Raise the option "budget.${option}"`);
    expect((failure as RunError).messageBy("sxp.config.json")).toContain(
      `Raise the option "limits.${option}" of sxp.config.json if`,
    );
  };
  it("calls of the scorer", async () => {
    await expect(run({ maxScorerCalls: 2 })).resolves.toBeDefined();
    await refused({ maxScorerCalls: 1 }, "maxScorerCalls");
    await refused({ maxScorerCalls: 0 }, "maxScorerCalls");
  });
  it("pairs", async () => {
    await expect(run({ maxScorerPairs: 6 })).resolves.toBeDefined();
    await refused({ maxScorerPairs: 5 }, "maxScorerPairs");
  });
  it("pairs over the limit are never handed over", async () => {
    let pairs = 0;
    const counting: Scorer = {
      ...scorer,
      score: async (texts) => {
        pairs += texts.length;
        return new Float32Array(texts.length);
      },
    };
    await refused({ maxScorerPairs: 5 }, "maxScorerPairs", counting);
    expect(pairs).toBe(3);
  });
  it("a large demand is divided into calls", async () => {
    const wide = readXml(`<A>${Array.from({ length: 9000 }, (_, i) => `<B x="${i}"/>`).join("")}</A>`);
    const sizes: number[] = [];
    const counting: Scorer = {
      ...scorer,
      score: async (texts) => {
        sizes.push(texts.length);
        return new Float32Array(texts.length).fill(1);
      },
    };
    const { query } = compile('/A/B[@x =~ "a"]');
    await query!.run(wide, { scorer: counting });
    expect(sizes).toEqual([8192, 808]);
    await expect(query!.run(wide, { scorer, budget: { maxScorerCalls: 1 } })).rejects.toMatchObject({
      code: "SXP4003",
    });
  });
  it("wall time, also where the scorer never answers", async () => {
    const silent: Scorer = { ...scorer, score: () => new Promise(() => undefined) };
    await refused({ maxMilliseconds: 30 }, "maxMilliseconds", silent);
    await expect(run({ maxMilliseconds: 30_000 })).resolves.toBeDefined();
  });
  it("wall time of structural work", async () => {
    const wide = readXml(`<A>${"<B/>".repeat(2000)}</A>`);
    const clock = countedClock(10);
    const failure = await compile("/A/B[exists(/preceding-sibling::B[exists(/following-sibling::B[@x])])]")
      .query!.run(wide, { budget: { maxMilliseconds: 20 } })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "SXP4003" });
    // The looks of three slices, and those that find that time is over.
    expect(clock.looks()).toBeLessThan(10);
  });
  it("have their documented defaults", () => {
    expect(BUDGET).toEqual({
      maxScorerCalls: 10_000,
      maxScorerPairs: 1_000_000,
      maxCombinations: 10_000_000,
      maxMilliseconds: 60_000,
    });
  });
});
