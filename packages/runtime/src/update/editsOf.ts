import { type Diagnostic, diagnose, type Placing, type Span } from "@semantic-xpath/parser";
import { type Edit, NONE, type NodeData, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import type { SeenTree } from "./seenTree.js";

/** One primitive with its nodes, as numbered in the tree that is seen. */
export type Change = { readonly span: Span } & (
  | { readonly kind: "insert"; readonly content: NodeData; readonly placing: Placing; readonly at: NodeId }
  | { readonly kind: "move"; readonly node: NodeId; readonly placing: Placing; readonly at: NodeId }
  | { readonly kind: "delete"; readonly node: NodeId }
  | { readonly kind: "replace"; readonly node: NodeId; readonly content: NodeData }
  | { readonly kind: "rename"; readonly node: NodeId; readonly type: string }
  | { readonly kind: "setAttribute"; readonly node: NodeId; readonly name: string; readonly value: string | null }
  /** The own text alone, or all that is in the node. */
  | { readonly kind: "setText"; readonly node: NodeId; readonly text: string; readonly isWhole: boolean }
);
type ChangeOf<K extends Change["kind"]> = Extract<Change, { kind: K }>;

/** Edits of the tree that was given, or why there are none. */
interface ListedEdits {
  readonly edits: readonly Edit[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The edits of all changes in the order of XQuery Update's pending list, whatever their order in the text: attributes, names and own texts
 * first, then what is inserted or moves, then replacements, then whole contents, and deletions last. What is put in one gap keeps the
 * order of the text, but what comes after a node or first in one stays next to it. So nothing depends on what another primitive does.
 */
export function editsOf(seen: SeenTree, changes: readonly Change[]): ListedEdits {
  const diagnostics = problemsOf(seen, changes);
  if (diagnostics.length > 0) return { edits: [], diagnostics };
  const { tree } = seen;
  const moved = new Set(ofKind(changes, "move").map(({ node }) => node));
  const placed = changes.filter((change): change is Placed => change.kind === "insert" || change.kind === "move");
  const near = placed.filter(({ placing }) => placing === "first" || placing === "after");
  const far = placed.filter((change) => !near.includes(change));
  const replaced = [...ofKind(changes, "replace")].sort((a, b) => b.node - a.node);
  const edits = [
    ...ofKind(changes, "setAttribute").flatMap((change) => attributeEdits(seen, change)),
    ...ofKind(changes, "rename").map(({ node, type }): Edit => ({ kind: "rename", node, type })),
    ...ofKind(changes, "setText")
      .filter(({ isWhole }) => !isWhole)
      .map(textEdit),
    ...[...near, ...far].map((change) => placedEdit(tree, change, moved)),
    ...replaced.map(({ node, content }): Edit => ({ kind: "replace", node, content })),
    ...ofKind(changes, "setText")
      .filter(({ isWhole }) => isWhole)
      .flatMap((change) => wholeEdits(tree, change, moved, replaced)),
    ...ofKind(changes, "delete").map(({ node }): Edit => ({ kind: "delete", node })),
  ];
  return { edits, diagnostics: [] };
}

type Placed = ChangeOf<"insert"> | ChangeOf<"move">;

function ofKind<K extends Change["kind"]>(changes: readonly Change[], kind: K): readonly ChangeOf<K>[] {
  return changes.filter((change): change is ChangeOf<K> => change.kind === kind);
}

/** Data that write an attribute as a child go on to do so. */
function attributeEdits(seen: SeenTree, { node, name, value }: ChangeOf<"setAttribute">): readonly Edit[] {
  const field = seen.fieldOf(node, name);
  if (field === null) return [{ kind: "setAttribute", node, name, value }];
  const { child } = field;
  if (value === null) return child === null ? [] : [{ kind: "delete", node: child }];
  if (child === null) return [{ kind: "insert", content: { type: name, text: value }, parent: node }];
  return [{ kind: "setText", node: child, text: value }];
}

const textEdit = ({ node, text }: ChangeOf<"setText">): Edit => ({ kind: "setText", node, text });

function placedEdit(tree: Tree, change: Placed, moved: ReadonlySet<NodeId>): Edit {
  const { parent, before } = gapOf(tree, change, moved);
  if (change.kind === "insert") return { kind: "insert", content: change.content, parent, before };
  return { kind: "move", node: change.node, parent, before };
}

/** Place of an insertion: before a node that stays there, or after the last child. */
function gapOf(
  tree: Tree,
  { placing, at }: Placed,
  moved: ReadonlySet<NodeId>,
): { parent: NodeId; before: NodeId | null } {
  switch (placing) {
    case "first":
      return { parent: at, before: staying(tree, at, at + 1, moved) };
    case "into":
    case "last":
      return { parent: at, before: null };
    case "before":
      return { parent: tree.parent[at]!, before: staying(tree, tree.parent[at]!, at, moved) };
    case "after":
      return { parent: tree.parent[at]!, before: staying(tree, tree.parent[at]!, tree.end[at]!, moved) };
  }
}

/** The first of the children of a node from one on that does not move away; null: there is none. */
function staying(tree: Tree, parent: NodeId, from: NodeId, moved: ReadonlySet<NodeId>): NodeId | null {
  for (let child = from; child < tree.end[parent]!; child = tree.end[child]!) if (!moved.has(child)) return child;
  return null;
}

/** Nothing is left in the node but the text; in what is replaced there is nothing to change. */
function wholeEdits(
  tree: Tree,
  change: ChangeOf<"setText">,
  moved: ReadonlySet<NodeId>,
  replaced: readonly ChangeOf<"replace">[],
): readonly Edit[] {
  const { node } = change;
  if (replaced.some((other) => isWithin(tree, node, other.node))) return [];
  const edits: Edit[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
    if (!moved.has(child)) edits.push({ kind: "delete", node: child });
  return [...edits, textEdit(change)];
}

const isWithin = (tree: Tree, node: NodeId, root: NodeId): boolean => node >= root && node < tree.end[root]!;

/** Impossible changes, and impossible combinations. */
function problemsOf(seen: SeenTree, changes: readonly Change[]): readonly Diagnostic[] {
  const diagnostics = [...rootProblems(seen, changes), ...conflictsOf(seen, changes)];
  return diagnostics.length > 0 ? diagnostics : [...cyclesOf(seen, changes), ...lossesOf(seen, changes)];
}

const DONE_TO_ROOT = { delete: "deleted", move: "moved" } as const;

function rootProblems({ tree }: SeenTree, changes: readonly Change[]): readonly Diagnostic[] {
  return changes.flatMap((change) => {
    const does = doneToRoot(change);
    return does === null ? [] : [diagnose("SXP4047", change.span, { path: nodePath(tree, 1), does })];
  });
}

/** Forbidden change of a root. */
function doneToRoot(change: Change): string | null {
  if ("at" in change && change.at === 1 && (change.placing === "before" || change.placing === "after"))
    return "given a sibling";
  if (!("node" in change) || change.node !== 1) return null;
  return change.kind === "delete" || change.kind === "move" ? DONE_TO_ROOT[change.kind] : null;
}

/** Claims on a node, or on an attribute or text of it, that may occur only once. */
function claimsOf(change: Change): readonly (readonly [key: string, what: string])[] {
  switch (change.kind) {
    case "rename":
      return [["rename", "renamed twice"]];
    case "replace":
      return [
        ["replace", "replaced twice"],
        ["stay", "replaced and moved"],
      ];
    case "move":
      return [["stay", "moved twice"]];
    case "delete":
      return [["stay", "moved and deleted"]];
    case "setAttribute":
      return [[`@${change.name}`, `given its attribute "${change.name}" twice`]];
    case "setText":
      return [["text", "given its text twice"]];
    case "insert":
      return [];
  }
}

/** XUDY0015 to 0017 of XQuery Update, and what moves: it has one place, and neither goes nor is replaced. */
function conflictsOf({ tree }: SeenTree, changes: readonly Change[]): readonly Diagnostic[] {
  const changeByKey = new Map<string, Change>();
  const diagnostics: Diagnostic[] = [];
  for (const change of changes) {
    if (!("node" in change)) continue;
    for (const [claim, what] of claimsOf(change)) {
      const key = `${change.node} ${claim}`;
      const other = changeByKey.get(key);
      changeByKey.set(key, other?.kind === "move" ? other : change);
      if (other === undefined || (claim === "stay" && other.kind !== "move" && change.kind !== "move")) continue;
      const sentence = claim === "stay" ? togetherWords(other, change) : what;
      diagnostics.push(diagnose("SXP4045", change.span, { path: nodePath(tree, change.node), what: sentence }));
    }
  }
  return diagnostics;
}

function togetherWords(one: Change, two: Change): string {
  if (one.kind === two.kind) return "moved twice";
  const other = one.kind === "move" ? two : one;
  return other.kind === "delete" ? "moved and deleted" : "moved and replaced";
}

/** SXP4046: into what is in it, or what other moves bring there. */
function cyclesOf({ tree }: SeenTree, changes: readonly Change[]): readonly Diagnostic[] {
  const moves = ofKind(changes, "move");
  const parents = new Map(moves.map((move) => [move.node, gapOf(tree, move, new Set()).parent]));
  return moves.flatMap(({ node, span }) => {
    const ancestors = new Set<NodeId>();
    for (
      let above = parents.get(node)!;
      above > 0 && !ancestors.has(above);
      above = parents.get(above) ?? tree.parent[above]!
    ) {
      ancestors.add(above);
      if (above !== node) continue;
      const [path, into] = [nodePath(tree, node), nodePath(tree, parents.get(node)!)];
      return [diagnose("SXP4046", span, { path, into })];
    }
    return [];
  });
}

/** Insertions into deleted subtrees, which would be lost as well. */
function lossesOf({ tree }: SeenTree, changes: readonly Change[]): readonly Diagnostic[] {
  const gone = changes.flatMap((change) => {
    if (change.kind === "delete") return [{ node: change.node, what: "deleted", isInside: false }];
    if (change.kind === "replace") return [{ node: change.node, what: "replaced", isInside: false }];
    return change.kind === "setText" && change.isWhole
      ? [{ node: change.node, what: "given another content", isInside: true }]
      : [];
  });
  if (gone.length === 0) return [];
  const moved = new Map(ofKind(changes, "move").map((move) => [move.node, gapOf(tree, move, new Set()).parent]));
  return changes.flatMap((change) => {
    if (change.kind !== "insert" && change.kind !== "move") return [];
    for (
      let above = gapOf(tree, change, new Set()).parent;
      above > 0 && above !== NONE;
      above = moved.get(above) ?? tree.parent[above]!
    ) {
      const loss = gone.find(({ node }) => node === above);
      if (loss === undefined) continue;
      const losses = `${loss.what}, and something is put into it`;
      return [diagnose("SXP4045", change.span, { path: nodePath(tree, above), what: losses })];
    }
    return [];
  });
}
