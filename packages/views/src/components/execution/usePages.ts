import type { Page, PageRequest } from "@semantic-xpath/inspect";
import { useEffect, useState } from "preact/hooks";

export interface Pages<T> {
  readonly rows: readonly T[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly problem: string | null;
  /** Rows of one page. */
  readonly size: number;
  readonly more: () => void;
}

/** Rows of one question: a long page comes in parts. */
const MOST_ASKED = 1_000;

/** A list page by page, from its beginning: the first page at once, more when somebody asks. */
export function usePages<T>(
  ask: (page: PageRequest) => Promise<Page<T>>,
  of: readonly unknown[],
  size: number,
): Pages<T> {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [count, setCount] = useState(size);
  const [problem, setProblem] = useState<string | null>(null);
  const isLoading = problem === null && (total === null || rows.length < Math.min(count, total));
  useEffect(() => {
    setRows([]);
    setTotal(null);
    setCount(size);
    setProblem(null);
  }, of);
  useEffect(() => {
    if (!isLoading) return;
    let isWanted = true;
    ask({ from: rows.length, count: Math.min(MOST_ASKED, count - rows.length) }).then(
      (page) => {
        if (!isWanted) return;
        setRows((before) => [...before, ...page.rows]);
        // A page without rows is the end of what can be had, whatever the total.
        setTotal(page.rows.length === 0 ? rows.length : page.total);
      },
      (failure: unknown) => isWanted && setProblem(failure instanceof Error ? failure.message : String(failure)),
    );
    return () => {
      isWanted = false;
    };
  }, [...of, rows.length, count, isLoading]);
  return { rows, total: total ?? 0, isLoading, problem, size, more: () => setCount(rows.length + size) };
}
