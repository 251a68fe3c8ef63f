import { compile } from "@semantic-xpath/runtime";
import { type IdIndex, idIndex, nodePath, type Tree } from "@semantic-xpath/tree";

/** A node that a reference of a suite names, or why it names none, as the end of a sentence. */
export type Resolved = { readonly node: number } | { readonly problem: string };

/** The references of nodes of one tree. In answers and right answers a node goes by its path, which is one for each node. */
export class NodeReferences {
  private ids: IdIndex | undefined;
  private readonly resolved = new Map<string, Promise<Resolved>>();

  constructor(private readonly tree: Tree) {}

  resolve(reference: string): Promise<Resolved> {
    let resolved = this.resolved.get(reference);
    if (resolved === undefined) {
      resolved = this.find(reference);
      this.resolved.set(reference, resolved);
    }
    return resolved;
  }

  pathOf(node: number): string {
    return nodePath(this.tree, node);
  }

  private async find(reference: string): Promise<Resolved> {
    if (/^[/(]/.test(reference)) return this.byPath(reference);
    const key = /^key:(\d+)$/.exec(reference)?.[1];
    if (key !== undefined) {
      const node = this.tree.nodeOfKey(Number(key));
      return node > 0 ? { node } : { problem: "is the key of no node" };
    }
    this.ids ??= idIndex(this.tree, [{ type: null, name: "id" }]);
    const node = this.ids.find(reference);
    return node > 0 ? { node } : { problem: "is the id of no node" };
  }

  private async byPath(path: string): Promise<Resolved> {
    const { query, diagnostics } = compile(path, { schema: null });
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (query === undefined || error !== undefined)
      return { problem: `is no path: ${error?.message ?? "it is empty"}` };
    if (query.isSemantic) return { problem: "is a query of relevance, and no path" };
    const nodes = [...new Set((await query.run(this.tree)).ids)];
    if (nodes.length === 1) return { node: nodes[0]! };
    return { problem: nodes.length === 0 ? "finds no node" : `finds ${nodes.length} nodes, and has to find one` };
  }
}
