import type { Tree } from "@semantic-xpath/tree";
import type { RecordedScore, Recording } from "./readRecording.js";
import type { Scorer } from "./scorer.js";

/** A scorer that remembers what it was asked and what it said. */
export interface RecordingScorer extends Scorer {
  /**
   * All scores so far, to be replayed by `recordedScorer`. Throws if two trees gave one pair different scores: record one tree
   * at a time.
   */
  recording(): Recording;
  forTree(tree: Tree): RecordingScorer;
}

/** Wraps a scorer, and the scorers it binds to trees, and records every score. */
export const recordingScorer = (scorer: Scorer): RecordingScorer => recordInto(new Memory(), scorer);

function recordInto(memory: Memory, scorer: Scorer): RecordingScorer {
  return {
    get id() {
      return scorer.id;
    },
    cost: scorer.cost,
    async score(texts, condition, options) {
      const scores = await scorer.score(texts, condition, options);
      memory.add(scorer.id, texts, condition, scores);
      return scores;
    },
    forTree: (tree) => recordInto(memory, scorer.forTree?.(tree) ?? scorer),
    recording: () => memory.recording(),
    ...(scorer.explain && { explain: scorer.explain.bind(scorer) }),
    ...(scorer.bounds && { bounds: scorer.bounds.bind(scorer) }),
    ...(scorer.notes && { notes: scorer.notes.bind(scorer) }),
  };
}

class Memory {
  private readonly scores = new Map<string, RecordedScore>();
  private readonly ids = new Set<string>();
  private conflict: RecordedScore | undefined;

  add(id: string, texts: readonly string[], condition: string, scores: Float32Array): void {
    this.ids.add(id);
    texts.forEach((text, index) => {
      const key = JSON.stringify([condition, text]);
      const entry = { condition, text, score: scores[index]! };
      const known = this.scores.get(key);
      if (known !== undefined && known.score !== entry.score) this.conflict ??= entry;
      this.scores.set(key, entry);
    });
  }

  recording(): Recording {
    if (this.conflict !== undefined) {
      const { condition, text } = this.conflict;
      throw new Error(`"${text}" has two scores for "${condition}". Record one tree at a time.`);
    }
    return { id: [...this.ids].join(" + "), scores: [...this.scores.values()] };
  }
}
