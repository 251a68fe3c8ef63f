import type { RunChange } from "../run/compareRuns.js";
import type { Gate } from "../run/gates.js";
import type { EvalRun } from "../run/results.js";
import type { MethodSummary, Summary } from "../run/summary.js";
import { columnsOf, estimateText, figure, groupText } from "./words.js";

/** Maximum number of listed cases for each method. */
const MAX_LISTED = 20;

/** A run in Markdown: for a terminal, for docs, and for the summary of a step in CI. */
export function markdownOf(run: EvalRun, summary: Summary, gate: Gate): string {
  const parts = [
    `## ${summary.suite}: ${verdictOf(gate)}`,
    methodsTable(run, summary),
    ...[comparisonTable(summary), groupTable(summary, "kinds"), groupTable(summary, "domains")].filter(
      (part) => part !== "",
    ),
    costTable(run),
    fidelityTable(run),
    notMeasured(run, summary),
    gateList(gate),
    failuresList(run),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export const verdictOf = ({ isPassed, lines }: Gate): string => {
  const failed = lines.filter((line) => !line.isPassed).length;
  if (lines.length === 0) return "measured, no gate";
  return isPassed ? `passed, ${lines.length} checks` : `failed, ${failed} of ${lines.length} checks`;
};

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");

function methodsTable(run: EvalRun, { methods }: Summary): string {
  const columns = columnsOf(run).filter((name) => methods.some(({ metrics }) => metrics[name] !== undefined));
  const cell = ({ metrics }: MethodSummary, name: string): string => {
    const about = metrics[name];
    return about === undefined ? "–" : estimateText(about, name);
  };
  const detectable = ({ metrics }: MethodSummary): string => {
    const [name = "pass"] = columns.filter((each) => metrics[each] !== undefined);
    const smallest = metrics[name]?.detectable ?? null;
    return smallest === null ? "–" : `${figure(smallest, name)} of ${name}`;
  };
  const isWeighted = methods.some(({ calibration }) => calibration !== null);
  const rows = methods.map((method) => [
    method.name,
    `${method.cases}`,
    `${method.right} / ${method.asked} / ${method.wrong}${method.failed === 0 ? "" : ` / ${method.failed} failed`}`,
    ...columns.map((name) => cell(method, name)),
    ...(isWeighted ? [method.calibration === null ? "–" : figure(method.calibration, "pass")] : []),
    detectable(method),
  ]);
  const ece = isWeighted ? ["ECE"] : [];
  return table(["method", "n", "right / asked / wrong", ...columns, ...ece, "smallest detectable"], rows);
}

/** Differences that are shown beside the first method. */
const SHOWN = /^(?:pass|clean|recall@equal)$/;

function comparisonTable({ comparisons }: Summary): string {
  const rows = comparisons
    .filter(({ metric }) => SHOWN.test(metric))
    .map(({ method, against, metric, difference, adjusted }) => [
      `${method} − ${against}`,
      metric,
      estimateText(difference, metric.replace(/@equal$/, "")),
      String(difference.n),
      difference.detectable === null ? "–" : figure(difference.detectable, metric),
      adjusted < 0.001 ? "< .001" : figure(adjusted, "pass"),
    ]);
  return rows.length === 0
    ? ""
    : table(["difference", "metric", "mean [95 %]", "n", "smallest detectable", "p (Holm)"], rows);
}

function groupTable({ methods }: Summary, what: "kinds" | "domains"): string {
  const names = [...new Set(methods.flatMap((method) => Object.keys(method[what])))].sort();
  if (names.length < 2) return "";
  const metric = "pass";
  const withFigure = methods.filter((method) => names.some((name) => method[what][name]?.[metric] !== undefined));
  if (withFigure.length === 0) return "";
  const rows = names.map((name) => {
    const n = Math.max(...withFigure.map((method) => method[what][name]?.[metric]?.n ?? 0));
    return [
      name,
      String(n),
      ...withFigure.map((method) => {
        const about = method[what][name]?.[metric];
        return about === undefined ? "–" : groupText(about, metric);
      }),
    ];
  });
  return table(
    [`pass by ${what.slice(0, -1)} (n, smallest detectable)`, "n", ...withFigure.map(({ name }) => name)],
    rows,
  );
}

const per = (sum: number, count: number, metric = "share"): string =>
  count === 0 ? "–" : metric === "pass" ? figure(sum / count, metric) : String(Number((sum / count).toPrecision(3)));

/** Costs of requests and messages: calls and tokens of models, and seconds of new work. */
function costTable({ methods, results, times }: EvalRun): string {
  const rows = methods.flatMap(({ name, built }) => {
    const ownResults = results.filter(({ method }) => method === name);
    const sum = (metric: string) => ownResults.reduce((all, { metrics }) => all + (metrics[metric] ?? 0), 0);
    const { milliseconds = 0, reused = 0, building = 0 } = times[name] ?? {};
    const messages = built.messages ?? 0;
    const tokens = (built.input ?? 0) + (built.output ?? 0);
    return ownResults.length === 0
      ? []
      : [
          [
            name,
            per(sum("calls"), ownResults.length),
            per(sum("model input") + sum("model output"), ownResults.length),
            per((milliseconds - building) / 1000, ownResults.length - reused),
            messages === 0 ? "–" : String(messages),
            per(built.calls ?? 0, messages),
            per(tokens, messages),
            building === 0 ? "–" : per(building / 1000, messages),
          ],
        ];
  });
  const head = [
    "cost",
    "calls a request",
    "model tokens",
    "seconds",
    "messages",
    "calls a message",
    "model tokens",
    "seconds",
  ];
  return rows.length === 0 ? "" : table(head, rows);
}

/** Fidelity of consolidations, for methods that make some. */
function fidelityTable({ methods }: EvalRun): string {
  const having = methods.filter(({ built }) => (built.sentences ?? 0) > 0);
  if (having.length === 0) return "";
  const figureOf = (built: EvalRun["methods"][number]["built"], part: string, of: string): string =>
    `${per(built[part] ?? 0, built[of] ?? 0, "pass")} of ${built[of] ?? 0}`;
  const rows = having.map(({ name, built }) => [
    name,
    figureOf(built, "unsupported sentences", "sentences"),
    figureOf(built, "spurious links", "links"),
    figureOf(built, "kept details 1", "details 1"),
    figureOf(built, "kept details 2", "details 2"),
  ]);
  const head = [
    "consolidations",
    "unsupported sentences",
    "spurious links",
    "names and numbers kept",
    "after two cycles",
  ];
  return table(head, rows);
}

/** Cases that a method can't answer, which the table leaves out. */
function notMeasured(run: EvalRun, { methods }: Summary): string {
  const skipped = run.methods.flatMap(({ name, skipped: reasons }) =>
    Object.entries(reasons).map(([reason, count]) => `- ${name}: ${count} cases not measured, ${reason}.`),
  );
  const open = methods
    .filter(({ metrics, cases }) => cases > 0 && metrics.pass === undefined)
    .map(({ name }) => `- ${name}: no verdict, since what a model would make of what is handed over was not measured.`);
  return [...skipped, ...open].join("\n");
}

const gateList = ({ lines }: Gate): string =>
  lines.map(({ isPassed, says }) => `- ${isPassed ? "passed" : "**failed**"}: ${says}`).join("\n");

function failuresList({ methods, results }: EvalRun): string {
  const lists = methods.flatMap(({ name }) => {
    const failed = results.filter(
      ({ method, outcome }) => method === name && (outcome === "wrong" || outcome === "failed"),
    );
    if (failed.length === 0) return [];
    const lines = failed
      .slice(0, MAX_LISTED)
      .map(({ id, why, answer }) => `- ${id}: ${why}${answer?.query ? ` (\`${answer.query}\`)` : ""}`);
    const moreLines = failed.length > MAX_LISTED ? [`- and ${failed.length - MAX_LISTED} more`] : [];
    return [
      `<details><summary>${name}: ${failed.length} not right</summary>\n\n${[...lines, ...moreLines].join("\n")}\n\n</details>`,
    ];
  });
  return lists.join("\n\n");
}

/** Differences of two runs, in Markdown. */
export function changeMarkdown({ reasons, metrics, cases, added, removed }: RunChange): string {
  const rows = metrics.map(({ method, metric, change }) => [
    method,
    metric,
    estimateText(change, metric),
    String(change.n),
    figure(change.p, "pass"),
  ]);
  const parts = [
    reasons.map((reason) => `- ${reason}`).join("\n"),
    rows.length === 0 ? "No figure changed." : table(["method", "metric", "change [95 %]", "n", "p"], rows),
    cases
      .map(
        ({ id, method, before, after, because, says }) =>
          `- ${id} (${method}): ${before} → ${after}, ${because}: ${says}`,
      )
      .join("\n"),
    added.length === 0 ? "" : `New: ${added.length} cases.`,
    removed.length === 0 ? "" : `Gone: ${removed.length} cases.`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
