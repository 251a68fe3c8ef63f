/** Result of reading at a place of a text, with its end. */
export interface Scan<T> {
  readonly value: T;
  readonly end: number;
}

/** Match of a sticky pattern at a place. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The value that is the whole text, null if it is not. */
export const wholeText = <T>(scan: Scan<T> | null, text: string): T | null =>
  scan !== null && scan.end === text.length ? scan.value : null;
