/** An answer of a judge: its scores, or what is wrong with it. */
export type Judgement =
  | { readonly scores: readonly number[]; readonly problem: null }
  | { readonly scores: null; readonly problem: string };

/**
 * The scores in what a judge wrote: a JSON array of `count` numbers from 0 to 1. Thoughts in `<think>`, code fences and words
 * around the array are passed over. Nothing is guessed: another length, a number out of range or two arrays are problems.
 */
export function readJudgement(answer: string, count: number): Judgement {
  const spoken = answer.replaceAll(/<think>[\s\S]*?<\/think>/g, "").replaceAll(/```[a-z]*/gi, "");
  const arrays = spoken.match(/\[[^[\]]*\]/g) ?? [];
  if (arrays.length !== 1) return { scores: null, problem: arrays.length === 0 ? "no array" : "several arrays" };
  const numbers = parse(arrays[0]!);
  if (!Array.isArray(numbers)) return { scores: null, problem: "an array that is no JSON" };
  if (numbers.length !== count) return { scores: null, problem: `${numbers.length} scores for ${count} texts` };
  const isScore = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
  if (!numbers.every(isScore)) return { scores: null, problem: "a score that is no number from 0 to 1" };
  return { scores: numbers, problem: null };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
