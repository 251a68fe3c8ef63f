import { getOrMake, readError, runError, type Tree } from "@semantic-xpath/tree";
import { around, boundTo } from "./combined.js";
import { digestOf, keyOf, keyWith } from "./context.js";
import { isObject } from "./json.js";
import { isShare } from "./options.js";
import type { ScoreOptions, Scorer } from "./scorer.js";
import { TextSum } from "./textSum.js";

interface RecordedOptions {
  /** The score of a pair that is not recorded; "error" (the default) rejects with SXP4010, naming condition and text. */
  readonly missing?: number | "error" | undefined;
}

/**
 * Replays scores from data: an object or its JSON, in the form of `Recording` or as conditions with texts. For tests, demos and
 * for repeating a run of an expensive scorer.
 *
 * @example recordedScorer({ "art museum": { "Museum of modern art": 0.9 } }, { missing: 0 })
 * @throws ReadError if the data is not a recording; RangeError if `missing` is not a score.
 */
export function recordedScorer(source: Recording | RecordedTable | string, options: RecordedOptions = {}): Scorer {
  const { missing = "error" } = options;
  if (missing !== "error" && !isShare(missing)) {
    throw new RangeError(`"missing" is ${missing}. It is a number from 0 to 1, or "error".`);
  }
  const { id, scores, readsContext } = readRecording(source);
  return {
    id: `${id ?? `recorded#${fingerprint(scores)}`}${missing === "error" ? "" : ` missing=${missing}`}`,
    cost: "cheap",
    ...(readsContext && { readsContext }),
    async score(texts, condition, { signal, contexts }) {
      signal?.throwIfAborted();
      const ofCondition = scores.get(condition);
      return Float32Array.from(texts, (text, place) => {
        const score = ofCondition?.get(keyOf(text, contexts?.[place])) ?? ofCondition?.get(text) ?? missing;
        if (score === "error") throw runError("SXP4010", { condition, text });
        return score;
      });
    },
  };
}

function fingerprint(scores: ScoreMap): string {
  const pairs = new Set<string>();
  for (const [condition, texts] of scores) {
    for (const [text, score] of texts) pairs.add(JSON.stringify([condition, text, score]));
  }
  const sum = new TextSum();
  for (const pair of pairs) sum.add(pair);
  return `${scores.size}.${sum.print()}`;
}

/** One recorded score. */
interface RecordedScore {
  readonly condition: string;
  readonly text: string;
  /** Names what the text was read with, where the scorer reads contexts. */
  readonly context?: string;
  /** In [0, 1]. */
  readonly score: number;
}

/** Scores as JSON: what `recordingScorer` writes and `recordedScorer` replays. */
interface Recording {
  /** The id of the scorer that gave them. */
  readonly id?: string;
  readonly scores: readonly RecordedScore[];
}

/** The short form for scores written by hand: condition, then text. */
type RecordedTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Scores by condition, then text. */
type ScoreMap = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads recorded scores in either form. Throws a ReadError that names the place: SXP4007 for malformed JSON, SXP4008 for data
 * of another shape, a score out of [0, 1], or two scores for one pair.
 */
function readRecording(source: unknown): { id: string | undefined; scores: ScoreMap; readsContext: boolean } {
  const data = typeof source === "string" ? parse(source) : source;
  if (!isObject(data)) throw misfit("The recording", "it is neither an object with scores nor conditions with texts");
  const scores = new Map<string, Map<string, number>>();
  if (!Array.isArray(data.scores)) {
    for (const [condition, texts] of Object.entries(data)) {
      if (!isObject(texts)) throw misfit(`[${JSON.stringify(condition)}]`, "it is not an object of texts with scores");
      for (const [text, score] of Object.entries(texts)) {
        add(scores, condition, text, score, `[${JSON.stringify(condition)}][${JSON.stringify(text)}]`);
      }
    }
    return { id: undefined, scores, readsContext: false };
  }
  if (data.id !== undefined && typeof data.id !== "string") throw misfit("id", "it is not a string");
  let readsContext = false;
  data.scores.forEach((entry: unknown, index) => {
    const path = `scores[${index}]`;
    if (!isObject(entry)) throw misfit(path, "it is not an object with condition, text and score");
    const { condition, text, context, score } = entry;
    if (typeof condition !== "string") throw misfit(`${path}.condition`, "it is not a string");
    if (typeof text !== "string") throw misfit(`${path}.text`, "it is not a string");
    if (context !== undefined && typeof context !== "string") throw misfit(`${path}.context`, "it is not a string");
    readsContext ||= context !== undefined;
    add(scores, condition, context === undefined ? text : keyWith(text, context), score, `${path}.score`);
  });
  return { id: data.id, scores, readsContext };
}

const misfit = (path: string, problem: string) => readError("SXP4008", { path, problem });

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (failure) {
    throw readError(
      "SXP4007",
      { problem: failure instanceof Error ? failure.message : "it is no JSON" },
      undefined,
      failure,
    );
  }
}

function add(
  scores: Map<string, Map<string, number>>,
  condition: string,
  text: string,
  score: unknown,
  path: string,
): void {
  if (!isShare(score)) {
    throw misfit(path, `it is ${JSON.stringify(score) ?? "missing"}, and a score is a number from 0 to 1`);
  }
  const texts = getOrMake(scores, condition, () => new Map<string, number>());
  if (texts.has(text) && texts.get(text) !== score) throw misfit(path, `the same pair has ${texts.get(text)} before`);
  texts.set(text, score);
}

/** A scorer that records its inputs and scores. */
interface RecordingScorer extends Scorer {
  /**
   * All scores so far, to be replayed by `recordedScorer`. Throws if two trees gave one pair different scores: record one tree
   * at a time.
   */
  recording(): Recording;
  forTree(tree: Tree): RecordingScorer;
}

/** Wraps a scorer, and the scorers it binds to trees, and records every score. */
export function recordingScorer(scorer: Scorer): RecordingScorer {
  const recorded = new Map<string, RecordedScore>();
  const ids = new Set<string>();
  let conflict: RecordedScore | undefined;
  const record = (of: Scorer): RecordingScorer =>
    around(of, {
      async score(texts: readonly string[], condition: string, options: ScoreOptions) {
        const scores = await of.score(texts, condition, options);
        ids.add(of.id);
        texts.forEach((text, index) => {
          const read = of.readsContext === true ? options.contexts?.[index] : null;
          const context = read && digestOf(read);
          const key = JSON.stringify([condition, text, context ?? null]);
          const entry = { condition, text, ...(context && { context }), score: scores[index]! };
          if ((recorded.get(key)?.score ?? entry.score) !== entry.score) conflict ??= entry;
          recorded.set(key, entry);
        });
        return scores;
      },
      forTree: (tree: Tree) => record(boundTo(tree, of)),
      recording() {
        if (conflict === undefined) return { id: [...ids].join(" + "), scores: [...recorded.values()] };
        const { condition, text } = conflict;
        throw new Error(`"${text}" has two scores for "${condition}". Record one tree at a time.`);
      },
    });
  return record(scorer);
}
