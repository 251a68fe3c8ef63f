import { useMemo } from "preact/hooks";
import { type FlameBox, flame, wholeTime } from "../../model/flame.js";
import { percentText, timeText } from "../../model/text.js";
import { Table } from "../parts/Table.js";
import { useRun } from "../run.js";

const LEVEL = 24;
/** A share of the run from which on the chart says what it is. */
const MIN_OUTSIDE = 0.15;

/** Times of the run: the run at the top, below it the operators, below them their evidence. */
export function FlameChart() {
  const { overview, go } = useRun();
  const boxes = useMemo(() => flame(overview), [overview]);
  const levels = Math.max(...boxes.map(({ level }) => level)) + 1;
  const wholeMilliseconds = wholeTime(overview);
  const outside = wholeMilliseconds - boxes.reduce((sum, { operator }) => sum + (operator?.selfMilliseconds ?? 0), 0);
  const share = wholeMilliseconds === 0 ? 0 : outside / wholeMilliseconds;
  const visible = boxes.filter(({ width }) => width >= 0.002);
  return (
    <section class="flame" aria-labelledby="flame-title">
      <h2 id="flame-title">
        Time <span class="heading-note num">{timeText(wholeMilliseconds)} ms</span>
      </h2>
      <div class="flame-box" style={{ height: `${levels * LEVEL}px` }}>
        {visible.map((box) => (
          <button
            key={box.operator?.id ?? 0}
            type="button"
            class={`flame-bar kind-${box.operator?.kind.toLowerCase() ?? "run"}`}
            style={{ left: `${box.start * 100}%`, width: `${box.width * 100}%`, top: `${box.level * LEVEL}px` }}
            title={boxText(box)}
            aria-label={boxText(box)}
            disabled={box.operator === null}
            onClick={() => box.operator !== null && go({ operator: box.operator.id })}
          >
            <span class="clip">{box.operator === null ? "run" : `${box.operator.kind} ${box.operator.text}`}</span>
          </button>
        ))}
        {share >= MIN_OUTSIDE && (
          <span
            class="flame-rest quiet clip"
            title={OUTSIDE}
            style={{ left: `${(1 - share) * 100}%`, top: `${LEVEL}px` }}
          >
            outside: {timeText(outside)} ms
          </span>
        )}
      </div>
      <FlameTable boxes={boxes} outside={outside} share={share} />
    </section>
  );
}

interface FlameTableProps {
  readonly boxes: readonly FlameBox[];
  readonly outside: number;
  readonly share: number;
}

const FlameTable = ({ boxes, outside, share }: FlameTableProps) => (
  <details class="fold">
    <summary class="row fold-head quiet">As a table</summary>
    <Table
      caption="Time of each operator"
      columns={{ operator: "text", self: "num", "with nested": "num", share: "num" }}
    >
      {[...boxes.map(lineOf), [1, OUTSIDE, outside, outside, share] as const].map(
        ([level, name, self, nested, share]) => (
          <tr key={name}>
            <td>
              <span class="table-indent" style={{ "--depth": level }} />
              {name}
            </td>
            <td class="num">{self !== null && `${timeText(self)} ms`}</td>
            <td class="num">{timeText(nested)} ms</td>
            <td class="num">{percentText(share)}</td>
          </tr>
        ),
      )}
    </Table>
  </details>
);

/** Time outside of the operators: the run's own share. */
const OUTSIDE = "outside the operators: preparing, and sorting the result";

/** Row of a box in the table. */
const lineOf = ({ operator, level, milliseconds, width }: FlameBox) =>
  [level, nameOf(operator), operator?.selfMilliseconds ?? null, milliseconds, width] as const;

function boxText({ operator, milliseconds, width }: FlameBox): string {
  const self = operator === null ? "" : `, itself ${timeText(operator.selfMilliseconds)} ms`;
  return `${nameOf(operator)}: ${timeText(milliseconds)} ms, ${percentText(width)}${self}`;
}

const nameOf = (operator: FlameBox["operator"]): string =>
  operator === null ? "run" : `#${operator.id} ${operator.kind} ${operator.text}`;
