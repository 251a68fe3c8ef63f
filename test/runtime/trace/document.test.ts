import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

const tree = readXml(`<Plan>
  <Day index="1"><POI name="museum"/><POI name="lake"/></Day>
  <Day index="2"><POI name="zoo"/></Day>
  <Day index="3"/>
</Plan>`);

const SCORES: Readonly<Record<string, number>> = { museum: 0.5, lake: 0.25, zoo: 0.75 };
const scorer: Scorer = {
  id: "by-name",
  cost: "cheap",
  score: async (texts) => Float32Array.from(texts, (text) => SCORES[text] ?? 0),
};
const traceOf = async (text: string) => (await compile(text).query!.run(tree, { scorer, trace: true })).trace!;

it("tells who scored, how often, and each operator with its place in the query", async () => {
  const trace = await traceOf('//Day[avg(/POI[@name =~ "x"])]');
  expect(trace).toMatchObject({ version: 1, scorer: "by-name", strategy: "all", scorerCalls: 1, scorerPairs: 3 });
  expect(trace.operators.map(({ kind, text, rowsIn, rowsOut }) => ({ kind, text, rowsIn, rowsOut }))).toEqual([
    { kind: "Axis", text: "descendant::Day, via type-index", rowsIn: 1, rowsOut: 3 },
    { kind: "Relevance", text: 'avg(/POI[@name =~ "x"])', rowsIn: 3, rowsOut: 3 },
    { kind: "Axis", text: "child::POI, via type-index", rowsIn: 3, rowsOut: 3 },
    { kind: "Relevance", text: '@name =~ "x"', rowsIn: 3, rowsOut: 3 },
  ]);
  for (const { span } of trace.operators) expect(span.end).toBeGreaterThan(span.start);
});

it("shows an aggregate with its evidence, down to text and condition", async () => {
  const { results } = await traceOf('/Plan/Day[avg(/POI[@name =~ "x"])]');
  expect(results.map(({ path, weight }) => [path, weight])).toEqual([
    ["/Plan/Day[2]", 0.75],
    ["/Plan/Day[1]", 0.375],
  ]);
  const { algebra } = results[1]!.factors[0]!.scores[0]!;
  expect(algebra).toMatchObject({ operation: "avg", value: 0.375 });
  expect(algebra.evidence!.map(({ path, weight }) => [path, weight])).toEqual([
    ["/Plan/Day[1]/POI[1]", 0.5],
    ["/Plan/Day[1]/POI[2]", 0.25],
  ]);
  const scored = algebra.evidence![0]!.factors[0]!.scores[0]!;
  expect(scored.algebra.asked).toEqual({ condition: "x", text: "museum" });
});

it("shows a score behind a sibling offset on the node that it is of", async () => {
  const { results } = await traceOf('/Plan/Day/POI[@name =~ "x"][@+1][@name =~ "x"]');
  expect(results).toMatchObject([{ path: "/Plan/Day[1]/POI[2]", weight: 0.125 }]);
  expect(results[0]!.factors[0]!.scores.map(({ path, algebra }) => [path, algebra.value])).toEqual([
    ["/Plan/Day[1]/POI[1]", 0.5],
    ["/Plan/Day[1]/POI[2]", 0.25],
  ]);
});

it("shows the score of a node in the list of the context that its weight came from", async () => {
  const nested = readXml("<A><B x='2'><B x='1'/></B></A>");
  const byX: Scorer = { ...scorer, score: async (texts) => Float32Array.from(texts, (text) => Number(text) / 2) };
  const { query } = compile("/A/descendant-or-self::*//B[max(@x =~ 'x', position() = 1)]");
  const { trace } = await query!.run(nested, { scorer: byX, trace: true });
  expect(trace!.results.map(({ path, weight }) => [path, weight])).toEqual([
    ["/A/B", 1],
    ["/A/B/B", 1],
  ]);
  const values = trace!.results.map(({ factors }) => factors[0]!.scores[0]!.algebra.operands.map(({ value }) => value));
  expect(values).toEqual([
    [1, 1],
    [0.5, 1],
  ]);
});

it("names attributes in what was cut as in what was found", async () => {
  const { query } = compile("//POI/@name");
  const { trace } = await query!.run(tree, { limit: 2, trace: true });
  expect(trace!.cut).toEqual([
    { path: "/Plan/Day[2]/POI/@name", reason: "limit", detail: "it comes after the first 2" },
  ]);
});

it("says why each entry fell out, with the numbers", async () => {
  const drops = async (text: string) => (await traceOf(text)).operators.flatMap(({ dropped }) => dropped);
  expect(await drops("/Plan/Day/POI")).toEqual([
    { path: "/Plan/Day[3]", reason: "no-candidates", detail: "it has no POI on the child axis" },
  ]);
  expect(await drops("/Plan/Day[@index][3:]")).toMatchObject([
    { path: "/Plan/Day[1]", reason: "position", detail: "position 1 of 3 is outside [3:] in document order" },
    { path: "/Plan/Day[2]", reason: "position" },
  ]);
  expect(await drops("/Plan/Day[2:][@+1]")).toEqual([
    { path: "/Plan/Day[3]", reason: "no-sibling", detail: "it has no sibling at [@+1]" },
  ]);
  expect(await drops('//POI[@name =~ "x" >= 0.6]')).toMatchObject([
    { reason: "filter", detail: '@name =~ "x" >= 0.6 does not hold: the score is 0.5' },
    { reason: "filter", detail: '@name =~ "x" >= 0.6 does not hold: the score is 0.25' },
  ]);
  expect(await drops("/Plan/Day/@city")).toHaveLength(3);
});

it("makes its lists when they are read, and once", async () => {
  const trace = await traceOf('//POI[@name =~ "x"]');
  expect(Object.getOwnPropertyDescriptor(trace, "results")?.get).toBeDefined();
  for (const operator of trace.operators)
    expect(Object.getOwnPropertyDescriptor(operator, "dropped")?.get).toBeDefined();
  expect(trace.results).toBe(trace.results);
});
