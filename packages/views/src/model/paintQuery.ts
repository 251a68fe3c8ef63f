import type { RunOverview, StepHeat } from "@semantic-xpath/inspect";
import type { Span, TokenKind } from "@semantic-xpath/parser";

/** A run of characters with one colour, below one step. */
export interface Piece {
  readonly text: string;
  readonly paint: TokenKind | "attribute";
  readonly start: number;
}

/** The pieces that belong to one step, or to none. `heat` is repeated where evidence interrupts a step. */
export interface QueryPart {
  readonly heat: StepHeat | null;
  readonly pieces: readonly Piece[];
  /** The step ends here: its number is shown after this part. */
  readonly isLast: boolean;
}

/** The text of a query cut where a token or a step begins or ends. */
export function paintQuery({
  text,
  span: { start, end },
  tokens,
  heat,
}: Pick<RunOverview, "text" | "span" | "tokens" | "heat">): readonly QueryPart[] {
  const bounds = [...heat, ...tokens].flatMap(({ span }) => [span.start, span.end]);
  const cuts = [...new Set([start, ...bounds.filter((at) => start < at && at < end), end])].sort((a, b) => a - b);
  const parts: { readonly heat: StepHeat | null; readonly pieces: Piece[] }[] = [];
  let next = 0;
  for (const [i, at] of cuts.slice(0, -1).entries()) {
    while ((tokens[next]?.span.end ?? end) <= at) next++;
    const token = tokens[next];
    const kind = token !== undefined && holds(token.span, at) ? token.kind : "punctuation";
    const paint = kind === "name" && text[at - 1] === "@" ? "attribute" : kind;
    const step = innermost(heat, at);
    if (parts.length === 0 || parts.at(-1)?.heat !== step) parts.push({ heat: step, pieces: [] });
    parts.at(-1)?.pieces.push({ text: text.slice(at, cuts[i + 1]), paint, start: at });
  }
  return parts.map((part, i) => ({ ...part, isLast: parts.findLastIndex((other) => other.heat === part.heat) === i }));
}

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset < end;

/** The shortest span that holds an offset. */
const innermost = (heat: readonly StepHeat[], offset: number): StepHeat | null =>
  heat
    .filter(({ span }) => holds(span, offset))
    .reduce<StepHeat | null>((best, step) => (best === null || sizeOf(step) < sizeOf(best) ? step : best), null);

const sizeOf = ({ span }: StepHeat): number => span.end - span.start;
