import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteRows } from "../../../../packages/scorers/src/vectors/byteRows.js";
import { KERNEL_BYTES } from "../../../../packages/scorers/src/vectors/kernelBytes.js";
import { newVectorRows, type VectorRows } from "../../../../packages/scorers/src/vectors/vectorRows.js";
import { assembleKernels } from "../../../support/onnx/assembleKernels.mjs";
import { numbersFrom, randomVector, unitVector } from "../../../support/onnx/random.js";
import { runs } from "../../../support/runs.js";

/** The definition: sum in double, one row after the other. */
const exactDots = (vectors: readonly Float32Array[], query: Float32Array) =>
  vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * query[i]!, 0));

const filled = (rows: VectorRows, vectors: readonly Float32Array[]): VectorRows => {
  for (const vector of vectors) rows.push(vector);
  return rows;
};

/** What `top` promises, from the scores that `dots` gives: by score, then by row. */
const ranked = (scores: Float32Array, k: number) =>
  [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, k);

test("the embedded bytes are what the text assembles to", async () => {
  expect(Buffer.from(await assembleKernels()).toString("base64")).toBe(KERNEL_BYTES);
});

describe.each(["simd", "plain"] as const)("%s rows", (kernels) => {
  test.each([1, 3, 16, 17, 100, 384, 1024])("dots of %i numbers are the definition's", (dimensions) => {
    const next = numbersFrom(dimensions);
    const vectors = Array.from({ length: 50 }, () => unitVector(next, dimensions));
    const query = unitVector(next, dimensions);
    const rows = filled(newVectorRows(dimensions, kernels), vectors);
    const expected = exactDots(vectors, query);
    rows.dots(query).forEach((dot, i) => {
      expect(dot).toBeCloseTo(expected[i]!, 6);
    });
    expect(rows.row(7)).toEqual(vectors[7]);
  });

  test("memory grows, and the score of a row has the same bits whichever method asks", () => {
    const next = numbersFrom(5);
    const vectors = Array.from({ length: 9000 }, () => unitVector(next, 40));
    const queries = Array.from({ length: 35 }, () => unitVector(next, 40));
    const rows = filled(newVectorRows(40, kernels), vectors);
    const all = rows.dots(queries[3]!);
    expect(rows.fanOut(queries)[3]).toEqual(all);
    expect(rows.fanOut(queries)[34]).toEqual(rows.dots(queries[34]!));
    const some = Int32Array.from({ length: 5000 }, (_, i) => (i * 7919) % 9000);
    expect(rows.dots(queries[3]!, some)).toEqual(Float32Array.from(some, (row) => all[row]!));
    const { rows: best, scores } = rows.top(queries[3]!, 20);
    expect([...best]).toEqual(ranked(all, 20));
    expect([...scores]).toEqual(ranked(all, 20).map((row) => all[row]!));
    const ascending = some.toSorted();
    const among = ranked(rows.dots(queries[3]!, ascending), 9).map((place) => ascending[place]);
    expect([...rows.top(queries[3]!, 9, ascending).rows]).toEqual(among);
  });

  test("equal scores are ranked by row, and k may exceed the rows", () => {
    const rows = filled(
      newVectorRows(2, kernels),
      [0, 1, 0, 1, 1].map((x) => Float32Array.of(x, 0)),
    );
    expect([...rows.top(Float32Array.of(1, 0), 3).rows]).toEqual([1, 3, 4]);
    expect([...rows.top(Float32Array.of(1, 0), 9).rows]).toEqual([1, 3, 4, 0, 2]);
    expect(newVectorRows(2, kernels).top(Float32Array.of(1, 0), 3).rows).toHaveLength(0);
  });

  test("long rankings are exact too", () => {
    const next = numbersFrom(8);
    const rows = filled(
      newVectorRows(8, kernels),
      Array.from({ length: 3000 }, () => randomVector(next, 8)),
    );
    const query = randomVector(next, 8);
    expect([...rows.top(query, 1500).rows]).toEqual(ranked(rows.dots(query), 1500));
  });

  test("what can't be a row is refused", () => {
    const rows = newVectorRows(3, kernels);
    expect(() => rows.push(Float32Array.of(1, 2))).toThrow("A vector has 2 numbers where the rows have 3.");
    expect(() => rows.push(Float32Array.of(1, Number.NaN, 2))).toThrow("Number 2 of a vector is NaN.");
    expect(() => rows.dots(Float32Array.of(1, 2, 3), Int32Array.of(0))).toThrow("There is no row 0; there are 0 rows.");
    expect(() => rows.top(Float32Array.of(1, 2, 3), 0)).toThrow('"k" is 0.');
    expect(() => newVectorRows(0, kernels)).toThrow("from 1 to 16384");
  });
});

test("bytes give exactly the f32 ranking, whatever the vectors", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer(),
      fc.constantFrom(1e-30, 1e-3, 1, 1e6),
      fc.integer({ min: 1, max: 100 }),
      (dimensions, count, k, seed, scale, distinct) => {
        const next = numbersFrom(seed);
        const rows = newVectorRows(dimensions);
        const bytes = new ByteRows(rows);
        const pool = Array.from({ length: distinct }, () => randomVector(next, dimensions, scale));
        for (let i = 0; i < count; i++) bytes.push(pool[(i * 31) % distinct]!);
        const query = randomVector(next, dimensions);
        expect(bytes.top(query, k)).toEqual(rows.top(query, k));
      },
    ),
    { numRuns: runs(200) },
  );
});

test("bytes look at few rows, zero vectors and rows added before included", () => {
  const next = numbersFrom(3);
  const rows = filled(
    newVectorRows(64),
    Array.from({ length: 6000 }, (_, i) => (i % 100 === 0 ? new Float32Array(64) : unitVector(next, 64))),
  );
  const bytes = new ByteRows(rows);
  bytes.push(unitVector(next, 64));
  for (let i = 0; i < 20; i++) {
    const query = unitVector(next, 64);
    expect(bytes.top(query, 10)).toEqual(rows.top(query, 10));
  }
  expect(bytes.top(new Float32Array(64), 5)).toEqual(rows.top(new Float32Array(64), 5));
});
