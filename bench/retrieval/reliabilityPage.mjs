import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "docs/images/reliability";
const PAGE = "docs/scoring-lexical.md";
const [BEGIN, END] = ["<!-- reliability: written by the bench -->", "<!-- end of reliability -->"];
const [SIZE, MARGIN] = [260, 40];

const short = (value) => value.toFixed(3).replace(/^0/, "");

/** Writes one diagram a kind to docs/images/reliability, and their figures with links to the page of the lexical scorer. */
export function writeReliability(records, half) {
  mkdirSync(FOLDER, { recursive: true });
  for (const record of records) writeFileSync(`${FOLDER}/${fileName(record.kind)}.svg`, diagram(record));
  const rows = records.map(
    ({ kind, ...of }) => `| [${kind}](images/reliability/${fileName(kind)}.svg) | ${figures(of).join(" | ")} |`,
  );
  const table = [
    "| Kind | pairs from 0.1 | mean error | greatest error of a bin | F1 at 0.5 | best F1 | at |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the figures`);
  const text = [BEGIN, `Measured on ${half}.`, "", ...table, ""].join("\n");
  writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to));
}

const fileName = (kind) => kind.toLowerCase().replace(/[^a-z]+/g, "-");

/** What the page says of a kind, and the description of its diagram. */
const figures = ({ bins, error, greatest, half, best, threshold }) => [
  String(bins.reduce((sum, { count }) => sum + count, 0)),
  ...[error, greatest, half, best, threshold].map(short),
];

/** Right share over score: on the diagonal a score is the share that is right. The area of a point says how many pairs it stands for. */
function diagram({ kind, ...of }) {
  const at = (value) => (MARGIN + value * SIZE).toFixed(1);
  const down = (value) => (MARGIN + (1 - value) * SIZE).toFixed(1);
  const most = Math.max(...of.bins.map(({ count }) => count));
  const points = of.bins.map(({ count, score, share }) => {
    const radius = (2 + 10 * Math.sqrt(count / most)).toFixed(1);
    const said = `${count} pairs, mean score ${short(score)}, right ${short(share)}`;
    return `<circle cx="${at(score)}" cy="${down(share)}" r="${radius}"><title>${said}</title></circle>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<text x="${at(value)}" y="${MARGIN + SIZE + 16}" text-anchor="middle">${value}</text>`,
    `<text x="${MARGIN - 8}" y="${Number(down(value)) + 4}" text-anchor="end">${value}</text>`,
  ]);
  const all = SIZE + 2 * MARGIN;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${all}" width="${all}" height="${all}" role="img">`,
    `<title>${kind}: what scores mean</title>`,
    `<desc>${figures(of).join(" | ")}</desc>`,
    "<style>text{font:11px sans-serif;fill:#777}path{stroke:#777;fill:none}circle{fill:#2f7fd0;fill-opacity:.6}</style>",
    `<path d="M${at(0)} ${down(0)}H${at(1)}M${at(0)} ${down(0)}V${down(1)}"/>`,
    `<path d="M${at(0)} ${down(0)}L${at(1)} ${down(1)}" stroke-dasharray="4 4"/>`,
    ...ticks,
    `<text x="${at(0.5)}" y="${MARGIN - 14}" text-anchor="middle">${kind}: right share over score</text>`,
    ...points,
    "</svg>",
  ].join("\n")}\n`;
}
