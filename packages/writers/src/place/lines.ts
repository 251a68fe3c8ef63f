/** Line break of a text: that of its first line. */
export function newlineOf(text: string): string {
  const at = text.indexOf("\n");
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

/** The blanks before a place where they are all that stands on its line before it, else null. */
export function indentationBefore(text: string, at: number): string | null {
  let start = at;
  while (isBlank(text[start - 1])) start--;
  return start === 0 || text[start - 1] === "\n" ? text.slice(start, at) : null;
}

/** The blanks that the line of a place begins with. */
export function indentationOfLine(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let end = start;
  while (isBlank(text[end])) end++;
  return text.slice(start, end);
}

/** The first indentation of the text with a width; two spaces without one. */
export function unitOf(text: string): string {
  return /^(?:\t|[ ]{1,8})(?=[^\s])/m.exec(text)?.[0] ?? "  ";
}

/** The white space before a place, if it contains a line break; else null. */
export function breakBefore(text: string, at: number): string | null {
  const start = startOfSpace(text, at);
  const space = text.slice(start, at);
  const line = space.lastIndexOf("\n");
  if (line < 0) return null;
  return space.slice(space[line - 1] === "\r" ? line - 1 : line);
}

export function startOfSpace(text: string, at: number): number {
  let start = at;
  while (start > 0 && " \t\r\n".includes(text[start - 1]!)) start--;
  return start;
}

export function endOfSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && " \t\r\n".includes(text[end]!)) end++;
  return end;
}
