import { type TokenKind, tokenize } from "@semantic-xpath/parser";

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

/** What `(`, `[`, quotes and `(:` opened and nothing closed. A closer that closes nothing is a mistake, not a reason to wait. */
function isOpen(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return true;
      at = end;
    } else if (text.startsWith("(:", at)) {
      const end = endOfComment(text, at);
      if (end === null) return true;
      at = end - 1;
    } else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") {
      if (depth === 0) return false;
      depth--;
    }
  }
  return depth > 0;
}

/** Comments nest. */
function endOfComment(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    if (pair !== "(:" && pair !== ":)") continue;
    depth += pair === "(:" ? 1 : -1;
    at++;
    if (depth === 0) return at + 1;
  }
  return null;
}
