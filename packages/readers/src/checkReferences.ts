import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  suggest,
} from "@semantic-xpath/parser";
import { declaresIds, hasReferences, idsUnder, parsedType, type Schema } from "@semantic-xpath/planner";
import { eachId, type IdIndex, idIndex, idsIn, NONE, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import { ownEntry } from "@semantic-xpath/values";

/**
 * References of a tree with folded fields that lead to no node (SXP4025) or to one of another type than the schema allows (SXP4026). Also ids
 * of two nodes (SXP4027). Each has the span of its node; at most `limit`. Time linear in the nodes and their values.
 */
export function checkReferences(tree: Tree, schema: Schema, limit: number): readonly Diagnostic[] {
  if (limit <= 0) return [];
  const diagnostics: Diagnostic[] = [];
  const check = new ReferenceCheck(tree, schema);
  for (const [node, value] of check.repeatedIds().slice(0, limit)) diagnostics.push(check.repeated(node, value));
  for (let node = 1; node <= tree.size && check.hasReferences && diagnostics.length < limit; node++)
    for (const problem of check.problemsOf(node))
      if (diagnostics.length < limit) diagnostics.push(check.diagnosticOf(problem));
  return diagnostics;
}

/** A reference as the schema declares it, for the nodes of one type. */
interface DeclaredReference {
  readonly attribute: number;
  readonly name: string;
  readonly types: readonly string[] | null;
}

/** A reference that leads to no node, or to one of another type. */
export interface ReferenceProblem {
  readonly node: NodeId;
  readonly reference: DeclaredReference;
  readonly id: string;
  /** The type of the node with the id; null without one. */
  readonly is: string | null;
}

/** True if ids and references are checked: without a declaration, attributes of those names may have another meaning. */
export const checksReferences = (schema: Schema): boolean => declaresIds(schema) || hasReferences(schema);

/** Targets of the references and ids of one tree with folded fields. */
export class ReferenceCheck {
  readonly index: IdIndex;
  /** By type. */
  readonly declared: readonly (readonly DeclaredReference[])[];
  readonly hasReferences: boolean;
  private ids: readonly string[] | null = null;

  constructor(
    private readonly tree: Tree,
    private readonly schema: Schema,
  ) {
    this.index = idIndex(tree, idsUnder(schema));
    this.declared = tree.typeNames.map((name) => this.declaredOn(name));
    this.hasReferences = this.declared.some(({ length }) => length > 0);
  }

  /** Nodes whose id (a value of the tree) an earlier one has, in document order. */
  repeatedIds(): readonly (readonly [node: NodeId, value: number])[] {
    const { tree, index, schema } = this;
    if (!checksReferences(schema)) return [];
    const repeated: (readonly [node: NodeId, value: number])[] = [];
    eachId(tree, idsUnder(schema), (node, value) => {
      if (index.nodeOfValue[value] !== node) repeated.push([node, value]);
    });
    return repeated.sort(([a], [b]) => a - b);
  }

  /** @param first another node with the id; by default the first one */
  repeated(node: NodeId, value: number, first: NodeId = this.index.nodeOfValue[value]!): Diagnostic {
    const { tree } = this;
    const id = tree.values.get(value);
    return this.diagnostic("SXP4027", node, { path: nodePath(tree, node), id, first: nodePath(tree, first) });
  }

  /** Problems of the references of a node. */
  *problemsOf(node: NodeId): Iterable<ReferenceProblem> {
    const { tree } = this;
    for (const reference of this.declared[tree.type[node]!]!) {
      for (const id of this.idsOf(node, reference)) {
        const named = this.index.find(id);
        const is = named === NONE ? null : tree.typeOf(named);
        if (is === null || reference.types?.includes(is) === false) yield { node, reference, id, is };
      }
    }
  }

  /** The ids that a reference names: its whole value where that is one, else the words of it. */
  private idsOf(node: NodeId, { attribute }: DeclaredReference): readonly string[] {
    const { tree, index } = this;
    const value = tree.attributeValue(node, attribute);
    if (value === NONE) return [];
    const text = tree.values.get(value);
    return index.nodeOfValue[value] === NONE ? idsIn(text) : [text];
  }

  diagnosticOf({ node, reference: { name, types }, id, is }: ReferenceProblem): Diagnostic {
    const path = nodePath(this.tree, node);
    if (is !== null) return this.diagnostic("SXP4026", node, { path, attribute: name, id, is, types: types ?? [] });
    const suggestions = suggest(id, this.known()).slice(0, 3);
    return this.diagnostic("SXP4025", node, { path, attribute: name, id, suggestions });
  }

  private declaredOn(type: string): readonly DeclaredReference[] {
    const { tree } = this;
    return Object.entries(ownEntry(this.schema.types, type)?.attributes ?? {}).flatMap(([name, declaration]) => {
      const attribute = tree.attributeId(name);
      const read = parsedType(declaration.type);
      return read.kind === "ref" && attribute !== NONE ? [{ attribute, name, types: read.types }] : [];
    });
  }

  /** The ids of the tree, for suggestions. */
  private known(): readonly string[] {
    const { tree, index } = this;
    this.ids ??= Array.from(index.nodeOfValue.keys()).flatMap((value) =>
      index.nodeOfValue[value] === NONE ? [] : [tree.values.get(value)],
    );
    return this.ids;
  }

  private diagnostic<C extends DiagnosticCode>(code: C, node: NodeId, parameters: DiagnosticParameters<C>): Diagnostic {
    return diagnose(code, this.tree.node(node).span ?? { start: 0, end: 0 }, parameters);
  }
}
