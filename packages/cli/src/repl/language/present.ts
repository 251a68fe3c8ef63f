import { type Span, tokenize } from "@semantic-xpath/parser";
import type { Session } from "../session/session.js";

/** Entries that are looked at for their types. */
const MAX_ENTRIES = 1000;
/** A name as a step writes it. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** A step to the nodes that a watch starts from: those at hand while stepping, else any. */
export function presentStep({ stepping }: Session): string {
  const stop = stepping?.stepper.halt.stop ?? null;
  if (stepping === null || stop === null) return "//*";
  const { tree } = stepping.stepper;
  const nodes = stop.after.entries(0, MAX_ENTRIES).map(({ node }) => node);
  const names = [...new Set(nodes.map((node) => tree.typeNames[tree.type[node]!]!))];
  if (names.length === 0 || !names.every((name) => NAME.test(name))) return "//*";
  return names.length === 1 ? `//${names[0]}` : `//(${names.join("|")})`;
}

/**
 * Text for the language service in place of an input, with a mapping of places. The part before `from`, such as a command, is blanked out. Each path
 * of a watch continues from the `step`, and an expression stands in a bracket after it; null: it is a query. `inside`: the beginning of the bracket.
 */
export function embedded(text: string, from: number, step: string | null, inside = "") {
  const starts = step === null ? [] : pathStarts(text.slice(from));
  let joined = "";
  /** For each place of the whole, the one in the input. */
  const origins: (number | null)[] = [];
  const put = (part: string, origin: number | null): void => {
    joined += part;
    for (let i = 0; i < part.length; i++) origins.push(origin === null ? null : origin + i);
  };
  for (let i = 0; i < from; i++) put(text[i] === "\n" ? "\n" : " ", i);
  let last = from;
  for (const start of starts ?? [0]) {
    put(text.slice(last, from + start), last);
    put(starts === null ? `${step}[${inside}` : `${step}`, null);
    last = from + start;
  }
  put(text.slice(last), last);
  origins.push(text.length);
  const back = (offset: number): number | null => origins[offset] ?? null;
  return {
    text: starts === null ? `${joined}]` : joined,
    into: (offset: number): number => origins.indexOf(offset),
    /** Null for a place in what was put around the input. */
    back,
    /** Spans inside the input, with their places there; the others are left out. */
    ownPlaces: <T extends Span>(all: readonly T[]): readonly T[] =>
      all.flatMap((one) => {
        const start = back(one.start);
        const last = back(Math.max(one.start, one.end - 1));
        return start === null || last === null ? [] : [{ ...one, start, end: one.end > one.start ? last + 1 : start }];
      }),
  };
}

/** Starts of the paths of a union; null if the text is an expression, which begins without a slash. */
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
