/** The store that LangGraph takes for what agents remember across threads: `graph.compile({ store: langGraphStore(memory) })`. */

import type { Memory } from "@semantic-xpath/memory";
import { defined } from "@semantic-xpath/values";
import { type Item as Entry, Items, type ItemsOptions } from "./items.js";

/** Value type of LangGraph; its own type is not narrower. */
// biome-ignore lint/suspicious/noExplicitAny: as in the interface that this is.
type Value = Record<string, any>;

export interface StoreItem {
  readonly value: Value;
  readonly key: string;
  readonly namespace: string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SearchItem extends StoreItem {
  /** The weight in (0, 1]; present after a search. */
  readonly score?: number;
}

interface GetOperation {
  namespace: string[];
  key: string;
}

interface SearchOperation {
  namespacePrefix: string[];
  /** By field what it has to be, or `{ $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin }`. */
  filter?: Value;
  /** Default 10. */
  limit?: number;
  offset?: number;
  /** Topic of the items. */
  query?: string;
}

interface PutOperation {
  namespace: string[];
  key: string;
  /** null deletes. */
  value: Value | null;
  /** Fields whose texts are searched, as dotted paths; default: all. false: none. */
  index?: false | string[];
}

interface MatchCondition {
  matchType: "prefix" | "suffix";
  path: string[];
}

interface ListNamespacesOperation {
  matchConditions?: MatchCondition[];
  maxDepth?: number;
  limit: number;
  offset: number;
}

export type StoreOperation = GetOperation | SearchOperation | PutOperation | ListNamespacesOperation;

type OperationResults<Tuple extends readonly StoreOperation[]> = {
  [K in keyof Tuple]: Tuple[K] extends PutOperation
    ? undefined
    : Tuple[K] extends SearchOperation
      ? SearchItem[]
      : Tuple[K] extends GetOperation
        ? StoreItem | null
        : Tuple[K] extends ListNamespacesOperation
          ? string[][]
          : never;
};

export type StoreOptions = Omit<ItemsOptions, "task"> & {
  /** The task of the memory that holds the items. Default `store`. */
  readonly task?: string;
};

/** A store over a memory, with the methods of LangGraph's `BaseStore`. Whatever is put is a version of one task. */
export const langGraphStore = (memory: Memory, options: StoreOptions = {}): LangGraphStore =>
  new LangGraphStore(new Items(memory, { task: "store", ...options }));

export class LangGraphStore {
  constructor(private readonly items: Items) {}

  /** Reads first, all of one moment; then puts, as one version. Of several puts of a key the last one holds. */
  async batch<Op extends StoreOperation[]>(operations: Op): Promise<OperationResults<Op>> {
    await this.items.refresh();
    const results: unknown[] = [];
    const puts = new Map<string, { attributes: Record<string, string>; text: string; value: unknown } | null>();
    for (const operation of operations) {
      if ("namespacePrefix" in operation) results.push(await this.searched(operation));
      else if ("value" in operation) {
        const { namespace, key, value, index } = operation;
        checkNamespace(namespace);
        const text = value === null || index === false ? "" : textsOf(value, index).join("\n");
        const attributes = { namespace: namespace.join("."), key };
        puts.set(idOf(namespace, key), value === null ? null : { attributes, text, value });
        results.push(undefined);
      } else if ("namespace" in operation) {
        const item = this.items.get(idOf(operation.namespace, operation.key));
        results.push(item === null ? null : itemOf(item));
      } else results.push(this.listed(operation));
    }
    if (puts.size > 0) await this.items.write(puts);
    return results as OperationResults<Op>;
  }

  async get(namespace: string[], key: string): Promise<StoreItem | null> {
    checkNamespace(namespace, { mayBeReserved: true, mayBeEmpty: true });
    return (await this.batch([{ namespace, key }]))[0]!;
  }

  async search(
    namespacePrefix: string[],
    { limit = 10, offset = 0, ...options }: Omit<SearchOperation, "namespacePrefix"> = {},
  ): Promise<SearchItem[]> {
    checkNamespace(namespacePrefix, { mayBeReserved: true, mayBeEmpty: true });
    return (await this.batch([{ namespacePrefix, limit, offset, ...options }]))[0]!;
  }

  async put(namespace: string[], key: string, value: Value, index?: false | string[]): Promise<void> {
    checkNamespace(namespace, { mayBeReserved: false });
    await this.batch([defined({ namespace, key, value, index })]);
  }

