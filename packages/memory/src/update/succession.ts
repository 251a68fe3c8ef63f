import { idsUnder, type Schema } from "@semantic-xpath/planner";
import type { AppliedEdits, Edit, NodeData, NodeId, Tree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";

/** Attributes by which a node names its successor, each with its possible names; the first is the usual one. */
export const SUCCESSION = [
  { role: "by", names: ["supersededBy", "superseded_by", "superseded-by"] },
  { role: "from", names: ["validFrom", "valid_from", "valid-from"] },
  { role: "to", names: ["validTo", "valid_to", "valid-to", "validUntil", "valid_until", "valid-until"] },
] as const;

type Role = (typeof SUCCESSION)[number]["role"];

/** The superseded node, and the time of the change. */
interface Supersession {
  readonly key: NodeKey;
  /** Time from which the new node holds: ISO 8601; null if it was not given. */
  readonly time: string | null;
}

/** Attribute by which a node names its successor. */
export interface Mark {
  readonly node: NodeId;
  /** The attribute. */
  readonly name: string;
  /** The id of the new node; null: it has none, and is named by its key. */
  readonly id: string | null;
  /** The content that is inserted. */
  readonly content: NodeData;
}

/** Edits with the times of a succession; or why there can't be one, for the end of a sentence. */
export type Succession = { readonly edits: readonly Edit[]; readonly mark: Mark } | { readonly problem: string };

/**
 * Makes the one node that edits insert the successor of an old one: the old one stays, and gets `supersededBy` (the id of the new one, or
 * `#` and its key) and `validTo`, the new one `validFrom`. The names are those that the schema declares; without a schema the usual ones. Only
 * `supersededBy` must be declared; the times are set where they are, and where a time is known.
 */
export function succession(
  tree: Tree,
  edits: readonly Edit[],
  schema: Schema | null,
  { key, time }: Supersession,
): Succession {
  const node = tree.nodeOfKey(key);
  if (node < 0) return { problem: "there is no such node" };
  const inserting = edits.flatMap((edit, i) => (edit.kind === "insert" ? [i] : []));
  if (inserting.length !== 1) return { problem: `the update inserts ${inserting.length || "no"} nodes, and not one` };
  const edit = inserting[0]!;
  const { type } = tree.node(node);
  const name = nameOf(schema, type, "by");
  if (name === null) return { problem: `the schema declares no attribute "supersededBy" of "${type}"` };
  const successor = tree.attribute(node, name);
  if (successor !== undefined) return { problem: `${successor} has superseded it already` };
  const { content: original, ...place } = edits[edit] as Edit & { kind: "insert" };
  const [from, to] = time === null ? [null, null] : [nameOf(schema, original.type, "from"), nameOf(schema, type, "to")];
  const content = from === null ? original : withTime(original, from, timeText(schema, original.type, from, time!));
  const end: readonly Edit[] =
    to === null ? [] : [{ kind: "setAttribute", node, name: to, value: timeText(schema, type, to, time!) }];
  return {
    edits: [...edits.with(edit, { ...place, content }), ...end],
    mark: { node, name, id: idOf(content, schema), content },
  };
}

/** Edits with the one that marks the old node as superseded. New nodes get the keys from `next` on, in document order. */
export function markedEdits(
  edits: readonly Edit[],
  { node, name, id, content }: Mark,
  applied: AppliedEdits,
  next: NodeKey,
): readonly Edit[] {
  const placing = edits.filter(({ kind }) => kind === "insert" || kind === "replace");
  const ranges = applied.inserted();
  const [top] = ranges[placing.findIndex((edit) => "content" in edit && edit.content === content)] ?? [0];
  const before = ranges.reduce((sum, [first, count]) => (first < top ? sum + count : sum), 0);
  return [...edits, { kind: "setAttribute", node, name, value: id ?? `#${next + before}` }];
}

/** The name that an attribute has on a type; null: the schema declares none. */
function nameOf(schema: Schema | null, type: string, role: Role): string | null {
  const { names } = SUCCESSION.find((each) => each.role === role)!;
  if (schema === null) return names[0];
  const attributes = Object.hasOwn(schema.types, type) ? schema.types[type]!.attributes : {};
  return names.find((name) => Object.hasOwn(attributes, name)) ?? null;
}

function idOf({ type, attributes = {} }: NodeData, schema: Schema | null): string | null {
  for (const id of idsUnder(schema)) {
    if ((id.type === null || id.type === type) && Object.hasOwn(attributes, id.name) && attributes[id.name] !== "")
      return attributes[id.name]!;
  }
  return null;
}

const withTime = (content: NodeData, name: string, value: string): NodeData =>
  content.attributes !== undefined && Object.hasOwn(content.attributes, name)
    ? content
    : { ...content, attributes: { ...content.attributes, [name]: value } };

/** A time as the type of an attribute reads it. */
const timeText = (schema: Schema | null, type: string, name: string, time: string): string =>
  schema?.types[type]?.attributes[name]?.type === "date" ? time.slice(0, 10) : time;

/** Tests that a node of a tree is marked as superseded. */
export const isSuperseded = (tree: Tree, node: NodeId): boolean =>
  SUCCESSION[0].names.some((name) => tree.attribute(node, name) !== undefined);
