import { isOpen, type TokenKind, tokenize } from "@semantic-xpath/parser";

/**
 * Whether a query text asks for more lines: a bracket, string or comment is open, the last line ends in an operator, or a declaration
 * has no end. An empty last line ends it whatever is open; then the mistake is reported.
 */
export function wantsMore(text: string): boolean {
  if (text.trim() === "" || /\n[ \t]*$/.test(text)) return false;
  return isOpen(text) || isModuleWithoutEnd(text) || endsInOperator(text);
}

const isModuleWithoutEnd = (text: string): boolean =>
  /^\s*(?:\(:[\s\S]*?:\)\s*)*(?:declare|import)\s/.test(text) && !/;\s*(?:\(:[\s\S]*:\)\s*)*$/.test(text);

const CONTINUING: readonly TokenKind[] = ["operator"];
const CONTINUING_SIGNS = ["/", "//", ",", "::", ":=", "|"];

function endsInOperator(text: string): boolean {
  const last = tokenize(text).findLast(({ kind }) => kind !== "comment");
  if (last === undefined) return false;
  return CONTINUING.includes(last.kind) || CONTINUING_SIGNS.includes(text.slice(last.span.start, last.span.end));
}
