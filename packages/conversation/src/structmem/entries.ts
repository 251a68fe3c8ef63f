/** One sentence of memory, bound to the utterance that it was formed from. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  /** A fact, or the behaviour of the speakers towards each other. */
  readonly voice: "factual" | "relational";
  /** Id of the utterance: entries of one event share it. */
  readonly event: string;
  readonly session: string;
  readonly speaker: string;
  /** Milliseconds since 1970 in UTC. */
  readonly time: number;
}

/** An utterance with the time of its session. */
export interface Utterance {
  readonly id: string;
  readonly session: string;
  /** Milliseconds since 1970 in UTC, shared by the utterances of a session. */
  readonly sessionTime: number;
}

/** Time between two utterances of a session, in milliseconds: LightMem counts a user's and an assistant's message, 500 ms each. */
export const UTTERANCE_STEP = 1000;

/**
 * Times of utterances: each session begins at its time, and its utterances follow each other by `UTTERANCE_STEP`. Counted over whole sessions, so
 * that batches don't restart the clock.
 */
export function utteranceTimes(utterances: readonly Utterance[]): Map<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    utterances.map(({ id, session, sessionTime }) => {
      const count = counts.get(session) ?? 0;
      counts.set(session, count + 1);
      return [id, sessionTime + count * UTTERANCE_STEP];
    }),
  );
}

/** Entries of each event, by the id of the utterance, in order of time. */
export function eventsOf(entries: readonly Entry[]): Map<string, Entry[]> {
  const events = new Map<string, Entry[]>();
  for (const entry of inOrder(entries)) {
    const event = events.get(entry.event);
    if (event === undefined) events.set(entry.event, [entry]);
    else event.push(entry);
  }
  return events;
}

/** Entries by time, then by id. */
export function inOrder<T extends Pick<Entry, "time" | "id">>(entries: readonly T[]): T[] {
  return entries.toSorted((left, right) => left.time - right.time || (left.id < right.id ? -1 : 1));
}
