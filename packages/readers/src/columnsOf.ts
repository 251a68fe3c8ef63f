import { getOrMake, NONE, type Tree } from "@semantic-xpath/tree";
import { type ColumnFacts, inferColumn } from "@semantic-xpath/values";

/** The inferred types of the columns of a tree: each attribute of a node type, and its own text. */
export class Columns {
  private readonly attributes = new Map<number, ColumnFacts>();
  private readonly texts = new Map<number, ColumnFacts>();

  constructor(private readonly tree: Tree) {}

  /** An attribute of the nodes of a type, both by number. */
  attribute(type: number, attribute: number): ColumnFacts {
    const { tree } = this;
    return getOrMake(this.attributes, attribute * tree.typeNames.length + type, () => {
      const column = tree.columns[attribute]?.[type];
      return this.infer(column?.values ?? new Int32Array(0));
    });
  }

  /** The own text of the nodes of a type. */
  text(type: number): ColumnFacts {
    const { tree } = this;
    return getOrMake(this.texts, type, () => this.infer(tree.postings[type]!.map((node) => tree.text[node]!)));
  }

  private infer(values: Int32Array): ColumnFacts {
    const uses = new Map<number, number>();
    for (const value of values) if (value !== NONE) uses.set(value, (uses.get(value) ?? 0) + 1);
    return inferColumn(Array.from(uses, ([value, count]) => [this.tree.values.get(value), count] as const));
  }
}

const columns = new WeakMap<Tree, Columns>();

/** One for each tree: a column is inferred once, when it is first needed. */
export const columnsOf = (tree: Tree): Columns => getOrMake(columns, tree, () => new Columns(tree));
