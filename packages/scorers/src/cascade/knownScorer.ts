import { type RecordedTable, type Recording, readRecording } from "../readRecording.js";
import { recordedScorer } from "../recorded.js";
import type { ScoreBounds, Scorer } from "../scorer.js";

/**
 * Recorded scores as bounds: a recorded pair is known, any other can be anything from 0 to 1. In front of the scorer that the
 * recording is of, in an exact cascade, it saves every recorded call.
 *
 * @example cascadeScorer(knownScorer(recording), judge)
 * @throws ReadError where the data is no recording.
 */
export function knownScorer(source: Recording | RecordedTable | string): Scorer {
  const { scores } = readRecording(source);
  const recorded = recordedScorer(source);
  return {
    id: recorded.id,
    cost: "cheap",
    score: recorded.score.bind(recorded),
    bounds(texts: readonly string[], condition: string): ScoreBounds {
      const known = scores.get(condition);
      return {
        low: Float32Array.from(texts, (text) => known?.get(text) ?? 0),
        high: Float32Array.from(texts, (text) => known?.get(text) ?? 1),
      };
    },
  };
}
