import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  suggest,
} from "@semantic-xpath/parser";
import { declaresIds, idsUnder, kindOfType, parsedType, type Schema } from "@semantic-xpath/planner";
import { eachId, type IdIndex, idIndex, idsIn, NONE, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import { entryIn } from "./foldFields.js";

/**
 * References of a tree, its fields folded, that lead to no node (SXP4025) or to one of another type than the schema allows (SXP4026), and ids
 * that two nodes have (SXP4027), each with the span of its node; at most `limit`. Time linear in the nodes and their values.
 */
export function checkReferences(tree: Tree, schema: Schema, limit: number): readonly Diagnostic[] {
  if (limit <= 0) return [];
  const check = new ReferenceCheck(tree, schema, limit);
  check.repeatedIds();
  check.references();
  return check.found;
}

/** A reference as the schema declares it, for the nodes of one type. */
interface Declared {
  readonly attribute: number;
  readonly name: string;
  readonly types: readonly string[] | null;
}

const hasReferences = ({ types }: Schema): boolean =>
  Object.values(types).some(({ attributes }) =>
    Object.values(attributes).some(({ type }) => kindOfType(type) === "ref"),
  );

class ReferenceCheck {
  readonly found: Diagnostic[] = [];
  private readonly index: IdIndex;
  private ids: readonly string[] | null = null;

  constructor(
    private readonly tree: Tree,
    private readonly schema: Schema,
    private readonly limit: number,
  ) {
    this.index = idIndex(tree, idsUnder(schema));
  }

  /** Where nothing is declared an id or a reference, the attributes of that name may say something else. */
  repeatedIds(): void {
    const { tree, index, schema } = this;
    if (!declaresIds(schema) && !hasReferences(schema)) return;
    const repeated: (readonly [node: NodeId, value: number])[] = [];
    eachId(tree, idsUnder(this.schema), (node, value) => {
      if (index.nodeOfValue[value] !== node) repeated.push([node, value]);
    });
    repeated.sort(([a], [b]) => a - b);
    for (const [node, value] of repeated.slice(0, this.limit)) {
      const first = nodePath(tree, index.nodeOfValue[value]!);
      this.report("SXP4027", node, { path: nodePath(tree, node), id: tree.values.get(value), first });
    }
  }

  references(): void {
    const { tree } = this;
    const declared = tree.typeNames.map((name) => this.declaredOn(name));
    if (declared.every(({ length }) => length === 0)) return;
    for (let node = 1; node <= tree.size && this.found.length < this.limit; node++)
      for (const reference of declared[tree.type[node]!]!) this.checkValue(node, reference);
  }

  private declaredOn(type: string): readonly Declared[] {
    const { tree } = this;
    return Object.entries(entryIn(this.schema.types, type)?.attributes ?? {}).flatMap(([name, declaration]) => {
      const attribute = tree.attributeId(name);
      const read = parsedType(declaration.type);
      return read.kind === "ref" && attribute !== NONE ? [{ attribute, name, types: read.types }] : [];
    });
  }

  private checkValue(node: NodeId, { attribute, name, types }: Declared): void {
    const { tree, index } = this;
    const value = tree.attributeValue(node, attribute);
    if (value === NONE) return;
    const text = tree.values.get(value);
    const words = index.nodeOfValue[value] === NONE ? idsIn(text) : [text];
    for (const id of words) {
      const named = index.find(id);
      const path = (): string => nodePath(tree, node);
      if (named === NONE)
        this.report("SXP4025", node, {
          path: path(),
          attribute: name,
          id,
          suggestions: suggest(id, this.known()).slice(0, 3),
        });
      else {
        const is = tree.typeNames[tree.type[named]!]!;
        if (types?.includes(is) === false)
          this.report("SXP4026", node, { path: path(), attribute: name, id, is, types });
      }
    }
  }

  /** The ids of the tree, for suggestions. */
  private known(): readonly string[] {
    const { tree, index } = this;
    this.ids ??= Array.from(index.nodeOfValue.keys()).flatMap((value) =>
      index.nodeOfValue[value] === NONE ? [] : [tree.values.get(value)],
    );
    return this.ids;
  }

  private report<C extends DiagnosticCode>(code: C, node: NodeId, parameters: DiagnosticParameters<C>): void {
    if (this.found.length >= this.limit) return;
    const span = this.tree.node(node).span ?? { start: 0, end: 0 };
    this.found.push(diagnose(code, span, parameters));
  }
}
