import type { RefObject } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";

/** Browsers lay out no element that is much higher. Beyond it, the scroll bar moves faster than the rows. */
const HIGHEST = 8_000_000;
/** Rows drawn above and below what is seen, so that a fast scroll shows no gap. */
const BEYOND = 6;
/** Rows that go to paper, from the first one seen on: some fifty pages. */
const MAX_PRINTED = 2_000;

/** The part of a long list that can be seen. */
interface ListWindow {
  readonly from: number;
  readonly to: number;
  /** The height of the whole list, and where a row is in it. */
  readonly height: number;
  readonly topOf: (row: number) => number;
  /** Whole rows that fit. */
  readonly rowsSeen: number;
  readonly firstSeen: number;
  /** At least as many as rows are drawn: row modulo slots names an element that serves one row after another. */
  readonly slots: number;
  readonly scrollTo: (row: number, where?: "nearest" | "center") => void;
}

/** Follows the scrolling of an element that shows `count` rows of the same height. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number): ListWindow {
  const { top, seen: onScreen } = usePlace(box, [count, rowHeight]);
  const visibleHeight = usePrinting() ? Math.min(count, MAX_PRINTED) * rowHeight : onScreen;
  const wholeHeight = count * rowHeight;
  const height = Math.min(wholeHeight, HIGHEST);
  // Scroll position of the list if its element were as high as the list.
  const factor =
    height === wholeHeight || height <= visibleHeight ? 1 : (wholeHeight - visibleHeight) / (height - visibleHeight);
  const shownTop = Math.min(top, Math.max(0, height - visibleHeight)) * factor;
  const firstSeen = Math.min(count, Math.ceil(shownTop / rowHeight));
  const from = Math.max(0, Math.floor(shownTop / rowHeight) - BEYOND);
  const to = Math.min(count, Math.ceil((shownTop + visibleHeight) / rowHeight) + BEYOND);
  const shift = top - shownTop;
  const scrollTo = useCallback(
    (row: number, where: "nearest" | "center" = "nearest") => {
      const element = box.current;
      if (element === null) return;
      const room = element.clientHeight;
      const scale = wholeHeight <= HIGHEST ? 1 : (wholeHeight - room) / (HIGHEST - room);
      const now = element.scrollTop * scale;
      const start = row * rowHeight;
      const target =
        where === "center"
          ? start - (room - rowHeight) / 2
          : start < now
            ? start
            : start + rowHeight > now + room
              ? start + rowHeight - room
              : now;
      if (target !== now) element.scrollTop = target / scale;
    },
    [box, rowHeight, wholeHeight],
  );
  return {
    from,
    to,
    height,
    topOf: (row) => row * rowHeight + shift,
    rowsSeen: Math.max(1, Math.floor(visibleHeight / rowHeight)),
    firstSeen,
    slots: Math.ceil(visibleHeight / rowHeight) + 2 * BEYOND + 2,
    scrollTo,
  };
}

/** Scroll position of an element, and its visible height: read again if one of `of` changes. */
function usePlace(box: RefObject<HTMLElement | null>, of: readonly number[]) {
  const [place, set] = useState({ top: 0, seen: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = (): void => {
      const now = { top: element.scrollTop, seen: element.clientHeight };
      set((before) => (before.top === now.top && before.seen === now.seen ? before : now));
    };
    read();
    element.addEventListener("scroll", read, { passive: true });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", read);
      observer.disconnect();
    };
  }, [box.current, ...of]);
  return place;
}

/** True while the page is printed: then a list draws all of its rows. */
function usePrinting(): boolean {
  const [isPrinting, set] = useState(false);
  useLayoutEffect(() => {
    const print = matchMedia("print");
    const listeners = new AbortController();
    const follow = (target: EventTarget, event: string, read: () => boolean): void =>
      target.addEventListener(event, () => set(read()), { signal: listeners.signal });
    set(print.matches);
    follow(print, "change", () => print.matches);
    follow(window, "beforeprint", () => true);
    follow(window, "afterprint", () => false);
    return () => listeners.abort();
  }, []);
  return isPrinting;
}
