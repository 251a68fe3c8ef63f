/** What was read at a place of a text, and where it ends. */
export interface Scan<T> {
  readonly value: T;
  readonly end: number;
}

/** What a sticky pattern matches at a place. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The value that is the whole text, null if it is not. */
export const whole = <T>(scan: Scan<T> | null, text: string): T | null =>
  scan !== null && scan.end === text.length ? scan.value : null;
