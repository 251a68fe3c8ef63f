import { runError } from "@semantic-xpath/tree";
import { fingerprintOf } from "./lexical/fingerprint.js";
import { type RecordedTable, type Recording, readRecording, type ScoreMap } from "./readRecording.js";
import type { Scorer } from "./scorer.js";

export interface RecordedOptions {
  /** The score of a pair that is not recorded; "error" (the default) rejects with SXP4010, naming condition and text. */
  readonly missing?: number | "error";
}

/**
 * Replays scores from data: an object or its JSON, in the form of `Recording` or as conditions with texts. For tests, demos and
 * for repeating a run of an expensive scorer.
 *
 * @example recordedScorer({ "art museum": { "Museum of modern art": 0.9 } }, { missing: 0 })
 * @throws ReadError where the data is no recording; RangeError where `missing` is no score.
 */
export function recordedScorer(source: Recording | RecordedTable | string, options: RecordedOptions = {}): Scorer {
  const { missing = "error" } = options;
  if (missing !== "error" && !(missing >= 0 && missing <= 1)) {
    throw new RangeError(`"missing" is ${missing}. It is a number from 0 to 1, or "error".`);
  }
  const { id, scores } = readRecording(source);
  return {
    id: `${id ?? `recorded#${fingerprint(scores)}`}${missing === "error" ? "" : ` missing=${missing}`}`,
    cost: "cheap",
    async score(texts, condition, { signal }) {
      signal?.throwIfAborted();
      const ofCondition = scores.get(condition);
      return Float32Array.from(texts, (text) => {
        const score = ofCondition?.get(text) ?? missing;
        if (score === "error") throw runError("SXP4010", { condition, text });
        return score;
      });
    },
  };
}

function fingerprint(scores: ScoreMap): string {
  const pairs = new Map<string, number>();
  for (const [condition, texts] of scores) {
    for (const [text, score] of texts) pairs.set(JSON.stringify([condition, text, score]), 1);
  }
  return fingerprintOf(pairs, scores.size, pairs.size);
}
