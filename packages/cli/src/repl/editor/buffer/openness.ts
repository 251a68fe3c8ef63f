import { isOpen, tokenize } from "@semantic-xpath/parser";

/**
 * True if a query text needs more lines: a bracket, string or comment is open, the last line ends in an operator, or a declaration
 * has no end. An empty last line ends it in any state; then the mistake is reported.
 */
export function wantsMore(text: string): boolean {
  if (text.trim() === "" || /\n[ \t]*$/.test(text)) return false;
  const tokens = tokenize(text).filter(({ kind }) => kind !== "comment");
  const [first, last] = [tokens[0], tokens.at(-1)].map(
    (token) => token && text.slice(token.span.start, token.span.end),
  );
  const isModule = tokens.length > 1 && (first === "declare" || first === "import");
  return isOpen(text) || (isModule && last !== ";") || tokens.at(-1)?.kind === "operator" || CONTINUING.has(last);
}

const CONTINUING: ReadonlySet<string | undefined> = new Set(["/", "//", ",", "::", ":=", "|"]);
