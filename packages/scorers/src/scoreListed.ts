import type { ScoreOptions, Scorer, TextContext, TextList } from "./scorer.js";

/** Scores texts of a list by whatever a scorer has for that: a scorer that knows no lists is given the texts, and its contexts. */
export function scoreListed(
  scorer: Scorer,
  list: TextList,
  numbers: Int32Array,
  condition: string,
  options: ScoreOptions,
): Promise<Float32Array> {
  if (scorer.scoreListed !== undefined) return scorer.scoreListed(list, numbers, condition, options);
  const contexts = scorer.readsContext === true ? contextsIn(list, numbers) : undefined;
  return scorer.score(textsIn(list, numbers), condition, contexts === undefined ? options : { ...options, contexts });
}

/** The texts with these numbers. */
export function textsIn({ texts }: TextList, numbers: Int32Array): string[] {
  const found: string[] = new Array(numbers.length);
  for (let i = 0; i < found.length; i++) found[i] = texts[numbers[i]!]!;
  return found;
}

/** What they are read with; undefined if the list says nothing of that. */
export function contextsIn(list: TextList, numbers: Int32Array): (TextContext | null)[] | undefined {
  return list.contextOf && Array.from(numbers, (number) => list.contextOf!(number));
}
