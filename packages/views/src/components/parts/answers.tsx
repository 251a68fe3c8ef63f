import type { Page, PageRequest, RunView } from "@semantic-xpath/inspect";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../model/text.js";
import { Notice } from "./Notice.js";

export type Answer<T> =
  | { readonly state: "waiting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly value: T };

/** The answer to a question, which is asked again if one of `of` changes. null: nothing is asked. */
export function useAnswer<T>(question: (() => Promise<T>) | null, of: readonly unknown[]): Answer<T> {
  const [known, set] = useState<{ readonly of: readonly unknown[]; readonly answer: Answer<T> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const take = (answer: Answer<T>): void => {
      if (isWanted) set({ of, answer });
    };
    question?.().then(
      (value) => take({ state: "ready", value }),
      (failure: unknown) => take({ state: "failed", message: messageOf(failure) }),
    );
    return () => {
      isWanted = false;
    };
  }, of);
  // An answer to an earlier question does not count.
  return known?.of.every((value, i) => value === of[i]) ? known.answer : { state: "waiting" };
}

interface AnsweredProps<T> {
  readonly answer: Answer<T>;
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
  /** Content in place of the message without an answer. */
  readonly ifFailed?: (message: string) => ComponentChildren;
}

/** Shows an answer once it is there, and before that that it is loading, or why there is none. */
export function Answered<T>({ answer, what, children, ifFailed }: AnsweredProps<T>) {
  if (answer.state === "ready") return <>{children(answer.value)}</>;
  if (answer.state === "failed")
    return <>{ifFailed ? ifFailed(answer.message) : <Notice kind="error">{answer.message}</Notice>}</>;
  return (
    <p class="row quiet pad" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what} …
    </p>
  );
}

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
const MAX_ASKED = 1_000;

/** A list page by page, from its beginning: the first page at once, more on request. */
export function usePages<T>(
  ask: (page: PageRequest) => Promise<Page<T>>,
  of: readonly unknown[],
  size: number,
): Pages<T> {
  const start = { rows: [] as readonly T[], total: null as number | null, count: size, problem: null as string | null };
  const [{ rows, total, count, problem }, set] = useState(start);
  const isLoading = problem === null && (total === null || rows.length < Math.min(count, total));
  useEffect(() => set(start), of);
  useEffect(() => {
    if (!isLoading) return;
    let isWanted = true;
    const update = (change: Partial<typeof start>): void => {
      if (isWanted) set((before) => ({ ...before, ...change }));
    };
    ask({ from: rows.length, count: Math.min(MAX_ASKED, count - rows.length) }).then(
      // A page without rows is the end of what can be had, whatever the total.
      (page) => update({ rows: [...rows, ...page.rows], total: page.rows.length === 0 ? rows.length : page.total }),
      (failure: unknown) => update({ problem: messageOf(failure) }),
    );
    return () => {
      isWanted = false;
    };
  }, [...of, rows.length, count, isLoading]);
  const more = (): void => set((before) => ({ ...before, count: rows.length + size }));
  return { rows, total: total ?? 0, isLoading, problem, size, more };
}

/** Entries that are kept; then the oldest go. */
const MAX_KEPT = 20_000;

/**
 * Answers for the visible keys. One request is pending at a time: during a fast scroll, keys that pass by are never requested.
 */
export function useSeen<T>(
  view: RunView,
  keys: readonly number[],
  fetch: (missing: readonly [number, ...number[]]) => Promise<Iterable<readonly [number, T]>>,
): ReadonlyMap<number, T> {
  const cache = useRef({ view, found: new Map<number, T>() });
  const requested = useRef(keys);
  const isAsking = useRef(false);
  const [, drawAgain] = useState(0);
  if (cache.current.view !== view) cache.current = { view, found: new Map() };
  requested.current = keys;

  const ask = async (): Promise<void> => {
    const { found } = cache.current;
    const [first, ...others] = requested.current.filter((key) => !found.has(key));
    if (first === undefined || isAsking.current || cache.current.view !== view) return;
    isAsking.current = true;
    const entries = await fetch([first, ...others]).catch(() => null);
    isAsking.current = false;
    if (entries === null) return;
    for (const [key, value] of entries) found.set(key, value);
    for (const key of found.keys()) {
      if (found.size <= MAX_KEPT) break;
      found.delete(key);
    }
    drawAgain((times) => times + 1);
    await ask();
  };
  // Before the paint: what is printed has no later.
  useLayoutEffect(() => void ask());
  return cache.current.found;
}
