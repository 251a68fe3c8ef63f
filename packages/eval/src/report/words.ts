import type { Estimate } from "../measure/bootstrap.js";
import { figure } from "../measure/figure.js";
import type { CaseChange } from "../run/compareRuns.js";
import type { Gate } from "../run/gates.js";
import type { CaseResult, EvalRun } from "../run/results.js";
import type { Summary } from "../run/summary.js";

/** `.812 [.740, .871]`. */
export function estimateText({ mean, interval }: Estimate, metric: string): string {
  if (interval === null) return figure(mean, metric);
  return `${figure(mean, metric)} [${figure(interval[0], metric)}, ${figure(interval[1], metric)}]`;
}

/** Estimate with the number of cases and the smallest detectable difference: `.812 [.740, .871] (40, .110)`. */
export const groupText = (about: Estimate, metric: string): string =>
  `${estimateText(about, metric)} (${about.n}${about.detectable === null ? "" : `, ${figure(about.detectable, metric)}`})`;

/** The verdict in words: the title of every report. */
export const verdictOf = ({ isPassed, lines }: Gate): string => {
  const failed = lines.filter((line) => !line.isPassed).length;
  if (lines.length === 0) return "measured, no gate";
  return isPassed ? `passed, ${lines.length} checks` : `failed, ${failed} of ${lines.length} checks`;
};

/** The basis of all figures of a run. */
export const basisOf = ({ suite, tokenizer, seed }: EvalRun): string =>
  `${suite.cases} cases; tokens by ${tokenizer}; intervals of 95 % over clusters, seed ${seed}; in brackets the number of cases and the smallest detectable difference.`;

/** A changed case in a line. */
export const changeText = ({ id, method, before, after, because, says }: CaseChange): string =>
  `${id} (${method}): ${before} → ${after}, ${because}: ${says}`;

/** True for a result that a report explains. */
export const isNotRight = ({ outcome }: CaseResult): boolean => outcome !== "right" && outcome !== "open";

/** The cases without figures, with the reasons, in sentences. */
export function gapsOf(run: EvalRun, { methods }: Summary): readonly string[] {
  const skipped = run.methods.flatMap(({ name, skipped: reasons }) =>
    Object.entries(reasons).map(([reason, count]) => `${name}: ${count} cases not measured, ${reason}.`),
  );
  const open = methods
    .filter(({ metrics, cases }) => cases > 0 && metrics.pass === undefined)
    .map(({ name }) => `${name}: no verdict, since what a model would make of what is handed over was not measured.`);
  return [...skipped, ...open];
}
