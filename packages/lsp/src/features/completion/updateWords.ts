import { PLACES } from "@semantic-xpath/parser";
import type { Items } from "./items.js";

/** What may follow a path or content of an update. */
export function addUpdateWords(items: Items, words: readonly string[]): void {
  for (const label of words) {
    const detail = Object.hasOwn(PLACES, label) ? PLACES[label as keyof typeof PLACES] : undefined;
    items.add({ label, kind: "keyword", text: `${label} `, detail });
  }
}
