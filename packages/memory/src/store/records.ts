import type { NodeKey } from "../keys.js";
import type { Change } from "./change.js";

/** Author, reason, and time in the world of a change. */
export interface Provenance {
  /** Author: a person, a model, a program. */
  readonly author?: string;
  readonly reason?: string;
  /** From which turn of which conversation. */
  readonly turn?: string;
  /** When what is said happened: ISO 8601, with a zone where it has a time. Not the time of the commit, which the store gives. */
  readonly time?: string;
}

export const OPERATIONS = ["create", "edit", "tree", "merge", "revert", "restore", "migrate", "import"] as const;

/** Kind of step that led to a version. */
export type Operation = (typeof OPERATIONS)[number];

/** Versions of a task that `prune` keeps by default. Heads of branches are always kept. */
export type Retention = { readonly keep: "all" } | { readonly last: number } | { readonly since: string };

/** Bounds on what a store takes; each may be Infinity. What goes beyond one is refused with SXP5015, and nothing is written. */
export interface Quotas {
  /** Nodes of a version. */
  readonly maxNodes: number;
  /** Tasks that are there at once. */
  readonly maxTasks: number;
  /** Versions of a task that are not pruned. */
  readonly maxVersions: number;
  /** Bytes that one step writes, before anything is shared with what is there. */
  readonly maxCommitBytes: number;
  /** Bytes of the whole store. */
  readonly maxBytes: number;
}

/** A task as it is created. `schema` is the hash of a blob. */
interface TaskCreated {
  readonly kind: "task";
  readonly task: number;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** A new name, title or description; null takes it away. */
interface TaskDescribed {
  readonly kind: "describe";
  readonly task: number;
  readonly name?: string;
  readonly title?: string | null;
  readonly description?: string | null;
}

interface TaskDeleted {
  readonly kind: "delete";
  readonly task: number;
}

interface BranchCreated {
  readonly kind: "branch";
  readonly task: number;
  readonly branch: string;
  readonly from: number;
}

interface BranchDeleted {
  readonly kind: "deleteBranch";
  readonly task: number;
  readonly branch: string;
}

/** A version. Texts of its changes lie in a blob of their own where they are many. */
export interface Committed {
  readonly kind: "commit";
  readonly task: number;
  readonly version: number;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly operation: Operation;
  /** The version that was reverted, restored or merged. */
  readonly of?: number;
  /** Hash of the manifest. */
  readonly manifest: string;
  /** Hash of the blob of the schema; null: none. */
  readonly schema: string | null;
  readonly nodes: number;
  /** The key that the next new node of the task gets. */
  readonly nextKey: NodeKey;
  readonly changes: readonly Change[] | string;
  readonly provenance?: Provenance;
  readonly idempotencyKey?: string;
  /** Digest of the call that the key was for. */
  readonly call?: string;
  /** Hashes of the chunks that came with it. */
  readonly chunks: readonly string[];
}

/** A pruned version: its number and its place in history stay, its content is gone. */
export interface PrunedVersion {
  readonly kind: "pruned";
  readonly task: number;
  readonly version: number;
  readonly branch: string;
  readonly parents: readonly number[];
  readonly nextKey: NodeKey;
  readonly time: string;
  /** When it was pruned, ISO 8601 in UTC. */
  readonly pruned?: string;
}

interface Settings {
  readonly kind: "settings";
  readonly retention?: Retention;
  /** Bounded quantities; null: no bound. */
  readonly quotas?: { readonly [K in keyof Quotas]?: number | null };
  /** Numbers of tasks below this one have been used. */
  readonly nextTask?: number;
  /** Marks of events that pruning removed wholly, in base64url. */
  readonly removed?: readonly string[];
}

export type StoreEvent =
  | TaskCreated
  | TaskDescribed
  | TaskDeleted
  | BranchCreated
  | BranchDeleted
  | Committed
  | PrunedVersion
  | Settings;

/** One step of the store, as it is written: all of it or nothing. */
export interface StoreRecord {
  readonly format: 1;
  /** When it was written, ISO 8601 in UTC. */
  readonly time: string;
  readonly events: readonly StoreEvent[];
}

const utf8 = new TextEncoder();

export const jsonBytes = (value: unknown): Uint8Array => utf8.encode(JSON.stringify(value));
