import { NONE, type NodeId, nodePath, stringValue, type Tree, type TreeNode } from "@semantic-xpath/tree";
import { entryKey, type Frame, OWN_TEXT } from "./execute/frame.js";
import type { Groups } from "./execute/groups.js";
import { shortest } from "./execute/reaches.js";
import type { RecordObject, Records } from "./execute/records.js";
import type { SingleValue } from "./execute/values/written.js";

/** A group: its keys by name, null for a missing one, and its members in their order, each with the weight that it was grouped with. */
export interface MatchGroup {
  readonly key: Readonly<Record<string, SingleValue | null>>;
  readonly members: readonly Match[];
}

/** Results of a run on one tree, as columns, with what the run made beside the tree. */
export interface MatchRows extends Pick<Frame, "ids" | "weights" | "attributes"> {
  readonly tree: Tree;
  /** null if no row is a group, or a key of one. */
  readonly groups: Groups | null;
  readonly records: Records | null;
  /** The tree's name in the queried collection, null for a single tree. */
  readonly source: string | null;
}

/**
 * One result: a node, an attribute or its own text after a final `/@name` or `/text()`, a group or a key of one, with its weight. All
 * else is read from the columns when it is needed.
 */
export class Match {
  /** The node; of an attribute or own text the node that has it, of a group its first member. */
  readonly id: NodeId;

  constructor(
    private readonly rows: MatchRows,
    private readonly row: number,
  ) {
    const { groups, ids } = rows;
    const id = ids[row]!;
    this.id = groups === null ? id : groups.firstNode(id);
  }

  /** In (0, 1]; of a member of a group what it was grouped with. */
  get weight(): number {
    const { weights } = this.rows;
    return weights === null ? 1 : weights[this.row]!;
  }

  /** The tree's name in the queried collection, null for a single tree. */
  get source(): string | null {
    return this.rows.source;
  }

  get tree(): Tree {
    return this.rows.tree;
  }

  private get attributeId(): number {
    const { attributes } = this.rows;
    return attributes === null ? NONE : attributes[this.row]!;
  }

  /** The groups of the run, if this is one of them, or a key of one. */
  private get grouped(): { readonly groups: Groups; readonly id: number } | null {
    const { groups, ids } = this.rows;
    const id = ids[this.row]!;
    return groups?.isGroup(id) ? { groups, id } : null;
  }

  /** The node; of an attribute or own text, the node that has it; of a group its first member. */
  get node(): TreeNode {
    return this.tree.node(this.id);
  }

  /** The attribute or key that matched, null for other matches. */
  get attribute(): { readonly name: string; readonly value: string } | null {
    const { attributeId, grouped, tree } = this;
    if (attributeId === NONE || attributeId === OWN_TEXT) return null;
    if (grouped !== null) {
      const name = grouped.groups.keyName(grouped.id, attributeId);
      return { name, value: String(grouped.groups.keysOf(grouped.id)[name] ?? "") };
    }
    const value = tree.values.get(tree.attributeValue(this.id, attributeId));
    return { name: tree.attributeNames[attributeId]!, value };
  }

  /** The own text that matched, null for other matches. */
  get text(): string | null {
    return this.attributeId === OWN_TEXT ? this.tree.ownText(this.id) : null;
  }

  /** The group that matched, null for other matches. */
  get group(): MatchGroup | null {
    const { grouped, rows } = this;
    if (grouped === null || this.attributeId !== NONE) return null;
    const { groups, id } = grouped;
    const members = (): readonly Match[] => {
      const { ids, own } = groups.membersOf(id);
      return matchesOf({ ...rows, ids, weights: groups.totals(ids, own), attributes: null, records: null });
    };
    let cached: readonly Match[] | null = null;
    return {
      key: groups.keysOf(id),
      get members() {
        cached ??= members();
        return cached;
      },
    };
  }

  /** The record of the result, null for a query without one. */
  get record(): RecordObject | null {
    const { rows, row, attributeId } = this;
    return rows.records?.get(entryKey(rows.tree, rows.ids[row]!, attributeId)) ?? null;
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
    const { attributeId, tree } = this;
    if (this.grouped !== null) return "";
    const path = nodePath(tree, this.id);
    if (attributeId === NONE) return path;
    return attributeId === OWN_TEXT ? `${path}/text()` : `${path}/@${tree.attributeNames[attributeId]!}`;
  }

  toJSON(): object {
    const { attribute, text, node, path, source, group, record } = this;
    const from = source === null ? {} : { source };
    const weight = shortest(this.weight);
    if (group !== null) {
      const { key, members } = group;
      return record !== null ? { ...from, key, weight, record } : { ...from, key, members, weight };
    }
    if (this.grouped !== null) return { ...from, weight, attribute };
    const content =
      record !== null ? { record } : attribute !== null ? { attribute } : text !== null ? { text } : { node };
    // The permanent key of the node, in trees that come from a store.
    const key = this.tree.keyOf(this.id);
    return { ...from, path, ...(key > 0 && { key }), weight, ...content };
  }
}

/** Up to here the objects of a result are made at once: a getter of the result alone takes longer, and so does an iterator. */
export const FEW_MATCHES = 16;

/** The matches one after the other; many are not kept. */
export const iterate = (rows: MatchRows, result: { readonly matches: readonly Match[] }): Iterator<Match> =>
  rows.ids.length <= FEW_MATCHES ? result.matches[Symbol.iterator]() : new MatchIterator(rows);

/** Makes each match when it is reached. */
class MatchIterator implements Iterator<Match, undefined> {
  private row = 0;

  constructor(private readonly rows: MatchRows) {}

  next(): IteratorResult<Match, undefined> {
    const { rows, row } = this;
    if (row >= rows.ids.length) return { done: true, value: undefined };
    this.row = row + 1;
    return { done: false, value: new Match(rows, row) };
  }
}

/** A match for each row. */
export function matchesOf(rows: MatchRows): readonly Match[] {
  const matches: Match[] = new Array(rows.ids.length);
  for (let i = 0; i < matches.length; i++) matches[i] = new Match(rows, i);
  return matches;
}
