import type { RunResult, ScoreAlgebra, Trace, TraceEvidence } from "@semantic-xpath/runtime";
import { bar, weightText } from "./bar.js";
import { cut, pad, widthOf } from "./columns.js";
import type { Screen } from "./screen.js";
import { summarise } from "./summary.js";

const BAR_CELLS = 10;
const MOST_EVIDENCE = 8;

/** Why the first result has its weight: the aggregate with its evidence and their scores, from the trace of the run. */
export function whyFirst({ matches, trace }: RunResult, screen: Screen): string[] {
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
