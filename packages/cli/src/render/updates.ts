import { renderDiff, renderUpdate, type UpdatePart, type UpdateResult } from "@semantic-xpath/memory";
import { cut } from "./columns.js";
import type { Screen } from "./screen.js";

/** Colours of the parts of an update's result, for `renderUpdate` and `renderDiff`. */
export const paintedParts = ({ paint }: Screen): ((text: string, part: UpdatePart) => string) => {
  const colours: Readonly<Record<UpdatePart, (text: string) => string>> = {
    ...{ added: paint.green, removed: paint.red, place: paint.cyan, quiet: paint.dim, good: paint.bold },
    ...{ error: paint.red, warning: paint.yellow, hint: paint.cyan },
  };
  return (text, part) => colours[part](text);
};

/** The lines that come and go; what could not be done is said in full. */
export function updateLines(result: UpdateResult, screen: Screen): readonly string[] {
  const isFine = result.status === "applied" || result.status === "dry run";
  return isFine
    ? renderDiff(result.diff, cutParts(screen))
    : [renderUpdate(result, { paint: paintedParts(screen) }).trimEnd()];
}

/** A line of data each: on a terminal no longer than that. */
export function cutParts(screen: Screen): ReturnType<typeof paintedParts> {
  const paint = paintedParts(screen);
  return (text, part) => paint(cut(text, screen.columns, screen.glyphs.ellipsis), part);
}
