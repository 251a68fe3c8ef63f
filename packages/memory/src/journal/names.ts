/**
 * What the files of a journal are called. A generation is `3-k2j4h5g6`: its number, and letters that tell apart those who wanted to be the third.
 * Its files are `3-k2j4h5g6.000000000017`, the event 17, and `3-k2j4h5g6.000000000001-000000000016`, a pack of events.
 * `3-k2j4h5g6.end` says that the generation is over and which one follows.
 *
 * Packs are aligned: one of level k holds the events from `i·16^k + 1` to `(i + 1)·16^k`. So the names of all files that may hold an event are known
 * without a list, and since a file is removed only after one of a higher level with the same events has been published, whoever looks for them
 * from the lowest level up finds the event, whatever others do meanwhile. (A list may show neither: what was removed, nor what came.)
 */
export const STORE_FILE = "memory.json";
export const PACK = 16;
export const LEVELS = 6;

const DIGITS = 12;
const TAG = 8;

export interface FileName {
  readonly generation: string;
  readonly first: number;
  readonly last: number;
}

export const looseName = (generation: string, event: number): string => `${generation}.${digits(event)}`;

export const packName = (generation: string, first: number, last: number): string =>
  first === last ? looseName(generation, first) : `${generation}.${digits(first)}-${digits(last)}`;

export const endName = (generation: string): string => `${generation}.end`;

/** The pack of a level that holds an event, whether or not it is there. */
export function packOf(generation: string, event: number, level: number): string {
  const count = PACK ** level;
  const first = Math.floor((event - 1) / count) * count + 1;
  return packName(generation, first, first + count - 1);
}

const FILE = /^(\d{1,9}-[0-9a-z]{8})\.(\d{12})(?:-(\d{12}))?$/;
const END = /^(\d{1,9}-[0-9a-z]{8})\.end$/;
const GENERATION = /^\d{1,9}-[0-9a-z]{8}$/;

/** What a name says; null if it is not the name of a file with events. */
export function parseName(name: string): FileName | null {
  const [, generation, first, last] = FILE.exec(name) ?? [];
  if (generation === undefined) return null;
  return { generation, first: Number(first), last: Number(last ?? first) };
}

/** The generation that ends with this file; null for other names. */
export const endedBy = (name: string): string | null => END.exec(name)?.[1] ?? null;

export const isGeneration = (text: unknown): text is string => typeof text === "string" && GENERATION.test(text);

export const generationNumber = (generation: string): number => Number.parseInt(generation, 10);

/** A name for a generation that nobody else has given. */
export function newGeneration(number: number): string {
  const letters = crypto.getRandomValues(new Uint8Array(TAG));
  return `${number}-${[...letters].map((byte) => (byte % 36).toString(36)).join("")}`;
}

const digits = (event: number): string => String(event).padStart(DIGITS, "0");
