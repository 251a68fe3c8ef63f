import type { OfReason, Page, PageRequest, RunView, TreeShape } from "@semantic-xpath/inspect";
import { unpack } from "../model/pack.js";
import type { EmbeddedContents } from "./contents.js";
import type { EmbeddedNode, EmbeddedRun } from "./embeddedRun.js";
import { embeddedTree } from "./embeddedTree.js";

const LEFT_OUT =
  "This page does not hold the answer for this node. Run the query in an editor or a terminal to see it.";
const NO_CHANGE = "This page holds the smallest change for some nodes only. Request it in an editor or a terminal.";

/** A run whose answers are in the page. What is packed is unpacked when it is first asked for. */
export function embeddedView(run: EmbeddedRun): RunView {
  const shape = once(() => unpack<TreeShape>(run.tree));
  const tree = once(async () => embeddedTree(await shape(), await unpack<EmbeddedContents>(run.contents)));
  const nodes = once(
    async () => new Map((await unpack<EmbeddedNode[]>(run.nodes)).map((node) => [node.details.node, node])),
  );
  const embedded = async <T>(node: number, answer: (found: EmbeddedNode) => T): Promise<T> => {
    const found = (await nodes()).get(node);
    if (found === undefined) throw new Error(LEFT_OUT);
    return answer(found);
  };
  return {
    overview: async () => run.overview,
    results: async (request) => paged(run.results.rows, request),
    cut: async (request) => dropped(run, { ...request, operatorId: 0 }),
    dropped: async (request) => dropped(run, request),
    reasons: async ({ operatorId }) => (run.dropped[operatorId] ?? []).map(({ reason, count }) => ({ reason, count })),
    scores: async ({ operatorId, ...request }) => paged(run.scores[operatorId]?.rows ?? [], request),
    values: async ({ operatorId, ...request }) => paged(run.values[operatorId]?.rows ?? [], request),
    tree: shape,
    async labels({ nodes: wanted }) {
      const all = await tree();
      return wanted.map((node) => all.label(node) ?? { node, type: "", step: "", summary: "" });
    },
    async node({ node }) {
      const explained = (await nodes()).get(node);
      const details = explained?.details ?? (await tree()).details(node);
      if (details === null) throw new Error(LEFT_OUT);
      return details;
    },
    contents: async ({ from, count }) => {
      const all = await tree();
      return Array.from({ length: count }, (_, i) => all.details(from + i)).filter((details) => details !== null);
    },
    search: async ({ text, limit }) => (await tree()).search(text, limit),
    why: ({ node }) => embedded(node, ({ why }) => why),
    whyNot: ({ node }) => embedded(node, ({ whyNot }) => whyNot),
    change: ({ node }) =>
      embedded(node, ({ change }) => {
        if (change === undefined) throw new Error(NO_CHANGE);
        return change;
      }),
    async nearest() {
      if (run.nearestProblem !== null) throw new Error(run.nearestProblem);
      return run.nearest;
    },
    async locate({ path }) {
      const row = run.results.rows.find((result) => result.path === path);
      return row?.node ?? (await tree()).locate(path);
    },
    mermaid: async () => run.mermaid,
    document: async () => run.document,
  };
}

function dropped(
  run: EmbeddedRun,
  { operatorId, reason, ...page }: PageRequest & OfReason & { readonly operatorId: number },
) {
  const groups = (run.dropped[operatorId] ?? []).filter((group) => reason === undefined || group.reason === reason);
  return paged(
    groups.flatMap(({ rows }) => rows),
    page,
  );
}

/** The total is what the page holds: that of the run is in the overview, and in the count of a reason. */
const paged = <T>(rows: readonly T[], { from, count }: PageRequest): Page<T> => ({
  total: rows.length,
  from,
  rows: rows.slice(from, from + count),
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => (promise ??= make());
}
