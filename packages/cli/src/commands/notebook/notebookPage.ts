import { proseHtml } from "@semantic-xpath/readers/notebook";
import { hashOf, htmlPage, inStyle, inText } from "@semantic-xpath/views";
import type { Notebook } from "./cells.js";
import type { CellOutcome } from "./notebookRun.js";

/** A notebook with its results as one page without scripts. */
export async function notebookPage({ file, cells }: Notebook, outcomes: readonly CellOutcome[]): Promise<string> {
  const style = inStyle(STYLE);
  const policy = `default-src 'none'; img-src data:; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const ofCells = new Map(outcomes.map((outcome) => [outcome.cell.cell, outcome]));
  const blocks = cells.map((cell) => {
    if (cell.kind === "prose") return proseHtml(cell.text);
    const outcome = ofCells.get(cell);
    const query = `<pre class="query"><code>${inText(cell.text)}</code></pre>`;
    if (outcome === undefined) return query;
    const output = `${outcome.out}${outcome.err}`.trimEnd();
    return output === "" ? query : `${query}<pre class="${outcome.status}">${inText(output)}</pre>`;
  });
  return htmlPage({ title: inText(file), policy, style }, blocks);
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 2rem auto; max-width: 52rem; padding: 0 1rem; }
pre { font: 13px/1.5 ui-monospace, monospace; margin: .5rem 0; overflow-x: auto; padding: .6rem .8rem; }
.query { background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 4px; }
.ran, .compiled, .shown, .failed { border-left: 3px solid color-mix(in srgb, currentColor 25%, transparent); }
.failed { border-color: #c33; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .25rem .6rem; text-align: left; }
`;
