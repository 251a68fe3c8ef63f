import type { AstNode, Diagnostic, Query } from "@semantic-xpath/parser";

/** A static set of node types, sorted by name; null: nothing is known (no schema, or an unknown name: then silence). */
export type TypeSet = readonly string[] | null;

/** The kind of an expression: crisp, graded, or a plain value that must be compared. */
export type ExpressionKind = "Boolean" | "Relevance" | "Value";

/** What the checks know about a query: the "typed AST" as side tables keyed by AST node. */
export interface Checked {
  readonly query: Query;
  /** For each Segment, Group, Query and Path node: the possible node types of its result. */
  readonly types: ReadonlyMap<AstNode, TypeSet>;
  /** For each Expr node: its kind. */
  readonly kinds: ReadonlyMap<AstNode, ExpressionKind>;
  readonly diagnostics: readonly Diagnostic[];
}
