import type { CharSet } from "./charSet.js";
import type { PatternNode } from "./syntax.js";

/** An automaton after Thompson: each instruction goes on to the next one, or where it says. */
export type Instruction =
  | { readonly kind: "Set"; readonly set: CharSet }
  | { readonly kind: "LineStart" | "LineEnd" | "Match" }
  | { kind: "Jump"; to: number }
  | { kind: "Split"; to: number };

/** Instructions of the largest pattern. */
const MOST_INSTRUCTIONS = 10_000;

/** The instructions of a pattern; null beyond the limit. Bounds repeat what they bound. */
export function assemble(node: PatternNode): readonly Instruction[] | null {
  if (sizeOf(node) > MOST_INSTRUCTIONS) return null;
  const program: Instruction[] = [];
  emit(node, program);
  program.push({ kind: "Match" });
  return program;
}

/** At least the number of instructions. Nothing counts as one, so that repeating it has an end. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "Sequence":
    case "Choice":
      return node.nodes.reduce((sum, one) => sum + sizeOf(one) + 2, 1);
    case "Repeat":
      return (sizeOf(node.node) + 2) * Math.max(1, Number.isFinite(node.max) ? node.max : node.min + 1);
    default:
      return 1;
  }
}

function emit(node: PatternNode, into: Instruction[]): void {
  switch (node.kind) {
    case "Sequence":
      for (const one of node.nodes) emit(one, into);
      return;
    case "Choice":
      emitChoice(node.nodes, into);
      return;
    case "Repeat":
      emitRepeat(node, into);
      return;
    default:
      into.push(node);
  }
}

function emitChoice(nodes: readonly PatternNode[], into: Instruction[]): void {
  const ends: { to: number }[] = [];
  for (const [i, node] of nodes.entries()) {
    const split = { kind: "Split" as const, to: 0 };
    const isLast = i === nodes.length - 1;
    if (!isLast) into.push(split);
    emit(node, into);
    if (isLast) break;
    const end = { kind: "Jump" as const, to: 0 };
    into.push(end);
    ends.push(end);
    split.to = into.length;
  }
  for (const end of ends) end.to = into.length;
}

function emitRepeat({ node, min, max }: Extract<PatternNode, { kind: "Repeat" }>, into: Instruction[]): void {
  for (let i = 0; i < min; i++) emit(node, into);
  const splits: { to: number }[] = [];
  const optional = (): void => {
    const split = { kind: "Split" as const, to: 0 };
    splits.push(split);
    into.push(split);
    emit(node, into);
  };
  if (max === Number.POSITIVE_INFINITY) {
    const start = into.length;
    optional();
    into.push({ kind: "Jump", to: start });
  } else for (let i = min; i < max; i++) optional();
  for (const split of splits) split.to = into.length;
}
