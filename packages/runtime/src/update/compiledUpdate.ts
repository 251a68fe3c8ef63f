import { type AstNode, type Parameter, print, type Update } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { CompiledQuery } from "../compiledQuery.js";
import { type ExplainedUpdate, explainUpdateJson, explainUpdateMermaid, explainUpdateText } from "./explainUpdate.js";
import type { Operation } from "./operation.js";
import { operationsOf } from "./operationsOf.js";
import { type PendingOptions, type PendingUpdate, pendingUpdate } from "./pending.js";

interface Parts {
  readonly ast: Update;
  readonly text: string;
  readonly schema: Schema | null;
  readonly parameters: readonly Parameter[] | null;
  readonly parts: ReadonlyMap<AstNode, CompiledQuery>;
}

/** An update that computes its changes, any number of times and in any trees. It changes nothing itself. */
export class CompiledUpdate {
  readonly ast: Update;
  /** Source text: places of diagnostics and targets count in it. */
  readonly source: string;
  readonly schema: Schema | null;
  /** The declared parameters; null for a bare update, which takes any. */
  readonly parameters: readonly Parameter[] | null;
  /** The queries that find its nodes and values, by the path or value. */
  readonly parts: ReadonlyMap<AstNode, CompiledQuery>;
  #operations: readonly Operation[] | undefined;

  constructor({ ast, text, schema, parameters, parts }: Parts) {
    this.ast = ast;
    this.source = text;
    this.schema = schema;
    this.parameters = parameters;
    this.parts = parts;
  }

  /** Its canonical text. */
  get text(): string {
    return print(this.ast);
  }

  /** The update as plain data. */
  get operations(): readonly Operation[] {
    this.#operations ??= operationsOf(this.ast);
    return this.#operations;
  }

  /** True if finding its nodes may call a scorer. */
  get isSemantic(): boolean {
    return [...this.parts.values()].some(({ isSemantic }) => isSemantic);
  }

  /**
   * Changes of the update: the edits, and the nodes of each primitive with their confidence. Every path and value is evaluated on the
   * unchanged tree. A path that leads to no node, to several, or to an uncertain one gives no edits, and a diagnostic that names it.
   * Rejects as `CompiledQuery.run` does.
   */
  pending(tree: Tree, options: PendingOptions = {}): Promise<PendingUpdate> {
    return pendingUpdate(this, tree, options);
  }

  explain(format?: "text" | "mermaid"): string;
  explain(format: "json"): ExplainedUpdate;
  explain(format: "text" | "json" | "mermaid" = "text"): string | ExplainedUpdate {
    if (format === "json") return explainUpdateJson(this);
    return format === "mermaid" ? explainUpdateMermaid(this) : explainUpdateText(this);
  }
}
