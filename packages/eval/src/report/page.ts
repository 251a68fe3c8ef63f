import { hashOf, htmlPage, inStyle, inText } from "@semantic-xpath/views";
import type { RunChange } from "../run/compareRuns.js";
import type { Gate } from "../run/gates.js";
import type { CaseResult, EvalRun } from "../run/results.js";
import type { Summary } from "../run/summary.js";
import { type Table, tablesOf } from "./tables.js";
import { basisOf, changeText, gapsOf, isNotRight, verdictOf } from "./words.js";

/** Details of a failure beside its result: text that was made while the data was open. */
export interface FailureDetail {
  /** The request in words; null without one. */
  readonly request: string | null;
  /** The references that are right, or the value. */
  readonly right: readonly string[];
  /** Why nodes that are right are not there, each in a sentence. */
  readonly whyNot: readonly string[];
  /** Outputs of the operators of the run, a line each. */
  readonly trace: readonly string[];
  /** A command that makes the run again. */
  readonly command: string | null;
}

/** Failures whose runs are repeated for their traces. */
export const MAX_TRACES = 100;
/** Changed cases on the page. */
const MAX_CHANGES = 200;

export interface PageOptions {
  /** By method and case, as `detailKey` names them. */
  readonly details?: ReadonlyMap<string, FailureDetail>;
  /** Differences from the baseline; absent without one. */
  readonly change?: RunChange;
}

export const detailKey = ({ method, id }: Pick<CaseResult, "method" | "id">): string => `${method}\n${id}`;

/** A run as one page without scripts: verdict, gate, changes, tables, and each case that is not right with its trace and why nodes are missing. */
export async function evalPage(
  run: EvalRun,
  summary: Summary,
  gate: Gate,
  { details = new Map(), change }: PageOptions = {},
): Promise<string> {
  const style = inStyle(STYLE);
  const policy = `default-src 'none'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const title = inText(`${run.suite.name}: ${verdictOf(gate)}`);
  const failed = run.results.filter(isNotRight);
  return htmlPage({ title, policy, style }, [
    `<h1>${title}</h1>`,
    gate.lines.length === 0
      ? ""
      : `<ul class="gate">${gate.lines.map(({ isPassed, says }) => `<li class="${isPassed ? "passed" : "failed"}">${inText(says)}</li>`).join("")}</ul>`,
    ...(change === undefined ? [] : changesOf(change)),
    "<h2>Figures</h2>",
    `<p>${inText(basisOf(run))}</p>`,
    ...tablesOf(run, summary).map(tableHtml),
    ...gapsOf(run, summary).map((gap) => `<p>${inText(gap)}</p>`),
    `<h2>${failed.length} results that are not right</h2>`,
    failed.length > MAX_TRACES
      ? `<p>The first ${MAX_TRACES} queries have their traces here; the command of each explains it, too.</p>`
      : "",
    ...failed.map((result) => failureOf(result, details.get(detailKey(result)))),
  ]);
}

const tableHtml = ({ head, rows }: Table): string => {
  const cells = (tag: string, list: readonly string[]) =>
    list.map((cell) => `<${tag}>${inText(cell)}</${tag}>`).join("");
  return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</tbody></table>`;
};

function changesOf({ reasons, cases }: RunChange): readonly string[] {
  const lines = cases.slice(0, MAX_CHANGES).map((each) => `<li>${inText(changeText(each))}</li>`);
  const more = cases.length > MAX_CHANGES ? `<li>and ${cases.length - MAX_CHANGES} more</li>` : "";
  return [
    `<h2>${cases.length} results changed since the baseline</h2>`,
    ...reasons.map((reason) => `<p>${inText(reason)}</p>`),
    cases.length === 0 ? "" : `<ul>${lines.join("")}${more}</ul>`,
  ];
}

function failureOf({ id, method, outcome, why, answer }: CaseResult, detail: FailureDetail | undefined): string {
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `<p>${title}</p><ul>${lines.map((line) => `<li>${inText(line)}</li>`).join("")}</ul>`;
  const text = answer?.query ?? answer?.update ?? null;
  return [
    `<details><summary>${inText(`${id}, ${method}: ${outcome}`)} – ${inText(why ?? "")}</summary>`,
    detail?.request == null ? "" : `<blockquote>${inText(detail.request)}</blockquote>`,
    text === null ? "" : `<pre>${inText(text)}</pre>`,
    list("Why not", detail?.whyNot ?? []),
    list("Trace", detail?.trace ?? []),
    list("Right", detail?.right ?? []),
    list("Handed over", handedOver(answer)),
    detail?.command == null ? "" : `<pre>${inText(detail.command)}</pre>`,
    "</details>",
  ].join("");
}

function handedOver(answer: CaseResult["answer"]): readonly string[] {
  if (answer === null) return [];
  const { references, value, count } = answer;
  if (references.length === 0) return value === null ? [] : [JSON.stringify(value)];
  return count > references.length ? [...references, `and more, of ${count} in all`] : references;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0 1.5rem; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.failed::marker { content: "✗ "; } .passed::marker { content: "✓ "; }
.gate { padding-left: 1.2rem; } details { margin: .4rem 0; } summary { cursor: pointer; }
blockquote { margin: .5rem 0; padding-left: .8rem; border-left: 3px solid color-mix(in srgb, currentColor 25%, transparent); }
pre { overflow-x: auto; background: color-mix(in srgb, currentColor 8%, transparent); padding: .5rem; }
`;
