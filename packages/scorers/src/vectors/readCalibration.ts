import { type Calibration, checkCalibration } from "../calibration.js";

/**
 * Reads a calibration from data, for instance a parsed `sxp-calibration.json`: `{ "kind": "logistic", "slope": 14, "intercept": -9 }`.
 * Throws a RangeError that says what is wrong with it. The slope is above 0, so that a calibration never changes an order.
 */
export function readCalibration(data: unknown): Calibration {
  const { kind, slope, intercept } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const calibration = checkCalibration({ kind, slope, intercept } as Calibration);
  if (calibration.slope <= 0) throw new RangeError("The slope of a calibration is above 0.");
  return calibration;
}

/** The affine calibration that makes `low` 0 and `high` 1: for a model whose cosines lie between them. */
export const bandCalibration = (low: number, high: number): Calibration => ({
  kind: "affine",
  slope: 1 / (high - low),
  intercept: -low / (high - low),
});
