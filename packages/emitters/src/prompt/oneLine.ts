/** A text on one line without control characters, cut with an ellipsis after `most` characters. */
export function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
