import type { Halt, SequenceView, WatchValue } from "@semantic-xpath/inspect";
import { weightText } from "@semantic-xpath/inspect/numbers";
import { count, cut, cutStart, inOneLine, largest, pad, weightCell, widthOf, wrap } from "../../render/columns.js";
import { placeLines, type Source } from "../../render/diagnostics.js";
import type { Screen } from "../../render/screen.js";

const MAX_ENTRIES = 8;
const MAX_WATCHED = 4;
const BAR_CELLS = 8;

/** Position of a stepper: the operator that just acted, its place in the query, and its output. */
export function haltLines({ stop, reason, breakpoint, problem }: Halt, source: Source, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  if (stop === null) return [paint.dim("before the first operator")];
  const flow = `${stop.before.count} ${glyphs.arrow} ${stop.after.count}`;
  const hit = breakpoint === null ? "" : `  breakpoint ${breakpoint}`;
  const inside = stop.depth === 0 ? "" : `  in evidence, ${count(stop.depth, "level")} deep`;
  const head = `step ${stop.index}  #${stop.operatorId} ${stop.kind} `;
  const room = Math.max(8, columns - widthOf(head) - widthOf(flow + hit + inside) - 2);
  const operatorText = stop.kind === "End" ? "" : cut(stop.text, room, glyphs.ellipsis);
  return [
    `${paint.bold(head)}${paint.cyan(operatorText)}  ${paint.dim(flow + inside)}${paint.yellow(hit)}`,
    ...(stop.kind === "End" ? [] : placeLines(source, stop.span, screen)),
    ...(problem === null ? [] : wrap(`the condition could not be evaluated: ${problem}`, columns).map(paint.yellow)),
    ...sequenceLines(stop.after, screen),
    ...(reason === "end" ? [paint.dim("This is the result. b goes back, q ends.")] : []),
  ];
}

/** The first entries of a weighted sequence. */
function sequenceLines(sequence: SequenceView, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  if (sequence.count === 0) return [paint.yellow("  nothing is left")];
  const entries = sequence.entries(0, MAX_ENTRIES);
  const lines = entries.map(({ path, weight, value }) => {
    const cell = weightCell(weight, BAR_CELLS, screen);
    const used = widthOf(cell) + 4;
    const shortPath = path === "" ? "/" : cutStart(path, Math.max(8, columns - used), glyphs.ellipsis);
    const says = value === null ? "" : cut(`  ${value}`, columns - used - widthOf(shortPath), glyphs.ellipsis);
    return `  ${cell}  ${paint.cyan(shortPath)}${says}`;
  });
  return [...lines, ...moreLines(sequence.count - entries.length, paint)];
}

/** Value of a watched expression. */
export function watchLines(text: string, value: WatchValue, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const title = paint.bold(cut(inOneLine(text), columns - 8, glyphs.ellipsis));
  switch (value.kind) {
    case "problem":
      return [`${title}  ${paint.red(value.message)}`];
    case "sequence":
      return [`${title}  ${paint.dim(count(value.sequence.count, "node"))}`, ...sequenceLines(value.sequence, screen)];
    case "values":
      return [`${title}  ${paint.dim(aboutValues(value))}`, ...valueLines(value, screen)];
  }
}

type Values = Extract<WatchValue, { readonly kind: "values" }>;

function aboutValues({ of, values, count: nodes }: Values): string {
  const holding = values.filter(({ value }) => value > 0).length;
  if (of === "truth") return `holds for ${holding} of ${nodes}`;
  return of === "text" && holding < values.length
    ? `${count(holding, "value")} on ${count(nodes, "node")}`
    : count(nodes, "value");
}

/** The first values, each with its node; of conditions only if they hold, of texts only if there is one. */
function valueLines({ of, values }: Values, { paint, glyphs, columns }: Screen): string[] {
  const listed = of === "truth" || of === "text" ? values.filter(({ value }) => value > 0) : values;
  const texts = listed.slice(0, MAX_WATCHED).map(({ value, text }) => {
    if (of === "truth") return "yes";
    if (of === "score") return weightText(value);
    const valueText = of === "number" ? String(Number(value.toFixed(4))) : JSON.stringify(text ?? "");
    return cut(valueText, Math.max(6, Math.min(Math.floor(columns / 2), columns - 12)), glyphs.ellipsis);
  });
  const width = largest(texts.map(widthOf));
  const lines = texts.map((text, i) => {
    const path = cutStart(listed[i]!.path, Math.max(8, columns - width - 4), glyphs.ellipsis);
    return `  ${pad(text, width)}  ${paint.cyan(path)}`;
  });
  return [...lines, ...moreLines(listed.length - lines.length, paint)];
}

const moreLines = (left: number, paint: Screen["paint"]): string[] =>
  left > 0 ? [paint.dim(`  and ${left} more`)] : [];
