import { foldFields } from "@semantic-xpath/readers";
import { getOrMake, type NodeId, type Tree, TreeBuilder, type TreePart } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import { type Catalogue, type CatalogueVersion, UNSEARCHABLE } from "./catalogue.js";
import type { Visible } from "./shown.js";

/** The tree of a version in a layout. */
interface Laid {
  readonly entry: CatalogueVersion;
  /** As its schema sees it: of the same version and schema the same object. */
  readonly tree: Tree;
  /** The catalogue's node that comes after it. */
  readonly at: NodeId;
  readonly top: NodeId;
}

/** Place of a node of a layout. */
interface Place {
  readonly task: Task | null;
  readonly version: Version | null;
  /** The node in the tree of the version, as its schema sees it; null of nodes of the catalogue. */
  readonly inside: { readonly tree: Tree; readonly node: NodeId } | null;
}

/** The catalogue with the trees of some versions in it, each the last child of its version: what queries on a store run on. */
export class Layout {
  readonly tree: Tree;
  private readonly laid: readonly Laid[];
  private readonly versionsByNode: ReadonlyMap<NodeId, CatalogueVersion>;

  constructor(
    readonly catalogue: Catalogue,
    readonly opened: ReadonlySet<CatalogueVersion>,
  ) {
    this.versionsByNode = versionsOf(catalogue);
    const entries = [...opened].sort((a, b) => a.node - b.node);
    let shift = 0;
    this.laid = entries.map((entry) => {
      const tree = seenTree(catalogue.scope, entry);
      const at = catalogue.tree.end[entry.node]!;
      const top = at + shift;
      shift += tree.size;
      return { entry, tree, at, top };
    });
    this.tree = this.laid.length === 0 ? catalogue.tree : this.layOut();
  }

  /** The trees that are laid out, in their order. */
  get trees(): readonly Tree[] {
    return this.laid.map(({ tree }) => tree);
  }

  placeOf(node: NodeId): Place {
    const place = this.laidAt(node);
    if (place !== null) {
      const { task, version } = place.entry;
      return { task, version, inside: { tree: place.tree, node: node - place.top + 1 } };
    }
    const { tree, tasks } = this.catalogue;
    const at = this.inCatalogue(node);
    const version = this.versionAround(node);
    if (version !== null) return { task: version.task, version: version.version, inside: null };
    const task = at > 1 ? tasks.findLast((one) => one.node <= at && at < tree.end[one.node]!) : undefined;
    return { task: task?.task ?? null, version: null, inside: null };
  }

  /** The version that a node is, or is a change of; null of all others, such as nodes in the tree of a version. */
  versionAround(node: NodeId): CatalogueVersion | null {
    if (this.laidAt(node) !== null) return null;
    const at = this.inCatalogue(node);
    const parent = this.catalogue.tree.parent[at]!;
    return this.versionsByNode.get(at) ?? this.versionsByNode.get(parent) ?? null;
  }

  /** Versions whose nodes are in `[from, to)`. */
  versionsIn(from: NodeId, to: NodeId): readonly CatalogueVersion[] {
    return [...this.versionsByNode.values()].filter(({ node }) => {
      const layoutNode = this.inLayout(node);
      return layoutNode >= from && layoutNode < to;
    });
  }

  private layOut(): Tree {
    let { segments } = this.catalogue;
    for (const { entry, tree } of this.laid.toReversed())
      if (tree.size > 0) segments = segments.insert(tree, entry.node);
    const contents: TreePart[] = this.laid
      .filter(({ tree }) => tree.size > 0)
      .map(({ top, tree: { source } }) => defined({ node: top, unsearchable: source.unsearchable }));
    const versions = Array.from(this.versionsByNode.keys(), (node) => this.inLayout(node));
    const described = versions.map((node) => ({ node, unsearchable: UNSEARCHABLE }));
    const parts = [...contents, ...described].sort((a, b) => a.node - b.node);
    return segments.toTree().withParts(parts, UNSEARCHABLE);
  }

  private laidAt(node: NodeId): Laid | null {
    const laidOut = this.laid.findLast(({ top }) => top <= node);
    return laidOut !== undefined && node < laidOut.top + laidOut.tree.size ? laidOut : null;
  }

  /** The number in the catalogue of a node of it. */
  private inCatalogue(node: NodeId): NodeId {
    let at = node;
    for (const { top, tree } of this.laid) if (top < node) at -= tree.size;
    return at;
  }

  private inLayout(node: NodeId): NodeId {
    let at = node;
    for (const laid of this.laid) if (laid.at <= node) at += laid.tree.size;
    return at;
  }
}

const NOTHING = new TreeBuilder({ format: "object", spans: false }).finish();

/** The tree of a version as far as it may be seen, as its schema sees it. */
function seenTree(scope: Visible, { task, version }: CatalogueVersion): Tree {
  const view = scope.find(task.name, version.number);
  if (view === null) return NOTHING;
  return view.schema === null ? view.tree : foldFields(view.tree, view.schema);
}

const byNode = new WeakMap<Catalogue, ReadonlyMap<NodeId, CatalogueVersion>>();

const versionsOf = (catalogue: Catalogue): ReadonlyMap<NodeId, CatalogueVersion> =>
  getOrMake(
    byNode,
    catalogue,
    () => new Map(catalogue.tasks.flatMap(({ versions }) => versions.map((one) => [one.node, one] as const))),
  );
