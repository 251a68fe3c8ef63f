import fc from "fast-check";
import { expect, test } from "vitest";
import { bandCalibration, calibrate, readCalibration } from "../../../../packages/scorers/src/calibration.js";
import { fitCalibration, type JudgedCosine } from "../../../../packages/scorers/src/fitCalibration.js";
import { numbersFrom } from "../../../support/onnx/random.js";

test("a band is spread over [0, 1]", () => {
  const calibration = bandCalibration(0.6, 1);
  const scores = [0.5, 0.6, 0.8, 1, 1.1].map((cosine) => calibrate(calibration, cosine));
  [0, 0, 0.5, 1, 1].forEach((score, i) => {
    expect(scores[i]).toBeCloseTo(score, 12);
  });
});

test("pairs drawn from a logistic law give its parameters back", () => {
  const next = numbersFrom(11);
  const pairs = Array.from({ length: 20000 }, () => {
    const cosine = 0.75 + 0.15 * next();
    return { cosine, relevant: (next() + 1) / 2 < 1 / (1 + Math.exp(-(30 * cosine - 24))) };
  });
  const { kind, slope, intercept } = fitCalibration(pairs);
  expect(kind).toBe("logistic");
  expect(slope).toBeGreaterThan(28);
  expect(slope).toBeLessThan(32);
  expect(-intercept / slope).toBeCloseTo(0.8, 2);
});

test("grades count as shares, and separable pairs stay finite", () => {
  const graded = fitCalibration([0.1, 0.3, 0.5, 0.7, 0.9].map((x) => ({ cosine: x, relevant: x })));
  expect(calibrate(graded, 0.5)).toBeCloseTo(0.5, 6);
  const separable = fitCalibration([
    { cosine: 0.7, relevant: false },
    { cosine: 0.8, relevant: true },
  ]);
  expect(calibrate(separable, 0.75)).toBeCloseTo(0.5, 6);
  expect(calibrate(separable, 0.8)).toBeCloseTo(2 / 3, 3);
});

test("whatever is fitted rises with the cosine and stays in [0, 1]", () => {
  const pair = fc.record({ cosine: fc.double({ min: -1, max: 1, noNaN: true }), relevant: fc.boolean() });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 40 }), fc.double({ min: -1, max: 1, noNaN: true }), (pairs, x) => {
      let calibration: ReturnType<typeof fitCalibration>;
      try {
        calibration = fitCalibration(pairs);
      } catch (failure) {
        expect(failure).toBeInstanceOf(RangeError);
        return;
      }
      expect(readCalibration(JSON.parse(JSON.stringify(calibration)))).toEqual(calibration);
      const [low, high] = [calibrate(calibration, x), calibrate(calibration, x + 0.01)];
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(high).toBeGreaterThanOrEqual(low);
    }),
  );
});

test.each<[string, JudgedCosine[], string]>([
  ["nothing", [], "some are relevant and some are not"],
  [
    "pairs judged alike",
    [
      { cosine: 0.1, relevant: 1 },
      { cosine: 0.2, relevant: true },
    ],
    "some are relevant and some are not",
  ],
  [
    "a wrong order",
    [
      { cosine: 0.9, relevant: 0 },
      { cosine: 0.1, relevant: 1 },
    ],
    "Higher cosines are not",
  ],
  ["a grade out of range", [{ cosine: 0.9, relevant: 2 }], "Pair 1 is relevant by 2"],
  ["no number", [{ cosine: Number.NaN, relevant: 1 }], "The cosine of pair 1 is NaN."],
])("no calibration is fitted to %s", (_, pairs, message) => {
  expect(() => fitCalibration(pairs)).toThrow(message);
});

test.each([
  null,
  {},
  { kind: "affine", slope: "1", intercept: 0 },
  { kind: "logistic", slope: -1, intercept: 0 },
  { kind: "x" },
])("%j is no calibration", (data) => {
  expect(() => readCalibration(data)).toThrow(RangeError);
});
