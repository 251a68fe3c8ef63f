import type { NodeState, RunView, TreeShape, WhyNot } from "@semantic-xpath/inspect";
import { STATES, treeColumns } from "../model/treeColumns.js";
import type { RunEntry } from "../protocol.js";
import type { EmbeddedDrops, EmbeddedNode, EmbeddedRun } from "./answers.js";
import { collectContents } from "./contents.js";
import type { ReportLimits } from "./limits.js";
import { pack } from "./pack.js";
import { treePrefix } from "./treePrefix.js";

/** Asks a run everything that a page of it will be asked, up to the limits. */
export async function collect(
  view: RunView,
  limits: ReportLimits,
  about: Pick<EmbeddedRun, "isRedacted" | "comparison" | "command"> & { readonly at: number },
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
  if (overview.cutCount > 0) dropped[0] = await drops(view, 0, limits);
  const scores: Record<number, EmbeddedRun["scores"][number]> = {};
  for (const { id, droppedCount, scoresCount } of overview.operators) {
    if (droppedCount > 0) dropped[id] = await drops(view, id, limits);
    if (scoresCount > 0) scores[id] = await view.scores({ operatorId: id, from: 0, count: limits.scores });
  }
  return {
    entry,
    isRedacted: about.isRedacted,
    overview,
    results: { ...results, rows: results.rows.map((row) => ({ ...row, text: shorten(row.text, limits.text) })) },
    dropped,
    scores,
    tree: await pack(tree),
    contents: await pack(await collectContents(view, tree.size, limits)),
    nodes: await pack(
      await explained(
        view,
        tree,
        results.rows.map(({ node }) => node),
        limits,
      ),
    ),
    ...(await nearest(view, overview.resultCount)),
    mermaid: await view.mermaid({ times: true }),
    document: await view.document({ limit: limits.scores }),
    command: about.command,
    comparison: about.comparison,
  };
}

/** What fell out of an operator or, behind the plan, at the cut: every reason with its count, and the first entries of each. */
async function drops(view: RunView, operatorId: number, limits: ReportLimits): Promise<EmbeddedDrops[]> {
  const groups: EmbeddedDrops[] = [];
  for (const group of await view.reasons({ operatorId })) {
    const wanted = { from: 0, count: limits.dropped, reason: group.reason };
    const { rows } = operatorId === 0 ? await view.cut(wanted) : await view.dropped({ operatorId, ...wanted });
    groups.push({ ...group, rows });
  }
  return groups;
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
