import { nearest, type Vector } from "../vectors.js";

/** Earlier entries that an entry may make obsolete, nearest first. */
export interface QueuedUpdate {
  readonly id: string;
  readonly score: number;
}

export interface TimedVector {
  readonly id: string;
  readonly time: number;
  readonly vector: Vector;
}

/** Neighbours read for a queue, the entry itself among them, and entries that a queue keeps. */
const READ = 20;
const MAX_QUEUE = 10;
/** Cosine from which an entry is reconsidered. */
export const DEFAULT_UPDATE_SCORE = 0.9;

/** For each entry the nearest entries that are not later than it (LightMem's offline update). */
export function updateQueues(entries: readonly TimedVector[]): Map<string, QueuedUpdate[]> {
  return new Map(
    entries.map((entry) => {
      const earlier = entries.filter(({ time }) => time <= entry.time).map(({ id, vector }) => [id, vector] as const);
      const queue = nearest(entry.vector, earlier, READ)
        .filter(({ key }) => key !== entry.id)
        .slice(0, MAX_QUEUE);
      return [entry.id, queue.map(({ key, similarity }) => ({ id: key, score: similarity }))];
    }),
  );
}

/** Entries to reconsider, each with the entries whose queues name it with at least `score`. */
export function reconsidered(
  queues: ReadonlyMap<string, readonly QueuedUpdate[]>,
  score = DEFAULT_UPDATE_SCORE,
): Map<string, string[]> {
  const sources = new Map<string, string[]>();
  for (const [source, queue] of queues) {
    for (const queued of queue) {
      if (queued.score < score) continue;
      const named = sources.get(queued.id);
      if (named === undefined) sources.set(queued.id, [source]);
      else named.push(source);
    }
  }
  return sources;
}
