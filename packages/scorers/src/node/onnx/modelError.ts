import { type RunError, runError } from "@semantic-xpath/tree";

/** SXP4001 for a model that can't be used: `model` as the user named it, `reason` what is wrong and what to do, a sentence. */
export const modelError = (model: string, reason: string, cause?: unknown): RunError =>
  runError("SXP4001", { scorer: model, reason }, undefined, cause);
