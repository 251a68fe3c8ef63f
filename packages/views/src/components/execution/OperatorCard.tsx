import type { OperatorSummary } from "@semantic-xpath/inspect";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { counted, countText, percentText, timeText } from "../../model/text.js";
import { Bar } from "../parts/Bar.js";
import { Twisty } from "../parts/Glyph.js";
import { Tabs } from "../parts/Tabs.js";
import { DroppedList } from "./DroppedList.js";
import { ScoresList } from "./ScoresList.js";
import { ValuesList } from "./ValuesList.js";

interface OperatorCardProps {
  readonly operator: OperatorSummary;
  readonly mostRows: number;
  /** Milliseconds of the whole run: what the flame chart divides. */
  readonly allTime: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

export function OperatorCard({ operator, mostRows, allTime, isOpen, isChosen, onToggle }: OperatorCardProps) {
  const { id, kind, text, depth } = operator;
  const body = `operator-body-${id}`;
  const hasMore = operator.droppedCount + operator.scoresCount + operator.valuesCount > 0;
  const Head = hasMore ? "button" : "div";
  return (
    <li
      id={`operator-${id}`}
      class={`card kind-${kind.toLowerCase()}${isChosen ? " is-chosen" : ""}`}
      style={{ "--depth": Math.min(depth, 6) }}
    >
      <Head
        class="card-head bare"
        {...(hasMore
          ? { type: "button", "aria-expanded": isOpen, "aria-controls": isOpen ? body : undefined, onClick: onToggle }
          : { tabIndex: -1 })}
      >
        <Twisty isOpen={isOpen} isEmpty={!hasMore} />
        <span class="card-name">
          <span class="card-kind">{kind}</span> {id !== 0 && <span class="quiet num">#{id}</span>}
        </span>
        <code class="card-text" title={text}>
          {text}
        </code>
      </Head>
      <Figures operator={operator} mostRows={mostRows} allTime={allTime} />
      {isOpen && hasMore && (
        <div id={body} class="card-body">
          <Lists operator={operator} />
        </div>
      )}
    </li>
  );
}

/** Rows in and out, time, and what the scorer had to do. */
function Figures({ operator, mostRows, allTime }: Pick<OperatorCardProps, "operator" | "mostRows" | "allTime">) {
  const { rowsIn, rowsOut, estimatedRows, estimatedPairs, selfMilliseconds, pairs, hits, histogram } = operator;
  const share = selfMilliseconds / allTime;
  const percent = (rows: number): string => `${rows === 0 ? 0 : Math.max(1.5, (rows / mostRows) * 100)}%`;
  return (
    <dl class="figures">
      <Figure name="rows" column="rows">
        <span class="funnel" aria-hidden="true">
          <span class="funnel-in" style={{ width: percent(rowsIn) }} />
          <span class="funnel-out" style={{ width: percent(rowsOut) }} />
        </span>
        <span class="num">
          {countText(rowsIn)} → <b>{countText(rowsOut)}</b>
        </span>
      </Figure>
      {estimatedRows !== null && (
        <Figure name="estimated" column="estimated">
          <span class="num">≤ {countText(estimatedRows)}</span>
        </Figure>
      )}
      {allTime > 0 && (
        <Figure name="self time" column="time">
          <Bar share={share} kind="time" />
          <span class="num">
            {timeText(selfMilliseconds)} ms <span class="quiet">· {percentText(share)}</span>
          </span>
        </Figure>
      )}
      {pairs + hits > 0 && (
        <Figure name="scorer" column="scorer">
          <span class="num">
            {counted(pairs, "pair")}{" "}
            {estimatedPairs !== null && (
              <span class="quiet" title="At most so many, as estimated before the run">
                ≤ {countText(estimatedPairs)}
              </span>
            )}
          </span>
          {hits > 0 && (
            <span class="num quiet" title="Known already: equal texts, or the same node again">
              {countText(hits)} cached
            </span>
          )}
        </Figure>
      )}
      {histogram.some((count) => count > 0) && (
        <Figure name="scores" column="scores">
          <Histogram bins={histogram} />
        </Figure>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly column: "rows" | "estimated" | "time" | "scorer" | "scores";
  readonly children: ComponentChildren;
}

const Figure = ({ name, column, children }: FigureProps) => (
  <div class={`figure figure-${column}`}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const BIN_WIDTH = 8;
const HEIGHT = 22;

/** Scores in ten equal bins from 0 to 1. A bin with anything in it shows. */
function Histogram({ bins }: { readonly bins: readonly number[] }) {
  const most = Math.max(1, ...bins);
  const width = bins.length * BIN_WIDTH;
  const filled = bins.flatMap((count, i) =>
    count === 0 ? [] : [`${countText(count)} from ${(i / 10).toFixed(1)} to ${((i + 1) / 10).toFixed(1)}`],
  );
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      width={width}
      height={HEIGHT + 1}
      role="img"
      aria-label={`Scores: ${filled.join(", ")}`}
    >
      <title>{filled.join("\n")}</title>
      {bins.map((count, i) => {
        const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
        return <rect key={i} x={i * BIN_WIDTH + 0.5} y={HEIGHT - height} width={BIN_WIDTH - 1} height={height} />;
      })}
      <path d={`M0 ${HEIGHT + 0.5}h${width}`} />
    </svg>
  );
}

function Lists({ operator }: { readonly operator: OperatorSummary }) {
  const { id, droppedCount, scoresCount, valuesCount } = operator;
  const label = operator.kind === "Order" ? "Keys" : "Contributors";
  const values = { key: `values-${id}`, label, count: countText(valuesCount) };
  const scores = { key: `scores-${id}`, label: "Scores", count: countText(scoresCount) };
  const dropped = { key: `dropped-${id}`, label: "Dropped", count: countText(droppedCount) };
  const tabs = [
    ...(valuesCount > 0 ? [values] : []),
    ...(scoresCount > 0 ? [scores] : []),
    ...(droppedCount > 0 ? [dropped] : []),
  ];
  const [chosen, choose] = useState(tabs[0]!.key);
  return (
    <>
      <Tabs name={`Lists of operator ${id}`} tabs={tabs} chosen={chosen} onChoose={choose} />
      <div id={`panel-${chosen}`} role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {chosen === values.key ? (
          <ValuesList operator={operator} />
        ) : chosen === scores.key ? (
          <ScoresList operator={operator} />
        ) : (
          <DroppedList operator={operator} />
        )}
      </div>
    </>
  );
}
