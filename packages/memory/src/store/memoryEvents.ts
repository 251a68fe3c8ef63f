import type { MemoryError } from "../memoryError.js";
import type { StoreEvent, StoreRecord } from "./records.js";
import type { State } from "./state.js";

/** Something that was written, by this process (`isOwn`) or another one. After `prune` everything may be other than it was. */
export type MemoryEvent = { readonly isOwn: boolean } & (
  | { readonly kind: "commit"; readonly task: string; readonly branch: string; readonly version: number }
  | { readonly kind: "branch" | "deleteBranch"; readonly task: string; readonly branch: string }
  | { readonly kind: "task" | "describe" | "delete"; readonly task: string }
  | { readonly kind: "settings" | "prune" }
  /** Writes of others that are not readable. */
  | { readonly kind: "problem"; readonly error: MemoryError }
);

/** Events of records, for watchers. A task has its name after the records, a deleted one its last name. */
export function eventsOf(records: readonly StoreRecord[], state: State, isOwn: boolean): MemoryEvent[] {
  const nameOf = (id: number): string => state.tasks.get(id)?.name ?? state.deleted.get(id) ?? "";
  return records.flatMap(({ events }) => events.map((event) => eventOf(event, nameOf, isOwn)));
}

function eventOf(event: StoreEvent, nameOf: (id: number) => string, isOwn: boolean): MemoryEvent {
  switch (event.kind) {
    case "commit":
    case "pruned":
      return { kind: "commit", task: nameOf(event.task), branch: event.branch, version: event.version, isOwn };
    case "branch":
    case "deleteBranch":
      return { kind: event.kind, task: nameOf(event.task), branch: event.branch, isOwn };
    case "task":
    case "describe":
    case "delete":
      return { kind: event.kind, task: nameOf(event.task), isOwn };
    case "settings":
      return { kind: "settings", isOwn };
  }
}
