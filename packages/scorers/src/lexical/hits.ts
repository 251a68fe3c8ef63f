import { lowerBound } from "@semantic-xpath/tree";
import type { BestTexts, FoundTexts } from "../scorer.js";
import type { Condition } from "./condition.js";
import type { SegmentScores } from "./evaluate.js";
import type { Segment } from "./segment.js";

/** The scores of the texts of each segment that have evidence. */
type SegmentHits = ReadonlyMap<Segment, SegmentScores>;
/** Evaluation of a condition, or of a side of one, on the segments of one list. */
export interface Evaluated {
  readonly condition: Condition;
  readonly segments: Map<Segment, SegmentScores>;
  /** Answer to the last request for the best texts of an index of `size` texts. */
  best: { readonly request: Request; readonly size: number; readonly answer: FoundTexts } | null;
}

/** The best texts for a condition that affirms something, with what else it denies. */
export interface Request {
  readonly best: BestTexts;
  readonly denied: string | null;
}

export const isSame = (one: Request, { best: { count, weigh }, denied }: Request): boolean =>
  one.best.weigh === weigh && one.best.count === count && one.denied === denied;

/** Entries of postings that were read now to find texts, and texts that were scored for it, now or before. */
export type Use = Required<Pick<FoundTexts, "postings" | "scored">>;

/** A column of zeros, one for each text; its users leave zeros, and do not wait meanwhile. */
let zeros = new Float32Array(0);

function columnOf(size: number): Float32Array {
  if (zeros.length < size) zeros = new Float32Array(size * 2);
  return zeros;
}

function eachHit(
  segments: readonly Segment[],
  scores: SegmentHits,
  visit: (text: number, score: number) => void,
): void {
  let first = 0;
  for (const segment of segments) {
    const hits = scores.get(segment)!;
    for (let i = 0; i < hits.texts.length; i++) visit(first + hits.texts[i]!, hits.scores[i]!);
    first += segment.size;
  }
}

/** The scores of some texts, out of `size`. */
export function scoresOf(
  segments: readonly Segment[],
  scored: SegmentHits,
  numbers: Int32Array,
  size: number,
): Float32Array {
  const scores = new Float32Array(numbers.length);
  const column = columnOf(size);
  eachHit(segments, scored, (text, score) => {
    column[text] = score;
  });
  for (let i = 0; i < numbers.length; i++) scores[i] = column[numbers[i]!]!;
  eachHit(segments, scored, (text) => {
    column[text] = 0;
  });
  return scores;
}

/** Texts that have evidence and are wanted. */
export function textsOf(
  segments: readonly Segment[],
  { segments: scores, postings, scored }: { readonly segments: SegmentHits } & Use,
  isWanted: (text: number, score: number) => boolean = () => true,
): FoundTexts {
  const numbers: number[] = [];
  const best: number[] = [];
  eachHit(segments, scores, (text, score) => {
    if (!isWanted(text, score)) return;
    numbers.push(text);
    best.push(score);
  });
  return { numbers: new Int32Array(numbers), scores: new Float32Array(best), postings, scored, others: 0 };
}

/** The best texts by what is left of their scores for what is affirmed. */
export const lessDenied = ({ count, weigh }: BestTexts, { numbers, scores }: FoundTexts): BestTexts => ({
  count,
  weigh(number, score) {
    const at = lowerBound(numbers, number);
    return weigh(number, numbers[at] === number ? Math.fround(score * (1 - scores[at]!)) : score);
  },
});

/** Affirmed texts, all if that is null, without the denied ones. */
export function without(affirmed: FoundTexts | null, denied: FoundTexts): FoundTexts {
  if (affirmed === null) return { ...denied, scores: denied.scores.map((score) => 1 - score), others: 1 };
  const postings = affirmed.postings! + denied.postings!;
  const scored = affirmed.scored! + denied.scored!;
  let at = 0;
  const scores = affirmed.scores.map((score, i) => {
    while (at < denied.numbers.length && denied.numbers[at]! < affirmed.numbers[i]!) at++;
    return denied.numbers[at] === affirmed.numbers[i] ? score * (1 - denied.scores[at]!) : score;
  });
  return { ...affirmed, scores, postings, scored };
}
