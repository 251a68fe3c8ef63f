import type { NodeDetails, NodeLabel, Page, PageRequest, RunView } from "@semantic-xpath/runtime";
import type { EmbeddedNode, EmbeddedRun } from "./answers.js";

/** What a page cannot say: it holds so much of a run and no more. */
const LEFT_OUT =
  "This page does not hold the answer for this node. Run the query in an editor or a terminal to ask for it.";

/** A run whose answers are in the page. */
export function embeddedView(run: EmbeddedRun): RunView {
  const nodes = new Map(run.nodes.map((node) => [node.details.node, node]));
  const paths = new Map(run.nodes.map(({ details }) => [details.path, details.node]));
  for (const { path, node } of run.results.rows) paths.set(path, node);
  const known = async <T>(node: number, answer: (found: EmbeddedNode) => T): Promise<T> => {
    const found = nodes.get(node);
    if (found === undefined) throw new Error(LEFT_OUT);
    return answer(found);
  };
  const texts = new Map<number, string>();
  const types = typesOf(run.tree);
  return {
    overview: async () => run.overview,
    results: async (request) => paged(run.results, request),
    cut: async (request) => paged(run.cut, request),
    dropped: async ({ operatorId, ...request }) => paged(run.dropped[operatorId] ?? NO_PAGE, request),
    scores: async ({ operatorId, ...request }) => paged(run.scores[operatorId] ?? NO_PAGE, request),
    tree: async () => run.tree,
    labels: async ({ nodes: wanted }) =>
      wanted.map((node) => labelOf(nodes.get(node)?.details) ?? bare(types(node), node)),
    node: ({ node }) => known(node, ({ details }) => details),
    async search({ text, limit }) {
      const wanted = plain(text);
      const found = run.nodes
        .filter(({ details }) => {
          const said = texts.get(details.node) ?? searched(details);
          texts.set(details.node, said);
          return said.includes(wanted);
        })
        .map(({ details }) => details.node)
        .sort((a, b) => a - b);
      return { total: found.length, nodes: found.slice(0, limit) };
    },
    why: ({ node }) => known(node, ({ why }) => why),
    whyNot: ({ node }) => known(node, ({ whyNot }) => whyNot),
    change: ({ node }) =>
      known(node, ({ change }) => {
        if (change === undefined) {
          throw new Error(
            "This page holds the smallest change for some nodes only. Ask for it in an editor or a terminal.",
          );
        }
        return change;
      }),
    async nearest() {
      if (run.nearestProblem !== null) throw new Error(run.nearestProblem);
      return run.nearest;
    },
    locate: async ({ path }) => paths.get(path) ?? null,
    mermaid: async () => run.mermaid,
    document: async () => run.document,
  };
}

const NO_PAGE: Page<never> = { total: 0, from: 0, rows: [] };

/** The total stays that of the run: what is left out is said. */
const paged = <T>(page: Page<T>, { from, count }: PageRequest): Page<T> => ({
  total: page.rows.length,
  from,
  rows: page.rows.slice(from, from + count),
});

function labelOf(details: NodeDetails | undefined): NodeLabel | null {
  if (details === undefined) return null;
  const { node, type, step, summary } = details;
  return { node, type, step, summary };
}

/** A node that the page holds the shape of, and nothing else. */
const bare = (type: string, node: number): NodeLabel => ({ node, type, step: type, summary: "" });

/** The column is read when it is first asked for. */
function typesOf({ type, types }: EmbeddedRun["tree"]): (node: number) => string {
  let bytes: string | undefined;
  return (node) => {
    bytes ??= atob(type);
    const at = 2 * node - 2;
    return types[bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8)] ?? "";
  };
}

const searched = ({ type, attributes, text }: NodeDetails): string =>
  plain([type, ...attributes.map(({ value }) => value), text].join("\n"));

/** Case and accents left out. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
