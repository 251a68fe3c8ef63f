import type { Why } from "@semantic-xpath/inspect";
import { weightText } from "../bar.js";
import { wrap } from "../columns.js";
import type { Screen } from "../screen.js";
import { factorLines } from "./algebra.js";
import { sentence } from "./causes.js";
import { costLines } from "./costs.js";

/** Why a node is in the result: its place, in words, the scores that made its weight, and what cost it most. */
export function whyLines({ path, rank, count, weight, factors, costs, sentences }: Why, screen: Screen): string[] {
  const { paint, columns } = screen;
  return [
    `${paint.bold(weightText(weight))}  ${paint.cyan(path)}  ${paint.dim(`${rank} of ${count}`)}`,
    ...sentences.flatMap((said) => wrap(sentence(said), columns)),
    ...(factors.length === 0 ? [] : ["", ...factorLines(factors, screen)]),
    ...costLines(costs, path, screen),
  ];
}
