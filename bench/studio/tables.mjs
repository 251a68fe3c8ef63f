import { power } from "../report/numbers.mjs";

export const loadTable = (loads) => ({
  title:
    "Studio on loopback: from the beginning of the page on (aim: below 1 000 ms), and from a request to its answer on the page",
  columns: ["nodes", "request can be typed", "first row", "first row, the first time", "answer"],
  rows: loads.map(({ size, field, row, first, answer }) => [
    power(size),
    ...[field, row, first, answer].map((milliseconds) => `${milliseconds.toFixed(0)} ms`),
  ]),
});
