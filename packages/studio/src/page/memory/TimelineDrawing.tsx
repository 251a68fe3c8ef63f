import type { Timeline, TimelineLine } from "../model/timeline.js";

interface TimelineDrawingProps {
  readonly timeline: Timeline;
  readonly chosen: number;
  readonly base: number | null;
}

/** Pixels of a row: the list beside the drawing has the same. */
const ROW_HEIGHT = 44;
const LANE = 16;
const RADIUS = 4.5;
/** Branches that are drawn beside each other; all others share the last column. */
const MAX_LANES = 8;

const xOf = (lane: number): number => LANE / 2 + 4 + Math.min(lane, MAX_LANES - 1) * LANE;
const yOf = (row: number): number => row * ROW_HEIGHT + ROW_HEIGHT / 2;

/** Versions and their sources, a column for each branch. The list beside it has the same content in words. */
export function TimelineDrawing({ timeline: { rows, lines, lanes }, chosen, base }: TimelineDrawingProps) {
  const width = xOf(Math.min(lanes, MAX_LANES) - 1) + LANE / 2 + 2;
  const height = rows.length * ROW_HEIGHT;
  return (
    <svg class="timeline-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lines.map((line, i) => (
        <path key={i} class={`lane lane-${Math.max(line.fromLane, line.parentLane) % 4}`} d={pathOf(line, height)} />
      ))}
      {rows.map(({ version, lane }, row) => (
        <g key={version.number} class={`lane-${lane % 4}`}>
          {version.number === chosen && <circle class="dot-ring" cx={xOf(lane)} cy={yOf(row)} r={RADIUS + 3} />}
          {version.number === base ? (
            <rect class="dot" x={xOf(lane) - RADIUS} y={yOf(row) - RADIUS} width={2 * RADIUS} height={2 * RADIUS} />
          ) : (
            <circle
              class={version.parents.length > 1 ? "dot dot-merge" : "dot"}
              cx={xOf(lane)}
              cy={yOf(row)}
              r={RADIUS}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

/**
 * Straight in a lane. A branch leaves the lane that it began in beside the older version; what is merged comes into the lane beside the newer one.
 */
function pathOf({ fromRow, fromLane, parentRow, parentLane }: TimelineLine, height: number): string {
  const x = xOf(fromLane);
  const y = yOf(fromRow);
  if (parentRow === null) return `M${x} ${y}V${height}`;
  const toX = xOf(parentLane);
  const toY = yOf(parentRow);
  if (x === toX) return `M${x} ${y}V${toY}`;
  if (toX > x) return `M${x} ${y}C${x} ${y + BEND} ${toX} ${y} ${toX} ${y + BEND}V${toY}`;
  return `M${x} ${y}V${toY - BEND}C${x} ${toY} ${toX} ${toY - BEND} ${toX} ${toY}`;
}

const BEND = ROW_HEIGHT * 0.75;
