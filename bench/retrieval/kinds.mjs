import { existsSync } from "node:fs";
import { sampled } from "./collections/collection.mjs";
import { everyday } from "./collections/everyday.mjs";
import { keywordsCollection } from "./collections/keywords.mjs";
import { locomoCollections } from "./collections/locomo.mjs";
import { requests } from "./collections/requests.mjs";
import { diagnosticsCollection, ownPages, packageReadmes, sectionsCollection } from "./collections/sections.mjs";

/**
 * The kinds of text. `read` gives collections of { tree, nodes, texts, plain, queries: { condition, gold }[] } (gold holds places in `nodes`), or null where the
 * data is absent. Kinds with a `half` have one for work and one that is scored once per release; all others are for work.
 */
export const KINDS = [
  { name: "LoCoMo turns", measure: "ndcg10", half: true, read: (o) => locomo(o, "Turn") },
  {
    name: "LoCoMo turns, in context",
    measure: "ndcg10",
    half: true,
    read: (o) => locomo({ ...o, isDeclared: true }, "Turn"),
  },
  { name: "LoCoMo sessions", measure: "ndcg10", half: true, read: (o) => locomo(o, "Session") },
  {
    name: "package docs, heading",
    measure: "ndcg10",
    half: true,
    read: (o) => sections(packageReadmes(), "heading", o),
  },
  {
    name: "package docs, sentence",
    measure: "ndcg10",
    half: true,
    read: (o) => sections(packageReadmes(), "sentence", o),
  },
  { name: "package keywords", measure: "auc", half: true, read: (o) => one(keywordsCollection(o)) },
  { name: "our docs, heading", measure: "ndcg10", half: true, read: (o) => sections(ownPages(), "heading", o) },
  { name: "our docs, sentence", measure: "ndcg10", half: true, read: (o) => sections(ownPages(), "sentence", o) },
  { name: "diagnostics", measure: "ndcg10", half: false, read: () => one(diagnosticsCollection()) },
  { name: "requests", measure: "auc", half: false, read: () => requests() },
  {
    name: "everyday, words meet",
    measure: "auc",
    half: false,
    read: () => everyday({ meets: true }),
  },
  {
    name: "everyday, no word meets",
    measure: "auc",
    half: false,
    read: () => everyday({ meets: false }),
  },
];

const one = (collection) => (collection === null ? null : [collection]);
const sections = (pages, asks, { work }) => (pages.length === 0 ? null : [sectionsCollection(pages, { asks, work })]);
const locomo = ({ data, ...options }, type) =>
  existsSync(data) ? locomoCollections(data, { ...options, type }) : null;

/** Reads the kinds; `most` bounds the questions of each. What is absent is said. */
export async function readKinds({ data, work, most, only }) {
  const kinds = [];
  for (const kind of KINDS) {
    if (only.length > 0 && !only.some((part) => kind.name.includes(part))) continue;
    const collections = await kind.read({ data, work });
    if (collections === null) {
      console.error(`skipped: the data of ${kind.name} is absent`);
      continue;
    }
    const all = collections.reduce((sum, { queries }) => sum + queries.length, 0);
    const share = Math.min(1, most / all);
    kinds.push({
      ...kind,
      collections: collections.map((of) => ({
        ...of,
        queries: sampled(of.queries, Math.ceil(of.queries.length * share)),
      })),
    });
  }
  return kinds;
}
