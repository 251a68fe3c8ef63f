import type { OperatorSummary } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { countText, percentText, some, timeText } from "../../model/numbers.js";
import { Bar } from "../parts/Bar.js";
import { Icon } from "../parts/Glyph.js";
import { Tabs } from "../parts/Tabs.js";
import { DroppedList } from "./DroppedList.js";
import { Histogram } from "./Histogram.js";
import { ScoresList } from "./ScoresList.js";

interface OperatorCardProps {
  readonly operator: OperatorSummary;
  readonly mostRows: number;
  /** Milliseconds of the whole run: what the flame chart shares out. */
  readonly allTime: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (id: number) => void;
}

export function OperatorCard({ operator, mostRows, allTime, isOpen, isChosen, onToggle }: OperatorCardProps) {
  const { id, kind, text, depth, rowsIn, rowsOut, selfMilliseconds, pairs, hits } = operator;
  const share = allTime === 0 ? 0 : selfMilliseconds / allTime;
  const body = `operator-body-${id}`;
  const hasMore = operator.droppedCount + operator.scoresCount > 0;
  const head = (
    <>
      <span class={`twisty${isOpen ? " is-open" : ""}`}>{hasMore && <Icon name="chevron" />}</span>
      <span class="card-name">
        <span class="card-kind">{kind}</span> {id !== 0 && <span class="quiet num">#{id}</span>}
      </span>
      <code class="card-text" title={text}>
        {text}
      </code>
    </>
  );
  return (
    <li
      id={`operator-${id}`}
      class={`card kind-${kind.toLowerCase()}${isChosen ? " is-chosen" : ""}`}
      style={{ "--depth": Math.min(depth, 6) }}
    >
      {hasMore ? (
        <button
          type="button"
          class="card-head"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => onToggle(id)}
        >
          {head}
        </button>
      ) : (
        <div class="card-head" tabIndex={-1}>
          {head}
        </div>
      )}
      <dl class="figures">
        <Figure name="rows" column="rows">
          <Funnel rowsIn={rowsIn} rowsOut={rowsOut} most={mostRows} />
          <span class="num">
            {countText(rowsIn)} → <b>{countText(rowsOut)}</b>
          </span>
        </Figure>
        {operator.estimatedRows !== null && (
          <Figure name="estimated" column="estimated">
            <span class="num">≤ {countText(operator.estimatedRows)}</span>
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
        {(pairs > 0 || hits > 0) && (
          <Figure name="scorer" column="scorer">
            <span class="num">
              {some(pairs, "pair")}
              {operator.estimatedPairs !== null && (
                <span class="quiet" title="At most so many, as estimated before the run">
                  {" "}
                  ≤ {countText(operator.estimatedPairs)}
                </span>
              )}
            </span>
            {hits > 0 && (
              <span class="num quiet" title="Wanted, and there already: equal texts, or the same node again">
                {countText(hits)} cached
              </span>
            )}
          </Figure>
        )}
        {operator.histogram.some((count) => count > 0) && (
          <Figure name="scores" column="scores">
            <Histogram bins={operator.histogram} />
          </Figure>
        )}
      </dl>
      {isOpen && hasMore && (
        <div id={body} class="card-body">
          <Lists operator={operator} />
        </div>
      )}
    </li>
  );
}

function Figure({
  name,
  column,
  children,
}: {
  readonly name: string;
  readonly column: "rows" | "estimated" | "time" | "scorer" | "scores";
  readonly children: preact.ComponentChildren;
}) {
  return (
    <div class={`figure figure-${column}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What went in as an outline, what came out filled. */
function Funnel({
  rowsIn,
  rowsOut,
  most,
}: {
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly most: number;
}) {
  const percent = (rows: number): string => `${rows === 0 ? 0 : Math.max(1.5, (rows / most) * 100)}%`;
  return (
    <span class="funnel" aria-hidden="true">
      <span class="funnel-in" style={{ width: percent(rowsIn) }} />
      <span class="funnel-out" style={{ width: percent(rowsOut) }} />
    </span>
  );
}

function Lists({ operator }: { readonly operator: OperatorSummary }) {
  const { id, droppedCount, scoresCount } = operator;
  const [chosen, choose] = useState<"dropped" | "scores">(scoresCount > 0 ? "scores" : "dropped");
  const keys = { scores: `scores-${id}`, dropped: `dropped-${id}` };
  const tabs = [
    ...(scoresCount > 0 ? [{ key: keys.scores, label: "Scores", count: countText(scoresCount) }] : []),
    ...(droppedCount > 0 ? [{ key: keys.dropped, label: "Fell out", count: countText(droppedCount) }] : []),
  ];
  return (
    <>
      <Tabs
        name={`Lists of operator ${id}`}
        tabs={tabs}
        chosen={keys[chosen]}
        onChoose={(key) => choose(key === keys.scores ? "scores" : "dropped")}
      />
      <div id={`panel-${keys[chosen]}`} role="tabpanel" aria-labelledby={`tab-${keys[chosen]}`}>
        {chosen === "scores" ? <ScoresList operator={operator} /> : <DroppedList operator={operator} />}
      </div>
    </>
  );
}
