/**
 * Function from a raw similarity to a score. Both kinds rise with `x` if `slope` is positive.
 *
 * - `affine`: `min(1, max(0, slope · x + intercept))`
 * - `logistic`: `1 / (1 + exp(-(slope · x + intercept)))` (J. Platt, "Probabilistic Outputs for Support Vector Machines", 1999)
 */
export interface Calibration {
  readonly kind: "affine" | "logistic";
  readonly slope: number;
  readonly intercept: number;
}

/** A cosine as it is, with what is negative cut off. */
export const CUT_AT_ZERO: Calibration = { kind: "affine", slope: 1, intercept: 0 };

/** The score of a raw similarity, in [0, 1]. `raw` is finite. */
export function calibrate({ kind, slope, intercept }: Calibration, raw: number): number {
  const x = slope * raw + intercept;
  return kind === "affine" ? Math.min(1, Math.max(0, x)) : 1 / (1 + Math.exp(-x));
}

/** As a part of a scorer's id. */
export const printCalibration = ({ kind, slope, intercept }: Calibration): string => `${kind}(${slope},${intercept})`;

/** @throws RangeError if slope or intercept is not a finite number. */
export function checkCalibration(calibration: Calibration): Calibration {
  const { kind, slope, intercept } = calibration;
  if (kind !== "affine" && kind !== "logistic") throw new RangeError('A calibration is "affine" or "logistic".');
  if (Number.isFinite(slope) && Number.isFinite(intercept)) return calibration;
  throw new RangeError("The slope and the intercept of a calibration are finite numbers.");
}

/**
 * Reads a calibration from data, for instance a parsed `sxp-calibration.json`: `{ "kind": "logistic", "slope": 14, "intercept": -9 }`.
 * The slope is above 0, so that a calibration never changes an order.
 *
 * @throws RangeError that names the fault
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
