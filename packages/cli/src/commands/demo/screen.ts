import type { Inspection } from "@semantic-xpath/inspect";
import { planTable } from "@semantic-xpath/planner";
import { whyLines } from "../../render/answers.js";
import { widthOf } from "../../render/columns.js";
import { planText } from "../../render/plan.js";
import { ranking } from "../../render/results.js";
import type { Screen } from "../../render/screen.js";
import { actualsOf } from "../explain/explain.js";

interface Demo {
  readonly question: string;
  readonly reading: string;
  readonly about: string;
  readonly inspection: Inspection;
  readonly next: readonly string[];
}

const MOST_COLUMNS = 100;
const INDENT = "  ";

/** The whole story on one screen: question, query, plan, answer, why, and what to try next. */
export function demoScreen({ question, reading, about, inspection, next }: Demo, given: Screen): string {
  const screen = { ...given, columns: Math.min(given.columns, MOST_COLUMNS) };
  const inner = { ...screen, columns: screen.columns - INDENT.length };
  const { paint, glyphs } = screen;
  const { query, result } = inspection;
  const { stats, matches, trace } = result;
  const plan = planTable(query.plan, undefined, trace && actualsOf(trace));
  const why = matches[0] === undefined ? null : inspection.why(matches[0].path);
  const effort = [`${stats.scorerPairs} texts scored`, "no network", `${stats.milliseconds.toFixed(1)} ms`].join(
    ` ${glyphs.dot} `,
  );
  const lines = [
    heading("Question", about, screen),
    ...indented([question]),
    heading("Query", "", screen),
    ...indented([paint.cyan(query.plan.text), paint.dim(reading)]),
    heading("Plan", "", screen),
    ...indented(
      planText({ ...plan, notes: [] }, inner)
        .trimEnd()
        .split("\n"),
    ),
    heading("Answer", effort, screen),
    ...indented(ranking(matches, inner)),
    heading(`Why ${matches[0]?.path ?? "nothing"} comes first`, "", screen),
    ...indented(why === null ? [] : whyLines(why, inner)),
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

const indented = (lines: readonly string[]): string[] => lines.map((line) => `${INDENT}${line}`);
