import { describe, expect, test } from "vitest";
import { KERNEL_BYTES } from "../../../../packages/scorers/src/vectors/kernelBytes.js";
import { newVectorRows, type VectorRows } from "../../../../packages/scorers/src/vectors/vectorRows.js";
import { assembleKernels } from "../../../support/onnx/assembleKernels.mjs";
import { numbersFrom, unitVector } from "../../../support/onnx/random.js";

/** The definition: sum in double, one row after the other. */
const exactDots = (vectors: readonly Float32Array[], query: Float32Array) =>
  vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * query[i]!, 0));

const filled = (rows: VectorRows, vectors: readonly Float32Array[]): VectorRows => {
  for (const vector of vectors) rows.push(vector);
  return rows;
};

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
    rows.dots(query, Int32Array.from(vectors.keys())).forEach((dot, i) => {
      expect(dot).toBeCloseTo(expected[i]!, 6);
    });
  });

  test("memory grows, and the score of a row has the same bits whatever is asked with it", () => {
    const next = numbersFrom(5);
    const vectors = Array.from({ length: 9000 }, () => unitVector(next, 40));
    const query = unitVector(next, 40);
    const rows = filled(newVectorRows(40, kernels), vectors);
    const all = rows.dots(query, Int32Array.from(vectors.keys()));
    const some = Int32Array.from({ length: 5000 }, (_, i) => (i * 7919) % 9000);
    expect(rows.dots(query, some)).toEqual(Float32Array.from(some, (row) => all[row]!));
    expect(rows.dots(query, some.slice(0, 1))).toEqual(Float32Array.of(all[some[0]!]!));
  });

  test("what can't be a row is refused", () => {
    const rows = newVectorRows(3, kernels);
    expect(() => rows.push(Float32Array.of(1, 2))).toThrow("A vector has 2 numbers where the rows have 3.");
    expect(() => rows.push(Float32Array.of(1, Number.NaN, 2))).toThrow("Number 2 of a vector is NaN.");
    expect(() => rows.dots(Float32Array.of(1, 2, 3), Int32Array.of(0))).toThrow("There is no row 0; there are 0 rows.");
    expect(() => newVectorRows(0, kernels)).toThrow("from 1 to 16384");
  });
});
