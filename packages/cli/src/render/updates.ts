import type { UpdatePart } from "@semantic-xpath/memory";
import type { Screen } from "./screen.js";

/** How the parts of an update's result are painted: what `renderUpdate` and `renderDiff` take. */
export const paintedParts = ({ paint }: Screen): ((text: string, part: UpdatePart) => string) => {
  const colours: Readonly<Record<UpdatePart, (text: string) => string>> = {
    ...{ added: paint.green, removed: paint.red, place: paint.cyan, quiet: paint.dim, good: paint.bold },
    ...{ error: paint.red, warning: paint.yellow, hint: paint.cyan },
  };
  return (text, part) => colours[part](text);
};
