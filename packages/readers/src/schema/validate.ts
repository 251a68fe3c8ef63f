import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import { checkReferences } from "../checkReferences.js";
import { foldFields } from "../foldFields.js";
import { NodeChecks } from "./nodeChecks.js";

export interface ValidateOptions {
  /** Maximum number of diagnostics. Default 100. */
  readonly limit?: number;
}

/**
 * Violations of a schema in a tree, node by node in document order, each as SXP4008 with the path of the node and its span (nowhere for a tree
 * without spans). They are unknown types, and children that are not allowed under their parent or are too few or too many. Also attributes that are
 * missing, unknown or have an unsuitable value, and text where none may be. A node of unknown type is reported once and its content not at all. Field
 * elements count as attributes, folded or not. After these come references that lead to no node (SXP4025) or to one of another type (SXP4026), and
 * repeated ids (SXP4027).
 */
export function validate(tree: Tree, schema: Schema, { limit = 100 }: ValidateOptions = {}): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const checks = new NodeChecks(tree, schema, ({ at, problem }) => {
    if (diagnostics.length < limit) diagnostics.push(schemaProblem(tree, at, problem));
  });
  for (let node = 1; node <= tree.size && diagnostics.length < limit; ) node = checks.check(node);
  return [...diagnostics, ...checkReferences(foldFields(tree, schema), schema, limit - diagnostics.length)];
}

/** SXP4008 at a node. */
export const schemaProblem = (tree: Tree, at: NodeId, problem: string): Diagnostic =>
  diagnose("SXP4008", tree.node(at).span ?? { start: 0, end: 0 }, { path: nodePath(tree, at), problem });
