/** White space as XML and XPath have it: a no-break space, for one, is a character like any other. */
const RUNS = /[ \t\r\n]+/g;
/** Searches for a fixed text go many characters at a time, which no expression does. */
const isUneven = (text: string): boolean =>
  text.includes("\n") || text.includes("  ") || text.includes("\t") || text.includes("\r");

/** Collapses runs of white space into one space each; what is at the ends stays as one space. */
export const collapseSpace = (text: string): string => (isUneven(text) ? text.replace(RUNS, " ") : text);

/** Takes one space from either end. */
export function trimSpace(text: string): string {
  const start = text.charCodeAt(0) === 32 ? 1 : 0;
  const end = text.length > start && text.charCodeAt(text.length - 1) === 32 ? text.length - 1 : text.length;
  return start === 0 && end === text.length ? text : text.substring(start, end);
}
