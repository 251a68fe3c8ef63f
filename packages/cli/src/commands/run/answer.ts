import type { Change, Inspection, Nearest, Why, WhyNot } from "@semantic-xpath/inspect";
import { lookFor, type Search } from "../../lookFor.js";
import { changeLines } from "../../render/answers/change.js";
import { whyLines } from "../../render/answers/why.js";
import { whyNotLines } from "../../render/answers/whyNot.js";
import type { Source } from "../../render/diagnostics.js";
import type { Screen } from "../../render/screen.js";
import { usage } from "../../stop.js";

/** What is to be said about one node: why it is in the result, or why it is not and what would change that. */
export type Answer = { readonly why: Why } | { readonly whyNot: WhyNot; readonly change: Change | null };

/** Where an answer is looked for, and for how many milliseconds at the most. */
export type Looking = readonly [io: Parameters<typeof lookFor>[1], maxMilliseconds: number | undefined];

/** Answers for any node, whichever of the two was asked. A path that does not find one node is a mistake in the command line. */
export async function answerAbout(inspection: Inspection, path: string, looking: Looking): Promise<Search<Answer>> {
  try {
    const why = inspection.why(path);
    if (why !== null) return { found: { why }, overtime: null };
    const whyNot = inspection.whyNot(path)!;
    const { found: change, overtime } = await lookFor("the smallest change", ...looking, (options) =>
      inspection.change(path, options),
    );
    return { found: { whyNot, change }, overtime };
  } catch (error) {
    if (error instanceof RangeError) throw usage(`${error.message}.`, "run");
    throw error;
  }
}

export function answerLines(answer: Answer, { query }: Inspection, source: Source, screen: Screen): string[] {
  if ("why" in answer) return whyLines(answer.why, screen);
  const { whyNot, change } = answer;
  const changed = change === null ? [] : changeLines("change", change, query, screen);
  return [...whyNotLines(whyNot, source, screen), ...changed];
}

/** For a result without matches, the nearest query that has some. A dear scorer is not asked for that without being told to. */
export async function nearestOf(inspection: Inspection, looking: Looking): Promise<Search<Nearest>> {
  const { result, query, observation } = inspection;
  const isDear = query.isSemantic && observation.scorer.cost === "dear";
  if (result.ids.length > 0 || isDear) return { found: null, overtime: null };
  return lookFor("the nearest query", ...looking, (options) => inspection.nearest(options));
}
