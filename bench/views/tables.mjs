import { power, times } from "../report/numbers.mjs";

export const paintTable = (paints) => ({
  title: "Panel: from the beginning of the page to the first row of the tree (aim: below 500 ms at 10^5)",
  columns: ["nodes", "first row"],
  rows: paints.map(({ size, milliseconds }) => [power(size), `${milliseconds.toFixed(0)} ms`]),
});

export const scrollTable = (scrolls) => ({
  title: "Panel: frames while the open tree scrolls, against an empty list of the same height (aim: ×1)",
  columns: ["nodes", "pixels a frame", "tree", "empty", "ratio", "tree, 95 %", "empty, 95 %"],
  rows: scrolls.map(({ size, speed, tree, empty, mean, treeLate, emptyLate }) => [
    power(size),
    String(speed),
    frame(tree),
    frame(empty),
    times(mean),
    frame(treeLate),
    frame(emptyLate),
  ]),
});

const frame = (milliseconds) => `${milliseconds.toFixed(1)} ms`;
