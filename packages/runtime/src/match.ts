import { NONE, type NodeId, nodePath, stringValue, type Tree, type TreeNode } from "@semantic-xpath/tree";
import { entryKey, OWN_TEXT } from "./execute/frame.js";
import type { Groups } from "./execute/groups.js";
import type { RecordObject, Records } from "./execute/records.js";
import type { SingleValue } from "./execute/values/written.js";

/** A group: its keys by name, null for a missing one, and its members in their order, each with the weight that it was grouped with. */
export interface MatchGroup {
  readonly key: Readonly<Record<string, SingleValue | null>>;
  readonly members: readonly Match[];
}

/** Values made by a run beside its tree. */
export interface MatchSource {
  readonly tree: Tree;
  readonly groups: Groups;
  readonly records: Records | null;
}

/** One result: a node, an attribute or its own text after a final `/@name` or `/text()`, a group or a key of one, with its weight. Views are made when asked for. */
export class Match {
  /** The node; of an attribute or own text the node that has it, of a group its first member. */
  readonly id: NodeId;
  /** The number of a group, null of all others. */
  private readonly groupId: number | null;

  constructor(
    private readonly origin: MatchSource,
    id: number,
    /** In (0, 1]; of a member of a group what it was grouped with. */
    readonly weight: number,
    private readonly attributeId: number,
    /** The tree's name in the queried collection, null for a single tree. */
    readonly source: string | null = null,
  ) {
    const isGroup = origin.groups.isGroup(id);
    this.groupId = isGroup ? id : null;
    this.id = isGroup ? origin.groups.firstNode(id) : id;
  }

  get tree(): Tree {
    return this.origin.tree;
  }

  /** The node; of an attribute or own text, the node that has it; of a group its first member. */
  get node(): TreeNode {
    return this.tree.node(this.id);
  }

  /** The attribute or key that matched, null for other matches. */
  get attribute(): { readonly name: string; readonly value: string } | null {
    if (this.attributeId === NONE || this.attributeId === OWN_TEXT) return null;
    const { groups, tree } = this.origin;
    if (this.groupId !== null) {
      const name = groups.keyName(this.groupId, this.attributeId);
      return { name, value: String(groups.keysOf(this.groupId)[name] ?? "") };
    }
    const value = tree.values.get(tree.attributeValue(this.id, this.attributeId));
    return { name: tree.attributeNames[this.attributeId]!, value };
  }

  /** The own text that matched, null for other matches. */
  get text(): string | null {
    return this.attributeId === OWN_TEXT ? this.tree.ownText(this.id) : null;
  }

  /** The group that matched, null for other matches. */
  get group(): MatchGroup | null {
    const { groupId, origin: made, source } = this;
    if (groupId === null || this.attributeId !== NONE) return null;
    const members = (): readonly Match[] => {
      const { ids, own } = made.groups.membersOf(groupId);
      const weights = made.groups.totals(ids, own);
      const bare = { ...made, records: null };
      return Array.from(ids, (id, i) => new Match(bare, id, weights === null ? 1 : weights[i]!, NONE, source));
    };
    let cached: readonly Match[] | null = null;
    return {
      key: made.groups.keysOf(groupId),
      get members() {
        cached ??= members();
        return cached;
      },
    };
  }

  /** The record of the result, null for a query without one. */
  get record(): RecordObject | null {
    const { origin: made, attributeId } = this;
    return made.records?.get(entryKey(made.tree, this.groupId ?? this.id, attributeId)) ?? null;
  }

  /** The result as a value: that of the attribute or key, the own text, the text of the node and of its descendants, or the keys of the group. */
  get value(): string {
    const { group } = this;
    if (group !== null)
      return Object.values(group.key)
        .map((key) => key ?? "")
        .join(", ");
    return this.attribute?.value ?? this.text ?? stringValue(this.tree, this.id);
  }

  /**
   * A query that finds exactly this result, with an index only if the parent has several children of that type; an empty text for a group or key,
   * which have no path.
   */
  get path(): string {
    if (this.groupId !== null) return "";
    const path = nodePath(this.tree, this.id);
    if (this.attributeId === NONE) return path;
    return this.attributeId === OWN_TEXT ? `${path}/text()` : `${path}/@${this.tree.attributeNames[this.attributeId]!}`;
  }

  toJSON(): object {
    const { attribute, text, node, path, source, group, record } = this;
    const from = source === null ? {} : { source };
    const weight = shortest(this.weight);
    if (group !== null) {
      const { key, members } = group;
      return record !== null ? { ...from, key, weight, record } : { ...from, key, members, weight };
    }
    if (this.groupId !== null) return { ...from, weight, attribute };
    const content =
      record !== null ? { record } : attribute !== null ? { attribute } : text !== null ? { text } : { node };
    // The permanent key of the node, in trees that come from a store.
    const key = this.tree.keyOf(this.id);
    return { ...from, path, ...(key > 0 && { key }), weight, ...content };
  }
}

/**
 * Rounds a number for output: a float32 up to 1, as every score is, becomes the shortest decimal that gives the same float32. Any other
 * number is unchanged.
 *
 * @example shortest(Math.fround(0.9)) === 0.9
 */
export function shortest(number: number): number {
  if (Math.fround(number) !== number || Math.abs(number) > 1) return number;
  for (let digits = 1; digits <= 9; digits++) {
    const rounded = Number(number.toPrecision(digits));
    if (Math.fround(rounded) === number) return rounded;
  }
  return number;
}
