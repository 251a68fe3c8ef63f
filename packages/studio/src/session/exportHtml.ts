import type { ChatEvent, Conversation, TurnRecord } from "@semantic-xpath/chat";
import { type Block, present } from "@semantic-xpath/chat/present";
import type { RunView } from "@semantic-xpath/inspect";
import type { DiffHunk } from "@semantic-xpath/memory";
import { shortened } from "@semantic-xpath/values";
import { hashOf, htmlPage, inStyle, inText } from "@semantic-xpath/views";

/** Maximum results of each run, and maximum nodes of the tree around them. */
const MAX_RESULTS = 50;
const MAX_NODES = 200;
const MAX_TEXT = 2_000;

/**
 * A conversation as one page that needs nothing else: what was requested, how it was read, what was found and where it is in the tree, how the query ran, what was
 * changed, and what was answered. It has no script, and its policy allows its own stylesheet alone; all that data and people said is text.
 */
export async function exportHtml(
  { title, task, turns }: Pick<Conversation, "title" | "task" | "turns">,
  runOf: (run: string) => Promise<RunView | null>,
): Promise<string> {
  const style = inStyle(STYLE);
  const policy = `default-src 'none'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const sections: string[] = [];
  for (const turn of turns) sections.push(await turnHtml(turn, runOf));
  const metas = ['<meta name="referrer" content="no-referrer">'];
  return htmlPage({ title: text(title), policy, style, metas }, [
    "<main>",
    element("h1", title),
    element("p", `About ${task}.`),
    ...sections,
    "</main>",
  ]);
}

async function turnHtml({ request, at, events }: TurnRecord, runOf: (run: string) => Promise<RunView | null>) {
  const parts = [`<section>`, element("h2", request), `<p class="at">${text(at)}</p>`];
  let answer = "";
  for (const event of events) {
    if (event.type === "text") answer += event.text;
    else if (event.type === "retrieved") parts.push(await runHtml(event, await runOf(event.run)));
    else parts.push(...present(event).map(blockHtml));
  }
  if (answer !== "") parts.push(element("p", answer, "answer"));
  return [...parts, "</section>"].filter((part) => part !== "").join("\n");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return element("p", block.text, block.tone === "error" ? "failed" : "quiet");
    case "question":
      return (
        element("p", block.text) +
        `<ol>${block.choices.map((choice) => element("li", choice)).join("")}</ol>` +
        diffHtml(block.dryRun?.diff ?? [])
      );
    case "diff":
      return element("p", block.text) + diffHtml(block.hunks);
    default:
      return "";
  }
}

function diffHtml(diff: readonly DiffHunk[]): string {
  if (diff.length === 0) return "";
  const lines = diff.flatMap(({ path, text: words, removed, added }) => [
    element("span", `${words}  ${path}`, "place"),
    ...removed.map((line) => element("del", line)),
    ...added.map((line) => element("ins", line)),
  ]);
  return `<pre>${lines.join("\n")}</pre>`;
}

async function runHtml(
  { query, nodes, found, value }: ChatEvent & { readonly type: "retrieved" },
  view: RunView | null,
): Promise<string> {
  const handed = nodes.map(({ path, weight, text: said }) => row([weight.toFixed(3), path, said])).join("");
  return [
    `<details open><summary><code>${text(query)}</code> found ${found}</summary>`,
    value === undefined ? "" : element("p", `Value: ${JSON.stringify(value)}`),
    nodes.length === 0 ? "" : `<table><tr><th>weight</th><th>path</th><th>text</th></tr>${handed}</table>`,
    view === null ? "" : await treeHtml(view),
    view === null ? "" : await stepsHtml(view),
    "</details>",
  ].join("\n");
}

/** The results in the tree that they lie in: they, and what is above them. */
async function treeHtml(view: RunView): Promise<string> {
  const { rows } = await view.results({ from: 0, count: MAX_RESULTS });
  const weights = new Map(rows.map(({ node, weight }) => [node, weight]));
  const paths = new Map<string, number>();
  for (const { path } of rows)
    for (const prefix of prefixes(path)) {
      if (paths.size >= MAX_NODES || paths.has(prefix)) continue;
      const node = await view.locate({ path: prefix });
      if (node !== null) paths.set(prefix, node);
    }
  const placed = [...paths].map(([path, node]) => ({ node, depth: path.split("/").length - 2 }));
  const nodes = placed.sort((a, b) => a.node - b.node);
  const labels = await view.labels({ nodes: nodes.map(({ node }) => node) });
  const lines = nodes.map(({ node, depth }, i) => {
    const { step, summary } = labels[i]!;
    const weight = weights.get(node);
    const line = `${"  ".repeat(depth)}${step} ${summary}`;
    return weight === undefined
      ? element("span", line)
      : element("mark", `${line}  ${weight.toFixed(3)}`, `heat${heatOf(weight)}`);
  });
  return lines.length === 0 ? "" : `<details><summary>In the tree</summary><pre>${lines.join("\n")}</pre></details>`;
}

/** `/A/B[2]/C` → `/A`, `/A/B[2]`, `/A/B[2]/C`; an attribute is at its node. */
function prefixes(path: string): readonly string[] {
  const steps = path.split("/").slice(1);
  return steps.flatMap((step, i) => (step.startsWith("@") ? [] : [`/${steps.slice(0, i + 1).join("/")}`]));
}

const heatOf = (weight: number): number => Math.min(4, Math.floor(weight * 5));

async function stepsHtml(view: RunView): Promise<string> {
  const { operators, trace } = await view.overview();
  const rows = operators.map(({ depth, text: words, rowsIn, rowsOut }) =>
    row([`${"· ".repeat(depth)}${words}`, String(rowsIn), String(rowsOut)]),
  );
  return `<details><summary>How it ran (scorer ${text(trace.scorer)})</summary><table><tr><th>step</th><th>in</th><th>out</th></tr>${rows.join("")}</table></details>`;
}

const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => element("td", cell)).join("")}</tr>`;

const element = (name: string, content: string, kind?: string): string =>
  `<${name}${kind === undefined ? "" : ` class="${kind}"`}>${text(content)}</${name}>`;

/** Invisible characters are made visible: control characters, and those that turn the direction of text. */
function text(said: string): string {
  const safeText = said.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "\ufffd");
  return inText(shortened(safeText, MAX_TEXT));
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-bottom: 0; }
section { border-top: 1px solid #8886; padding: 0.5rem 0; }
.at, .quiet { color: GrayText; margin: 0.2rem 0; }
.answer { white-space: pre-wrap; } .failed { color: #c0392b; }
pre { overflow-x: auto; padding: 0.5rem; border: 1px solid #8886; border-radius: 4px; }
pre > * { unicode-bidi: isolate; text-decoration: none; }
ins { background: #2ecc7133; } del { background: #e74c3c33; } .place { color: GrayText; }
mark { color: inherit; } .heat0 { background: #f1c40f1a; } .heat1 { background: #f1c40f33; }
.heat2 { background: #f39c1240; } .heat3 { background: #e67e2259; } .heat4 { background: #d3540073; }
table { border-collapse: collapse; } td, th { text-align: left; padding: 0.1rem 0.6rem 0.1rem 0; vertical-align: top; }
`;
