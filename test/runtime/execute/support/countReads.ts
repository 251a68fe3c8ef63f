import type { Tree } from "@semantic-xpath/runtime";

/** A tree whose columns count how often they are read: work that can't be seen in the clock of a busy machine. */
export interface Counted {
  readonly tree: Tree;
  readonly reads: () => number;
}

const COLUMNS = ["type", "parent", "end", "ordinal", "rank", "text"] as const;

export function countReads(tree: Tree): Counted {
  let reads = 0;
  const counting = (column: Int32Array): Int32Array =>
    new Proxy(column, {
      get(target, key) {
        if (typeof key === "string" && key.charCodeAt(0) <= 57) {
          reads++;
          return target[Number(key)];
        }
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  // As own properties: some columns are laid out by a getter.
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, { value: counting(tree[name]) }]));
  const postings = tree.postings.map(counting);
  const counted = Object.create(Object.getPrototypeOf(tree), {
    ...Object.getOwnPropertyDescriptors(tree),
    ...columns,
    postings: { value: postings },
  }) as Tree;
  return { tree: counted, reads: () => reads };
}
