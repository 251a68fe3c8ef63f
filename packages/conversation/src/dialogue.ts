/** A range of a turn's text in UTF-16 units, end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One message of a conversation, as a caller hands it over. */
export interface TurnInput {
  /** Unique in its session. */
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** ISO 8601. Default: the date of the session. */
  readonly time?: string;
  /** Place in the session, from 1. Default: by time, by the number at the end of the ids, or by arrival. */
  readonly place?: number;
}

/** Turns of one occasion. A session may arrive in parts: turns that it already has are ignored. */
export interface SessionInput {
  readonly id: string;
  /** ISO 8601 day, or day and time, of the first turn. */
  readonly date: string;
  /** IANA name of the time zone of `date`, for display only. */
  readonly zone?: string;
  readonly turns: readonly TurnInput[];
}

/** A turn in its session. */
export interface Turn {
  /** Unique in the memory: session, "/" and the id of the turn. */
  readonly id: string;
  /** The id as the caller gave it. */
  readonly ref: string;
  readonly session: string;
  readonly speaker: string;
  readonly text: string;
  /** ISO 8601: that of the turn, or of its session. */
  readonly time: string;
  readonly place: number | null;
}

export interface Session {
  readonly id: string;
  readonly date: string;
  readonly zone: string | null;
  /** In order of the conversation. */
  readonly turns: readonly Turn[];
}

/** The id of a turn in the memory. */
export const turnId = (session: string, ref: string): string => `${session}/${ref}`;

/** The day of a date or an instant in ISO 8601. */
export const dayOf = (time: string): string => time.slice(0, 10);

/**
 * Turns of one session in order of the conversation: by place if all have one, else by time if all have different ones. Else by the number at
 * the end of their ids if those differ only in it, else in the order of arrival.
 */
export function inOrder(turns: readonly Turn[]): readonly Turn[] {
  const numbers = keysOf(turns, ({ place }) => place) ?? keysOf(turns, ownTime) ?? keysOf(turns, numberOf);
  if (numbers === null) return turns;
  return turns
    .map((turn, i) => ({ turn, key: numbers[i]! }))
    .sort((a, b) => a.key - b.key)
    .map(({ turn }) => turn);
}

/** A different number for each turn; null if one has none or two have the same. */
function keysOf(turns: readonly Turn[], keyOf: (turn: Turn) => number | null): number[] | null {
  const keys: number[] = [];
  const seenKeys = new Set<number>();
  for (const turn of turns) {
    const key = keyOf(turn);
    if (key === null || Number.isNaN(key) || seenKeys.has(key)) return null;
    seenKeys.add(key);
    keys.push(key);
  }
  return keys;
}

const ownTime = ({ time }: Turn): number | null => (time.length > 10 ? Date.parse(time) : null);

const numberOf = ({ ref }: Turn): number | null => {
  let start = ref.length;
  while (start > 0 && ref[start - 1]! >= "0" && ref[start - 1]! <= "9") start--;
  return start === ref.length ? null : Number(ref.slice(start));
};
