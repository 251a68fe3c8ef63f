import type { ResultRow } from "@semantic-xpath/inspect";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { countText, some } from "../../model/numbers.js";
import { NodePane } from "../node/NodePane.js";
import { Button } from "../parts/Button.js";
import { useWindow } from "../parts/useWindow.js";
import { useRun } from "../run.js";
import { markdownOf } from "./copies.js";
import { EmptyResult } from "./EmptyResult.js";
import { ResultLine } from "./ResultLine.js";
import { useRows } from "./useRows.js";

const ROW_HEIGHT = 54;
/** Results that one copy takes at the most. */
const MOST_COPIED = 1_000;

/** The ranked result, and what there is to say about the selected one. */
export function Results() {
  const { overview, view, host, node, states, go } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(overview.resultCount);
  const seen = useWindow(box, count, ROW_HEIGHT);
  const { rows, total } = useRows(seen.from, seen.to, count);
  if (total !== count) setCount(total);
  const leftOut = overview.resultCount - count;
  const [at, setAt] = useState(states.resultAt);
  states.resultAt = at;
  const first = rows.get(0);

  // The first result is selected until somebody selects another.
  useEffect(() => {
    if (node === null && first !== undefined) go({ node: first.node });
  }, [first]);
  useLayoutEffect(() => seen.scrollTo(at), [at, seen.height]);

  if (count === 0) return <EmptyResult />;
  const select = (to: number): void => {
    const place = Math.max(0, Math.min(count - 1, to));
    setAt(place);
    const row = rows.get(place);
    if (row !== undefined) go({ node: row.node });
    else view.results({ from: place, count: 1 }).then(({ rows: [found] }) => found && go({ node: found.node }));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + seen.rowsSeen,
      PageUp: at - seen.rowsSeen,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to !== undefined) select(to);
    else if (event.key === "Enter" && rows.has(at)) go({ tab: "memory", node: rows.get(at)!.node });
    else return;
    event.preventDefault();
  };
  const copyAll = async (as: "JSON" | "Markdown"): Promise<void> => {
    const { rows: all } = await view.results({ from: 0, count: MOST_COPIED });
    host.copy(
      as === "JSON" ? JSON.stringify(all, null, 2) : all.map(markdownOf).join("\n"),
      some(all.length, "result"),
    );
  };
  return (
    <div class="split">
      <div class="split-main results">
        {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot draw only the rows that are seen */}
        <div
          ref={box}
          class="scroller result-list"
          role="grid"
          aria-label="Results"
          aria-rowcount={count}
          aria-activedescendant={rows.has(at) ? `result-${at}` : undefined}
          tabIndex={0}
          onKeyDown={press}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
          <div class="spacer" role="rowgroup" style={{ height: `${seen.height}px` }}>
            {range(seen.from, seen.to).map((index) => (
              <ResultLine
                key={index % seen.slots}
                index={index}
                row={rows.get(index)}
                top={seen.topOf(index)}
                isSelected={isSelected(rows.get(index), node, index, at)}
                isRanked={overview.isSemantic}
                onSelect={select}
              />
            ))}
          </div>
        </div>
        <div class="status-line">
          <span role="status">
            {some(overview.resultCount, "result")}
            {leftOut > 0 && `; the last ${countText(leftOut)} are left out of this page`}
            {overview.limit !== null && count === overview.limit && " (the limit)"}
            {overview.cutCount > 0 &&
              `; ${countText(overview.cutCount)} more reached the end and ${overview.cutCount === 1 ? "was" : "were"} cut`}
          </span>
          <span class="toolbar-end">
            <Button kind="link" label="Copy JSON" onPress={() => copyAll("JSON")} />
            <Button kind="link" label="Copy Markdown" onPress={() => copyAll("Markdown")} />
          </span>
        </div>
      </div>
      <NodePane node={node} from="results" />
    </div>
  );
}

/** A node may be in a result twice, by two attributes. */
const isSelected = (row: ResultRow | undefined, node: number | null, index: number, at: number): boolean =>
  row !== undefined && row.node === node && (row.value === null || index === at);

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
