/** Control characters and line ends that no input has; a tab is two spaces. */
const FOREIGN = /\r\n?|\t|[\u2028\u2029\u0085]|[^\P{Cc}\n]/gu;

/** What is pasted, or read from a history file, as the editor keeps text: lines end in a line feed, and nothing can move the cursor. */
export const clean = (text: string): string =>
  text.replace(FOREIGN, (found) => {
    if (found === "\t") return "  ";
    return found.startsWith("\r") || LINE_ENDS.has(found) ? "\n" : "";
  });

const LINE_ENDS = new Set(["\u2028", "\u2029", "\u0085"]);
