import { type Rules, whole } from "../../options.js";

/**
 * Reading of texts that are longer than a model takes, in windows: the score is that of the best window, since one passage that answers makes a
 * text relevant (MaxP of Z. Dai, J. Callan, "Deeper Text Understanding for IR with Contextual Neural Language Modeling", SIGIR 2019).
 */
export interface WindowOptions {
  /** Windows of a text, at most; what comes after them is not read, and `notes` says so. From 1 to 1024; default 32. */
  readonly maxWindows?: number;
}

export const WINDOWS: Rules & Record<keyof WindowOptions, Rules[string]> = { maxWindows: whole(1, 1024) };

export const windowLimit = ({ maxWindows = 32 }: WindowOptions): number => maxWindows;

/** Neighbouring windows share an eighth: a sentence or two of 512 tokens, so that what is said across an edge is whole in one of them. */
const SHARED = 8;

interface Cutting {
  /** Tokens of a window. */
  readonly room: number;
  readonly limit: number;
  /** Beginning of each window but the first, which has it already. */
  lead(): readonly number[];
}

/**
 * Windows over the tokens that `read` gives (at least the first `needed`, where there are as many). All are full but the only one of a short
 * text: the last one reaches back.
 */
export function windowsOf(
  read: (needed: number) => readonly number[],
  { room, limit, lead }: Cutting,
): { readonly windows: readonly (readonly number[])[]; readonly isCut: boolean } {
  const step = (width: number): number => Math.max(1, width - Math.floor(width / SHARED));
  const tokens = read(room + (limit - 1) * step(room) + 1);
  if (tokens.length <= room) return { windows: [tokens], isCut: false };
  const first = tokens.slice(0, room);
  const before = limit === 1 ? [] : lead().slice(0, room - 1);
  const width = room - before.length;
  const windows = [first];
  let end = room;
  while (end < tokens.length && windows.length < limit) {
    const from = Math.min(end - (width - step(width)), tokens.length - width);
    windows.push([...before, ...tokens.slice(from, from + width)]);
    end = from + width;
  }
  return { windows, isCut: end < tokens.length };
}

/** Beginning of the note about texts that were not read to their end. */
export const cutNote = (longest: number, limit: number): string =>
  limit === 1
    ? `texts of more than ${longest} tokens were cut there`
    : `texts of more than ${limit} windows of ${longest} tokens were cut there`;
