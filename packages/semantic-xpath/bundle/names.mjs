import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Entries of the package, by their files. */
export const ENTRIES = readdirSync(at("src")).map((name) => name.replace(/\.ts$/, ""));

const published = (entry) => (entry === "index" ? "semantic-xpath" : `semantic-xpath/${entry}`);

/** For each module of the repository that an entry gives whole or in part, the published name: `@semantic-xpath/runtime` → `semantic-xpath`. */
export function namesOfModules() {
  const names = new Map();
  for (const entry of ENTRIES)
    for (const [, , module] of readFileSync(at(`src/${entry}.ts`), "utf8").matchAll(
      /(\*|\}) from "(@semantic-xpath\/[^"]+)"/g,
    ))
      names.set(module, published(entry));
  return names;
}

const nameOf = (module, names) =>
  names.get(module) ?? (module.endsWith("/node") ? "semantic-xpath/node" : "semantic-xpath");

/** A text with the published names of modules: generated code, help and examples in comments. */
export const publishedText = (text, names) =>
  text.replace(/@semantic-xpath\/[a-z][\w-]*(?:\/[\w-]+)*/g, (module) => nameOf(module, names));
