import type { Quotas, Retention } from "./records.js";

/** How a store behaves in this process. */
export interface MemoryOptions {
  /** The time of commits; the clock of the machine by default. */
  readonly now?: () => Date;
  /** Most nodes of trees that are kept in memory for reading again; 4 000 000 by default. */
  readonly cachedNodes?: number;
  /** For a store that is created. */
  readonly retention?: Retention;
  /** For a store that is created: bounds other than the default ones. */
  readonly quotas?: Partial<Quotas>;
}

/** Something that was published, by this process or another one. */
export type MemoryEvent =
  | {
      readonly kind: "commit";
      readonly task: string;
      readonly version: number;
      readonly branch: string;
      readonly isOwn: boolean;
    }
  | {
      readonly kind: "task" | "describe" | "delete";
      readonly task: string;
      readonly isOwn: boolean;
    }
  | {
      readonly kind: "branch" | "deleteBranch";
      readonly task: string;
      readonly branch: string;
      readonly isOwn: boolean;
    }
  | { readonly kind: "settings" | "prune"; readonly isOwn: boolean };