  async delete(namespace: string[], key: string): Promise<void> {
    await this.batch([{ namespace, key, value: null }]);
  }

  async listNamespaces(
    options: { prefix?: string[]; suffix?: string[]; maxDepth?: number; limit?: number; offset?: number } = {},
  ): Promise<string[][]> {
    const { maxDepth, limit = 100, offset = 0 } = options;
    const matchConditions = (["prefix", "suffix"] as const).flatMap((matchType): MatchCondition[] => {
      const path = options[matchType];
      return path === undefined ? [] : [{ matchType, path }];
    });
    return (await this.batch([defined({ matchConditions, limit, offset, maxDepth })]))[0]!;
  }

  start(): void {}

  stop(): void {}

  private async searched({ namespacePrefix, filter = {}, limit = 10, offset = 0, query }: SearchOperation) {
    const isAsked = (entry: Entry): boolean => {
      const { namespace, value } = itemOf(entry);
      return (
        startsWith(namespace, namespacePrefix) &&
        Object.entries(filter).every(([field, wanted]) => fits(value[field], wanted))
      );
    };
    const candidates = query
      ? (await this.items.search(query)).map(({ item, weight }) => ({ item, score: weight }))
      : [...this.items.all()].map((item) => ({ item, score: undefined }));
    return candidates
      .filter(({ item }) => isAsked(item))
      .slice(offset, offset + limit)
      .map(({ item, score }) => defined({ ...itemOf(item), score }));
  }

  private listed({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): string[][] {
    const all = [...this.items.all()].map((entry) => itemOf(entry).namespace);
    const matching = all.filter((namespace) =>
      matchConditions.every(({ matchType, path }) =>
        startsWith(matchType === "prefix" ? namespace : namespace.slice(-path.length), path),
      ),
    );
    const distinct = new Set(matching.map((namespace) => namespace.slice(0, maxDepth).join(".")));
    return [...distinct]
      .sort()
      .slice(offset, offset + limit)
      .map((name) => name.split("."));
  }
}

const idOf = (namespace: readonly string[], key: string): string => `${namespace.join(".")}/${key}`;

const itemOf = ({ attributes, value, createdAt, updatedAt }: Entry): StoreItem => ({
  value: value as Value,
  key: attributes.key ?? "",
  namespace: (attributes.namespace ?? "").split("."),
  createdAt,
  updatedAt,
});

/** Tests that a path begins with another one, in which `*` is any label. */
const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((label, i) => label === "*" || label === path[i]);

/** The rules of LangGraph for namespaces. */
function checkNamespace(
  namespace: readonly string[],
  {
    mayBeEmpty = false,
    mayBeReserved = true,
  }: { readonly mayBeEmpty?: boolean; readonly mayBeReserved?: boolean } = {},
): void {
  const refuse = (problem: string): never => {
    const error = new Error(`The namespace ${JSON.stringify(namespace)} ${problem}.`);
    error.name = "InvalidNamespaceError";
    throw error;
  };
  if (namespace.length === 0 && !mayBeEmpty) refuse("has no label");
  for (const label of namespace)
    if (typeof label !== "string" || label === "" || /[.:\0]/.test(label))
      refuse(`has the label ${JSON.stringify(label)}: labels are texts, not empty, without "." or ":"`);
  if (namespace[0] === "langgraph" && !mayBeReserved) refuse('begins with "langgraph", which is reserved');
}

const TESTS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  $nin: (value, wanted) => !Array.isArray(wanted) || !wanted.includes(value),
};

function fits(value: unknown, wanted: unknown): boolean {
  const isObject = typeof wanted === "object" && wanted !== null;
  if (!isObject || !Object.keys(wanted).every((name) => Object.hasOwn(TESTS, name))) return value === wanted;
  return Object.entries(wanted).every(([name, operand]) => TESTS[name]!(value, operand));
}

/** The texts, numbers and truth values in a value, or in some of its fields. */
function textsOf(value: unknown, fields?: readonly string[]): string[] {
  if (fields !== undefined)
    return fields.flatMap((field) => textsOf(field === "$" ? value : at(value, field.split("."))));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap((each) => textsOf(each));
  return value === null || value === undefined ? [] : [String(value)];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, name) =>
      typeof within === "object" && within !== null && Object.hasOwn(within, name)
        ? (within as Record<string, unknown>)[name]
        : undefined,
    value,
  );
