import { type Span, suggest } from "@semantic-xpath/parser";
import {
  type AxisOperator,
  asksScorer,
  type BracketOperator,
  describeBracket,
  describeIds,
  type IdOperator,
  type PathPlan,
  type SequencePlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import { DOCUMENT, idIndex, NONE } from "@semantic-xpath/tree";
import { pushCandidates } from "./execute/axes/axes.js";
import { driveSync } from "./execute/drive.js";
import { type Frame, IdBuffer } from "./execute/frame.js";
import { evaluateSteps } from "./execute/path.js";
import type { Run } from "./execute/run.js";
import { contributingPaths } from "./execute/valueQuery.js";

/** Place where a result became empty, in words. */
export interface Emptiness {
  /** The first operator that nothing came out of; 0: the cut by minScore or limit. */
  readonly operatorId: number;
  readonly span: Span;
  readonly message: string;
}

/**
 * The first operator at which the sequence became empty, from the counts of every run. `help` is the scorer's advice if nothing was
 * relevant.
 */
export function explainEmptiness(run: Run, minScore: number, limit: number, help?: string): Emptiness {
  const { isIrrelevant = false, ...found } = whereEmpty(run, minScore, limit);
  return isIrrelevant && help !== undefined ? { ...found, message: `${found.message} ${help}` } : found;
}

/** `isIrrelevant`: every score was 0. */
interface EmptyPlace extends Emptiness {
  readonly isIrrelevant?: boolean;
}

function whereEmpty(run: Run, minScore: number, limit: number): EmptyPlace {
  const { result } = run.plan;
  if (result.kind === "Value") return emptyValue(run, result);
  const inResult = inSequence(run, result);
  if (inResult !== null) return inResult;
  const isScored = asksScorer(result);
  const message =
    limit === 0
      ? "The limit is 0."
      : !isScored
        ? "Only the document is left, which is above the root and never a result."
        : minScore > 0
          ? `Every result weighs less than the minimum score ${minScore}.`
          : "Every node that was left scored 0: its text has nothing to do with the condition, or it has no such text.";
  return { operatorId: 0, span: result.span, message, isIrrelevant: isScored && limit > 0 && minScore === 0 };
}

/** A value is nothing if a path that it is made of reaches nothing, or nothing that has the value. */
function emptyValue(run: Run, plan: ValuePlan): EmptyPlace {
  for (const path of contributingPaths(plan)) {
    const emptyPlace = inPath(run, path);
    if (emptyPlace !== null && run.once.get<Frame>(path, "frame")?.ids.length === 0) return emptyPlace;
  }
  return { operatorId: plan.id, span: plan.span, message: "A part of it has no value, so the whole has none." };
}

function inSequence(run: Run, sequence: SequencePlan): EmptyPlace | null {
  switch (sequence.kind) {
    case "Path":
      return inPath(run, sequence);
    case "Group":
      return inSequence(run, sequence.input) ?? inBrackets(run, sequence.brackets, null);
    case "Meet": {
      const before = inSequence(run, sequence.left);
      if (before !== null || run.rows[sequence.id] !== 0) return before;
      const message =
        sequence.operator === "except"
          ? "Everything before except is also after it."
          : "Nothing before intersect is also after it.";
      return { operatorId: sequence.id, span: sequence.span, message };
    }
    case "Union": {
      const places = sequence.inputs.map((input) => inSequence(run, input));
      return places.every((emptiness) => emptiness !== null) ? (places[0] ?? null) : null;
    }
  }
}

function inPath(run: Run, path: PathPlan): EmptyPlace | null {
  const start = startSequence(path);
  const before = start === null ? null : inSequence(run, start);
  if (before !== null) return before;
  for (const [at, { axis, brackets }] of path.steps.entries()) {
    const count = run.rows[axis.id];
    if (count === undefined) return null;
    const message = count === 0 ? axisMessage(run, path, at) : null;
    const place =
      message === null ? inBrackets(run, brackets, count) : { operatorId: axis.id, span: axis.span, message };
    if (place !== null) return place;
  }
  if (path.attribute === null) return null;
  const { id, span } = path.attribute;
  if (path.attribute.kind === "Computed") return null;
  if (path.attribute.kind === "KeyOf")
    return { operatorId: id, span, message: `None of the groups before it has a key "${path.attribute.name}".` };
  const missing = path.attribute.kind === "Text" ? "text of its own" : `an attribute "${path.attribute.name}"`;
  return { operatorId: id, span, message: `None of the nodes before it has ${missing}.` };
}

function axisMessage(run: Run, path: PathPlan, at: number): string {
  const { axis } = path.steps[at]!;
  if (axis.kind === "Id") return idMessage(run, path, at, axis);
  if (axis.kind === "Members") return "No group has such a member.";
  const { names } = axis.test;
  const missing = names?.filter((name) => run.tree.typeId(name) < 0) ?? [];
  if (names !== null && missing.length === names.length) return missingTypes(run, names);
  const longest = axis.take === null ? 0 : longestList(run, path, at);
  if (longest > 0) return tooShort(longest);
  return `Nothing is on the ${axis.axis} axis here${elsewhere(run, axis)}.`;
}

function idMessage(run: Run, path: PathPlan, at: number, operator: IdOperator): string {
  const longest = operator.take === null ? 0 : longestList(run, path, at);
  if (longest > 0) return tooShort(longest);
  if (idIndex(run.tree, operator.ids).nodeOfValue.every((node) => node === NONE)) {
    const names = [...new Set(operator.ids.map(({ name }) => `"${name}"`))].join(" or ");
    return `The data has no ids: no node has an attribute ${names}.`;
  }
  return `No node has an id that ${describeIds(operator)} names here.`;
}

const tooShort = (longest: number): string =>
  `The longest list of candidates here has ${longest}, so nothing is at that position.`;

function missingTypes({ tree }: Run, names: readonly string[]): string {
  const near = suggest(names[0]!, tree.typeNames.slice(1));
  const hint = near.length === 0 ? "" : ` The nearest that it has: ${near.map((name) => `"${name}"`).join(", ")}.`;
  return `The data has no node of type ${names.map((name) => `"${name}"`).join(" or ")}.${hint}`;
}

/** Places where the type does occur: a wrong axis is the commonest reason. */
function elsewhere({ tree }: Run, { test }: AxisOperator): string {
  const name = test.names?.find((candidate) => tree.typeId(candidate) >= 0);
  if (name === undefined) return "";
  const type = tree.typeId(name);
  const parent = tree.shapes[type]!.soleParentType;
  const place = parent > 0 ? `, each below a "${tree.typeNames[parent]!}"` : "";
  return `: the data has ${tree.postings[type]!.length} of type "${name}"${place}, and //${name} finds them`;
}

/** The longest candidate list of a step with a pushed position, if finding it needs no scorer. */
function longestList(run: Run, path: PathPlan, at: number): number {
  const before = { ...path, steps: path.steps.slice(0, at), attribute: null };
  if (path.start.kind !== "Document" || asksScorer(before)) return 0;
  const start = { ids: Int32Array.of(DOCUMENT), weights: null, offsets: null, attributes: null };
  const contexts = driveSync(evaluateSteps({ ...run, rows: [], observer: null }, before, start));
  const last = path.steps[at]!.axis;
  if (last.kind === "Members") return 0;
  const axis = { ...run.axes.of(last), take: null };
  let longest = 0;
  for (const context of contexts.ids) {
    const out = new IdBuffer();
    pushCandidates(run.tree, axis, context, out);
    longest = Math.max(longest, out.length);
  }
  return longest;
}

function inBrackets(run: Run, brackets: readonly BracketOperator[], before: number | null): EmptyPlace | null {
  let candidates = before;
  for (const bracket of brackets) {
    const after = run.rows[bracket.id];
    if (after === undefined) return null;
    if (after === 0) {
      const candidatesText =
        candidates === null ? "any node" : candidates === 1 ? "the only node" : `any of ${candidates} nodes`;
      const message = bracketMessage(bracket, candidatesText);
      return { operatorId: bracket.id, span: bracket.span, message, isIrrelevant: bracket.kind === "Relevance" };
    }
    candidates = after;
  }
  return null;
}

function bracketMessage(bracket: BracketOperator, of: string): string {
  switch (bracket.kind) {
    case "Position":
      return `No list of candidates is long enough for ${describeBracket(bracket)}.`;
    case "Sibling":
      return `No sibling is at ${describeBracket(bracket)} from ${of}.`;
    case "Filter":
      return `${describeBracket(bracket)} does not hold for ${of}.`;
    case "Relevance":
      return `${describeBracket(bracket)} scored 0 on ${of}.`;
    case "Order":
      return `${describeBracket(bracket)} had nothing to put in order.`;
    case "GroupBy":
      return `${describeBracket(bracket)} had nothing to group.`;
  }
}
