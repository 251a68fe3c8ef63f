import { planRows } from "@semantic-xpath/planner";
import type { CompiledQuery, RunResult, ScoreAlgebra, Trace, TraceEvidence } from "@semantic-xpath/runtime";
import { bar, count, cut, pad, weightText, widthOf } from "../../render/columns.js";
import { ranking, summarise } from "../../render/results.js";
import type { Screen } from "../../render/screen.js";

interface Demo {
  readonly question: string;
  readonly reading: string;
  readonly about: string;
  readonly query: CompiledQuery;
  readonly result: RunResult;
  readonly next: readonly string[];
}

const MOST_COLUMNS = 100;
const INDENT = "  ";
const KIND_COLUMNS = 9;
const TEXT_COLUMNS = 46;

/** The whole story on one screen: question, query, plan, answer, why, and what to try next. */
export function demoScreen({ question, reading, about, query, result, next }: Demo, given: Screen): string {
  const screen = { ...given, columns: Math.min(given.columns, MOST_COLUMNS) };
  const inner = { ...screen, columns: screen.columns - INDENT.length };
  const { paint, glyphs } = screen;
  const { stats, matches } = result;
  const effort = [`${stats.scorerPairs} texts scored`, "no network", `${stats.milliseconds.toFixed(1)} ms`].join(
    ` ${glyphs.dot} `,
  );
  const lines = [
    heading("Question", about, screen),
    ...indented([question]),
    heading("Query", "", screen),
    ...indented([paint.cyan(query.plan.text), paint.dim(reading)]),
    heading("Plan", "", screen),
    ...indented(compactPlan(query, result, inner)),
    heading("Answer", effort, screen),
    ...indented(ranking(matches, inner)),
    heading(`Why ${matches[0]?.path ?? "nothing"} comes first`, "", screen),
    ...indented(whyFirst(result, inner)),
    heading("Try next", "", screen),
    ...indented(next),
  ];
  return `${lines.join("\n")}\n`;
}

/** `── Question ───────── about ──` */
function heading(title: string, note: string, { paint, glyphs, columns }: Screen): string {
  const left = `${glyphs.rule}${glyphs.rule} `;
  const right = note === "" ? "" : ` ${note} ${glyphs.rule}${glyphs.rule}`;
  const rule = glyphs.rule.repeat(Math.max(2, columns - widthOf(left + title + right) - 1));
  return `${paint.dim(left)}${paint.bold(title)} ${paint.dim(`${rule}${right}`)}`;
}

/** The operators without the paths that only hold them together, and how many nodes each gave. */
function compactPlan({ plan }: CompiledQuery, { trace }: RunResult, { paint, glyphs, columns }: Screen): string[] {
  const rows = planRows(plan).filter(({ kind }) => kind !== "Path");
  const outOf = new Map(trace?.operators.map(({ id, rowsOut }) => [id, rowsOut]));
  const depths = [...new Set(rows.map(({ depth }) => depth))].sort((a, b) => a - b);
  return rows.map(({ id, kind, text, depth }) => {
    const lead = "  ".repeat(depths.indexOf(depth));
    const out = outOf.get(id);
    const gave = out === undefined ? "" : `${glyphs.arrow} ${count(out, "node")}`;
    const room = columns - widthOf(lead) - KIND_COLUMNS - 1 - widthOf(gave) - 1;
    const does = pad(cut(text, room, glyphs.ellipsis), Math.min(room, TEXT_COLUMNS - lead.length));
    return `${lead}${paint.cyan(pad(kind, KIND_COLUMNS))} ${does} ${paint.dim(gave)}`;
  });
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `${INDENT}${line}`);

const BAR_CELLS = 10;
const MOST_EVIDENCE = 8;

/** Why the first result has its weight: the aggregate with its evidence and their scores, from the trace of the run. */
function whyFirst({ matches, trace }: RunResult, screen: Screen): string[] {
  const [first] = matches;
  const algebra = trace === undefined || first === undefined ? null : algebraOf(trace, first.path);
  if (algebra === null || first === undefined) return [];
  const { glyphs, paint } = screen;
  const evidence = algebra.evidence ?? [];
  const weights = evidence.slice(0, MOST_EVIDENCE).map(({ weight }) => (weight ?? 0).toFixed(2));
  const rest = evidence.length > MOST_EVIDENCE ? `, ${glyphs.ellipsis}` : "";
  const sum = `${algebra.operation}(${weights.join(", ")}${rest}) = ${paint.bold(weightText(algebra.value ?? 0))}`;
  const names = new Map(first.node.children.map((child) => [child.path, summarise(child, glyphs.dot)]));
  const shown = [...evidence].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0)).slice(0, MOST_EVIDENCE);
  const labels = shown.map(({ path }) => path.slice(first.path.length));
  const labelColumns = Math.max(0, ...labels.map(widthOf));
  return [
    sum,
    ...shown.map((item, i) => {
      const lead = `${scored(item, screen)}  ${paint.cyan(pad(labels[i]!, labelColumns))}  `;
      const room = screen.columns - BAR_CELLS - weightText(1).length - 1 - labelColumns - 4;
      return `${lead}${cut(names.get(item.path) ?? "", room, glyphs.ellipsis)}`.trimEnd();
    }),
  ];
}

/** The score of a result at the last relevance that it passed. */
const algebraOf = ({ results }: Trace, path: string): ScoreAlgebra | null =>
  results
    .find((result) => result.path === path)
    ?.factors.at(-1)
    ?.scores.at(-1)?.algebra ?? null;

function scored({ weight }: TraceEvidence, { glyphs, paint }: Screen): string {
  const score = weight ?? 0;
  return `${paint.green(bar(score, BAR_CELLS, glyphs).padEnd(BAR_CELLS))} ${paint.bold(weightText(score))}`;
}
