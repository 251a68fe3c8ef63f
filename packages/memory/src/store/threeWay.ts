import { getOrMake, lowerBound, type NodeId, type SegmentedTree, type TreeRow } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Conflict, Resolve } from "./conflict.js";
import {
  deleted,
  intoItself,
  labelOfKey,
  movedTwice,
  otherRoots,
  rootOf,
  type Sides,
  valueConflict,
} from "./conflicts.js";
import { type Difference, difference, NOTHING } from "./difference.js";
import { labelOf } from "./words.js";

/** Result of joining both sides. Unresolved conflicts keep ours. */
export interface ThreeWay {
  readonly tree: SegmentedTree;
  /** Unresolved conflicts. */
  readonly conflicts: readonly Conflict[];
  readonly resolved: readonly Conflict[];
}

/**
 * Two versions that come from a third, as one, by keys: what one side changed holds, what both changed alike holds, all else is a conflict.
 * Where both put something between the same siblings, ours comes first. With `base` as ours the result is theirs, node by node.
 *
 * The work is in proportion to what theirs changed, beside finding what both did.
 */
export function threeWay(
  base: SegmentedTree,
  ours: SegmentedTree,
  theirs: SegmentedTree,
  resolve: Resolve | null = null,
): ThreeWay {
  if (ours === base) return { tree: theirs, conflicts: [], resolved: [] };
  const ourChanges = difference(base, ours);
  if (isNothing(ourChanges)) return { tree: theirs, conflicts: [], resolved: [] };
  const theirChanges = difference(base, theirs);
  if (isNothing(theirChanges)) return { tree: ours, conflicts: [], resolved: [] };
  return new Merging({ base, ours, theirs, ourChanges, theirChanges, resolve }).run();
}

/** A version made of another one by edits, so that it shares with it what is the same: node by node what `after` is. */
export function patched(before: SegmentedTree, after: SegmentedTree): SegmentedTree {
  const theirChanges = difference(before, after);
  const sides = { base: before, ours: before, theirs: after, ourChanges: NOTHING, theirChanges, resolve: null };
  return isNothing(theirChanges) ? before : new Merging(sides).run().tree;
}

const isNothing = (difference: Difference): boolean =>
  Object.values(difference).every((keys: readonly NodeKey[]) => keys.length === 0);

interface Merge extends Sides {
  readonly ourChanges: Difference;
  readonly theirChanges: Difference;
  readonly resolve: Resolve | null;
}

/** A node of their side that moves to its place there. */
interface Placing {
  readonly key: NodeKey;
  readonly node: NodeId;
}

class Merging {
  private tree: SegmentedTree;
  private readonly conflicts: Conflict[] = [];
  private readonly resolved: Conflict[] = [];
  private readonly known = new Set<string>();
  private readonly movedHere: ReadonlySet<NodeKey>;
  private readonly movedThere: ReadonlySet<NodeKey>;
  /** For theirs: the children of nodes, and the place of each among them. */
  private readonly siblings = new Map<
    NodeId,
    { readonly list: readonly NodeId[]; readonly places: Map<NodeId, number> }
  >();

  /** By a key, that of the last node in the run after it that only our side put there. */
  private readonly runs = new Map<NodeKey, NodeKey>();

  constructor(private readonly sides: Merge) {
    this.tree = sides.ours;
    const { ours, theirs, ourChanges, theirChanges } = sides;
    this.movedHere = movesBeside(sides, [ours, ourChanges], [theirs, theirChanges]);
    this.movedThere = movesBeside(sides, [theirs, theirChanges], [ours, ourChanges]);
  }

  run(): ThreeWay {
    const { ours, theirs, base } = this.sides;
    if (rootOf(theirs) !== rootOf(base) || rootOf(ours) !== rootOf(base)) return this.otherRoot();
    this.place();
    this.deleteAll();
    for (const key of this.sides.theirChanges.edited) this.setValues(key);
    for (const key of this.sides.theirChanges.replaced) this.setPlaces(key);
    return { tree: this.tree, conflicts: this.conflicts, resolved: this.resolved };
  }

  /** A new root is a new tree: it is taken whole or not at all. */
  private otherRoot(): ThreeWay {
    const { ours, theirs, base } = this.sides;
    const isOurs = rootOf(ours) === rootOf(base) && isNothing(this.sides.ourChanges);
    const side = isOurs ? "theirs" : this.decide(otherRoots(this.sides));
    return { tree: side === "theirs" ? theirs : ours, conflicts: this.conflicts, resolved: this.resolved };
  }

