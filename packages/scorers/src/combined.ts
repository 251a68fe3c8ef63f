import type { Tree } from "@semantic-xpath/tree";
import type { ScoreOptions, Scorer } from "./scorer.js";

/** Cost of several scorers together. */
export const costOf = (parts: readonly Scorer[]): Scorer["cost"] =>
  parts.every(({ cost }) => cost === "cheap") ? "cheap" : "expensive";

/** Reads contexts if any of the parts does. */
export const readsContextOf = (parts: readonly Scorer[]): Pick<Scorer, "readsContext"> =>
  parts.some(({ readsContext }) => readsContext) ? { readsContext: true } : {};

/** The ids of scorers, as a part of the id of one that is made of them. */
export const idsOf = (parts: readonly Scorer[]): string => parts.map(({ id }) => id).join(", ");

/** Notes of a composite scorer: its own, then those of its parts; null if there are none. */
export function notesOf(parts: readonly Scorer[], whole?: string): string | null {
  const notes = [...(whole === undefined ? [] : [whole]), ...parts.flatMap((part) => part.notes?.() ?? [])];
  return notes.length === 0 ? null : [...new Set(notes)].join("; ");
}

/** One score for each text, of what `score` sets for the distinct ones, which it gets in the order of their first places. */
export async function scoreDistinct(
  texts: readonly string[],
  score: (distinct: readonly string[], scores: Map<string, number>) => Promise<void>,
): Promise<Float32Array> {
  const scores = new Map<string, number>();
  await score([...new Set(texts)], scores);
  return Float32Array.from(texts, (text) => scores.get(text)!);
}

/** Binds a scorer to a tree, if the scorer supports binding. */
export const boundTo = (tree: Tree, scorer: Scorer): Scorer => scorer.forTree?.(tree) ?? scorer;

/** Binds a scorer to several trees together. Null if the scorer can be bound to single trees only; then each tree gets its own. */
export function boundToAll(trees: readonly Tree[], scorer: Scorer): Scorer | null {
  if (scorer.forTrees !== undefined) return scorer.forTrees(trees);
  if (scorer.forTree === undefined) return scorer;
  return trees.length === 1 ? scorer.forTree(trees[0]!) : null;
}

/** The `forTrees` of a composite scorer, if each of its parts has one or needs no tree. */
export const forTreesOf = (
  parts: readonly Scorer[],
  made: (bound: readonly Scorer[], trees: readonly Tree[]) => Scorer,
): Pick<Scorer, "forTrees"> =>
  parts.some(({ forTree, forTrees }) => forTree !== undefined && forTrees === undefined)
    ? {}
    : {
        forTrees: (trees) =>
          made(
            parts.map((part) => part.forTrees?.(trees) ?? part),
            trees,
          ),
      };

/** Conditions of which is kept what was found out about them. */
const KEPT_CONDITIONS = 64;

/**
 * Does something once for each condition, shared by calls that come at once. Where the call that started it was cancelled, another one starts
 * again; what failed is tried again the next time.
 */
export function oncePerCondition<T>(start: (condition: string, options: ScoreOptions) => Promise<T>) {
  const recent = new Map<string, Promise<T>>();
  const begin = (condition: string, options: ScoreOptions) => {
    const started = start(condition, options);
    if (recent.size >= KEPT_CONDITIONS) recent.delete(recent.keys().next().value!);
    recent.set(condition, started);
    started.catch(() => recent.delete(condition));
    return started;
  };
  return async (condition: string, options: ScoreOptions): Promise<T> => {
    while (true) {
      const pending = recent.get(condition);
      if (pending === undefined) return begin(condition, options);
      try {
        return await pending;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (recent.has(condition)) throw error;
      }
    }
  };
}

/** A scorer around another one: it is called as that one is and does what that one does, but for what is `own`. */
export const around = <Own extends Pick<Scorer, "score">>(scorer: Scorer, own: Own) => ({
  get id() {
    return scorer.id;
  },
  cost: scorer.cost,
  ...readsContextOf([scorer]),
  ...(scorer.explain && { explain: scorer.explain.bind(scorer) }),
  ...(scorer.notes && { notes: scorer.notes.bind(scorer) }),
  ...(scorer.price && { price: scorer.price.bind(scorer) }),
  ...own,
});
