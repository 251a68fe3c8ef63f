import type { ComparisonRow } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { singleText } from "../../model/text.js";
import { Weight } from "../parts/Bar.js";
import { MoreRows } from "../parts/Button.js";
import { PathLink, PathText } from "../parts/Path.js";
import { Table } from "../parts/Table.js";
import { type Direction, direction } from "./BumpChart.js";

const PAGE = 200;
const MOVES: Readonly<Record<Direction, { readonly sign: string; readonly text: string }>> = {
  same: { sign: "=", text: "same place" },
  up: { sign: "▲", text: "up" },
  down: { sign: "▼", text: "down" },
  added: { sign: "+", text: "added" },
  lost: { sign: "−", text: "lost" },
};

export type Side = "before" | "after";

interface MovesProps {
  readonly rows: readonly ComparisonRow[];
  readonly isOtherData: boolean;
  readonly shown: Side | null;
}

/** Every node that is in either result: its places, its weights, and why it is not in the other. */
export function MovesTable({ rows, isOtherData, shown }: MovesProps) {
  const [count, setCount] = useState(PAGE);
  const measure = rows.some(({ valuesBefore }) => valuesBefore !== undefined) ? "value" : "weight";
  if (rows.length === 0) return <p class="quiet">Both results are empty.</p>;
  return (
    <>
      <Table
        caption="Moves"
        kind="moves"
        columns={{
          move: "text",
          before: "num",
          after: "num",
          node: "text",
          [`${measure} before`]: "text",
          [`${measure} after`]: "text",
        }}
      >
        {rows.slice(0, count).map((row, i) => (
          <MoveRow key={i} row={row} isOtherData={isOtherData} shown={shown} />
        ))}
      </Table>
      <MoreRows shown={count} total={rows.length} step={PAGE} onShow={setCount} />
    </>
  );
}

interface MoveRowProps extends Omit<MovesProps, "rows"> {
  readonly row: ComparisonRow;
}

function MoveRow({ row, isOtherData, shown }: MoveRowProps) {
  const { rankBefore, rankAfter, weightBefore, weightAfter, pathBefore, pathAfter, whyNot } = row;
  const to = direction(row);
  const { sign, text } = MOVES[to];
  // A path leads to its node if the run that is shown has it.
  const path = isOtherData && shown !== "after" ? shown && pathBefore : pathAfter;
  return (
    <tr class={`move-${to}`}>
      <td>
        <span class="move" title={text}>
          <span aria-hidden="true">{sign}</span>
          <span class="visually-hidden">{text}</span>
          {(to === "up" || to === "down") && <span class="num"> {Math.abs((rankBefore ?? 0) - (rankAfter ?? 0))}</span>}
        </span>
      </td>
      <td class="num">{rankBefore}</td>
      <td class="num">{rankAfter}</td>
      <td>
        {path === null ? <PathText path={row.path} /> : <PathLink path={path} />}
        {whyNot !== null && (
          <div class="quiet">
            {row.kind === "lost" ? "Now: " : "Before: "}
            {whyNot}
          </div>
        )}
        {isOtherData && <RowNode row={row} shown={shown} />}
      </td>
      <Measure weight={weightBefore} values={row.valuesBefore} />
      <Measure weight={weightAfter} values={row.valuesAfter} />
    </tr>
  );
}

/** The values of the keys, or what the entry gave to a value; without either its weight. */
function Measure({
  weight,
  values,
}: {
  readonly weight: number | null;
  readonly values: ComparisonRow["valuesAfter"];
}) {
  if (values === undefined) return <td>{weight !== null && <Weight value={weight} />}</td>;
  return <td class="num">{values.map((value) => (value === null ? "absent" : singleText(value))).join(", ")}</td>;
}

/** Fate of the node in other data, and the kind of its pairing. */
function RowNode({ row, shown }: Pick<MoveRowProps, "row" | "shown">) {
  if (row.by === null) return null;
  const parts = [
    row.reparented && (shown === "before" ? `is at ${row.pathAfter} now` : `was at ${row.pathBefore}`),
    row.edited && "its content differs",
    `found by ${row.by}`,
  ];
  return <div class="quiet">{parts.filter(Boolean).join(" · ")}</div>;
}
