import { readError } from "@semantic-xpath/tree";

/** One recorded score. */
export interface RecordedScore {
  readonly condition: string;
  readonly text: string;
  /** In [0, 1]. */
  readonly score: number;
}

/** Scores as JSON: what `recordingScorer` writes and `recordedScorer` replays. */
export interface Recording {
  /** The id of the scorer that gave them. */
  readonly id?: string;
  readonly scores: readonly RecordedScore[];
}

/** The short form for scores written by hand: condition, then text. */
export type RecordedTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Scores by condition, then text. */
export type ScoreMap = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads recorded scores in either form. Throws a ReadError that names the place: SXP4007 for malformed JSON, SXP4008 for data
 * of another shape, a score out of [0, 1], or two scores for one pair.
 */
export function readRecording(source: unknown): { id: string | undefined; scores: ScoreMap } {
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
    return { id: undefined, scores };
  }
  if (data.id !== undefined && typeof data.id !== "string") throw misfit("id", "it is not a string");
  data.scores.forEach((entry: unknown, index) => {
    const path = `scores[${index}]`;
    if (!isObject(entry)) throw misfit(path, "it is not an object with condition, text and score");
    const { condition, text, score } = entry;
    if (typeof condition !== "string") throw misfit(`${path}.condition`, "it is not a string");
    if (typeof text !== "string") throw misfit(`${path}.text`, "it is not a string");
    add(scores, condition, text, score, `${path}.score`);
  });
  return { id: data.id, scores };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
  if (typeof score !== "number" || !(score >= 0 && score <= 1)) {
    throw misfit(path, `it is ${JSON.stringify(score) ?? "missing"}, and a score is a number from 0 to 1`);
  }
  const texts = scores.get(condition) ?? new Map<string, number>();
  scores.set(condition, texts);
  if (texts.has(text) && texts.get(text) !== score) throw misfit(path, `the same pair has ${texts.get(text)} before`);
  texts.set(text, score);
}
