import type { Items } from "./items.js";

/** The keys of groups. */
export function addKeys(items: Items, keys: readonly string[], sign: "@" | ""): void {
  for (const name of keys)
    items.add({ label: `@${name}`, kind: "property", text: sign, spelled: name, detail: "a key of the groups" });
}
