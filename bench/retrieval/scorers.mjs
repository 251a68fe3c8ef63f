import * as runtime from "@semantic-xpath/runtime";
import { bm25Scorer } from "./bm25.mjs";

/** The setting of each ingredient that switches it off. */
export const INGREDIENTS = {
  thesaurus: { thesaurus: 0 },
  company: { company: 0 },
  quantity: { quantity: 0 },
  when: { when: 0 },
  frame: { frame: 1 },
  asking: { asking: 1 },
  phrase: { phrase: 0 },
  "parts, joined and fuzzy": { part: 0, joined: 0, fuzzy: 0 },
};

/** The scorers to measure, with whether all queries or only the main ones are asked of them. */
export async function scorersFor({ quick, scorer: names }) {
  const lexical = { name: "lexical", scorer: runtime.lexicalScorer(), queries: "all" };
  const plain = { name: "BM25 (ours, plain)", scorer: bm25Scorer(), queries: "main" };
  const without = Object.entries(INGREDIENTS).map(([name, settings]) => ({
    name: `lexical without ${name}`,
    scorer: runtime.lexicalScorer(settings),
    queries: "main",
  }));
  const all = Object.assign({}, ...Object.values(INGREDIENTS));
  const bare = { name: "lexical without all of these", scorer: runtime.lexicalScorer(all), queries: "main" };
  const others = [];
  for (const name of names) others.push({ name, scorer: await resolve(name), queries: "main" });
  return quick ? [lexical, plain, ...others] : [lexical, plain, ...without, bare, ...others];
}

/** A scorer by name, where the runtime for Node can resolve one. */
async function resolve(name) {
  const node = await import("@semantic-xpath/runtime/node").catch(() => ({}));
  if (typeof node.resolveScorer !== "function")
    throw new Error(`--scorer ${name}: this build resolves no scorer names`);
  const resolved = await node.resolveScorer(name);
  return resolved.scorer ?? resolved;
}
