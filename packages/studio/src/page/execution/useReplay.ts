import { messageOf } from "@semantic-xpath/views/components";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ReplayStep } from "../../protocol.js";
import type { Page } from "../usePage.js";

/** Versions that are loaded without a click. */
const AT_FIRST = 200;
const A_PAGE = 50;

/** A query, and the task over whose versions it is replayed. */
export interface Replayed {
  readonly query: string;
  readonly task: string;
  /** The newest version of the task: the replay begins again when it changes. */
  readonly head: number;
  /** The run of it that is listed. */
  readonly of: string;
}

interface State {
  /** The newest first. */
  readonly steps: readonly ReplayStep[];
  readonly total: number;
  /** The version that the next question begins with; null: all are here. */
  readonly next: number | null;
  readonly isLoading: boolean;
  readonly problem: string | null;
}

const BEGINNING: State = { steps: [], total: 0, next: null, isLoading: true, problem: null };

/** The answers of a query over a history, the oldest first, page by page; `stop` ends the questions, `more` goes on with them. */
export function useReplay({ ask }: Page, { query, task, head }: Replayed) {
  const [state, set] = useState(BEGINNING);
  const ending = useRef<AbortController | null>(null);
  const load = async (from: number | null, known: readonly ReplayStep[], most: number): Promise<void> => {
    ending.current?.abort();
    const asking = new AbortController();
    ending.current = asking;
    let steps = known;
    set((before) => ({ ...before, steps, isLoading: true, problem: null }));
    for (let version = from; !asking.signal.aborted; ) {
      const count = Math.min(A_PAGE, most - steps.length);
      try {
        const page = await ask("replay", { query, task, version, count }, asking.signal);
        if (asking.signal.aborted) return;
        steps = [...steps, ...page.steps];
        const isLoading = page.next !== null && steps.length < most;
        set({
          steps,
          total: page.total + (steps.length - page.steps.length),
          next: page.next,
          isLoading,
          problem: null,
        });
        if (!isLoading) return;
        version = page.next;
      } catch (failure) {
        if (!asking.signal.aborted) set((before) => ({ ...before, isLoading: false, problem: messageOf(failure) }));
        return;
      }
    }
  };
  useEffect(() => {
    set(BEGINNING);
    void load(null, [], AT_FIRST);
    return () => ending.current?.abort();
  }, [query, task, head]);
  const stop = (): void => {
    ending.current?.abort();
    set((before) => ({ ...before, isLoading: false }));
  };
  const more = (): void => void load(state.next, state.steps, state.steps.length + AT_FIRST);
  return { ...state, steps: state.steps.toReversed(), stop, more };
}
