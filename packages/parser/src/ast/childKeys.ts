import type { AstKind, AstNode } from "./nodes.js";
import { byStart } from "./span.js";

/** The node type of a kind. */
export type NodeOf<K extends AstKind> = Extract<AstNode, { kind: K }>;

/** Names of the properties of a node type that hold child nodes. */
export type ChildKey<N> = {
  [P in keyof N]-?: Exclude<N[P], null | undefined> extends AstNode | readonly AstNode[] ? P : never;
}[keyof N];

type ChildKeys = { readonly [K in AstKind]: readonly ChildKey<NodeOf<K>>[] };

/**
 * The children of each kind of node in source order, as data: walking, finding a node, folding and selection ranges all use
 * this table. Comments are not children: they are between the nodes and are listed by the document.
 */
export const CHILD_KEYS = {
  Document: ["imports", "declarations", "updates", "query", "update"],
  Comment: [],
  Import: ["path"],
  Declaration: ["name", "parameters", "query"],
  UpdateDeclaration: ["name", "parameters", "update"],
  Parameter: [],
  Query: ["asOf", "paths"],
  Meet: ["left", "right"],
  ValueQuery: ["asOf", "value"],
  Path: ["start", "head", "segments"],
  Group: ["query", "brackets"],
  Segment: ["step"],
  AxisStep: ["test", "brackets"],
  IdStep: ["argument", "brackets"],
  ParentStep: [],
  SelfStep: [],
  AttributeStep: ["name"],
  TextStep: [],
  ComputedStep: ["value"],
  RecordStep: ["fields"],
  Field: ["name", "value"],
  NameTest: ["names"],
  WildcardTest: [],
  Name: [],
  Bracket: ["content"],
  IndexPosition: ["index"],
  RangePosition: ["from", "to"],
  IndexLiteral: [],
  SiblingOffset: [],
  OrderBy: ["keys"],
  OrderKey: ["value"],
  GroupBy: ["keys"],
  GroupKey: ["value", "name"],
  Quantified: ["bindings", "condition"],
  Binding: ["parameter", "evidence"],
  Or: ["operands"],
  And: ["operands"],
  Not: ["operand"],
  Comparison: ["left", "right"],
  Relevance: ["target", "condition"],
  NodeTarget: [],
  StringValue: [],
  TextTarget: [],
  AttributeReference: ["name"],
  FieldReference: ["name"],
  Aggregate: ["evidence"],
  Evidence: ["start", "segments"],
  RootStart: [],
  Combine: ["operands"],
  Concatenation: ["operands"],
  Arithmetic: ["left", "right"],
  Negative: ["operand"],
  Call: ["arguments"],
  StringLiteral: [],
  NumberLiteral: [],
  BooleanLiteral: [],
  ParameterReference: [],
  Update: ["primitives"],
  Insert: ["content", "target"],
  InsertAttribute: ["name", "value", "target"],
  Delete: ["target"],
  Replace: ["target", "content"],
  ReplaceValue: ["target", "value"],
  Rename: ["target", "name"],
  Move: ["target", "destination"],
  NodeKey: [],
  Element: ["name", "attributes", "content"],
  ElementAttribute: ["name", "value"],
  ElementText: [],
  Enclosed: ["value"],
  Missing: [],
} as const satisfies ChildKeys;

/** Fails to compile when a child property is left out of the table. */
type Forgotten = { [K in AstKind]: Exclude<ChildKey<NodeOf<K>>, (typeof CHILD_KEYS)[K][number]> }[AstKind];
const forgotten: [Exclude<Forgotten, "comments">] extends [never] ? null : Forgotten = null;
void forgotten;

/** The children of a node that reach an offset, in source order. Long lists are searched and not gone through. */
export function childrenAt(node: AstNode, offset: number): readonly AstNode[] {
  if (node.kind === "Document") return children(node).filter(({ span }) => span.start <= offset && offset <= span.end);
  const holder = node as unknown as Readonly<Record<string, AstNode | readonly AstNode[] | null>>;
  const reaching: AstNode[] = [];
  for (const key of CHILD_KEYS[node.kind]) {
    const value = holder[key];
    if (value == null) continue;
    if (!Array.isArray(value)) {
      const { span } = value as AstNode;
      if (span.start <= offset && offset <= span.end) reaching.push(value as AstNode);
      continue;
    }
    const list = value as readonly AstNode[];
    let low = 0;
    for (let high = list.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (list[middle]!.span.end < offset) low = middle + 1;
      else high = middle;
    }
    for (; low < list.length && list[low]!.span.start <= offset; low++) reaching.push(list[low]!);
  }
  return reaching;
}

/** Tests that a child of a node passes; the same as `children(node).some(test)` without a list. */
export function someChild(node: AstNode, test: (child: AstNode) => boolean): boolean {
  const holder = node as unknown as Readonly<Record<string, AstNode | readonly AstNode[] | null>>;
  for (const key of CHILD_KEYS[node.kind] as readonly string[]) {
    const value = holder[key];
    if (Array.isArray(value)) {
      if ((value as readonly AstNode[]).some(test)) return true;
    } else if (value != null && test(value as AstNode)) return true;
  }
  return false;
}

/** The children of a node in source order. */
export function children(node: AstNode): readonly AstNode[] {
  // The table above admits no other properties.
  const holder = node as unknown as Readonly<Record<string, AstNode | readonly AstNode[] | null>>;
  const nodes: AstNode[] = [];
  for (const key of CHILD_KEYS[node.kind] as readonly string[]) {
    const value = holder[key];
    if (Array.isArray(value)) for (const child of value as readonly AstNode[]) nodes.push(child);
    else if (value != null) nodes.push(value as AstNode);
  }
  // Queries and updates are declared in any order; an import after them is a mistake, but it is where it is.
  return node.kind === "Document" ? nodes.sort(byStart) : nodes;
}
