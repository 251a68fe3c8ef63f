import type { CompiledQuery, Match, RunOptions } from "@semantic-xpath/runtime";
import { type SegmentSelection, selectSegments } from "@semantic-xpath/runtime";
import { type NodeId, type SegmentedTree, segmentedPath, stringValue, type TreeNode } from "@semantic-xpath/tree";
import type { Version } from "../store/version.js";

/** Visible members of a match. */
export type WindowMatchView = Pick<
  Match,
  "weight" | "id" | "node" | "attribute" | "text" | "value" | "path" | "toJSON"
>;

/**
 * The matches of a query on a part of a version, so that the rest is not read. Null if the whole tree is needed or already
 * there, or the options require more than matches.
 */
export function windowMatches(
  query: CompiledQuery,
  version: Version,
  { limit = Number.POSITIVE_INFINITY, minScore, params, trace, now }: RunOptions,
): readonly WindowMatchView[] | null {
  const { segments } = version;
  const isPlain = trace === undefined && now === undefined && minScore === undefined;
  if (segments.isLaidOut || !isPlain || !(limit > 0)) return null;
  const selection = selectSegments(query, segments, params);
  // Why there is nothing is a question to the whole tree.
  if (selection === null || selection.ids.length === 0) return null;
  return [...selection.ids.subarray(0, limit)].map((id) => new WindowMatch(version, segments, id, selection.value));
}

/** A match in a version that is not laid out. It is when the node is looked at as a part of its tree. */
class WindowMatch implements WindowMatchView {
  readonly weight = 1;

  constructor(
    private readonly version: Version,
    private readonly segments: SegmentedTree,
    readonly id: NodeId,
    private readonly kind: SegmentSelection["value"],
  ) {}

  get node(): TreeNode {
    return this.version.tree().node(this.id);
  }

  get attribute(): WindowMatchView["attribute"] {
    if (this.kind?.kind !== "Attribute") return null;
    const { name } = this.kind;
    return { name, value: this.segments.rowAt(this.id).attributes.get(name)! };
  }

  get text(): string | null {
    return this.kind?.kind === "Text" ? this.segments.rowAt(this.id).text : null;
  }

  get value(): string {
    return this.attribute?.value ?? this.text ?? stringValue(this.segments.subtree(this.id).toTree(), 1);
  }

  get path(): string {
    const path = segmentedPath(this.segments, this.id);
    if (this.kind === null) return path;
    return this.kind.kind === "Text" ? `${path}/text()` : `${path}/@${this.kind.name}`;
  }

  toJSON(): object {
    const { attribute, text, path, weight } = this;
    const content = attribute !== null ? { attribute } : text !== null ? { text } : { node: this.subtree() };
    return { path, weight, ...content };
  }

  private subtree(): TreeNode {
    return this.segments.subtree(this.id).toTree().node(1);
  }
}
