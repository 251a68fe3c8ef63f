import type { CharSet } from "./charSet.js";
import type { PatternNode } from "./syntax.js";

/** An automaton after Thompson: each instruction continues with the next one, or with the one that it names. */
export type Instruction =
  | { readonly kind: "Set"; readonly set: CharSet }
  | { readonly kind: "LineStart" | "LineEnd" | "Match" }
  /** Keeps the place in the text: of the start of group `n` at 2n, of its end at 2n + 1. */
  | { readonly kind: "Save"; readonly slot: number }
  | { kind: "Jump"; to: number }
  /** Goes on here and there; `prefersThere` says what a match is rather made of. */
  | { kind: "Split"; to: number; prefersThere: boolean };

/** Instructions of the largest pattern. */
const MAX_INSTRUCTIONS = 10_000;

/** The instructions of a pattern; null beyond the limit. Bounds repeat what they bound. Without groups none saves a place. */
export function assemble(node: PatternNode, withGroups = false): readonly Instruction[] | null {
  if (sizeOf(node) > MAX_INSTRUCTIONS) return null;
  const program: Instruction[] = [];
  emit(node, program, withGroups);
  program.push({ kind: "Match" });
  return program;
}

/** Number of groups of a pattern. */
export function groupsOf(node: PatternNode): number {
  switch (node.kind) {
    case "Sequence":
    case "Choice":
      return node.nodes.reduce((sum, one) => sum + groupsOf(one), 0);
    case "Group":
      return 1 + groupsOf(node.node);
    case "Repeat":
      return groupsOf(node.node);
    default:
      return 0;
  }
}

/** At least the number of instructions. Nothing counts as one, so that repeating it has an end. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "Sequence":
    case "Choice":
      return node.nodes.reduce((sum, one) => sum + sizeOf(one) + 2, 1);
    case "Repeat":
      return (sizeOf(node.node) + 2) * Math.max(1, Number.isFinite(node.max) ? node.max : node.min + 1);
    case "Group":
      return sizeOf(node.node) + 2;
    default:
      return 1;
  }
}

function emit(node: PatternNode, into: Instruction[], withGroups: boolean): void {
  switch (node.kind) {
    case "Sequence":
      for (const one of node.nodes) emit(one, into, withGroups);
      return;
    case "Choice":
      emitChoice(node.nodes, into, withGroups);
      return;
    case "Repeat":
      emitRepeat(node, into, withGroups);
      return;
    case "Group":
      if (withGroups) into.push({ kind: "Save", slot: 2 * node.group });
      emit(node.node, into, withGroups);
      if (withGroups) into.push({ kind: "Save", slot: 2 * node.group + 1 });
      return;
    default:
      into.push(node);
  }
}

function emitChoice(nodes: readonly PatternNode[], into: Instruction[], withGroups: boolean): void {
  const ends: { to: number }[] = [];
  for (const [i, node] of nodes.entries()) {
    const split = { kind: "Split" as const, to: 0, prefersThere: false };
    const isLast = i === nodes.length - 1;
    if (!isLast) into.push(split);
    emit(node, into, withGroups);
    if (isLast) break;
    const end = { kind: "Jump" as const, to: 0 };
    into.push(end);
    ends.push(end);
    split.to = into.length;
  }
  for (const end of ends) end.to = into.length;
}

function emitRepeat(
  { node, min, max, isGreedy }: Extract<PatternNode, { kind: "Repeat" }>,
  into: Instruction[],
  withGroups: boolean,
): void {
  for (let i = 0; i < min; i++) emit(node, into, withGroups);
  const splits: { to: number }[] = [];
  const optional = (): void => {
    const split = { kind: "Split" as const, to: 0, prefersThere: !isGreedy };
    splits.push(split);
    into.push(split);
    emit(node, into, withGroups);
  };
  if (max === Number.POSITIVE_INFINITY) {
    const start = into.length;
    optional();
    into.push({ kind: "Jump", to: start });
  } else for (let i = min; i < max; i++) optional();
  for (const split of splits) split.to = into.length;
}
