export { type Calibration, calibrate } from "../../calibration.js";
export { fitCalibration, type JudgedCosine } from "../../vectors/fitCalibration.js";
export { bandCalibration, readCalibration } from "../../vectors/readCalibration.js";
export { CALIBRATION_FILE } from "./embeddingModel.js";
export { type EmbeddingScorer, type EmbeddingScorerOptions, embeddingScorer } from "./embeddingScorer.js";
export { type EntailmentScorer, type EntailmentScorerOptions, entailmentScorer } from "./entailmentScorer.js";
export type { Pooling } from "./pooling.js";