  /** Puts what is new or moved in theirs where it is there, in document order: parents and earlier siblings are in place by then. */
  private place(): void {
    const { theirs, theirChanges: there } = this.sides;
    const placings = [
      ...there.inserted.map((key) => ({ key, node: theirs.nodeOfKey(key), isNew: true })),
      ...Array.from(this.movedThere, (key) => ({ key, node: theirs.nodeOfKey(key), isNew: false })),
    ].sort((a, b) => a.node - b.node);
    for (const placing of placings) {
      if (placing.isNew) this.insert(placing);
      else this.move(placing);
    }
  }

  private insert(placing: Placing): void {
    const { theirs } = this.sides;
    const { key, node } = placing;
    if (this.has(key)) {
      this.mergeValues(key, null);
      for (const child of childrenIn(theirs, node)) {
        const inside = theirs.keyOf(child);
        if (this.sides.base.nodeOfKey(inside) < 0) this.insert({ key: inside, node: child });
      }
      return;
    }
    const parent = keyAt(theirs, theirs.parentOf(node));
    if (!this.hasParent(parent)) {
      this.bringBack(parent, key, `theirs put ${labelOf(theirs, node)} into it`);
      return;
    }
    this.insertCopy(placing, (inside) => this.sides.base.nodeOfKey(inside) >= 0 || this.has(inside));
  }

  /** Inserts a subtree of their side without some of its nodes, by default without those that are elsewhere here. */
  private insertCopy({ node }: Placing, isLeftOut = (key: NodeKey): boolean => this.has(key)): void {
    let copy = this.sides.theirs.subtree(node);
    for (let at = 2; at <= copy.size; ) {
      if (isLeftOut(copy.keyOf(at))) copy = copy.remove(at);
      else at++;
    }
    const { parent, before } = this.placeOf(node);
    this.tree = this.tree.insert(copy.toTree(), parent, before, "kept");
  }

  private move(placing: Placing): void {
    const { base, ours, theirs } = this.sides;
    const { key, node } = placing;
    const target = keyAt(theirs, theirs.parentOf(node));
    const was = parentKeyOf(base, key);
    if (!this.has(key)) {
      const conflict = deleted(
        this.sides,
        "deletedByUs",
        key,
        `theirs moved it to ${labelOf(theirs, theirs.parentOf(node))}`,
      );
      if (this.decide(conflict) === "theirs" && this.hasParent(target)) this.insertCopy(placing);
      return;
    }
    const isNewParent = target !== was;
    if (this.movedHere.has(key)) {
      const ourParent = parentKeyOf(ours, key);
      if (ourParent === target || !isNewParent) return;
      if (ourParent !== was && this.decide(movedTwice(this.sides, key, ourParent, target)) !== "theirs") return;
    }
    if (!this.hasParent(target)) {
      this.bringBack(target, key, `theirs moved ${labelOf(theirs, node)} into it`);
      return;
    }
    const now = this.tree.nodeOfKey(key);
    const { parent, before } = this.placeOf(node);
    if (parent >= now && parent < this.tree.endOf(now)) {
      this.decide(intoItself(this.sides, key, target));
      return;
    }
    this.tree = this.tree.move(now, parent, before);
    if (this.movedHere.has(key)) this.runs.clear();
  }

  /**
   * Place for a node of their side: after the nearest sibling before it that exists here, and after the nodes that our side put after that.
   * Without one, before the first sibling after it that exists here and is in its place by now.
   */
  private placeOf(node: NodeId): { parent: NodeId; before: NodeId | null } {
    const { theirs } = this.sides;
    const { tree } = this;
    const above = theirs.parentOf(node);
    const parent = above === 0 ? 0 : tree.nodeOfKey(theirs.keyOf(above));
    const { list: siblings, places } = getOrMake(this.siblings, above, () => {
      const list = childrenIn(theirs, above);
      return { list, places: new Map(list.map((child, i) => [child, i])) };
    });
    const index = places.get(node)!;
    const end = parent === 0 ? tree.size + 1 : tree.endOf(parent);
    const hereOf = (sibling: NodeId): NodeId => {
      const node = tree.nodeOfKey(theirs.keyOf(sibling));
      return node > 0 && tree.parentOf(node) === parent ? node : -1;
    };
    const self = tree.nodeOfKey(theirs.keyOf(node));
    for (let i = index - 1; i >= 0; i--) {
      const placed = hereOf(siblings[i]!);
      if (placed < 0) continue;
      const next = tree.endOf(this.lastPutAfter(placed, end, self));
      return { parent, before: next < end ? next : null };
    }
    for (let i = index + 1; i < siblings.length; i++) {
      const placed = hereOf(siblings[i]!);
      if (placed < 0 || this.movesLater(siblings[i]!)) continue;
      return { parent, before: placed };
    }
    return { parent, before: null };
  }

  /** True for a sibling that comes later in document order, and that theirs alone moved. */
  private movesLater(sibling: NodeId): boolean {
    const key = this.sides.theirs.keyOf(sibling);
    return this.movedThere.has(key) && !this.movedHere.has(key);
  }

