import { NONE, type Tree } from "@semantic-xpath/tree";
import { formatItem, type Item } from "@semantic-xpath/values";
import { weightIn } from "./frame.js";
import { type Column, valueAt } from "./values/column.js";
import { asWritten, kindOfColumn, type SingleValue } from "./values/written.js";

/** One key of the groups that one evaluation of a `group by` made. */
interface Key {
  readonly name: string;
  readonly column: Column;
  /** By group the place of its value in the column, -1 where it has none. */
  readonly at: Int32Array;
}

/** The groups that one evaluation of a `group by` made: numbered from `first`, in their order. */
interface GroupSet {
  readonly first: number;
  readonly count: number;
  readonly keys: readonly Key[];
  /** The members of group g are `[offsets[g], offsets[g + 1])` of these. */
  readonly offsets: Int32Array;
  readonly members: Int32Array;
  /** Weights of nodes; for groups, the scores since they were made; null: all 1. */
  readonly own: Float64Array | null;
  /** By group the weight of its best member; null: all 1. */
  readonly best: Float64Array | null;
}

/**
 * The groups of a run. They are numbered after the nodes of the tree, so that they are entries of lists as nodes are, in the order in which they were
 * made. In a list, the weight of a group is the product of the scores since it was made; `totals` are its weights.
 */
export class Groups {
  private readonly sets: GroupSet[] = [];
  private readonly firsts: number[] = [];
  private next: number;
  private last: GroupSet | null = null;

  constructor(private readonly tree: Tree) {
    this.next = tree.type.length;
  }

  isGroup(id: number): boolean {
    return id >= this.tree.type.length;
  }

  /** True if the entries of a list are groups: all of them are, or none. */
  areGroups(ids: Int32Array): boolean {
    return ids.length > 0 && ids[0]! >= this.tree.type.length;
  }

  /** Takes over groups, and gives the number of the first. */
  add(set: Omit<GroupSet, "first">): number {
    const first = this.next;
    this.sets.push({ ...set, first });
    this.firsts.push(first);
    this.next += set.count;
    return first;
  }

  private setOf(id: number): GroupSet {
    const { last } = this;
    if (last !== null && id >= last.first && id < last.first + last.count) return last;
    let low = 0;
    let high = this.sets.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.firsts[middle]! <= id) low = middle;
      else high = middle;
    }
    this.last = this.sets[low]!;
    return this.last;
  }

  /** The members of a group in their order, with what each weighs by itself. */
  membersOf(id: number): { readonly ids: Int32Array; readonly own: Float64Array | null } {
    const { first, offsets, members, own } = this.setOf(id);
    const [from, to] = [offsets[id - first]!, offsets[id - first + 1]!];
    return { ids: members.subarray(from, to), own: own?.subarray(from, to) ?? null };
  }

  /** The member that weighs most, the first of several. */
  bestMember(id: number): number {
    const { ids, own } = this.membersOf(id);
    const totals = this.totals(ids, own);
    let best = 0;
    for (let i = 1; i < ids.length; i++) if (weightIn(totals, i) > weightIn(totals, best)) best = i;
    return ids[best]!;
  }

  /** The members of groups of groups and of these are nodes in the end: each once, in document order. */
  nodesOf(ids: Int32Array): Int32Array {
    const nodes = new Set<number>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      if (this.isGroup(id)) open.push(...this.membersOf(id).ids);
      else nodes.add(id);
    return Int32Array.from(nodes).sort();
  }

  /** The first node of a group. */
  firstNode(id: number): number {
    let node = id;
    while (this.isGroup(node)) node = this.membersOf(node).ids[0]!;
    return node;
  }

  /** The weight of each entry, by the scores since groups were made; null: all 1. */
  totals(ids: Int32Array, since: Float64Array | null): Float64Array | null {
    if (!this.areGroups(ids)) return since;
    let totals: Float64Array | null = null;
    for (let i = 0; i < ids.length; i++) {
      const { first, best } = this.setOf(ids[i]!);
      if (best === null && since === null) continue;
      totals ??= new Float64Array(ids.length).fill(1);
      totals[i] = (best === null ? 1 : best[ids[i]! - first]!) * weightIn(since, i);
    }
    return totals;
  }

  keyNames(id: number): readonly string[] {
    return this.setOf(id).keys.map(({ name }) => name);
  }

  /** The number of a key among those of a group, -1 if it has none of that name, or lacks it. */
  keyNumber(id: number, name: string): number {
    const { first, keys } = this.setOf(id);
    const number = keys.findIndex((key) => key.name === name);
    return number >= 0 && keys[number]!.at[id - first]! >= 0 ? number : NONE;
  }

  keyName(id: number, number: number): string {
    return this.setOf(id).keys[number]!.name;
  }

  /** A key as first written; null if the group lacks it. */
  keyItem(id: number, number: number): Item | null {
    const { first, keys } = this.setOf(id);
    const { column, at } = keys[number]!;
    const place = at[id - first]!;
    return place < 0 ? null : valueAt(this.tree, column, place);
  }

  /** The text of a key; null if the group lacks it. */
  keyText(id: number, name: string): string | null {
    const number = this.keyNumber(id, name);
    const item = number === NONE ? null : this.keyItem(id, number);
    return item === null ? null : formatItem(item);
  }

  /** The keys of a group by name, as in records; null for a missing one. */
  keysOf(id: number): Readonly<Record<string, SingleValue | null>> {
    const { keys } = this.setOf(id);
    const named: Record<string, SingleValue | null> = Object.create(null);
    for (const [number, { name, column }] of keys.entries()) {
      const item = this.keyItem(id, number);
      named[name] = item === null ? null : asWritten(item, kindOfColumn(column));
    }
    return named;
  }

  /** Values of a key of groups, with their type. */
  keyColumn(ids: Int32Array, name: string): Column {
    const offsets = new Int32Array(ids.length + 1);
    const values: Item[] = [];
    let typed: Column | null = null;
    for (let i = 0; i < ids.length; i++) {
      const { first, keys } = this.setOf(ids[i]!);
      const key = keys.find((each) => each.name === name);
      const place = key === undefined ? NONE : key.at[ids[i]! - first]!;
      if (key !== undefined && place >= 0) {
        typed ??= key.column;
        values.push(valueAt(this.tree, key.column, place));
      }
      offsets[i + 1] = values.length;
    }
    const itemType = typed === null || typed.kind === "numbers" ? { type: null } : typed;
    const inferred = "inferred" in itemType ? (itemType.inferred ?? null) : null;
    return { kind: "items", values, offsets, type: itemType.type, inferred, origin: () => null };
  }

  /** A group in words: its keys. */
  label(id: number): string {
    const { keys } = this.setOf(id);
    const named = keys.map(({ name }, number) => {
      const item = this.keyItem(id, number);
      return item === null ? `no @${name}` : `@${name} ${JSON.stringify(formatItem(item))}`;
    });
    return `group of ${named.join(", ")}`;
  }
}
