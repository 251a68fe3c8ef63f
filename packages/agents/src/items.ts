import { type Memory, memoryError, type NodeKey, type Task } from "@semantic-xpath/memory";
import type { Scorer } from "@semantic-xpath/runtime";
import { type Edit, type NodeId, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";

export interface ItemsOptions {
  /** The task that they are in. It is made with the first item. */
  readonly task: string;
  /** Author of the writes. */
  readonly author?: string;
  /** Default: the memory's own, which compares words. */
  readonly scorer?: Scorer;
}

/** Content of an item: attributes and text can be queried, the value is stored unchanged. */
export interface ItemContent {
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** Anything that JSON can say. */
  readonly value: unknown;
}

export interface Item extends ItemContent {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An item at a version that wrote it; null: the version deleted it. */
export interface ItemVersion {
  readonly version: number;
  readonly at: Date;
  readonly before: Item | null;
  readonly item: Item | null;
}

/** Nodes of an item: itself, one with the text that is searched, and one with its value. */
const NODES = 3;

/**
 * A task as a list of items by id: `<Items><Item id="…" created="…" updated="…"><Text>…</Text><Value>JSON</Value></Item></Items>`. What is written at once is one version.
 * A look-up reads no other item. What another process wrote is seen at the next `refresh`, and by whatever writes.
 */
export class Items {
  private places = new Map<string, NodeKey>();
  private seen: SegmentedTree | null = null;

  constructor(
    private readonly memory: Memory,
    private readonly options: ItemsOptions,
  ) {}

  /** Looks what others have written since. */
  refresh(): Promise<void> {
    return this.memory.refreshAsync();
  }

  get(id: string): Item | null {
    const tree = this.look();
    const key = this.places.get(id);
    return tree === null || key === undefined ? null : itemAt(tree, tree.nodeOfKey(key));
  }

  /** All, oldest first. */
  *all(): Iterable<Item> {
    const tree = this.look();
    if (tree !== null) for (const key of [...this.places.values()]) yield itemAt(tree, tree.nodeOfKey(key));
  }

  /** By id what its item is from now on; null: it has none. Of one version, or of none where nothing changes. */
  async write(contents: ReadonlyMap<string, ItemContent | null>): Promise<void> {
    const added: string[] = [];
    // A delete of what only another process has seen changes nothing here, so that no conflict would tell of it.
    await this.refresh();
    const version = await this.memory.transactionAsync(() => {
      added.length = 0;
      const task = this.task() ?? this.begin(contents);
      if (task === null) return null;
      const tree = this.lookAt(task);
      const time = this.memory.now().toISOString();
      const edits = [...contents].flatMap(([id, content]): readonly Edit[] => {
        const key = this.places.get(id);
        if (content === null) return key === undefined ? [] : [{ kind: "delete", node: tree.nodeOfKey(key) } as const];
        if (key !== undefined) return editsOf(tree.nodeOfKey(key), content, time);
        added.push(id);
        return [{ kind: "insert", parent: 1, content: nodeOf(id, content, time) } as const];
      });
      return edits.length === 0 ? null : task.commit(edits, { ...this.how(), base: task.head().number }).version;
    });
    if (version === null) return;
    const { segments } = version;
    for (const [id, content] of contents) if (content === null) this.places.delete(id);
    added.forEach((id, i) => {
      this.places.set(id, segments.keyOf(segments.size - NODES * (added.length - i) + 1));
    });
    this.seen = segments;
  }

  /** Items in the order of their relevance to a question, with weights in (0, 1]. */
  async search(question: string): Promise<readonly { readonly item: Item; readonly weight: number }[]> {
    const tree = this.look();
    if (tree === null) return [];
    const { task, scorer } = this.options;
    const options = defined({ task, params: { question }, scorer });
    const { matches } = await this.memory.query("/Items/Item/Text[node =~ $question]", options);
    return matches.map(({ id, weight }) => ({ item: itemAt(tree, tree.parentOf(id)), weight }));
  }

  /** The versions that wrote an item, oldest first, also of one that is deleted. Looks at the changes of all versions. */
  history(id: string): readonly ItemVersion[] {
    const versions: ItemVersion[] = [];
    let key: NodeKey | null = null;
    let before: Item | null = null;
    for (const version of this.task()?.versions() ?? []) {
      if (version.isPruned) continue;
      const tree = version.segments;
      const isTouched = version.changes.some((each) => (key === null ? each.kind === "insert" : each.key === key));
      if (!isTouched && version.number > 1) continue;
      const node: NodeId = key === null ? nodeWithId(tree, id) : tree.nodeOfKey(key);
      if (node < 0 && before === null) continue;
      const item: Item | null = node < 0 ? null : itemAt(tree, node);
      versions.push({ version: version.number, at: new Date(version.time), before, item });
      key = item === null ? null : tree.keyOf(node);
      before = item;
    }
    return versions;
  }

  private task(): Task | null {
    return this.memory.hasTask(this.options.task) ? this.memory.task(this.options.task) : null;
  }

  private begin(contents: ReadonlyMap<string, ItemContent | null>): Task | null {
    if ([...contents.values()].every((content) => content === null)) return null;
    return this.memory.createTask(this.options.task, treeOf({ type: "Items" }), this.how());
  }

  private how() {
    return { provenance: defined({ author: this.options.author }) };
  }

  private look(): SegmentedTree | null {
    const task = this.task();
    return task === null ? null : this.lookAt(task);
  }

  /** The newest tree, of which `places` says where each item is. */
  private lookAt(task: Task): SegmentedTree {
    const tree = task.head().segments;
    if (tree === this.seen) return tree;
    if (tree.rowAt(1).type !== "Items")
      throw memoryError("SXP5014", {
        what: "task",
        name: task.name,
        problem: "a task of this name is there, and it holds no items",
      });
    this.places = new Map();
    for (const node of tree.childrenOf(1))
      this.places.set(tree.rowAt(node).attributes.get("id") ?? "", tree.keyOf(node));
    this.seen = tree;
    return tree;
  }
}

const nodeOf = (id: string, { attributes, text, value }: ItemContent, time: string) => ({
  type: "Item",
  attributes: { ...attributes, id, created: time, updated: time },
  children: [
    { type: "Text", text },
    { type: "Value", text: jsonText(value) },
  ],
});

function editsOf(node: NodeId, { attributes, text, value }: ItemContent, time: string) {
  return [
    ...Object.entries({ ...attributes, updated: time }).map(
      ([name, value]) => ({ kind: "setAttribute", node, name, value }) as const,
    ),
    { kind: "setText", node: node + 1, text } as const,
    { kind: "setText", node: node + 2, text: jsonText(value) } as const,
  ];
}

function itemAt(tree: SegmentedTree, node: NodeId): Item {
  const { id = "", created = "", updated = "", ...attributes } = Object.fromEntries(tree.rowAt(node).attributes);
  const [text, value] = tree.childrenOf(node).map((child) => tree.rowAt(child).text);
  return {
    id,
    attributes,
    text: text ?? "",
    value: JSON.parse(value ?? "null"),
    createdAt: new Date(created),
    updatedAt: new Date(updated),
  };
}

const nodeWithId = (tree: SegmentedTree, id: string): NodeId =>
  tree.size === 0 ? -1 : (tree.childrenOf(1).find((node) => tree.rowAt(node).attributes.get("id") === id) ?? -1);

/** JSON as the text of a node: a run of white space within its strings is escaped, since texts of trees have single spaces. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /\s(?=\s)|[^\S ]/gu,
    (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
