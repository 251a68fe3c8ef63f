import type { Comparison } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { scorerName, timeText } from "../../model/numbers.js";
import type { RunEntry } from "../../protocol.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { Waiting } from "../parts/Notice.js";
import { useAsked } from "../parts/useAsked.js";
import { useRun } from "../run.js";
import { entryText } from "../runEntry.js";
import { BumpChart } from "./BumpChart.js";
import { MovesTable } from "./MovesTable.js";

interface CompareProps {
  readonly runs: readonly RunEntry[];
  readonly run: string;
  readonly redacted: boolean;
}

/** Two runs: what is not the same about them, and what that did to the result. */
export function Compare({ runs, run, redacted }: CompareProps) {
  const { host } = useRun();
  const place = runs.findIndex(({ id }) => id === run);
  const [before, setBefore] = useState(runs[place > 0 ? place - 1 : 1]?.id ?? run);
  const [after, setAfter] = useState(run);
  const isPair = before !== after;
  const asked = useAsked(isPair ? () => host.compare(before, after, redacted) : null, [before, after, redacted]);
  if (runs.length < 2) {
    return (
      <div class="nothing">
        <h2>One run is nothing to compare</h2>
        <p class="quiet">Change the query, the data or the scorer and run again; then both runs stand here.</p>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroller compare" aria-label="Comparison" tabIndex={0}>
      <div class="compare-runs">
        <RunChoice label="Before" runs={runs} chosen={before} onChoose={setBefore} />
        <Button
          kind="icon"
          label="Swap the runs"
          onPress={() => {
            setBefore(after);
            setAfter(before);
          }}
        >
          <Icon name="swap" />
        </Button>
        <RunChoice label="After" runs={runs} chosen={after} onChoose={setAfter} />
      </div>
      {!isPair ? (
        <p class="quiet">Choose two runs that are not the same.</p>
      ) : asked.state !== "there" ? (
        <Waiting asked={asked} what="the comparison" />
      ) : (
        <ComparisonView comparison={asked.value} shown={run === after ? "after" : run === before ? "before" : null} />
      )}
    </section>
  );
}

interface ComparisonProps {
  readonly comparison: Comparison;
  /** Which of the two runs the other views show: paths lead there. */
  readonly shown: "before" | "after" | null;
}

export function ComparisonView({ comparison, shown }: ComparisonProps) {
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
      <div class="table-box">
        <table class="table run-lines">
          <caption class="visually-hidden">The two runs</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">query</th>
              <th scope="col">scorer</th>
              <th scope="col" class="num">
                results
              </th>
              <th scope="col" class="num">
                pairs
              </th>
              <th scope="col" class="num">
                time
              </th>
            </tr>
          </thead>
          <tbody>
            {(
              [
                ["before", before],
                ["after", after],
              ] as const
            ).map(([name, line]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <code>{line.query}</code>
                </td>
                <td title={line.scorer}>{scorerName(line.scorer)}</td>
                <td class="num">{line.count}</td>
                <td class="num">{line.scorerPairs}</td>
                <td class="num">{timeText(line.milliseconds)} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > 0 && <BumpChart rows={rows} />}
      <MovesTable rows={rows} isOtherData={data !== null} shown={shown} />
    </>
  );
}

function RunChoice({
  label,
  runs,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly runs: readonly RunEntry[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <label class="run-choice">
      <span class="quiet">{label}</span>
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {[...runs].reverse().map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entryText(entry)}
          </option>
        ))}
      </select>
    </label>
  );
}
