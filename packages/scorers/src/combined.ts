import { getOrMake, runError, type Tree } from "@semantic-xpath/tree";
import type { ScoreOptions, Scorer } from "./scorer.js";

/** Cost of several scorers together. */
export const costOf = (parts: readonly Scorer[]): Scorer["cost"] =>
  parts.every(({ cost }) => cost === "cheap") ? "cheap" : "expensive";

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

/** The `forTree` of a composite scorer, which is made of bound parts; none if no part needs a tree. */
export const forTreeOf = (
  parts: readonly Scorer[],
  made: (bound: readonly Scorer[]) => Scorer,
): Pick<Scorer, "forTree"> =>
  parts.some(({ forTree }) => forTree !== undefined)
    ? { forTree: (tree) => made(parts.map((part) => boundTo(tree, part))) }
    : {};

/** A scorer that scores on a tree alone: it binds its parts, once for each tree. `why`: what the tree is for. */
export function onTree(
  parts: readonly Scorer[],
  { why, idOf, made }: { why: string; idOf(): string; made(bound: readonly Scorer[], tree: Tree): Scorer },
): Scorer {
  const bound = new WeakMap<Tree, Scorer>();
  return {
    get id() {
      return idOf();
    },
    cost: costOf(parts),
    async score() {
      const reason = `${why}. Score within a run, or bind it with forTree(tree).`;
      throw runError("SXP4001", { scorer: idOf(), reason });
    },
    forTree: (tree) =>
      getOrMake(bound, tree, () =>
        made(
          parts.map((part) => boundTo(tree, part)),
          tree,
        ),
      ),
  };
}

/** Maximum conditions of which is kept what was found out about them. */
const MAX_CONDITIONS = 64;

/**
 * Does something once for each condition, shared by calls that come at once. Where the call that started it was cancelled, another one starts
 * again; what failed is tried again the next time.
 */
export function oncePerCondition<T>(start: (condition: string, options: ScoreOptions) => Promise<T>) {
  const recent = new Map<string, Promise<T>>();
  const begin = (condition: string, options: ScoreOptions) => {
    const started = start(condition, options);
    if (recent.size >= MAX_CONDITIONS) recent.delete(recent.keys().next().value!);
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
  ...(scorer.readsContext === true && { readsContext: true }),
  ...(scorer.explain && { explain: scorer.explain.bind(scorer) }),
  ...(scorer.notes && { notes: scorer.notes.bind(scorer) }),
  ...(scorer.price && { price: scorer.price.bind(scorer) }),
  ...own,
});
