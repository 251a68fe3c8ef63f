import type { AstNode, Diagnostic, Parameter } from "@semantic-xpath/parser";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";
import type { ExpressionKind, TypeSet } from "./checked.js";

/** What the checks of one query share: what is known at the start, and the tables that they fill. */
export interface CheckContext {
  /** Null without a schema: then every set of nodes is unknown. */
  readonly schema: SchemaTypes | null;
  /** The declared parameters; null for a bare query, where any `$name` may be given. */
  readonly parameters: readonly Parameter[] | null;
  readonly types: Map<AstNode, TypeSet>;
  readonly kinds: Map<AstNode, ExpressionKind>;
  readonly diagnostics: Diagnostic[];
}

/** The nodes that a place can hold; null where that is unknown, because of no schema or a mistake already reported. */
export type Nodes = PossibleNodes | null;
