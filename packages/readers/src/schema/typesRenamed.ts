import type { NodeType, Schema } from "@semantic-xpath/planner";

/** Types that are compared with each other at most; beyond that a schema is another one. */
const MAX_PAIRS = 250_000;
/** The share of what two types have in common that makes them one. */
const ALIKE = 0.6;

/**
 * Types that have another name in the new schema: of those that are gone and those that are new, the pairs that are most alike, by their
 * attributes, children, text and parents. A guess.
 */
export function typesRenamed(before: Schema, after: Schema): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const gone = Object.keys(before.types).filter((name) => !Object.hasOwn(after.types, name));
  const added = Object.keys(after.types).filter((name) => !Object.hasOwn(before.types, name));
  if (gone.length === 0 || gone.length * added.length > MAX_PAIRS) return renamed;
  const [oldFeatures, newFeatures] = [featuresOf(before, gone), featuresOf(after, added)];
  const pairs = gone.flatMap((from) =>
    added.map((to) => ({ from, to, score: likeness(oldFeatures.get(from)!, newFeatures.get(to)!) })),
  );
  const usedTargets = new Set<string>();
  for (const { from, to, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < ALIKE || renamed.has(from) || usedTargets.has(to)) continue;
    renamed.set(from, to);
    usedTargets.add(to);
  }
  return renamed;
}

function featuresOf({ roots, types }: Schema, names: readonly string[]): Map<string, Set<string>> {
  const features = new Map(names.map((name) => [name, ownFeatures(types[name]!)]));
  for (const root of roots) features.get(root)?.add("root");
  for (const [parent, { children }] of Object.entries(types))
    for (const child of Object.keys(children)) features.get(child)?.add(`parent ${parent}`);
  return features;
}

const ownFeatures = ({ attributes, children, text }: NodeType): Set<string> =>
  new Set([
    ...Object.keys(attributes).map((name) => `attribute ${name}`),
    ...Object.keys(children).map((name) => `child ${name}`),
    text ? "text" : "no text",
  ]);

/** The share of common features in all (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((feature) => b.has(feature)).length;
  return common < 2 ? 0 : common / (a.size + b.size - common);
}
