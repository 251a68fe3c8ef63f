import type { Cost } from "@semantic-xpath/inspect";
import { weightText } from "../bar.js";
import { cut } from "../columns.js";
import type { Screen } from "../screen.js";

const MOST_COSTS = 3;
/** What is lost below this does not show in four places. */
const LEAST_COST = 0.00005;

/** What cost a node most: how much higher its weight would be if that operand alone scored 1. A single one is in the sentences. */
export function costLines(costs: readonly Cost[], path: string, { paint, columns, glyphs }: Screen): string[] {
  const losses = costs.filter(({ lost }) => lost >= LEAST_COST).slice(0, MOST_COSTS);
  if (losses.length < 2) return [];
  const lines = losses.map(({ lost, text, score, path: of }) => {
    const where = of === path ? "" : ` on ${of}`;
    return cut(`  -${weightText(lost)}  ${text} scored ${weightText(score)}${where}`, columns, glyphs.ellipsis);
  });
  return ["", paint.dim("what it lost most by"), ...lines];
}
