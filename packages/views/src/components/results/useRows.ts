import type { ResultRow } from "@semantic-xpath/inspect";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useRun } from "../run.js";

const PAGE = 100;

export interface FetchedRows {
  readonly rows: ReadonlyMap<number, ResultRow>;
  /** How many can be had; a page of its own may hold fewer than the run gave. */
  readonly total: number;
}

/** The result rows that are seen, fetched page by page and kept. */
export function useRows(from: number, to: number, count: number): FetchedRows {
  const { view } = useRun();
  const kept = useRef({ view, rows: new Map<number, ResultRow>(), asked: new Set<number>() });
  const [total, setTotal] = useState(count);
  const [, drawAgain] = useState(0);
  if (kept.current.view !== view) kept.current = { view, rows: new Map(), asked: new Set() };
  // Before the paint: what is printed has no later.
  useLayoutEffect(() => {
    const { rows, asked } = kept.current;
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, count); page++) {
      if (asked.has(page)) continue;
      asked.add(page);
      view.results({ from: page * PAGE, count: PAGE }).then(
        (found) => {
          for (const [i, row] of found.rows.entries()) rows.set(found.from + i, row);
          setTotal(found.total);
          drawAgain((times) => times + 1);
        },
        () => asked.delete(page),
      );
    }
  }, [view, from, to, count]);
  return { rows: kept.current.rows, total };
}
