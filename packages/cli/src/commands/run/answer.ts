import type { Cause, Change, Inspection, Nearest, Why, WhyNot } from "@semantic-xpath/inspect";
import type { CompiledQuery, RunResult } from "@semantic-xpath/runtime";
import { lookFor, type Search } from "../../progress.js";
import { changeLines, whyLines, whyNotLines } from "../../render/answers.js";
import type { Source } from "../../render/diagnostics.js";
import { jsonByLine } from "../../render/json.js";
import type { Screen } from "../../render/screen.js";
import { usage } from "../../stop.js";

/** What is to be said about one node: why it is in the result, or why it is not and what would change that. */
export type Answer = { readonly why: Why } | { readonly whyNot: WhyNot; readonly change: Change | null };

/** Where an answer is looked for, and for how many milliseconds at the most. */
type Looking = readonly [io: Parameters<typeof lookFor>[1], maxMilliseconds: number | undefined];

/** Answers for any node, whichever of the two was asked. A path that does not find one node is a mistake in the command line. */
export async function answerAbout(inspection: Inspection, path: string, looking: Looking): Promise<Search<Answer>> {
  try {
    const why = inspection.why(path);
    if (why !== null) return { found: { why }, overtime: null };
    const whyNot = inspection.whyNot(path);
    if (whyNot === null) return { found: null, overtime: null };
    const { found: change, overtime } = await lookFor("the smallest change", ...looking, (options) =>
      inspection.change(path, options),
    );
    return { found: { whyNot, change }, overtime };
  } catch (error) {
    if (error instanceof RangeError) throw usage(`${error.message}.`);
    throw error;
  }
}

export function answerLines(answer: Answer, inspection: Inspection, source: Source, screen: Screen): string[] {
  if ("why" in answer) return whyLines(answer.why, screen);
  const { whyNot, change } = answer;
  const changed = change === null ? [] : changeLines("change", change, inspection, screen);
  return [...whyNotLines(whyNot, source, screen), ...changed];
}

/** For a result without matches, the nearest query that has some. An expensive scorer is not called for that unless asked to. */
export async function nearestOf(inspection: Inspection, looking: Looking): Promise<Search<Nearest>> {
  const { result, query, observation } = inspection;
  const isExpensive = query.isSemantic && observation.scorer.cost === "expensive";
  if (result.ids.length > 0 || isExpensive) return { found: null, overtime: null };
  return lookFor("the nearest query", ...looking, (options) => inspection.nearest(options));
}

/** What is said about a run besides its result. */
interface About {
  readonly causes: readonly Cause[];
  readonly nearest: Nearest | null;
  readonly answer: Answer | null;
}

/** One match a line, so that the JSON can be read by eye and by line. */
export function resultJson(
  { result: { matches, stats }, query }: { readonly result: RunResult; readonly query: CompiledQuery },
  { causes, nearest, answer }: About,
): string {
  const approximation = query.isSemantic ? stats.approximation : null;
  return jsonByLine({ matches, stats: { ...stats, approximation }, causes, nearest, ...answer }, "matches");
}
