import type { NodeData, SegmentedTree } from "@semantic-xpath/tree";
import { type LayerTarget, layerEdits, layerNodes, layerTask, livingFacts, ROOT, references } from "../layer.js";
import type { VectorSpace } from "../space.js";
import { readState } from "../tree/readState.js";
import { cosine, meanVector, type Vector } from "../vectors.js";
import type { ThemeSettings } from "./themeSettings.js";
import { planThemes, type Theme } from "./themes.js";

export interface ThemeLayerOptions extends LayerTarget {
  readonly space: VectorSpace;
  readonly settings: ThemeSettings;
  /** A line for the facts of a theme. Default: the fact nearest to their mean. */
  readonly summarise?: (facts: readonly string[]) => Promise<string>;
}

export interface ThemeLayerReport {
  readonly facts: number;
  readonly themes: number;
  /** Themes whose facts or summaries changed. */
  readonly changed: number;
}

/**
 * Puts the facts of a memory into themes, as one version: only themes of new, changed or removed facts change, and are summarised again from all
 * their facts. A memory that has them already gets no version. Another vector space makes all themes again.
 *
 * @throws RangeError for an unknown memory
 */
export async function updateThemes(options: ThemeLayerOptions): Promise<ThemeLayerReport> {
  const { space, settings, summarise, author = "xmemory" } = options;
  const task = layerTask(options);
  const head = task.head();
  const tree = head.segments;
  const facts = livingFacts(readState(head.tree()));
  const texts = new Map(facts.map(({ statement }) => [statement.id, statement.text]));
  const vectors = await space.embed([...texts.values()]);
  const vectorOf = new Map([...texts.keys()].map((id, index) => [id, vectors[index]!]));

  const existing = layerNodes(tree, "Theme");
  const isSameSpace = tree.rowAt(ROOT).attributes.get("space") === space.id;
  const before = isSameSpace ? storedThemes(tree, existing, vectorOf) : [];
  const plan = planThemes(
    before,
    facts.map(({ statement: { id } }) => ({ id, vector: vectorOf.get(id)! })),
    (fact) => vectorOf.get(fact) ?? null,
    newIds(existing.keys()),
    settings,
  );

  const themeNodes = new Map<string, NodeData>();
  const changed = new Set<string>();
  for (const theme of plan.themes) {
    const node = existing.get(theme.id);
    const isKept = isSameSpace && node !== undefined && sameList(references(tree, node, "Member"), theme.members);
    const members = theme.members.map((id) => texts.get(id)!);
    const summary = isKept
      ? tree.rowAt(node).text
      : await (summarise?.(members) ?? nearestToMean(theme, members, vectorOf));
    if (!isKept) changed.add(theme.id);
    themeNodes.set(theme.id, themeNode(theme, summary));
  }
  const edits = layerEdits(existing, themeNodes, (id) => changed.has(id));
  if (!isSameSpace) edits.push({ kind: "setAttribute", node: ROOT, name: "space", value: space.id });
  if (edits.length > 0) {
    const provenance = { author, reason: `themes of ${facts.length} facts` };
    await options.memory.transactionAsync(() => task.commit(edits, { base: head.number, provenance }));
  }
  return { facts: facts.length, themes: plan.themes.length, changed: changed.size };
}

/** Themes of the tree without the facts that are gone. */
function storedThemes(
  tree: SegmentedTree,
  nodes: ReadonlyMap<string, number>,
  vectorOf: ReadonlyMap<string, Vector>,
): Theme[] {
  const themes: Theme[] = [];
  for (const [id, node] of nodes) {
    const members = references(tree, node, "Member").filter((member) => vectorOf.has(member));
    if (members.length === 0) continue;
    themes.push({ id, members, centroid: meanVector(members.map((member) => vectorOf.get(member)!)) });
  }
  return themes;
}

/** Ids "t1", "t2" … after the greatest of those that exist. */
function newIds(existing: Iterable<string>): () => string {
  let last = 0;
  for (const id of existing) last = Math.max(last, Number(/^t(\d+)$/.exec(id)?.[1] ?? 0));
  return () => `t${++last}`;
}

async function nearestToMean(
  theme: Theme,
  texts: readonly string[],
  vectorOf: ReadonlyMap<string, Vector>,
): Promise<string> {
  const similarities = theme.members.map((id) => cosine(vectorOf.get(id)!, theme.centroid));
  return texts[similarities.indexOf(Math.max(...similarities))]!;
}

const themeNode = ({ id, members }: Theme, summary: string): NodeData => ({
  type: "Theme",
  attributes: { id },
  text: summary,
  children: members.map((idref) => ({ type: "Member", attributes: { idref } })),
});

const sameList = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);
