import type { Evidence, Group, Query } from "./nodes.js";

/** Kinds of expressions that hold or do not. */
export const CONDITION_KINDS: ReadonlySet<string> = new Set(["And", "Or", "Not", "Comparison", "Quantified"]);

/** Kinds of expressions that have a weight. */
export const SCORE_KINDS: ReadonlySet<string> = new Set(["Relevance", "Aggregate", "Combine"]);

/** True if some branch of a path or a set leads to values: attributes, own texts, or computed ones. */
export function endsInValues({ start, segments }: Evidence): boolean {
  const last = segments.at(-1)?.step.kind;
  if (last !== undefined) return last === "AttributeStep" || last === "TextStep" || last === "ComputedStep";
  return start?.kind === "Group" && start.query.paths.some(branchEndsInValues) && !isGrouped(start);
}

const branchEndsInValues = (branch: Query["paths"][number]): boolean => {
  if (branch.kind === "Missing") return false;
  if (branch.kind === "Meet") return branchEndsInValues(branch.left);
  return endsInValues({
    kind: "Evidence",
    span: branch.span,
    start: branch.start ?? branch.head,
    segments: branch.segments,
  });
};

const isGrouped = ({ brackets }: Group): boolean => brackets.some(({ content }) => content.kind === "GroupBy");
