/** The calls of a mem0 client over a memory: `const client = mem0Client(memory)`, then `add`, `search`, `get`, `getAll`, `update`, `delete`, `history`. */

import type { Memory } from "@semantic-xpath/memory";
import { defined } from "@semantic-xpath/values";
import { type Item, type ItemContent, Items, type ItemsOptions } from "./items.js";

/** Owner of a memory. */
export interface Mem0Entity {
  readonly userId?: string;
  readonly agentId?: string;
  readonly runId?: string;
}

export interface Mem0Message {
  readonly role: string;
  readonly content: unknown;
}

export interface Mem0AddOptions extends Mem0Entity {
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Extracts facts from messages, by `infer` of the client's options. Default: if the client has one. */
  readonly infer?: boolean;
}

export interface Mem0ReadOptions extends Mem0Entity {
  /** By `user_id`, `agent_id`, `run_id` or a name in the metadata what it has to be. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** Default 10 of a search, 100 of all. */
  readonly topK?: number;
  /** Least weight of a search result. */
  readonly threshold?: number;
}

export interface Mem0Item extends Mem0Entity {
  readonly id: string;
  readonly memory: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Weight of a search result, in (0, 1]. */
  readonly score?: number;
}

export interface Mem0Event {
  /** The version that did it. */
  readonly id: string;
  readonly memoryId: string;
  readonly previousValue: string | null;
  readonly newValue: string | null;
  readonly action: "ADD" | "UPDATE" | "DELETE";
  readonly createdAt: string;
  readonly isDeleted: boolean;
}

export interface Mem0Options extends Omit<ItemsOptions, "task"> {
  /** The task of the memory that holds them. Default `memories`. */
  readonly task?: string;
  /** Extracts memories from messages, for example by a language model. Default: each text of a user is stored unchanged. */
  readonly infer?: (messages: readonly Mem0Message[]) => Promise<readonly string[]> | readonly string[];
}

export const mem0Client = (memory: Memory, options: Mem0Options = {}): Mem0Client => new Mem0Client(memory, options);

export class Mem0Client {
  private readonly items: Items;

  constructor(
    memory: Memory,
    private readonly options: Mem0Options,
  ) {
    this.items = new Items(memory, { task: "memories", ...options });
  }

  /** Remembers what was said, as one version. */
  async add(
    messages: string | readonly Mem0Message[],
    { metadata = {}, infer, ...entity }: Mem0AddOptions = {},
  ): Promise<{ readonly results: readonly { readonly id: string; readonly memory: string; readonly event: "ADD" }[] }> {
    const conversation = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
    const isInferred = this.options.infer !== undefined && infer !== false;
    const texts = isInferred ? await this.options.infer!(conversation) : conversation.flatMap(textOf);
    const added = texts.map((memory) => ({ id: crypto.randomUUID(), memory, event: "ADD" as const }));
    await this.items.write(new Map(added.map(({ id, memory }) => [id, contentOf(memory, entity, metadata)])));
    return { results: added };
  }

  async get(memoryId: string): Promise<Mem0Item | null> {
    await this.items.refresh();
    const item = this.items.get(memoryId);
    return item === null ? null : mem0Item(item);
  }

  async getAll({ topK = 100, ...options }: Mem0ReadOptions = {}): Promise<{ readonly results: readonly Mem0Item[] }> {
    await this.items.refresh();
    const items = [...this.items.all()].map((item) => mem0Item(item)).filter((item) => isAsked(item, options));
    return { results: items.slice(0, topK) };
  }

  async search(
    query: string,
    { topK = 10, threshold = 0, ...options }: Mem0ReadOptions = {},
  ): Promise<{ readonly results: readonly Mem0Item[] }> {
    await this.items.refresh();
    const scored = (await this.items.search(query)).map(({ item, weight }) => ({ ...mem0Item(item), score: weight }));
    const selected = scored.filter((item) => item.score >= threshold && isAsked(item, options));
    return { results: selected.slice(0, topK) };
  }

  /** Another text, or other metadata, for a memory. Rejects with an Error where there is none. */
  async update(
    memoryId: string,
    change: string | { readonly text?: string; readonly metadata?: Readonly<Record<string, unknown>> },
  ): Promise<{ readonly message: string }> {
    const { text, metadata } = typeof change === "string" ? { text: change, metadata: undefined } : change;
    const before = await this.known(memoryId);
    const content = contentOf(text ?? before.memory, before, { ...before.metadata, ...metadata });
    await this.items.write(new Map([[memoryId, content]]));
    return { message: "Memory updated successfully!" };
  }

  /** Rejects with an Error where there is none. */
  async delete(memoryId: string): Promise<{ readonly message: string }> {
    await this.known(memoryId);
    await this.items.write(new Map([[memoryId, null]]));
    return { message: "Memory deleted successfully!" };
  }

  /** Deletes all memories of an entity, as one version. Rejects with an Error without an entity, so that nothing is deleted by oversight. */
  async deleteAll(entity: Mem0Entity): Promise<{ readonly message: string }> {
    if (ENTITY.every((name) => entity[name] === undefined))
      throw new Error("Say whose memories are to be deleted: userId, agentId or runId.");
    const { results } = await this.getAll({ ...entity, topK: Number.POSITIVE_INFINITY });
    await this.items.write(new Map(results.map(({ id }) => [id, null])));
    return { message: "Memories deleted successfully!" };
  }

  /** History of a memory, oldest first, including a deleted one. */
  async history(memoryId: string): Promise<readonly Mem0Event[]> {
    await this.items.refresh();
    return this.items.history(memoryId).map(({ version, at, before, item }) => ({
      id: `${version}`,
      memoryId,
      previousValue: before?.text ?? null,
      newValue: item?.text ?? null,
      action: before === null ? "ADD" : item === null ? "DELETE" : "UPDATE",
      createdAt: at.toISOString(),
      isDeleted: item === null,
    }));
  }

  private async known(memoryId: string): Promise<Mem0Item> {
    const item = await this.get(memoryId);
    if (item === null) throw new Error(`There is no memory with the id ${JSON.stringify(memoryId)}.`);
    return item;
  }
}

const textOf = ({ role, content }: Mem0Message): readonly string[] =>
  role === "user" && typeof content === "string" && content.trim() !== "" ? [content] : [];

const ENTITY = ["userId", "agentId", "runId"] as const;

const contentOf = (text: string, entity: Mem0Entity, metadata: Readonly<Record<string, unknown>>): ItemContent => ({
  attributes: defined({ userId: entity.userId, agentId: entity.agentId, runId: entity.runId }),
  text,
  value: metadata,
});

const mem0Item = ({ id, attributes, text, value, createdAt, updatedAt }: Item): Mem0Item => ({
  id,
  memory: text,
  metadata: value as Readonly<Record<string, unknown>>,
  ...attributes,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const NAMES: Readonly<Record<string, (typeof ENTITY)[number]>> = {
  user_id: "userId",
  agent_id: "agentId",
  run_id: "runId",
};

function isAsked(item: Mem0Item, { filters = {}, ...entity }: Mem0ReadOptions): boolean {
  return (
    ENTITY.every((name) => entity[name] === undefined || item[name] === entity[name]) &&
    Object.entries(filters).every(([name, wanted]) => {
      const entityKey = NAMES[name] ?? ENTITY.find((each) => each === name);
      return (entityKey === undefined ? item.metadata[name] : item[entityKey]) === wanted;
    })
  );
}
