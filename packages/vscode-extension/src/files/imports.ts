/** The place of an import's path in a document, quotes included; null if it imports none. */
export function importOf(
  text: string,
  what: "data" | "schema",
): { readonly start: number; readonly end: number } | null {
  const found = new RegExp(`\\bimport\\s+${what}\\s+("(?:[^"]|"")*"|'(?:[^']|'')*')`).exec(withoutComments(text));
  if (found === null) return null;
  const end = found.index + found[0].length;
  return { start: end - found[1]!.length, end };
}

/** The text with its comments blanked, so that places stay. */
function withoutComments(text: string): string {
  let depth = 0;
  return text.replaceAll(/\(:|:\)|[^\n]/g, (piece) => {
    if (piece === "(:") depth++;
    else if (piece === ":)" && depth > 0) depth--;
    else if (depth === 0) return piece;
    return " ".repeat(piece.length);
  });
}

/** The path from a file to another one, with slashes. */
export function relativePath(from: string, to: string): string {
  const [start, end] = [from.split("/").slice(0, -1), to.split("/")];
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++;
  return [...start.slice(common).map(() => ".."), ...end.slice(common)].join("/");
}
