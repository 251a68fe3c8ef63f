import type { Page, PageRequest } from "@semantic-xpath/runtime";
import { useEffect, useState } from "preact/hooks";

export interface Pages<T> {
  readonly rows: readonly T[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly problem: string | null;
  readonly more: () => void;
}

/** A list page by page, from its beginning. `wanted` rows are fetched at once, more when somebody asks. */
export function usePages<T>(
  ask: (page: PageRequest) => Promise<Page<T>>,
  of: readonly unknown[],
  size: number,
  wanted = size,
): Pages<T> {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [count, setCount] = useState(size);
  const [problem, setProblem] = useState<string | null>(null);
  const upTo = Math.max(count, wanted);
  const isLoading = problem === null && (total === null || rows.length < Math.min(upTo, total));
  useEffect(() => {
    setRows([]);
    setTotal(null);
    setCount(size);
    setProblem(null);
  }, of);
  useEffect(() => {
    if (!isLoading) return;
    let isWanted = true;
    ask({ from: rows.length, count: Math.max(size, Math.min(1_000, upTo - rows.length)) }).then(
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
  }, [...of, rows.length, upTo, isLoading]);
  return { rows, total: total ?? 0, isLoading, problem, more: () => setCount(rows.length + size) };
}
