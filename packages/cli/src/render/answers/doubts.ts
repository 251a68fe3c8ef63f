import type { Inspection, Nearest } from "@semantic-xpath/inspect";
import type { Diagnostic, Span } from "@semantic-xpath/parser";
import { wrap } from "../columns.js";
import type { Source } from "../diagnostics.js";
import { emptyText, placeLines } from "../empty.js";
import type { Screen } from "../screen.js";
import { causeLines } from "./causes.js";
import { changeLines } from "./change.js";

/** Causes that are told behind a result; JSON has all of them. */
const MOST_CAUSES = 2;

/** What was found out about a run, and what was said about its query before it ran. */
export interface Doubted {
  readonly nearest: Nearest | null;
  readonly told: readonly Diagnostic[];
}

/**
 * What may be wrong with a run: the most telling causes, for no result with the place; where no cause is known, where nothing was left;
 * then the nearest query that finds something. Empty where nothing is to be said. A place that a diagnostic was about is not named again.
 */
export function doubtLines(
  inspection: Inspection,
  { nearest, told }: Doubted,
  source: Source,
  screen: Screen,
): string[] {
  const { empty } = inspection.result.stats;
  // A limit is a wish, not a fault.
  const causes = inspection.causes().filter(({ kind, span }) => kind !== "limit" && !isTold(told, span));
  const [first, ...others] = causes.slice(0, MOST_CAUSES);
  const near = nearest === null ? [] : changeLines("nearest", nearest.change, inspection.query, screen);
  if (first !== undefined) {
    const place = empty === null ? [] : placeLines(source, first.span, screen);
    return [...causeLines([first], screen), ...place, ...causeLines(others, screen), ...near];
  }
  if (empty === null) return near;
  return [emptyText(source, { ...empty, message: wrap(empty.message, screen.columns).join("\n") }, screen), ...near];
}

const isTold = (told: readonly Diagnostic[], { start, end }: Span): boolean =>
  told.some(({ span }) => span.start === start && span.end === end);
