import type { ResultRow } from "@semantic-xpath/inspect";
import { weightText } from "../../model/numbers.js";
import { Bar } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { PathText } from "../parts/PathText.js";
import { useRun } from "../run.js";
import { markdownOf } from "./copies.js";

interface ResultLineProps {
  readonly index: number;
  readonly row: ResultRow | undefined;
  readonly top: number;
  readonly isSelected: boolean;
  /** Without relevance all weights are 1 and say nothing. */
  readonly isRanked: boolean;
  readonly onSelect: (index: number) => void;
}

/** Fields in a line; the rest are in the pane beside it. */
const MOST_FIELDS = 6;

export function ResultLine({ index, row, top, isSelected, isRanked, onSelect }: ResultLineProps) {
  const { host, run, go } = useRun();
  const place = { transform: `translateY(${top}px)` };
  if (row === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows of a grid that draws only what is seen
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
      <div class="result" role="row" aria-rowindex={index + 1} style={place}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see the row */}
        <span role="gridcell">
          <span class="placeholder" />
        </span>
      </div>
    );
  }
  const copies = [
    { label: "Copy path", onPress: () => host.copy(row.path, "the path") },
    { label: "Copy as JSON", onPress: () => host.copy(JSON.stringify(row, null, 2), "the result") },
    { label: "Copy as Markdown", onPress: () => host.copy(markdownOf(row), "the result") },
    { label: "Show in Memory", onPress: () => go({ tab: "memory", node: row.node }) },
    ...(host.can.reveal && row.source !== null
      ? [{ label: "Go to source", onPress: () => host.reveal(run, row.node) }]
      : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a grid that draws only what is seen
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={`result-${index}`}
      class={`result${isSelected ? " is-selected" : ""}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      style={place}
      onClick={() => onSelect(index)}
      onDblClick={() => host.can.reveal && row.source !== null && host.reveal(run, row.node)}
    >
      <Cell name="result-rank num">{row.rank}</Cell>
      {isRanked && (
        <Cell name="result-weight">
          <span class="num">{weightText(row.weight)}</span>
          <Bar share={row.weight} />
        </Cell>
      )}
      <Cell name="result-main">
        <span class="result-title">
          <b class="result-type">{row.type}</b>
          <span class="result-value">{row.value ?? row.attributes[0]?.value}</span>
          <PathText path={row.path} />
        </span>
        <span class="result-fields">
          <Fields row={row} />
        </span>
      </Cell>
      <Cell name="result-acts">
        {host.can.reveal && row.source !== null && (
          <Button
            kind="icon"
            label={`Go to the source of result ${row.rank}`}
            skipped={!isSelected}
            onPress={() => host.reveal(run, row.node)}
          >
            <Icon name="jump" />
          </Button>
        )}
        <Menu label={`More for result ${row.rank}`} items={copies} skipped={!isSelected}>
          <Icon name="more" />
        </Menu>
      </Cell>
    </div>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    // biome-ignore lint/a11y/useFocusableInteractive: see the row
    <span class={name} role="gridcell">
      {children}
    </span>
  );
}

/** The first attribute tells most and stands above; then the text, then the other attributes with their names. */
function Fields({ row }: { readonly row: ResultRow }) {
  const asked = /\/@([^/]+)$/.exec(row.path)?.[1];
  const others = row.value === null ? row.attributes.slice(1) : row.attributes.filter(({ name }) => name !== asked);
  return (
    <>
      {row.text !== "" && <span class="result-text">{row.text}</span>}{" "}
      {others.slice(0, MOST_FIELDS).map(({ name, value }) => (
        <span key={name} class="field">
          <span class="field-name">{name}</span> <span class="field-value">{value}</span>{" "}
        </span>
      ))}
    </>
  );
}
