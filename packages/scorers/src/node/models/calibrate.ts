import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Calibration, calibrate } from "../../calibration.js";
import { fitCalibration, type JudgedCosine } from "../../fitCalibration.js";
import type { ScoreOptions } from "../../scorer.js";
import { CALIBRATION_FILE } from "../onnx/embeddingModel.js";
import { ModelFailure } from "./failure.js";
import { openModel } from "./open.js";

/** Pair with its relevance: yes or no, or a degree from 0 to 1. */
export interface JudgedPair {
  readonly text: string;
  readonly condition: string;
  readonly relevant: boolean | number;
}

export interface Calibrated {
  readonly calibration: Calibration;
  readonly pairs: number;
  /** If it was written. */
  readonly file: string;
  /** Mean squared distance of scores and judgements (G. W. Brier, 1950), of bare cosines (or the sigmoid of logits) and calibrated. Lower is better. */
  readonly brier: { readonly before: number; readonly after: number };
}

/**
 * Fits the calibration of an embedding model or re-ranker to judged pairs and writes it beside the model, where the scorer reads it. It never
 * changes an order, only how high scores are.
 *
 * @throws ModelFailure for a model without one, and for pairs that nothing can be fitted to. Rejects as the scorer does.
 */
export async function calibrateModel(
  folder: string,
  pairs: readonly JudgedPair[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Calibrated> {
  const { kind, scorer } = await openModel(folder);
  try {
    if (kind === "entailment") {
      throw new ModelFailure("usage", "an entailment model gives probabilities, which are not calibrated.");
    }
    const raw = kind === "rerank" ? scorer.logits : scorer.cosines;
    const judged = await rawOf(raw, pairs, signal);
    const calibration = fitted(judged);
    const file = join(folder, CALIBRATION_FILE);
    await writeFile(`${file}.part`, `${JSON.stringify(calibration, null, 2)}\n`);
    await rename(`${file}.part`, file);
    const bare = (value: number) => (kind === "rerank" ? 1 / (1 + Math.exp(-value)) : Math.max(0, value));
    const before = brierScore(judged, bare);
    const after = brierScore(judged, (cosine) => calibrate(calibration, cosine));
    return { calibration, pairs: pairs.length, file, brier: { before, after } };
  } finally {
    await scorer.dispose();
  }
}

/** One call a condition. */
async function rawOf(
  raw: (texts: readonly string[], condition: string, options: ScoreOptions) => Promise<Float32Array>,
  pairs: readonly JudgedPair[],
  signal: AbortSignal | undefined,
): Promise<readonly JudgedCosine[]> {
  const judged: JudgedCosine[] = [];
  for (const condition of new Set(pairs.map((pair) => pair.condition))) {
    const ofCondition = pairs.filter((pair) => pair.condition === condition);
    const texts = ofCondition.map(({ text }) => text);
    const cosines = await raw(texts, condition, { signal });
    ofCondition.forEach(({ relevant }, i) => {
      judged.push({ cosine: cosines[i]!, relevant });
    });
  }
  return judged;
}

function fitted(judged: readonly JudgedCosine[]): Calibration {
  try {
    return fitCalibration(judged);
  } catch (error) {
    if (error instanceof RangeError) throw new ModelFailure("refused", error.message, { cause: error });
    throw error;
  }
}

const brierScore = (judged: readonly JudgedCosine[], score: (cosine: number) => number): number =>
  judged.reduce((sum, { cosine, relevant }) => sum + (score(cosine) - Number(relevant)) ** 2, 0) / judged.length;
