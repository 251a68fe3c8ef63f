import type { NodeState, RunView, TreeShape, WhyNot } from "@semantic-xpath/runtime";
import { STATES, treeColumns } from "../model/treeColumns.js";
import type { RunEntry } from "../protocol.js";
import type { EmbeddedNode, EmbeddedRun } from "./answers.js";
import type { ReportLimits } from "./limits.js";
import { treePrefix } from "./treePrefix.js";

/** Asks a run everything that a page of it will be asked, up to the limits. */
export async function collect(
  view: RunView,
  limits: ReportLimits,
  about: Pick<EmbeddedRun, "isRedacted" | "comparison"> & { readonly at: number },
): Promise<EmbeddedRun> {
  const overview = await view.overview();
  const results = await view.results({ from: 0, count: limits.results });
  const tree = treePrefix(await view.tree(), limits.treeNodes);
  const entry: RunEntry = {
    id: "run",
    title: overview.name ?? overview.text.slice(overview.span.start, overview.span.end),
    query: overview.text.slice(overview.span.start, overview.span.end),
    scorer: overview.trace.scorer,
    count: overview.resultCount,
    at: about.at,
  };
  const dropped: Record<number, EmbeddedRun["dropped"][number]> = {};
  const scores: Record<number, EmbeddedRun["scores"][number]> = {};
  for (const { id, droppedCount, scoresCount } of overview.operators) {
    if (droppedCount > 0) dropped[id] = await view.dropped({ operatorId: id, from: 0, count: limits.dropped });
    if (scoresCount > 0) scores[id] = await view.scores({ operatorId: id, from: 0, count: limits.scores });
  }
  return {
    entry,
    isRedacted: about.isRedacted,
    overview,
    results: { ...results, rows: results.rows.map((row) => ({ ...row, text: shorten(row.text, limits.text) })) },
    cut: await view.cut({ from: 0, count: limits.dropped }),
    dropped,
    scores,
    tree,
    nodes: await explained(
      view,
      tree,
      results.rows.map(({ node }) => node),
      limits,
    ),
    ...(await nearest(view, overview.resultCount)),
    mermaid: await view.mermaid({ times: true }),
    document: await view.document({ limit: limits.scores }),
    comparison: about.comparison,
  };
}

/** What a page says about single nodes: the more they have to do with the run, the sooner. */
async function explained(
  view: RunView,
  tree: TreeShape,
  results: readonly number[],
  limits: ReportLimits,
): Promise<EmbeddedNode[]> {
  const nodes: EmbeddedNode[] = [];
  let changes = 0;
  for (const node of interesting(tree, results, limits.explained)) {
    const details = await view.node({ node });
    const why = await view.why({ node });
    const whyNot = why === null ? await view.whyNot({ node }) : null;
    const isWhole = nodes.length < limits.algebras;
    const isChanged = whyNot !== null && details.state === "dropped" && changes < limits.changes;
    if (isChanged) changes++;
    nodes.push({
      details: { ...details, text: shorten(details.text, limits.text) },
      why,
      whyNot: whyNot === null || isWhole ? whyNot : plain(whyNot),
      ...(isChanged ? await change(view, node) : {}),
    });
  }
  return nodes;
}

/** A page without a change says more than no page. */
const change = (view: RunView, node: number): Promise<Pick<EmbeddedNode, "change">> =>
  view.change({ node }).then(
    (found) => ({ change: found }),
    () => ({}),
  );

async function nearest(view: RunView, results: number): Promise<Pick<EmbeddedRun, "nearest" | "nearestProblem">> {
  if (results > 0) return { nearest: null, nearestProblem: null };
  try {
    return { nearest: await view.nearest(), nearestProblem: null };
  } catch (failure) {
    return { nearest: null, nearestProblem: failure instanceof Error ? failure.message : String(failure) };
  }
}

const ORDER: readonly NodeState[] = ["result", "dropped", "passed", "unvisited"];

/** Results first, in their order; then the other states, each from the hottest node on. */
function interesting(shape: TreeShape, results: readonly number[], count: number): readonly number[] {
  const { size, state, heat } = treeColumns(shape);
  const chosen = new Set(results.slice(0, count));
  for (const name of ORDER) {
    if (chosen.size >= count) break;
    const wanted = STATES.indexOf(name);
    const nodes = Array.from({ length: size }, (_, i) => i + 1).filter((node) => state[node - 1] === wanted);
    nodes.sort((a, b) => heat[b - 1]! - heat[a - 1]! || a - b);
    for (const node of nodes) {
      if (chosen.size >= count) break;
      chosen.add(node);
    }
  }
  return [...chosen];
}

const plain = (whyNot: WhyNot): WhyNot => ({ ...whyNot, algebra: null, ranked: null });

const shorten = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);
