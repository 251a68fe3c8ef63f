import type { ComparisonRow, RunView } from "@semantic-xpath/inspect";
import { useMemo, useState } from "preact/hooks";
import { useAnswer } from "../parts/answers.js";
import { nodeAt } from "../parts/Path.js";

const MOST = 20;

interface BumpChartProps {
  readonly rows: readonly ComparisonRow[];
  /** The runs, which contain the content of their nodes. */
  readonly before: RunView;
  readonly after: RunView;
}

/** Ranks before and after as two columns, a line for each node that is in the first twenty of either. */
export function BumpChart({ rows, before, after }: BumpChartProps) {
  const isShown = (rank: number | null): rank is number => rank !== null && rank <= MOST;
  const visible = useMemo(
    () => rows.filter(({ rankBefore, rankAfter }) => isShown(rankBefore) || isShown(rankAfter)),
    [rows],
  );
  const summaries = useAnswer(
    () =>
      Promise.all(
        visible.map((row) => Promise.all([summaryAt(before, row.pathBefore), summaryAt(after, row.pathAfter)])),
      ),
    [visible, before, after],
  );
  const [chosen, choose] = useState<ComparisonRow | null>(null);
  const deepest = Math.min(MOST, Math.max(...visible.flatMap((row) => [row.rankBefore ?? 0, row.rankAfter ?? 0])));
  // In rows, whose height is the style sheet's. What comes from or goes beyond the chart enters and leaves at its lower edge.
  const y = (rank: number | null): number => Math.min(rank ?? deepest + 1, deepest + 1) - 0.5;
  const side = (at: 0 | 1) => (
    <div class="bump-side">
      {visible.map((row, i) => {
        const rank = at === 0 ? row.rankBefore : row.rankAfter;
        if (!isShown(rank)) return null;
        const path = (at === 0 ? row.pathBefore : row.pathAfter) ?? row.path;
        const words = summaries.state === "ready" ? summaries.value[i]?.[at] : null;
        return (
          <span key={i} class="bump-label" style={{ "--row": `${rank - 1}` }} title={path}>
            <span class="bump-words">{words || path}</span> <b class="num">{rank}</b>
          </span>
        );
      })}
    </div>
  );
  return (
    <figure class="bump">
      <figcaption>
        Rank moves <span class="quiet">of the first {MOST}; the table below says the same</span>
      </figcaption>
      <div class="bump-box" style={{ "--rows": `${deepest + 1}` }}>
        {side(0)}
        <svg viewBox={`0 0 160 ${deepest + 1}`} preserveAspectRatio="none" role="img" aria-label="Rank moves">
          {visible.map((row, i) => (
            <g
              key={i}
              class={`bump-line bump-${direction(row)}${chosen === row ? " is-chosen" : ""}`}
              onPointerEnter={() => choose(row)}
              onPointerLeave={() => choose(null)}
            >
              <title>{`${row.path}: ${row.rankBefore ?? "not there"} → ${row.rankAfter ?? "not there"}`}</title>
              {["bump-room", ""].map((kind) => (
                <path key={kind} class={kind} d={line(row, y(row.rankBefore), y(row.rankAfter))} />
              ))}
            </g>
          ))}
        </svg>
        {side(1)}
      </div>
    </figure>
  );
}

/** Summary of the node at a path; null if the run has no such node. */
async function summaryAt(view: RunView, path: string | null): Promise<string | null> {
  const node = path === null ? null : await nodeAt(view, path);
  return node === null ? null : ((await view.labels({ nodes: [node] }))[0]?.summary ?? null);
}

/** From place to place; what was lost ends in the open, and what was added begins there. */
function line({ rankBefore, rankAfter }: ComparisonRow, from: number, to: number): string {
  if (rankAfter === null) return `M4 ${from}h44`;
  if (rankBefore === null) return `M112 ${to}h44`;
  return `M4 ${from}C60 ${from} 100 ${to} 156 ${to}`;
}

export type Direction = "same" | "up" | "down" | "added" | "lost";

export function direction({ kind, rankBefore, rankAfter }: ComparisonRow): Direction {
  if (kind === "added" || kind === "lost") return kind;
  if (rankBefore === null || rankAfter === null || rankBefore === rankAfter) return "same";
  return rankAfter < rankBefore ? "up" : "down";
}
