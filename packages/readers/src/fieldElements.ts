import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import { NONE, type NodeId, type Tree, type TypeId } from "@semantic-xpath/tree";

/** An own entry of a record: a type may be called "constructor". */
export const entryIn = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The declarations of a tree's types and fields, looked up once for each type or pair of types. */
export class Declared {
  /** By type; undefined where the schema does not know it. */
  readonly types: readonly (NodeType | undefined)[];
  private readonly fields = new Map<number, AttributeType | null>();

  constructor(
    private readonly tree: Tree,
    schema: Schema,
  ) {
    this.types = tree.typeNames.map((name, type) => (type === 0 ? undefined : entryIn(schema.types, name)));
  }

  /** The declaration by which a node is a field element of its parent, or null. */
  fieldOf(node: NodeId): AttributeType | null {
    const { tree } = this;
    const parent = tree.parent[node]!;
    return parent === NONE ? null : this.field(tree.type[parent]!, tree.type[node]!);
  }

  private field(parent: TypeId, child: TypeId): AttributeType | null {
    const key = parent * this.types.length + child;
    let field = this.fields.get(key);
    if (field === undefined) {
      const above = this.types[parent];
      const attribute = above && entryIn(above.attributes, this.tree.typeNames[child]!);
      field = attribute?.element ? attribute : null;
      this.fields.set(key, field);
    }
    return field;
  }
}
