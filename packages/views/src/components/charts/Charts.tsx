import { useMemo, useState } from "preact/hooks";
import { type Chart, type ChartMark, chartsOf } from "../../model/charts.js";
import { countText, weightText } from "../../model/text.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { useRun } from "../run.js";

/** Results that are drawn. */
const MOST = 200;

const NAMES: { readonly [K in Chart["kind"]]: string } = {
  bars: "By rank",
  groups: "In groups",
  timeline: "Over time",
};

/** The result as a picture, which its shape decides: weights with the cut, small multiples, a timeline. */
export function Charts() {
  const { view } = useRun();
  const answer = useAnswer(() => view.results({ from: 0, count: MOST }), [view]);
  return (
    <Answered answer={answer} what="the results">
      {({ rows }) => <Drawn rows={rows} />}
    </Answered>
  );
}

function Drawn({ rows }: { readonly rows: Parameters<typeof chartsOf>[0] }) {
  const { overview } = useRun();
  const charts = useMemo(() => chartsOf(rows), [rows]);
  const [kind, choose] = useState<Chart["kind"] | null>(null);
  const chart = charts.find((each) => each.kind === kind) ?? charts[0];
  if (chart === undefined)
    return (
      <p class="quiet pad">
        There is nothing to draw: a chart needs two results, with weights, with numbers as values, or with dates.
      </p>
    );
  return (
    <div class="charts scroller">
      {charts.length > 1 && (
        <fieldset class="chart-kinds">
          <legend class="visually-hidden">Chart</legend>
          {charts.map((each) => (
            <label key={each.kind}>
              <input type="radio" name="chart" checked={each.kind === chart.kind} onChange={() => choose(each.kind)} />{" "}
              {NAMES[each.kind]}
            </label>
          ))}
        </fieldset>
      )}
      {chart.kind === "bars" && (
        <>
          <Bars name={`Results by ${chart.of}`} marks={chart.marks} />
          <Cut />
        </>
      )}
      {chart.kind === "groups" && (
        <div class="multiples">
          {chart.groups.map(({ label, marks }) => (
            <section key={label} aria-label={label}>
              <h4>{label}</h4>
              <Bars name={`Results in ${label}`} marks={marks} />
            </section>
          ))}
        </div>
      )}
      {chart.kind === "timeline" && <Bars name={`Results by ${chart.attribute}`} marks={chart.marks} isDots />}
      {overview.resultCount > MOST && (
        <p class="quiet">
          The first {MOST} of {countText(overview.resultCount)} results
        </p>
      )}
    </div>
  );
}

interface BarsProps {
  readonly name: string;
  readonly marks: readonly ChartMark[];
  readonly isDots?: boolean;
}

/** A line for each result: a button with its name, and its bar or dot. */
function Bars({ name, marks, isDots = false }: BarsProps) {
  const { go, node } = useRun();
  return (
    <ol class={`chart-lines bare${isDots ? " is-dots" : ""}`} aria-label={name}>
      {marks.map((mark, i) => (
        <li key={i}>
          <button
            type="button"
            class="button button-link clip"
            aria-current={mark.node === node ? "true" : undefined}
            onClick={() => go({ node: mark.node, tab: "memory" })}
          >
            <bdi>{mark.label}</bdi>
          </button>
          <span class="chart-track" aria-hidden="true">
            <span style={isDots ? { left: `${mark.share * 100}%` } : { width: `${Math.max(1, mark.share * 100)}%` }} />
          </span>
          <span class="num">{mark.text}</span>
        </li>
      ))}
    </ol>
  );
}

/** The cut after the last bar: nodes that reached the end, and the reasons why they are not in the result. */
function Cut() {
  const {
    overview: { cutCount, cutReasons, minScore },
  } = useRun();
  if (cutCount === 0) return null;
  return (
    <p class="chart-cut">
      <b>cut{minScore > 0 && ` at ${weightText(minScore)}`}</b>{" "}
      <span class="quiet">{cutReasons.map(({ count, words }) => `${countText(count)} ${words}`).join(", ")}</span>
    </p>
  );
}
