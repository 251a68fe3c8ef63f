/** Versioned trees: a store with branches, merges, history and checked updates. */

export * from "@semantic-xpath/memory";
