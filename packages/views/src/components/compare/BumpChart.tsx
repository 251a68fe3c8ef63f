import type { ComparisonRow } from "@semantic-xpath/inspect";
import { useMemo, useState } from "preact/hooks";

const MOST = 20;
const LINE = 22;
const TOP = 26;

/** Ranks before and after as two columns, a line for each node that is in the first twenty of either. */
export function BumpChart({ rows }: { readonly rows: readonly ComparisonRow[] }) {
  const isShown = (rank: number | null): boolean => rank !== null && rank <= MOST;
  const shown = useMemo(
    () => rows.filter(({ rankBefore, rankAfter }) => isShown(rankBefore) || isShown(rankAfter)),
    [rows],
  );
  const [chosen, choose] = useState<ComparisonRow | null>(null);
  const deepest = Math.min(MOST, Math.max(...shown.flatMap((row) => [row.rankBefore ?? 0, row.rankAfter ?? 0])));
  // What comes from or goes beyond the chart enters and leaves at its lower edge.
  const y = (rank: number | null): number => TOP + (Math.min(rank ?? deepest + 1, deepest + 1) - 0.5) * LINE;
  const height = TOP + (deepest + 1) * LINE;
  return (
    <figure class="bump">
      <figcaption>
        Rank moves <span class="quiet">of the first {MOST}; the table below says the same</span>
      </figcaption>
      <svg viewBox={`0 0 720 ${height}`} role="img" aria-label="Ranks before and after, as in the table below">
        <text x="250" y="14" class="bump-head" text-anchor="end">
          before
        </text>
        <text x="470" y="14" class="bump-head">
          after
        </text>
        {shown.map((row, i) => {
          const [from, to] = [y(row.rankBefore), y(row.rankAfter)];
          return (
            <g
              key={i}
              class={`bump-line bump-${direction(row)}${chosen === row ? " is-chosen" : ""}`}
              onPointerEnter={() => choose(row)}
              onPointerLeave={() => choose(null)}
            >
              <title>{`${row.path}: ${row.rankBefore ?? "not there"} → ${row.rankAfter ?? "not there"}`}</title>
              <path class="bump-room" d={line(row, from, to)} />
              <path d={line(row, from, to)} />
              {isShown(row.rankBefore) && (
                <>
                  <circle cx="260" cy={from} r="3.5" />
                  <text x="250" y={from + 4} text-anchor="end">
                    {`${short(row.pathBefore ?? row.path)}  ${row.rankBefore}`}
                  </text>
                </>
              )}
              {isShown(row.rankAfter) && (
                <>
                  <circle cx="460" cy={to} r="3.5" />
                  <text x="470" y={to + 4}>{`${row.rankAfter}  ${short(row.path)}`}</text>
                </>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** From place to place; what was lost ends in the open, and what was added begins there. */
function line({ rankBefore, rankAfter }: ComparisonRow, from: number, to: number): string {
  if (rankAfter === null) return `M260 ${from}h52`;
  if (rankBefore === null) return `M408 ${to}h52`;
  return `M260 ${from}C330 ${from} 390 ${to} 460 ${to}`;
}

const MOST_LETTERS = 32;

/** The end of a path distinguishes nodes. */
const short = (path: string): string => (path.length <= MOST_LETTERS ? path : `…${path.slice(1 - MOST_LETTERS)}`);

export type Direction = "same" | "up" | "down" | "added" | "lost";

export function direction({ kind, rankBefore, rankAfter }: ComparisonRow): Direction {
  if (kind === "added" || kind === "lost") return kind;
  if (rankBefore === null || rankAfter === null || rankBefore === rankAfter) return "same";
  return rankAfter < rankBefore ? "up" : "down";
}
