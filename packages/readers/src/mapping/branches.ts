import { isScalar, use } from "./jsonValue.js";
import type { DraftNode } from "./made.js";
import type { BranchesRule } from "./model.js";
import { follow, type Located, type Path } from "./path.js";

/** Makers of the nodes of values and of branches; `node` returns null for a value without a node. */
interface Makers {
  node(at: Located): DraftNode | null;
  branch(at: Located): DraftNode;
}

/** Values by what follows what, as places in their list; without those of which neither they nor what follows them is a node. */
interface Links {
  readonly parents: readonly number[];
  readonly children: readonly (readonly number[])[];
  /** Values without a predecessor, in order. */
  readonly starts: readonly number[];
}

/**
 * Lays out values that name their predecessors. The current path, from a first value to the one that `current` names (else along the
 * last of each one's followers), comes as nodes one after the other; each other path stands at its fork, in a branch of its own.
 * Values without any predecessors are one path in their order. No node is lost: a value whose predecessor is missing, or itself, is a branch at the
 * beginning.
 */
export function layBranches(
  rule: BranchesRule,
  values: readonly Located[],
  at: Located,
  into: DraftNode,
  makers: Makers,
): void {
  if (values.length === 0) return;
  const parents = values.map((one) => textAt(rule.parent, one));
  const nodes = values.map((one) => makers.node(one));
  if (parents.every((parent) => parent === null)) {
    for (const made of nodes) if (made !== null) into.children.push(made);
    return;
  }
  const ids = new Map(values.map((one, i) => [rule.id === null ? one.value.key : (textAt(rule.id, one) ?? ""), i]));
  const links = linksOf(
    parents.map((parent) => (parent === null ? -1 : (ids.get(parent) ?? -1))),
    nodes,
  );
  if (links.starts.length === 0) return;
  const current = wayTo(ids.get((rule.current === null ? null : textAt(rule.current, at)) ?? "") ?? -1, links);
  const next = (of: readonly number[]): number => of.find((one) => current.has(one)) ?? of.at(-1)!;
  const open: { readonly start: number; readonly place: DraftNode }[] = [];
  const leave = (of: readonly number[], except: number, place: DraftNode): void => {
    for (const one of of) {
      if (one === except) continue;
      const branch = makers.branch(values[one]!);
      place.children.push(branch);
      open.push({ start: one, place: branch });
    }
  };
  const start = next(links.starts);
  leave(links.starts, start, into);
  open.push({ start, place: into });
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    for (let one = way.start; one >= 0; ) {
      const child = nodes[one]!;
      if (child !== null) way.place.children.push(child);
      const after = links.children[one]!;
      const following = after.length === 0 ? -1 : next(after);
      leave(after, following, way.place);
      one = following;
    }
  }
}

function textAt(path: Path, at: Located): string | null {
  const scalar = follow(path, at).find(({ value }) => isScalar(value));
  if (scalar === undefined) return null;
  use(scalar.value);
  return scalar.value.text;
}

/** The links of values whose parents are these, -1 for none. A circle is opened at its first value. */
function linksOf(given: readonly number[], nodes: readonly (DraftNode | null)[]): Links {
  const parents = [...given];
  /** 1: on the way that is being followed, 2: leads to a start. */
  const state = new Uint8Array(parents.length);
  for (let first = 0; first < parents.length; first++) {
    const way: number[] = [];
    let at = first;
    for (; at >= 0 && state[at] === 0; at = parents[at]!) {
      state[at] = 1;
      way.push(at);
    }
    if (at >= 0 && state[at] === 1) parents[at] = -1;
    for (const one of way) state[one] = 2;
  }
  const leads = new Uint8Array(parents.length);
  for (const [i, made] of nodes.entries())
    for (let at = made === null ? -1 : i; at >= 0 && leads[at] === 0; at = parents[at]!) leads[at] = 1;
  const children: number[][] = parents.map(() => []);
  const starts: number[] = [];
  for (const [i, parent] of parents.entries()) if (leads[i] === 1) (parent < 0 ? starts : children[parent]!).push(i);
  return { parents, children, starts };
}

/** A value and those before it. */
function wayTo(last: number, { parents }: Links): ReadonlySet<number> {
  const way = new Set<number>();
  for (let at = last; at >= 0; at = parents[at]!) way.add(at);
  return way;
}
