import { tokenize } from "@semantic-xpath/parser";
import type { Session } from "../session/session.js";

/** Entries that are looked at for their types. */
const MOST_ENTRIES = 1000;
/** A name as a step writes it. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** A step to the nodes that a watch starts from: those at hand while stepping, else any. */
export function presentStep({ stepping }: Session): string {
  const stop = stepping?.stepper.halt.stop ?? null;
  if (stepping === null || stop === null) return "//*";
  const { tree } = stepping.stepper;
  const nodes = stop.after.entries(0, MOST_ENTRIES).map(({ node }) => node);
  const names = [...new Set(nodes.map((node) => tree.typeNames[tree.type[node]!]!))];
  if (names.length === 0 || !names.every((name) => NAME.test(name))) return "//*";
  return names.length === 1 ? `//${names[0]}` : `//(${names.join("|")})`;
}

/** A watch as part of a query, with places of the one as places of the other. */
interface Embedded {
  readonly text: string;
  into(offset: number): number;
  /** Null for a place in what was put around it. */
  back(offset: number): number | null;
}

/**
 * What the language service is asked instead of a watch: each of its paths goes on from the step, an expression stands in a bracket
 * after it. What is before `from`, such as a command, is left out. `inside`: the beginning of the bracket.
 */
export function embedded(text: string, from: number, step: string, inside = ""): Embedded {
  const blanked = text.slice(0, from).replaceAll(/[^\n]/g, " ");
  const watch = text.slice(from);
  const paths = pathStarts(watch);
  const put = paths === null ? [{ at: 0, text: `${step}[${inside}` }] : paths.map((at) => ({ at, text: step }));
  let whole = blanked;
  let last = 0;
  for (const { at, text: added } of put) {
    whole += watch.slice(last, at) + added;
    last = at;
  }
  whole += watch.slice(last) + (paths === null ? "]" : "");
  /** What is put at a place stands before it. */
  const shift = (offset: number): number =>
    put.reduce((total, { at, text: added }) => total + (at + from <= offset ? added.length : 0), 0);
  return {
    text: whole,
    into: (offset) => (offset < from ? offset : offset + shift(offset)),
    back(offset) {
      if (offset < from) return offset;
      let before = 0;
      for (const { at, text: added } of put) {
        const start = from + at + before;
        if (offset < start) break;
        if (offset < start + added.length) return null;
        before += added.length;
      }
      const found = offset - before;
      return found > text.length ? null : found;
    },
  };
}

/** Where the paths of a union begin; null where the text is an expression, which no slash begins. */
function pathStarts(text: string): readonly number[] | null {
  const tokens = tokenize(text).filter(({ kind }) => kind !== "comment");
  const starts: number[] = [];
  let depth = 0;
  let isStart = true;
  for (const { span } of tokens) {
    const sign = text.slice(span.start, span.end);
    if (isStart && sign.startsWith("/")) starts.push(span.start);
    else if (isStart && sign !== "(" && starts.length === 0) return null;
    if (sign === "[") depth++;
    else if (sign === "]") depth--;
    isStart = depth === 0 && (sign === "|" || (isStart && sign === "("));
  }
  return starts.length === 0 ? null : starts;
}