  /** Insertions come after a run, so a run stays valid until a node of it is moved. */
  private lastPutAfter(here: NodeId, endOfParent: NodeId, self: NodeId): NodeId {
    const { tree, runs } = this;
    const run: NodeKey[] = [];
    let isKept = true;
    let last = here;
    for (;;) {
      const end = runs.get(tree.keyOf(last));
      if (end !== undefined) last = tree.nodeOfKey(end);
      const next = tree.endOf(last);
      if (next >= endOfParent || (next !== self && !this.isOnlyHere(next))) break;
      if (next === self) isKept = false;
      run.push(tree.keyOf(last));
      last = next;
    }
    const key = tree.keyOf(last);
    if (isKept) for (const each of run) runs.set(each, key);
    return last;
  }

  /** True if only our side put the node there. */
  private isOnlyHere(node: NodeId): boolean {
    const { base } = this.sides;
    const key = this.tree.keyOf(node);
    if (this.sides.theirs.nodeOfKey(key) >= 0 && !this.movedHere.has(key)) return false;
    return base.nodeOfKey(key) < 0 || this.movedHere.has(key);
  }

  /** Each of our changes is looked at for the subtree that it is in, and not for each that theirs deleted. */
  private deleteAll(): void {
    const { base, ourChanges: here, theirChanges: there, theirs } = this.sides;
    const { tree } = this;
    const tops = Int32Array.from(there.deleted, (key) => base.nodeOfKey(key));
    const movedOut = new Map<NodeKey, NodeKey[]>();
    for (const key of here.moved) {
      if (theirs.nodeOfKey(key) >= 0) continue;
      const node = base.nodeOfKey(key);
      const place = lowerBound(tops, node + 1) - 1;
      if (place < 0 || node >= base.endOf(tops[place]!)) continue;
      getOrMake(movedOut, there.deleted[place]!, () => []).push(key);
    }
    const touched = [...here.inserted, ...here.moved, ...here.edited]
      .map((key) => ({ key, node: tree.nodeOfKey(key) }))
      .filter(({ node }) => node >= 0)
      .sort((a, b) => a.node - b.node);
    const places = Int32Array.from(touched, ({ node }) => node);
    for (const key of there.deleted) {
      for (const moved of movedOut.get(key) ?? []) this.deleteMovedOut(moved, key);
      const node = tree.nodeOfKey(key);
      if (node < 0) continue;
      // Removals in between change no order: a subtree keeps its nodes, or has fewer.
      const end = tree.endOf(node);
      let at = lowerBound(places, node);
      while (at < places.length && places[at]! < end && !this.has(touched[at]!.key)) at++;
      this.delete(key, at < places.length && places[at]! < end ? touched[at]!.key : undefined);
    }
  }

  private delete(key: NodeKey, touched: NodeKey | undefined): void {
    const node = this.tree.nodeOfKey(key);
    if (node < 0) return;
    if (touched !== undefined) {
      const conflict = deleted(this.sides, "deletedByThem", key, `ours changed ${labelOfKey(this.sides, touched)}`);
      if (this.decide(conflict) !== "theirs") return;
    }
    // Nodes that theirs moved out of it are moved by now.
    this.tree = this.tree.remove(node);
  }

  /** A node that we took out of a subtree that they deleted with it. */
  private deleteMovedOut(key: NodeKey, top: NodeKey): void {
    if (!this.has(key)) return;
    const [now, within] = [this.tree.nodeOfKey(key), this.tree.nodeOfKey(top)];
    if (within >= 0 && now >= within && now < this.tree.endOf(within)) return;
    const conflict = deleted(
      this.sides,
      "deletedByThem",
      key,
      `ours moved it to ${labelOf(this.tree, this.tree.parentOf(now))}`,
    );
    if (this.decide(conflict) === "theirs") this.tree = this.tree.remove(now);
  }

  private setValues(key: NodeKey): void {
    if (this.has(key)) {
      this.mergeValues(key, this.sides.base.rowAt(this.sides.base.nodeOfKey(key)));
      return;
    }
    const { theirs } = this.sides;
    // Theirs deleted it as well where it was below something else.
    this.bringBack(key, key, `theirs changed ${labelOf(theirs, theirs.nodeOfKey(key))}`);
  }

  /** If text and children of a node are those of their side, the text gets the place among them that it has there. */
  private setPlaces(key: NodeKey): void {
    const { theirs } = this.sides;
    const [node, other] = [this.tree.nodeOfKey(key), theirs.nodeOfKey(key)];
    if (node < 0 || this.tree.rowAt(node).text !== theirs.rowAt(other).text) return;
    const [children, others] = [this.tree.childrenOf(node), theirs.childrenOf(other)];
    const isSame = (child: NodeId, i: number): boolean => this.tree.keyOf(child) === theirs.keyOf(others[i]!);
    if (children.length !== others.length || !children.every(isSame)) return;
    this.tree = this.tree.withPlacesOf(node, theirs, other);
  }

