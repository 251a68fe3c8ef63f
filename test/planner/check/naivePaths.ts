import type { Axis, AxisStep, Segment } from "@semantic-xpath/parser";

/** A node of a plain tree; the document node has the type null. */
export interface TreeNode {
  readonly type: string | null;
  parent: TreeNode | null;
  readonly children: TreeNode[];
}

/** Structural paths straight from the language definition: axes, node tests, positions and sibling offsets. No weights. */
export function evaluate(root: TreeNode, segments: readonly Segment[]): readonly TreeNode[] {
  const document: TreeNode = { type: null, parent: null, children: [root] };
  root.parent = document;
  const order = below(document, true);
  let context: readonly TreeNode[] = [document];
  for (const segment of segments) {
    const origins = startsBelow(segment) ? context.flatMap((node) => below(node, true)) : context;
    const next = new Set(origins.flatMap((node) => stepFrom(node, segment, order)));
    context = order.filter((node) => next.has(node));
  }
  return context;
}

const startsBelow = ({ separator, step }: Segment): boolean =>
  separator === "//" && !(step.kind === "AxisStep" && step.axis === null);

function stepFrom(node: TreeNode, { separator, step }: Segment, order: readonly TreeNode[]): TreeNode[] {
  if (step.kind === "ParentStep") return node.parent === null ? [] : [node.parent];
  if (step.kind !== "AxisStep") return [node];
  const axis = step.axis ?? (separator === "//" ? "descendant" : "child");
  const candidates = onAxis(node, axis, order).filter((candidate) => matches(candidate, step));
  return step.brackets.reduce<TreeNode[]>((list, { content }) => {
    switch (content.kind) {
      case "IndexPosition":
        return content.index.kind === "IndexLiteral"
          ? list.slice(...slice(content.index.value, content.index.value))
          : list;
      case "RangePosition":
        return list; // the test only writes [1:-1]
      case "SiblingOffset":
        return list.flatMap((candidate) => sibling(candidate, content.offset));
      default:
        throw new Error("not a structural bracket");
    }
  }, candidates);
}

const slice = (from: number, to: number): [number, number | undefined] =>
  from > 0 ? [from - 1, to] : [from, to === -1 ? undefined : to + 1];

const matches = ({ type }: TreeNode, { test }: AxisStep): boolean =>
  type !== null &&
  (test.kind === "WildcardTest" ||
    (test.kind === "NameTest" && test.names.some((name) => name.kind === "Name" && name.text === type)));

function sibling(node: TreeNode, offset: number): TreeNode[] {
  const siblings = node.parent?.children ?? [];
  const found = siblings[siblings.indexOf(node) + offset];
  return found === undefined ? [] : [found];
}

function onAxis(node: TreeNode, axis: Axis, order: readonly TreeNode[]): readonly TreeNode[] {
  const siblings = node.parent?.children ?? [node];
  const place = siblings.indexOf(node);
  switch (axis) {
    case "self":
      return [node];
    case "child":
      return node.children;
    case "descendant":
      return below(node, false);
    case "descendant-or-self":
      return below(node, true);
    case "parent":
      return node.parent === null ? [] : [node.parent];
    case "ancestor":
      return above(node, false);
    case "ancestor-or-self":
      return above(node, true);
    case "following-sibling":
      return siblings.slice(place + 1);
    case "preceding-sibling":
      return siblings.slice(0, place).reverse();
    case "following":
      return order.slice(order.indexOf(node) + below(node, true).length);
    case "preceding":
      return order
        .slice(0, order.indexOf(node))
        .filter((other) => !above(node, false).includes(other))
        .reverse();
  }
}

const below = (node: TreeNode, withSelf: boolean): TreeNode[] => [
  ...(withSelf ? [node] : []),
  ...node.children.flatMap((child) => below(child, true)),
];

const above = (node: TreeNode, withSelf: boolean): TreeNode[] => [
  ...(withSelf ? [node] : []),
  ...(node.parent === null ? [] : above(node.parent, true)),
];
