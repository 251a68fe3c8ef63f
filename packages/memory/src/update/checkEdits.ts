import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { type EditProblem, validate, validateEdits } from "@semantic-xpath/readers/schema";
import { type AppliedEdits, type Edit, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { type NearDuplicate, nearDuplicates } from "./nearDuplicates.js";
import type { WritingOptions } from "./updateOptions.js";
import type { BrokenOccurrence } from "./updateResult.js";

/** Result of the checks of edits. An error among the diagnostics refuses them. */
interface Checked {
  readonly broken: readonly BrokenOccurrence[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOWHERE = { start: 0, end: 0 };

/** The tree after edits against its schema, as far as they touched it. A bound that is broken is for the caller to allow. */
export function checkEdits(
  tree: Tree,
  edits: readonly Edit[],
  applied: AppliedEdits,
  schema: Schema | null,
  { onBroken = "refuse" }: WritingOptions,
): Checked {
  if (schema === null) return { broken: [], diagnostics: [] };
  const after = applied.version.toTree();
  const broken: BrokenOccurrence[] = [];
  const diagnostics = validateEdits(tree, edits, applied, schema).map((problem) => {
    if (problem.broken === null) return problem.diagnostic;
    const brokenOccurrence = occurrence(after, problem);
    const isAllowed =
      schema.strict !== true && (typeof onBroken === "function" ? onBroken(brokenOccurrence) : onBroken === "allow");
    broken.push({ ...brokenOccurrence, isAllowed });
    return isAllowed
      ? diagnose("SXP5031", NOWHERE, brokenOccurrence)
      : diagnose("SXP5030", NOWHERE, { ...brokenOccurrence, isStrict: schema.strict === true });
  });
  return { broken, diagnostics };
}

function occurrence(after: Tree, { node, broken }: EditProblem): BrokenOccurrence {
  const { type, bound, limit, count, countBefore: before } = broken!;
  const [path, key] = [nodePath(after, node), after.keyOf(node) || null];
  return { path, key, type, bound, limit, before, after: count, isAllowed: false };
}

/** Everything in a tree that is against a schema. */
export const checkWhole = (tree: Tree, schema: Schema | null): readonly Diagnostic[] =>
  schema === null ? [] : validate(tree, schema, { limit: Number.POSITIVE_INFINITY });

/** Edits without those that insert what is there already, if that is asked for, and what was found. */
interface Deduplicated extends Pick<Checked, "diagnostics"> {
  readonly edits: readonly Edit[];
  readonly duplicates: readonly NearDuplicate[];
}

/** @param isGone says of a node of the tree whether it is removed or superseded: such may be said again */
export function withoutDuplicates(
  tree: Tree,
  edits: readonly Edit[],
  isGone: (node: NodeId) => boolean,
  schema: Schema | null,
  { duplicates: wanted = "report", duplicateThreshold }: WritingOptions,
): Deduplicated {
  const duplicates = nearDuplicates(tree, edits, schema, defined({ threshold: duplicateThreshold, isGone }));
  const isSkipped = (i: number): boolean =>
    wanted === "skip" && edits[i]!.kind === "insert" && duplicates.some(({ edit }) => edit === i);
  const best = duplicates.filter(({ edit }, i) => duplicates.findIndex((each) => each.edit === edit) === i);
  return {
    edits: edits.filter((_, i) => !isSkipped(i)),
    duplicates,
    diagnostics: best.map(({ content, path, similarity, edit }) => {
      const facts = { content, path: path || "another node of this update", percent: percentOf(similarity) };
      return wanted === "refuse"
        ? diagnose("SXP5033", NOWHERE, facts)
        : diagnose("SXP5032", NOWHERE, { ...facts, isSkipped: isSkipped(edit) });
    }),
  };
}

/** 100 only for equal texts. */
const percentOf = (similarity: number): number => (similarity === 1 ? 100 : Math.min(99, Math.round(similarity * 100)));
