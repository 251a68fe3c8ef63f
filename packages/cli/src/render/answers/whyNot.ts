import type { WhyNot } from "@semantic-xpath/inspect";
import { wrap } from "../columns.js";
import type { Source } from "../diagnostics.js";
import { placeLines } from "../empty.js";
import type { Screen } from "../screen.js";
import { algebraLines } from "./algebra.js";
import { sentence } from "./causes.js";
import { costLines } from "./costs.js";

/** Why a node is not in the result: the reason with its numbers, the place in the query, and the scores that decided. */
export function whyNotLines(whyNot: WhyNot, source: Source, screen: Screen): string[] {
  const { path, via, reason, message, span, algebra, ranked } = whyNot;
  const { paint, columns } = screen;
  return [
    `${paint.cyan(path)}  ${paint.dim(reason)}`,
    ...wrap(sentence(message), columns),
    ...(via === path ? [] : [paint.dim(`it would have come through ${via}`)]),
    ...placeLines(source, span, screen),
    ...(algebra === null ? [] : algebraLines(algebra, 0, screen)),
    ...(ranked === null ? [] : costLines(ranked.costs, path, screen)),
  ];
}
