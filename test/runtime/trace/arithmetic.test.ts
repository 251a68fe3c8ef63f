import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complaintsOf, factorComplaints, productComplaints } from "./recompute.js";
import { arbitraryCase, RUNS, told, traced } from "./tracedCase.js";

describe.each([true, "full"] as const)("a trace (trace: %s)", (trace) => {
  const holds = (name: string, law: (example: Parameters<typeof traced>[0]) => Promise<void>): void =>
    it(name, () => fc.assert(fc.asyncProperty(arbitraryCase(), law), { numRuns: RUNS }));

  holds("changes no match", async (example) => {
    const plain = await example.query.run(example.tree, example.options);
    const { matches } = await traced(example, trace);
    expect(told(matches), example.text).toEqual(told(plain.matches));
  });

  holds("shows the matches as its results", async (example) => {
    const { matches, trace: shown } = await traced(example, trace);
    expect(
      shown!.results.map(({ path, weight }) => `${path} ${weight}`),
      example.text,
    ).toEqual(told(matches));
  });

  holds("shows for each result the factors whose product is its weight", async (example) => {
    const { trace: shown } = await traced(example, trace);
    const complaints = shown!.results.flatMap(({ path, weight, factors }) => [
      ...productComplaints(path, weight, factors),
      ...factors.flatMap((factor) => factorComplaints(factor, example.scored)),
    ]);
    expect(complaints, example.text).toEqual([]);
  });

  holds("shows for each operator scores that their operands give", async (example) => {
    const { trace: shown } = await traced(example, trace);
    const complaints = shown!.operators.flatMap(({ scores }) =>
      scores.flatMap(({ algebra }) => complaintsOf(algebra, example.scored)),
    );
    expect(complaints, example.text).toEqual([]);
  });

  holds("shows the weight before an operator times the score as the weight behind it", async (example) => {
    const { trace: shown } = await traced(example, trace);
    for (const { kind, scores } of shown!.operators) {
      for (const { before, after, algebra } of scores) {
        const expected = kind === "Relevance" && algebra.value !== null ? before * algebra.value : null;
        expect(after, example.text).toBe(expected);
      }
    }
  });

  holds("is JSON, and the same each time it is written", async (example) => {
    const { trace: shown } = await traced(example, trace);
    const written = JSON.stringify(shown);
    expect(JSON.stringify(shown), example.text).toBe(written);
    expect(JSON.parse(written)).toMatchObject({ version: 1, query: example.text });
  });
});
