import type { Declaration, Span } from "@semantic-xpath/parser";
import type { QuerySource } from "./query.js";

/** A declared query as one chooses it. */
export interface DeclaredQuery {
  readonly name: string;
  /** `day_plan($n as number)` */
  readonly signature: string;
  /** The comment right before it, in one line; empty where there is none. */
  readonly comment: string;
  readonly span: Span;
}

/** The declared queries of a document, in order; those without a name can't be chosen. */
export function declaredQueries({ ast, text }: QuerySource): readonly DeclaredQuery[] {
  return ast.declarations.flatMap((declaration) => {
    if (declaration.name.kind === "Missing") return [];
    const parameters = declaration.parameters.map(({ name, type }) => `$${name}${type === null ? "" : ` as ${type}`}`);
    const name = declaration.name.text;
    const comment = commentBefore(declaration, ast.comments, text);
    return [{ name, signature: `${name}(${parameters.join(", ")})`, comment, span: declaration.span }];
  });
}

function commentBefore({ span }: Declaration, comments: QuerySource["ast"]["comments"], text: string): string {
  const before = comments.findLast((comment) => comment.span.end <= span.start);
  if (before === undefined || text.slice(before.span.end, span.start).trim() !== "") return "";
  return before.text.slice(2, -2).replaceAll(/\s+/g, " ").trim();
}

/** Whether a place concerns a declared query: it is in it, or in none. */
export function within(query: DeclaredQuery, { start, end }: Span, all: readonly DeclaredQuery[]): boolean {
  const isIn = ({ span }: DeclaredQuery): boolean => start >= span.start && end <= span.end;
  return isIn(query) || !all.some(isIn);
}
