import type { Tree } from "@semantic-xpath/runtime";
import type { RUN_OPTIONS } from "../../options/queryCommands.js";
import type { OptionValues } from "../../options/spec.js";
import { usage } from "../../stop.js";

type Options = OptionValues<typeof RUN_OPTIONS>;

/** Nodes from which on a run is not observed unless asked: what it leaves behind grows with them. */
const MOST_OBSERVED = 1_000_000;

/** Options that do not go together, and numbers that are none of theirs. */
export function checkOptions(options: Options): void {
  const { limit, why, report, trace, "min-score": minScore, "why-not": whyNot } = options;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
    throw usage(`--limit is a whole number from 0 up, not ${limit}.`, "run");
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 1))
    throw usage(`--min-score is from 0 to 1, not ${minScore}.`, "run");
  if (options["full-trace"] && trace === undefined) throw usage("--full-trace goes with --trace FILE.", "run");
  if (options.redact && report === undefined) throw usage("--redact goes with --report FILE.", "run");
  if (why !== undefined && whyNot !== undefined) throw usage("--why and --why-not are asked one at a time.", "run");
  if (options.format === "paths" && (why ?? whyNot) !== undefined)
    throw usage("--why and --why-not are answered as text or json, not as paths.", "run");
}

/** Whether the run has to leave behind what answers questions. */
export function isObserved({ format, why, report, "why-not": whyNot }: Options, { size }: Tree): boolean {
  const isAsked = (why ?? whyNot ?? report) !== undefined;
  return isAsked || (format !== "paths" && size <= MOST_OBSERVED);
}
