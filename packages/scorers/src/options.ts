/** Requirement on a value: its words for the message, and its test. */
export interface Rule {
  readonly expected: string;
  /** True if the member is required. */
  readonly isNeeded?: true;
  isFit(value: unknown): boolean;
}

export type Rules = Readonly<Record<string, Rule>>;

export const rule = (expected: string, isFit: (value: unknown) => boolean): Rule => ({ expected, isFit });

/** Tests that a value is a number from 0 to 1, such as a score. */
export const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

export const share = rule("a number from 0 to 1", isShare);
export const above0 = rule("a number above 0", (value) => Number.isFinite(value) && Number(value) > 0);
export const whole = (least: number, most?: number): Rule =>
  rule(
    `a whole number from ${least} ${most === undefined ? "up" : `to ${most}`}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && !(Number(value) > most!),
  );
export const oneOf = (...words: readonly string[]): Rule =>
  rule(words.map((word) => `"${word}"`).join(" or "), (value) => words.some((word) => word === value));
/** Bytes of memory or disk; infinity is allowed. */
export const bytes = rule("a number from 0 up", (value) => Number(value) >= 0);

/** The longest wait of a timer, in milliseconds: 24 days. A longer one would end at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Options of every scorer that calls a server. */
export const REQUESTS = {
  timeout: whole(1, LONGEST_TIMER),
  concurrency: whole(1),
  retries: whole(0),
  firstWait: whole(0, LONGEST_TIMER),
  longestWait: whole(0, LONGEST_TIMER),
};

/** Options of all that keeps vectors, of all that runs a model on this machine, and of what a server gets in batches. */
export const VECTORS = { kept: whole(0) };
export const THREADS = { threads: whole(1) };
export const BATCHES = { batchSize: whole(1) };

/** @throws RangeError for an option that breaks its rule. */
export function checkOptions(options: object, rules: Rules): void {
  for (const [name, { expected, isFit }] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && !isFit(value)) throw new RangeError(`"${name}" is ${expected}, not ${value}.`);
  }
}