  private mergeValues(key: NodeKey, was: TreeRow | null): void {
    const { ours, theirs } = this.sides;
    // A node restored from theirs has its content there.
    if (ours.nodeOfKey(key) < 0) return;
    const node = this.tree.nodeOfKey(key);
    const [here, there] = [ours.rowAt(ours.nodeOfKey(key)), theirs.rowAt(theirs.nodeOfKey(key))];
    const value = (part: string, of: (row: TreeRow) => string | null, set: (value: string | null) => void): void => {
      const [before, mine, other] = [was === null ? null : of(was), of(here), of(there)];
      if (other === before || other === mine) return;
      const conflict = () => valueConflict(this.sides, key, part, [before, mine, other]);
      if (mine === before || this.decide(conflict()) === "theirs") set(other);
    };
    value(
      "type",
      ({ type }) => type,
      (type) => {
        this.tree = this.tree.rename(node, type!);
      },
    );
    for (const name of new Set([...(was?.attributes.keys() ?? []), ...there.attributes.keys()]))
      value(
        `@${name}`,
        ({ attributes }) => attributes.get(name) ?? null,
        (other) => {
          this.tree = this.tree.setAttribute(node, name, other);
        },
      );
    value(
      "text()",
      ({ text }) => text,
      (text) => {
        this.tree = this.tree.setText(node, text!);
      },
    );
  }

  /** Something that theirs changed is gone here: it stays so, or the whole subtree comes back as it is in theirs. */
  private bringBack(key: NodeKey, about: NodeKey, why: string): void {
    if (this.has(about) && about === key) return;
    const { theirs } = this.sides;
    let top = key;
    for (let parent = parentKeyOf(theirs, top); parent !== 0 && !this.has(parent); parent = parentKeyOf(theirs, top))
      top = parent;
    if (this.has(top)) return;
    const conflict = deleted(this.sides, "deletedByUs", top, why);
    if (this.decide(conflict) === "theirs") this.insertCopy({ key: top, node: theirs.nodeOfKey(top) });
  }

  private decide(conflict: Conflict): "ours" | "theirs" | null {
    const { resolve } = this.sides;
    const name = `${conflict.kind} ${conflict.key} ${conflict.part}`;
    const side = typeof resolve === "function" ? resolve(conflict) : resolve;
    if (!this.known.has(name)) (side === null ? this.conflicts : this.resolved).push(conflict);
    this.known.add(name);
    return side;
  }

  private has(key: NodeKey): boolean {
    return this.tree.nodeOfKey(key) >= 0;
  }

  private hasParent(key: NodeKey): boolean {
    return key === 0 || this.has(key);
  }
}

type Changed = readonly [tree: SegmentedTree, changes: Difference];

/**
 * The nodes that a side moved. Nodes that changed their places only among siblings that the other side took away are left out: of the children that
 * stay, this side changed no order.
 */
function movesBeside(
  { base }: Sides,
  [side, { moved }]: Changed,
  [other, { moved: otherMoved, deleted: gone }]: Changed,
): ReadonlySet<NodeKey> {
  const isChildOf = (tree: SegmentedTree, key: NodeKey, parent: NodeKey): boolean =>
    tree.nodeOfKey(key) >= 0 && parentKeyOf(tree, key) === parent;
  const parentOf = (key: NodeKey): NodeKey => parentKeyOf(base, key);
  const lessened = new Set(
    [...gone, ...otherMoved].filter((key) => !isChildOf(other, key, parentOf(key))).map(parentOf),
  );
  const isReordered = new Map<NodeKey, boolean>();
  return new Set(
    moved.filter((key) => {
      const parent = parentOf(key);
      if (!lessened.has(parent) || !isChildOf(side, key, parent)) return true;
      return getOrMake(isReordered, parent, () => {
        const [before, after] = [base, side].map((tree) =>
          childrenIn(tree, tree.nodeOfKey(parent))
            .map((child) => tree.keyOf(child))
            .filter((child) => [base, side, other].every((each) => isChildOf(each, child, parent)))
            .join(),
        );
        return before !== after;
      });
    }),
  );
}

const keyAt = (tree: SegmentedTree, node: NodeId): NodeKey => (node === 0 ? 0 : tree.keyOf(node));

const parentKeyOf = (tree: SegmentedTree, key: NodeKey): NodeKey =>
  keyAt(tree, Math.max(0, tree.parentOf(tree.nodeOfKey(key))));

const childrenIn = (tree: SegmentedTree, node: NodeId): readonly NodeId[] =>
  node === 0 ? (tree.size === 0 ? [] : [1]) : tree.childrenOf(node);
