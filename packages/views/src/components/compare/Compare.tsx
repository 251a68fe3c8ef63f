import type { Comparison, RunView } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { countText, scorerName, timeText, valueLine } from "../../model/text.js";
import type { RunEntry } from "../../protocol.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { Button } from "../parts/Button.js";
import { Table } from "../parts/Table.js";
import { RunSelect, useRun } from "../run.js";
import { BumpChart } from "./BumpChart.js";
import { MovesTable, type Side } from "./MovesTable.js";

interface CompareProps {
  readonly runs: readonly RunEntry[];
  readonly run: string;
  readonly redacted: boolean;
}

/** Two runs: how they differ, and what that did to the result. */
export function Compare({ runs, run, redacted }: CompareProps) {
  const { host } = useRun();
  const place = runs.findIndex(({ id }) => id === run);
  const [before, setBefore] = useState(runs[place > 0 ? place - 1 : 1]?.id ?? run);
  const [after, setAfter] = useState(run);
  const isPair = before !== after;
  const answer = useAnswer(isPair ? () => host.compare(before, after, redacted) : null, [before, after, redacted]);
  if (runs.length < 2) {
    return (
      <div class="empty">
        <h2>One run has nothing to be compared with</h2>
        <p class="quiet">Change the query, the data or the scorer and run again; then both runs are shown here.</p>
      </div>
    );
  }
  const swap = (): void => {
    setBefore(after);
    setAfter(before);
  };
  const side = run === after ? "after" : run === before ? "before" : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroller compare" aria-label="Comparison" tabIndex={0}>
      <div class="compare-runs">
        <RunSelect label="Before" isLabelShown runs={runs} chosen={before} onChoose={setBefore} />
        <Button icon="swap" label="Swap the runs" onPress={swap} />
        <RunSelect label="After" isLabelShown runs={runs} chosen={after} onChoose={setAfter} />
      </div>
      {isPair ? (
        <Answered answer={answer} what="the comparison">
          {(comparison) => (
            <ComparisonView
              comparison={comparison}
              views={[host.view(before, redacted), host.view(after, redacted)]}
              shown={side}
            />
          )}
        </Answered>
      ) : (
        <p class="quiet">Choose two different runs.</p>
      )}
    </section>
  );
}

interface ComparisonViewProps {
  readonly comparison: Comparison;
  readonly views: readonly [RunView, RunView];
  /** The one of the two runs in the other views. Paths lead there. */
  readonly shown: Side | null;
}

function ComparisonView({ comparison, views, shown }: ComparisonViewProps) {
  const { before, after, data, rows, sentences } = comparison;
  return (
    <>
      {sentences.length > 0 && (
        <ul class="sentences">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Table
        caption="The two runs"
        kind="run-lines"
        columns={{ run: "text", query: "text", scorer: "text", results: "num", pairs: "num", time: "num" }}
      >
        {Object.entries({ before, after }).map(([name, { query, scorer, count, value, scorerPairs, milliseconds }]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <code>{query}</code>
            </td>
            <td title={scorer}>{scorerName(scorer)}</td>
            <td class="num">{value === undefined ? countText(count) : valueLine(value)}</td>
            <td class="num">{countText(scorerPairs)}</td>
            <td class="num">{timeText(milliseconds)} ms</td>
          </tr>
        ))}
      </Table>
      {rows.length > 0 && <BumpChart rows={rows} before={views[0]} after={views[1]} />}
      <MovesTable rows={rows} isOtherData={data !== null} shown={shown} />
    </>
  );
}
