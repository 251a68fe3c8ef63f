import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTree } from "@semantic-xpath/runtime";
import { collectionOf, numberOf } from "./collection.mjs";

/** A keyword that fewer packages have is their name; one that more have says nothing. */
const [FEWEST, MOST] = [3, 40];

/**
 * The descriptions of the packages installed here. A keyword finds the packages whose authors gave it: a short condition with several nodes that are
 * right, often without a word in common. Authors forget keywords, so no scorer finds all.
 */
export function keywordsCollection({ work }, root = "node_modules") {
  const packages = existsSync(root) ? readPackages(root) : [];
  if (packages.length === 0) return null;
  const tree = readTree({
    type: "Packages",
    children: packages.map(({ description }) => ({ type: "Package", text: description })),
  });
  const having = new Map();
  packages.forEach(({ keywords }, place) => {
    for (const keyword of keywords) having.set(keyword, [...(having.get(keyword) ?? []), place]);
  });
  const queries = [...having]
    .filter(([, places]) => places.length >= FEWEST && places.length <= MOST)
    .filter(([keyword]) => (numberOf(keyword) % 2 === 0) === work)
    .map(([condition, places]) => ({ condition, gold: new Set(places) }));
  const nodes = Array.from(tree.postings[tree.typeId("Package")]);
  return { ...collectionOf(tree, nodes), queries };
}

function readPackages(root) {
  const names = readdirSync(root).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(root, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  const seen = new Set();
  return names.sort().flatMap((name) => {
    const file = join(root, name, "package.json");
    if (name.startsWith(".") || name.startsWith("@semantic-xpath") || !existsSync(file)) return [];
    const { description, keywords } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof description !== "string" || description.length < 20 || seen.has(description)) return [];
    seen.add(description);
    const given = Array.isArray(keywords) ? keywords.filter((keyword) => typeof keyword === "string") : [];
    return [{ description, keywords: new Set(given.map((keyword) => keyword.toLowerCase().trim())) }];
  });
}
