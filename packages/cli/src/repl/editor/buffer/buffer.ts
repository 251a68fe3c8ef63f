/** A text with a cursor, which stands between two grapheme clusters, in UTF-16 units. */
export interface Buffer {
  readonly text: string;
  readonly cursor: number;
}

export const EMPTY: Buffer = { text: "", cursor: 0 };

/** The text with the cursor behind it, or at a place. */
export const bufferOf = (text: string, cursor: number = text.length): Buffer => ({ text, cursor });

export const before = ({ text, cursor }: Buffer): string => text.slice(0, cursor);
export const behind = ({ text, cursor }: Buffer): string => text.slice(cursor);

/** The text with a stretch of it replaced, and the cursor behind the replacement. */
export const splice = ({ text }: Buffer, start: number, end: number, inserted: string): Buffer => ({
  text: text.slice(0, start) + inserted + text.slice(end),
  cursor: start + inserted.length,
});
