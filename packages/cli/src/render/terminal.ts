import { inspect } from "node:util";
import type { Io, Output } from "../io.js";

/**
 * Guard of the terminal. Data, queries, names of files and answers of scorers may come from strangers. A control character in them could
 * move the cursor, change colours or write to the clipboard, and one of writing direction could show a text as another. So every output
 * makes them visible, as `\u001b` (which is also the JSON form), except those that we write ourselves: these have a secret mark before
 * them.
 */
const MARK = `\u001b[${Array.from(crypto.getRandomValues(new Uint16Array(8)), (some) => some % 10_000).join(";")}m`;

/** Control characters but tab and line feed, and those of writing direction. */
const UNSAFE = String.raw`[^\P{Cc}\n\t]|\p{Bidi_Control}`;
const UNMARKED = new RegExp(UNSAFE, "gu");
const MAYBE_MARKED = new RegExp(`${MARK.replace("[", "\\[")}(${UNSAFE})|${UNSAFE}`, "gu");

/** Codes of our own, or a text that a program reads and that must come as it is. It takes no columns more than before. */
export const verbatim = (codes: string): string => codes.replace(UNMARKED, `${MARK}$&`);

/** Most texts, in which there is nothing to look for. */
const SAFE = /^[\n\t\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2500-\u259f]*$/;

/** As it may be printed: what is not our own is made visible. */
export const printable = (text: string): string =>
  SAFE.test(text)
    ? text
    : text.replace(
        MAYBE_MARKED,
        (found, own?: string) => own ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );

/** A world that prints only printable characters. It is not spread: that would open standard input. */
export function guarded(io: Io): Io {
  const guard = (output: Output): Output => ({
    isTerminal: output.isTerminal,
    write: (text) => output.write(printable(text)),
  });
  return Object.assign(Object.create(io) as Io, { stdout: guard(io.stdout), stderr: guard(io.stderr) });
}

/** Takes away the line that the cursor is in. */
export const CLEAR_LINE = verbatim("\r\u001b[2K");

const STYLES = ["bold", "dim", "underline", "inverse", "red", "green", "yellow", "blue", "magenta", "cyan"] as const;

/** Colours, if there are any. */
export type Paint = Readonly<Record<(typeof STYLES)[number], (text: string) => string>> & {
  readonly isColorSupported: boolean;
};

export function paintOf(isColorSupported: boolean): Paint {
  const style = (name: (typeof STYLES)[number]) => {
    const [open, close] = inspect.colors[name]!.map((code) => verbatim(`\u001b[${code}m`)) as [string, string];
    // The end of an inner style with the same code would end this one too.
    return (text: string) => (isColorSupported ? open + text.replaceAll(close, close + open) + close : text);
  };
  const styles = Object.fromEntries(STYLES.map((name) => [name, style(name)])) as Omit<Paint, "isColorSupported">;
  return { ...styles, isColorSupported };
}
