import type { StepHeat } from "@semantic-xpath/inspect";
import type { Span } from "@semantic-xpath/parser";

export type Paint =
  | "comment"
  | "string"
  | "number"
  | "parameter"
  | "keyword"
  | "attribute"
  | "operator"
  | "name"
  | "plain";

/** A run of characters with one colour, below one step. */
export interface Piece {
  readonly text: string;
  readonly paint: Paint;
  readonly start: number;
}

/** The pieces that belong to one step, or to none. `heat` is repeated where evidence interrupts a step. */
export interface QueryPart {
  readonly heat: StepHeat | null;
  readonly pieces: readonly Piece[];
  /** The step ends here: its number is shown after this part. */
  readonly isLast: boolean;
}

/** The text of a query cut where a colour or a step ends. Colours only: what a query means is for the parser to say. */
export function paintQuery(text: string, span: Span, heat: readonly StepHeat[]): readonly QueryPart[] {
  const parts: { heat: StepHeat | null; pieces: Piece[]; end: number }[] = [];
  const cuts = new Set(heat.flatMap((step) => [step.span.start, step.span.end]));
  for (const piece of painted(text, span)) {
    const end = piece.start + piece.text.length;
    for (let start = piece.start; start < end; ) {
      let to = start + 1;
      while (to < end && !cuts.has(to)) to++;
      const step = innermost(heat, start);
      const last = parts.at(-1);
      const own = { text: text.slice(start, to), paint: piece.paint, start };
      if (last !== undefined && last.heat === step) {
        last.pieces.push(own);
        last.end = to;
      } else parts.push({ heat: step, pieces: [own], end: to });
      start = to;
    }
  }
  const lastOf = new Map(parts.map((part, i) => [part.heat, i]));
  return parts.map(({ heat: step, pieces }, i) => ({ heat: step, pieces, isLast: lastOf.get(step) === i }));
}

/** The shortest span that holds an offset. */
function innermost(heat: readonly StepHeat[], offset: number): StepHeat | null {
  let found: StepHeat | null = null;
  for (const step of heat) {
    if (offset < step.span.start || offset >= step.span.end) continue;
    if (found === null || step.span.end - step.span.start < found.span.end - found.span.start) found = step;
  }
  return found;
}

const TOKENS: readonly (readonly [Paint, RegExp])[] = [
  ["comment", /\(:[\s\S]*?:\)/y],
  ["string", /"(?:[^"]|"")*"?|'(?:[^']|'')*'?/y],
  ["parameter", /\$[\p{L}_][\p{L}\p{N}_.-]*/uy],
  ["attribute", /@[\p{L}_][\p{L}\p{N}_.-]*/uy],
  [
    "keyword",
    /[\p{L}_][\p{L}\p{N}_-]*::|(?:and|or|not|min|max|avg|gmean|product|agg_\w+|count|exists|contains|starts-with|ends-with|position|last|name|text)(?=\s*\()|(?<=\s)(?:and|or)(?=\s)/uy,
  ],
  ["operator", /=~|≈|!=|<=|>=|[=<>|]/y],
  ["number", /\d+(?:\.\d+)?/y],
  ["name", /[\p{L}_][\p{L}\p{N}_.-]*/uy],
  ["plain", /[\s\S]/uy],
];

function* painted(text: string, { start, end }: Span): Generator<Piece> {
  for (let at = start; at < end; ) {
    for (const [paint, pattern] of TOKENS) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) continue;
      const token = found[0].slice(0, end - at);
      yield { text: token, paint, start: at };
      at += token.length;
      break;
    }
  }
}
