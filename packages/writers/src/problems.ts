import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import { FORMATS } from "@semantic-xpath/readers";
import { type FormatName, type NodeId, nodePath, SemanticXPathError, type Tree } from "@semantic-xpath/tree";

const NOWHERE = { start: 0, end: 0 };

/** A tree or an edit that can't be written: it carries the diagnostic that every surface prints, whose span is in the source. */
export class WriteError extends SemanticXPathError {
  override readonly name = "WriteError";

  constructor(
    diagnostic: Diagnostic,
    /** Collisions of edits with the file, and all other diagnostics. */
    readonly diagnostics: readonly Diagnostic[] = [diagnostic],
  ) {
    super(diagnostic);
  }
}

/** SXP4031: what a format has no place for, at a node. */
export function unwritable(tree: Tree, node: NodeId, format: FormatName, problem: string): WriteError {
  const at = node >= 1 && node <= tree.size ? `${nodePath(tree, node)}: ` : "";
  const span = (node >= 1 ? tree.node(node).span : null) ?? NOWHERE;
  return new WriteError(diagnose("SXP4031", span, { format: FORMATS[format].noun, problem: `${at}${problem}` }));
}

/** A text of the data in a message: no control characters, and not long. */
export function clipped(text: string): string {
  const cut = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return JSON.stringify(cut);
}
