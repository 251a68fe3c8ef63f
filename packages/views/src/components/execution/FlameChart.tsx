import { useMemo } from "preact/hooks";
import { type FlameBox, flame } from "../../model/flame.js";
import { percentText, timeText } from "../../model/numbers.js";
import { useRun } from "../run.js";

const LEVEL = 24;
/** A share of the run from which on the chart says what it is. */
const LEAST_OUTSIDE = 0.15;

/** Where the time went: the run at the top, below it the operators, below them their evidence. */
export function FlameChart() {
  const { overview, go } = useRun();
  const boxes = useMemo(() => flame(overview), [overview]);
  const levels = Math.max(...boxes.map(({ level }) => level)) + 1;
  const whole = boxes[0]!.milliseconds;
  const outside = whole - boxes.reduce((sum, { operator }) => sum + (operator?.selfMilliseconds ?? 0), 0);
  const shown = boxes.filter(({ width }) => width >= 0.002);
  return (
    <section class="flame" aria-labelledby="flame-title">
      <h2 id="flame-title">
        Time <span class="heading-note num">{timeText(whole)} ms</span>
      </h2>
      <div class="flame-box" style={{ height: `${levels * LEVEL}px` }}>
        {shown.map((box) => (
          <button
            key={box.operator?.id ?? 0}
            type="button"
            class={`flame-bar kind-${box.operator?.kind.toLowerCase() ?? "run"}`}
            style={{ left: `${box.start * 100}%`, width: `${box.width * 100}%`, top: `${box.level * LEVEL}px` }}
            title={told(box)}
            aria-label={told(box)}
            disabled={box.operator === null}
            onClick={() => box.operator !== null && go({ operator: box.operator.id })}
          >
            <span>{box.operator === null ? "run" : `${box.operator.kind} ${box.operator.text}`}</span>
          </button>
        ))}
        {outside / whole >= LEAST_OUTSIDE && (
          <span
            class="flame-rest quiet"
            title={OUTSIDE}
            style={{ left: `${(1 - outside / whole) * 100}%`, top: `${LEVEL}px` }}
          >
            outside: {timeText(outside)} ms
          </span>
        )}
      </div>
      <details class="fold">
        <summary class="fold-head quiet">As a table</summary>
        <table class="table">
          <caption class="visually-hidden">Time of each operator</caption>
          <thead>
            <tr>
              <th scope="col">operator</th>
              <th scope="col" class="num">
                self
              </th>
              <th scope="col" class="num">
                with nested
              </th>
              <th scope="col" class="num">
                share
              </th>
            </tr>
          </thead>
          <tbody>
            {boxes.map(({ operator, level, milliseconds, width }) => (
              <tr key={operator?.id ?? 0}>
                <td>
                  <span class="table-indent" style={{ "--depth": level }} />
                  {operator === null ? "run" : `#${operator.id} ${operator.kind} ${operator.text}`}
                </td>
                <td class="num">{operator === null ? "" : `${timeText(operator.selfMilliseconds)} ms`}</td>
                <td class="num">{timeText(milliseconds)} ms</td>
                <td class="num">{percentText(width)}</td>
              </tr>
            ))}
            <tr>
              <td>
                <span class="table-indent" style={{ "--depth": 1 }} />
                {OUTSIDE}
              </td>
              <td class="num">{timeText(outside)} ms</td>
              <td class="num">{timeText(outside)} ms</td>
              <td class="num">{percentText(whole === 0 ? 0 : outside / whole)}</td>
            </tr>
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** What no operator took: the run's own share. */
const OUTSIDE = "outside the operators: making ready, and putting the result in order";

function told({ operator, milliseconds, width }: FlameBox): string {
  const name = operator === null ? "The run" : `#${operator.id} ${operator.kind} ${operator.text}`;
  const self = operator === null ? "" : `, itself ${timeText(operator.selfMilliseconds)} ms`;
  return `${name}: ${timeText(milliseconds)} ms, ${percentText(width)}${self}`;
}
