import { memoryError } from "../memoryError.js";
import type { Storage } from "./storage.js";

/** A storage of which nothing is changed: whatever would write is refused with SXP5005, and what others write is seen. */
export const readOnlyStorage = (storage: Storage): Storage => ({
  where: storage.where,
  list: () => storage.list(),
  read: (name, from, to) => storage.read(name, from, to),
  size: (name) => storage.size(name),
  publish: () => {
    throw memoryError("SXP5005", { reason: "it was opened read-only" });
  },
  remove: () => undefined,
  sync: () => undefined,
  sweep: () => [],
  strangers: () => storage.strangers(),
  hash: (pieces) => storage.hash(pieces),
  watch: (listener) => storage.watch(listener),
});
