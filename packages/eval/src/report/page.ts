import { hashOf, htmlPage, inStyle, inText } from "@semantic-xpath/views";
import type { Gate } from "../run/gates.js";
import type { CaseResult, EvalRun } from "../run/results.js";
import type { Summary } from "../run/summary.js";
import { verdictOf } from "./markdown.js";
import { columnsOf, estimateText, figure, groupText } from "./words.js";

/** Details of a failure beside its result: text that was made while the data was open. */
export interface FailureDetail {
  /** Why nodes that are right are not there, each in a sentence. */
  readonly whyNot: readonly string[];
  /** Outputs of the operators of the run, a line each. */
  readonly trace: readonly string[];
  /** A command that makes the run again. */
  readonly command: string | null;
}

export interface PageOptions {
  /** By method and case, as `detailKey` names them. */
  readonly details?: ReadonlyMap<string, FailureDetail>;
}

export const detailKey = ({ method, id }: Pick<CaseResult, "method" | "id">): string => `${method}\n${id}`;

/** A run as one page without scripts: verdict, table, kinds, and each case that is not right with its trace and why nodes are missing. */
export async function evalPage(
  run: EvalRun,
  summary: Summary,
  gate: Gate,
  { details = new Map() }: PageOptions = {},
): Promise<string> {
  const style = inStyle(STYLE);
  const policy = `default-src 'none'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const title = inText(`${run.suite.name}: ${verdictOf(gate)}`);
  const failed = run.results.filter(({ outcome }) => outcome !== "right" && outcome !== "open");
  return htmlPage({ title, policy, style }, [
    `<h1>${title}</h1>`,
    `<p>${run.suite.cases} cases; tokens by ${inText(run.tokenizer)}; intervals of 95 % over clusters, seed ${run.seed}.</p>`,
    methodsTable(run, summary),
    ...(["kinds", "domains"] as const).map((what) => groupTable(summary, what)),
    `<h2>Gate</h2><ul>${gate.lines.map(({ isPassed, says }) => `<li class="${isPassed ? "passed" : "failed"}">${inText(says)}</li>`).join("")}</ul>`,
    `<h2>${failed.length} results that are not right</h2>`,
    ...failed.map((result) => failureOf(result, details.get(detailKey(result)))),
  ]);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (tag: string, list: readonly string[]) =>
    list.map((cell) => `<${tag}>${inText(cell)}</${tag}>`).join("");
  return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("")}</tbody></table>`;
};

function methodsTable(run: EvalRun, { methods }: Summary): string {
  const columns = columnsOf(run).filter((name) => methods.some(({ metrics }) => metrics[name] !== undefined));
  const rows = methods.map(({ name, cases, right, asked, wrong, failed, metrics, calibration }) => [
    name,
    String(cases),
    `${right} / ${asked} / ${wrong} / ${failed}`,
    ...columns.map((column) => (metrics[column] === undefined ? "–" : estimateText(metrics[column], column))),
    calibration === null ? "–" : figure(calibration, "pass"),
  ]);
  return table(["method", "n", "right / asked / wrong / failed", ...columns, "ECE"], rows);
}

function groupTable({ methods }: Summary, what: "kinds" | "domains"): string {
  const names = [...new Set(methods.flatMap((method) => Object.keys(method[what])))].sort();
  if (names.length === 0) return "";
  const rows = names.map((name) => [
    name,
    ...methods.map((method) => {
      const pass = method[what][name]?.pass;
      return pass === undefined ? "–" : groupText(pass, "pass");
    }),
  ]);
  return `<h2>Pass by ${what.slice(0, -1)} (n, smallest detectable)</h2>${table([what.slice(0, -1), ...methods.map(({ name }) => name)], rows)}`;
}

function failureOf({ id, method, outcome, why, answer }: CaseResult, detail: FailureDetail | undefined): string {
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `<p>${title}</p><ul>${lines.map((line) => `<li>${inText(line)}</li>`).join("")}</ul>`;
  const text = answer?.query ?? answer?.update ?? null;
  return [
    `<details><summary>${inText(`${id}, ${method}: ${outcome}`)} – ${inText(why ?? "")}</summary>`,
    text === null ? "" : `<pre>${inText(text)}</pre>`,
    list("Why not", detail?.whyNot ?? []),
    list("Trace", detail?.trace ?? []),
    list("Handed over", answer?.references ?? []),
    detail?.command == null ? "" : `<pre>${inText(detail.command)}</pre>`,
    "</details>",
  ].join("");
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.failed::marker { content: "✗ "; } .passed::marker { content: "✓ "; }
pre { overflow-x: auto; background: color-mix(in srgb, currentColor 8%, transparent); padding: .5rem; }
`;
