import type { ModelAnswer } from "@semantic-xpath/llm";

/** Confidences of the first, second and third reading without further evidence. */
const BY_PLACE: readonly (readonly number[])[] = [[0.9], [0.6, 0.3], [0.5, 0.25, 0.15]];
/** Each round of repair makes it less sure. */
const BY_ROUND = 0.85;

/**
 * The confidence of a reading, in [0, 1]: by its place, less for each round of repair, and by the probability of its own words, if the
 * server reports it: the geometric mean of the probabilities of the tokens that make up `said`.
 */
export function confidenceOf(answer: ModelAnswer, said: string, place: number, count: number, rounds: number): number {
  const base = BY_PLACE[Math.min(count, 3) - 1]?.[place] ?? 0;
  return base * BY_ROUND ** rounds * (probabilityOf(answer, said) ?? 1);
}

function probabilityOf({ logprobs, text }: ModelAnswer, said: string): number | null {
  if (logprobs === undefined) return null;
  const joined = logprobs.map(({ token }) => token).join("");
  const quoted = [JSON.stringify(said).slice(1, -1), said].find((each) => each !== "" && joined.includes(each));
  if (quoted === undefined || text === "") return null;
  const from = joined.indexOf(quoted);
  const to = from + quoted.length;
  let [at, sum, count] = [0, 0, 0];
  for (const { token, logprob } of logprobs) {
    const end = at + token.length;
    if (end > from && at < to) {
      sum += Math.min(0, logprob);
      count++;
    }
    at = end;
  }
  return count === 0 ? null : Math.exp(sum / count);
}
