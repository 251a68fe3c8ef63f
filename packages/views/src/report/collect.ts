import type { NodeState, RunView, TreeShape, WhyNot } from "@semantic-xpath/inspect";
import { base64Of, bytesOfBase64, shortened } from "@semantic-xpath/values/basics";
import { pack } from "../model/pack.js";
import { messageOf } from "../model/text.js";
import { nodesIn, treeColumns } from "../model/treeColumns.js";
import { collectContents } from "./contents.js";
import type { EmbeddedDrops, EmbeddedNode, EmbeddedRun } from "./embeddedRun.js";
import type { ReportLimits } from "./limits.js";

/** Requests from a run everything that a page of it will need, up to the limits. */
export async function collect(
  view: RunView,
  limits: ReportLimits,
  { at, ...about }: Pick<EmbeddedRun, "isRedacted" | "comparison" | "command"> & { readonly at: number },
): Promise<EmbeddedRun> {
  const overview = await view.overview();
  const results = await view.results({ from: 0, count: limits.results });
  const tree = treePrefix(await view.tree(), limits.treeNodes);
  const query = overview.text.slice(overview.span.start, overview.span.end);
  const dropped: Record<number, readonly EmbeddedDrops[]> = {};
  if (overview.cutCount > 0) dropped[0] = await drops(view, 0, limits);
  const scores: Record<number, EmbeddedRun["scores"][number]> = {};
  const values: Record<number, EmbeddedRun["values"][number]> = {};
  for (const { id, droppedCount, scoresCount, valuesCount } of overview.operators) {
    if (droppedCount > 0) dropped[id] = await drops(view, id, limits);
    if (scoresCount > 0) scores[id] = await view.scores({ operatorId: id, from: 0, count: limits.scores });
    if (valuesCount > 0) values[id] = await view.values({ operatorId: id, from: 0, count: limits.dropped });
  }
  const resultNodes = results.rows.map(({ node }) => node);
  return {
    ...about,
    entry: {
      id: "run",
      title: overview.name ?? query,
      query,
      scorer: overview.trace.scorer,
      count: overview.resultCount,
      ...(overview.trace.value !== undefined && { value: overview.trace.value }),
      at,
    },
    overview,
    results: { ...results, rows: results.rows.map((row) => ({ ...row, text: shortened(row.text, limits.text) })) },
    dropped,
    scores,
    values,
    tree: await pack(tree),
    contents: await pack(await collectContents(view, tree.size, limits)),
    nodes: await pack(await explained(view, interesting(tree, resultNodes, limits.explained), limits)),
    ...(await nearest(view, overview.resultCount)),
    mermaid: await view.mermaid({ times: true }),
    document: await view.document({ limit: limits.scores }),
  };
}

/** The first nodes of a tree in document order: a tree again, since what is above a node comes before it. */
export function treePrefix(shape: TreeShape, size: number): TreeShape {
  if (shape.size <= size) return shape;
  const cut = (base64: string, width: number): string => btoa(atob(base64).slice(0, width * size));
  const ends = bytesOfBase64(cut(shape.end, 4));
  // A subtree that goes on ends with the prefix. Little endian, as the shape is on any machine.
  const view = new DataView(ends.buffer);
  for (let at = 0; at < ends.length; at += 4) view.setInt32(at, Math.min(view.getInt32(at, true), size + 1), true);
  return {
    size,
    types: shape.types,
    type: cut(shape.type, 2),
    parent: cut(shape.parent, 4),
    end: base64Of(ends),
    state: cut(shape.state, 1),
    heat: cut(shape.heat, 4),
  };
}

/** Entries dropped by an operator or, after the plan, by the cut: every reason with its count, and the first entries of each. */
async function drops(view: RunView, operatorId: number, limits: ReportLimits): Promise<EmbeddedDrops[]> {
  const groups: EmbeddedDrops[] = [];
  for (const group of await view.reasons({ operatorId })) {
    const request = { from: 0, count: limits.dropped, reason: group.reason };
    const { rows } = operatorId === 0 ? await view.cut(request) : await view.dropped({ operatorId, ...request });
    groups.push({ ...group, rows });
  }
  return groups;
}

/** Explanations of single nodes in a page. */
async function explained(view: RunView, wanted: readonly number[], limits: ReportLimits): Promise<EmbeddedNode[]> {
  const nodes: EmbeddedNode[] = [];
  let changes = 0;
  for (const node of wanted) {
    const details = await view.node({ node });
    const why = await view.why({ node });
    const whyNot = why === null ? await view.whyNot({ node }) : null;
    const isWhole = nodes.length < limits.algebras;
    const isChanged = whyNot !== null && details.state === "dropped" && changes++ < limits.changes;
    // A page without a change says more than no page.
    const change = isChanged ? await view.change({ node }).catch(() => undefined) : undefined;
    nodes.push({
      details: { ...details, text: shortened(details.text, limits.text) },
      why,
      whyNot: isWhole ? whyNot : plain(whyNot),
      ...(change !== undefined && { change }),
    });
  }
  return nodes;
}

async function nearest(view: RunView, results: number): Promise<Pick<EmbeddedRun, "nearest" | "nearestProblem">> {
  try {
    return { nearest: results > 0 ? null : await view.nearest(), nearestProblem: null };
  } catch (failure) {
    return { nearest: null, nearestProblem: messageOf(failure) };
  }
}

const ORDER: readonly NodeState[] = ["result", "dropped", "passed", "unvisited"];

/** The more nodes have to do with the run, the sooner: results in their order, then the other states, each from the hottest node on. */
function interesting(shape: TreeShape, results: readonly number[], count: number): readonly number[] {
  const tree = treeColumns(shape);
  const heatOf = (node: number): number => tree.heat[node - 1] ?? 0;
  const byState = ORDER.flatMap((state) => nodesIn(tree, state).sort((a, b) => heatOf(b) - heatOf(a) || a - b));
  return [...new Set([...results, ...byState])].slice(0, count);
}

const plain = (whyNot: WhyNot | null): WhyNot | null => whyNot && { ...whyNot, algebra: null, ranked: null };
