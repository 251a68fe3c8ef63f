import type { ScoreOptions, Scorer, TextContext, TextList } from "./scorer.js";

/** Scores texts of a list by `scoreListed`; a scorer without it gets the texts and its contexts. */
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
  const selected: string[] = new Array(numbers.length);
  for (let i = 0; i < selected.length; i++) selected[i] = texts[numbers[i]!]!;
  return selected;
}

/** Contexts of the texts; undefined if the list has none. */
export function contextsIn(list: TextList, numbers: Int32Array): (TextContext | null)[] | undefined {
  return list.contextOf && Array.from(numbers, (number) => list.contextOf!(number));
}
