import type { ComparisonRow } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { countText, weightText } from "../../model/numbers.js";
import { Bar } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { PathText } from "../parts/PathText.js";
import { PathLink } from "../score/PathLink.js";
import { direction } from "./BumpChart.js";

const PAGE = 200;
const SIGNS = { same: "=", up: "▲", down: "▼", added: "+", lost: "−" } as const;
const WORDS = { same: "same place", up: "up", down: "down", added: "added", lost: "lost" } as const;

interface MovesProps {
  readonly rows: readonly ComparisonRow[];
  readonly isOtherData: boolean;
  readonly shown: "before" | "after" | null;
}

/** Every node that is in either result: its places, its weights, and why it is not in the other. */
export function MovesTable({ rows, isOtherData, shown: shownRun }: MovesProps) {
  const [shown, setShown] = useState(PAGE);
  if (rows.length === 0) return <p class="quiet">Both results are empty.</p>;
  return (
    <div class="table-box">
      <table class="table moves">
        <caption class="visually-hidden">Moves</caption>
        <thead>
          <tr>
            <th scope="col">move</th>
            <th scope="col" class="num">
              before
            </th>
            <th scope="col" class="num">
              after
            </th>
            <th scope="col">node</th>
            <th scope="col">weight before</th>
            <th scope="col">weight after</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => {
            const way = direction(row);
            return (
              <tr key={i} class={`move-${way}`}>
                <td>
                  <span class="move" title={WORDS[way]}>
                    <span aria-hidden="true">{SIGNS[way]}</span>
                    <span class="visually-hidden">{WORDS[way]}</span>
                    {way === "up" || way === "down" ? (
                      <span class="num"> {Math.abs(row.rankBefore! - row.rankAfter!)}</span>
                    ) : (
                      ""
                    )}
                  </span>
                </td>
                <td class="num">{row.rankBefore ?? ""}</td>
                <td class="num">{row.rankAfter ?? ""}</td>
                <td>
                  <RowPath row={row} shown={isOtherData ? shownRun : "after"} />
                  {row.whyNot !== null && (
                    <div class="quiet">
                      {row.kind === "lost" ? "Now: " : "Before: "}
                      {row.whyNot}
                    </div>
                  )}
                  {isOtherData && <RowNode row={row} shown={shownRun} />}
                </td>
                <WeightCell weight={row.weightBefore} />
                <WeightCell weight={row.weightAfter} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button
          kind="link"
          label={`Show ${countText(Math.min(PAGE, rows.length - shown))} more of ${countText(rows.length)}`}
          onPress={() => setShown(shown + PAGE)}
        />
      )}
    </div>
  );
}

interface RowProps extends Pick<MovesProps, "shown"> {
  readonly row: ComparisonRow;
}

/** A path leads to its node where the run that is shown has it. */
function RowPath({ row, shown }: RowProps) {
  const path = shown === "after" ? row.pathAfter : shown === "before" ? row.pathBefore : null;
  return path === null ? <PathText path={row.path} /> : <PathLink path={path} />;
}

/** What became of the node in other data, and how it was found there. */
function RowNode({ row: { by, reparented, edited, pathBefore, pathAfter }, shown }: RowProps) {
  if (by === null) return null;
  const said = [
    ...(reparented ? [shown === "before" ? `stands at ${pathAfter} now` : `stood at ${pathBefore}`] : []),
    ...(edited ? ["says something else"] : []),
    `found by ${by}`,
  ];
  return <div class="quiet">{said.join(" · ")}</div>;
}

function WeightCell({ weight }: { readonly weight: number | null }) {
  return (
    <td>
      {weight !== null && (
        <span class="weight">
          <Bar share={weight} />
          <span class="num">{weightText(weight)}</span>
        </span>
      )}
    </td>
  );
}
