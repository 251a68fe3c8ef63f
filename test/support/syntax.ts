import { parseAst } from "rolldown/parseAst";

/** A node of a syntax tree as ESTree has them; `start` and `end` are offsets in UTF-16 code units. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

/** Calls `visit` with each node of a source of TypeScript, outer ones first; a node for which it says false is left with all below it. */
export function visitSyntax(path: string, text: string, visit: (node: SyntaxNode) => boolean): void {
  const below = (node: SyntaxNode): void => {
    if (!visit(node)) return;
    for (const member of Object.values(node))
      if (isNode(member)) below(member);
      else if (Array.isArray(member)) for (const element of member) if (isNode(element)) below(element);
  };
  below(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }, path) as unknown as SyntaxNode);
}
