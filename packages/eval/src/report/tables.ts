import { FAILED_EPISODES } from "../format/method.js";
import type { Estimate } from "../measure/bootstrap.js";
import { figure } from "../measure/figure.js";
import type { EvalRun } from "../run/results.js";
import type { MethodSummary, Summary } from "../run/summary.js";
import { groupText } from "./words.js";

/** A table of a report, the same in a terminal and on the page. The first column names the rows. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All tables of a run that have rows. */
export const tablesOf = (run: EvalRun, summary: Summary): readonly Table[] => {
  const groups = (["kinds", "domains"] as const).flatMap((what) =>
    GROUPED.map((metric) => groupTable(summary, what, metric)),
  );
  const tables = [methodsTable(run, summary), differencesTable(summary), ...groups, costTable(run), fidelityTable(run)];
  return tables.filter(({ rows }) => rows.length > 0);
};

function methodsTable({ budgets, tops }: EvalRun, { methods }: Summary): Table {
  const metrics = [
    ..."pass value clean recall precision excluded recall@equal".split(" "),
    ...budgets.map((budget) => `recall@${budget}`),
    ..."tokens,tokens to all,mrr".split(","),
    ...tops.slice(-1).map((top) => `ndcg@top${top}`),
    "calls",
  ];
  const row = (name: string, cell: (of: MethodSummary) => string | null): readonly string[][] => {
    const cells = methods.map(cell);
    return cells.some((each) => each !== null) ? [[name, ...cells.map((each) => each ?? "–")]] : [];
  };
  return {
    head: ["", ...methods.map(({ name }) => name)],
    rows: [
      ...row("cases", ({ cases }) => String(cases)),
      ...row("right / asked / wrong / failed", ({ right, asked, wrong, failed }) =>
        [right, asked, wrong, failed].join(" / "),
      ),
      ...metrics.flatMap((name) => row(name, (of) => textOf(of.metrics[name], name))),
      ...row("ECE", ({ calibration }) => (calibration === null ? null : figure(calibration, "pass"))),
    ],
  };
}

const textOf = (about: Estimate | undefined, metric: string): string | null =>
  about === undefined ? null : groupText(about, metric);

/** Differences that are shown beside the first method. */
const SHOWN = /^(?:pass|clean|recall@equal)$/;

const differencesTable = ({ comparisons }: Summary): Table => ({
  head: ["difference", "metric", "mean (n, smallest detectable)", "p (Holm)"],
  rows: comparisons
    .filter(({ metric }) => SHOWN.test(metric))
    .map(({ method, against, metric, difference, adjusted }) => [
      `${method} − ${against}`,
      metric,
      groupText(difference, metric),
      adjusted < 0.001 ? "< .001" : figure(adjusted, "pass"),
    ]),
});

/** Metrics by kind and domain. At equal tokens the first method has all of its own result. */
const GROUPED = ["pass", "recall@equal"];

function groupTable({ methods }: Summary, what: "kinds" | "domains", metric: string): Table {
  const names = [...new Set(methods.flatMap((method) => Object.keys(method[what])))].sort();
  const estimateOf = (method: MethodSummary, name: string) =>
    method[what][name]?.[metric] ?? method[what][name]?.[metric.replace(/@equal$/, "")];
  const measured = methods.some((method) => names.some((name) => method[what][name]?.[metric] !== undefined));
  const columns = methods.filter((method) => names.some((name) => estimateOf(method, name) !== undefined));
  return {
    head: [`${metric} by ${what.slice(0, -1)}`, ...columns.map(({ name }) => name)],
    rows:
      names.length < 2 || !measured
        ? []
        : names.map((name) => [name, ...columns.map((method) => textOf(estimateOf(method, name), metric) ?? "–")]),
  };
}

const per = (sum: number, count: number): string => (count === 0 ? "–" : String(Number((sum / count).toPrecision(3))));

/** Costs of requests and messages: calls and tokens of models, and seconds of new work. */
function costTable({ methods, results, times }: EvalRun): Table {
  const failures = [FAILED_EPISODES, "failed facts"].filter((part) => methods.some(({ built }) => built[part]));
  const rows = methods.flatMap(({ name, built }) => {
    const ownResults = results.filter(({ method }) => method === name);
    const sum = (metric: string) => ownResults.reduce((all, { metrics }) => all + (metrics[metric] ?? 0), 0);
    const { milliseconds = 0, reused = 0, building = 0 } = times[name] ?? {};
    const messages = built.messages ?? 0;
    const cells = [
      name,
      per(sum("calls"), ownResults.length),
      per(sum("model input") + sum("model output"), ownResults.length),
      per((milliseconds - building) / 1000, ownResults.length - reused),
      messages === 0 ? "–" : String(messages),
      per(built.calls ?? 0, messages),
      per((built.input ?? 0) + (built.output ?? 0), messages),
      building === 0 ? "–" : per(building / 1000, messages),
      ...failures.map((part) => String(built[part] ?? "–")),
    ];
    return ownResults.length === 0 ? [] : [cells];
  });
  const each = (what: string) => [`calls a ${what}`, `model tokens a ${what}`, `seconds a ${what}`];
  const head = ["cost", ...each("request"), "messages", ...each("message"), ...failures];
  const isFilled = head.map((_, column) => rows.some((cells) => cells[column] !== "–"));
  const filled = (cells: readonly string[]) => cells.filter((_, column) => isFilled[column]);
  return { head: rows.length === 0 ? head : filled(head), rows: rows.map(filled) };
}

/** Fidelity of consolidations, for methods that make some. */
const fidelityTable = ({ methods }: EvalRun): Table => ({
  head: ["consolidations", "unsupported sentences", "spurious links", "names and numbers kept", "after two cycles"],
  rows: methods
    .filter(({ built }) => (built.sentences ?? 0) > 0)
    .map(({ name, built }) => {
      const share = (part: string, of: string): string => {
        const count = built[of] ?? 0;
        return `${count === 0 ? "–" : figure((built[part] ?? 0) / count, "pass")} of ${count}`;
      };
      return [
        name,
        share("unsupported sentences", "sentences"),
        share("spurious links", "links"),
        share("kept details 1", "details 1"),
        share("kept details 2", "details 2"),
      ];
    }),
});
