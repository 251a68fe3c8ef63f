import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Column } from "./useShownParts.js";

/** The keyboard is never lost: if what had it is gone, the part of the page around it takes it. */
export function useKeptFocus(): void {
  useEffect(() => {
    let column: string | null = null;
    const followed = (event: FocusEvent): void => {
      column = (event.target as HTMLElement).closest(".column")?.id ?? null;
    };
    const observer = new MutationObserver(() => {
      if (column === null || document.activeElement !== document.body) return;
      document.getElementById(column)?.focus({ preventScroll: true });
    });
    const forget = (): void => {
      column = null;
    };
    document.addEventListener("focusin", followed);
    document.addEventListener("pointerdown", forget);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", followed);
      document.removeEventListener("pointerdown", forget);
      observer.disconnect();
    };
  }, []);
}

interface ShortcutActs {
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  readonly toColumn: (column: Column) => void;
  readonly help: () => void;
  readonly undo: () => void;
  readonly turn: (by: -1 | 1) => void;
}

const COLUMNS: readonly Column[] = ["conversation", "memory", "execution"];

/** The keys that work anywhere on the page. */
export function useShortcuts(acts: ShortcutActs): void {
  const now = useRef(acts);
  now.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = actOf(event, now.current);
      if (act === null || event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function actOf(event: KeyboardEvent, { composer, toColumn, help, undo, turn }: ShortcutActs): (() => void) | null {
  const { key, code, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const isTyping = (event.target as HTMLElement).closest(
    "input:not([type=checkbox]), textarea, select, [contenteditable=true]",
  );
  if (isCommand && key === "/")
    return () => {
      toColumn("conversation");
      composer.current?.focus();
    };
  if (key === "F6") {
    const at = COLUMNS.findIndex((column) => document.activeElement?.closest(`#panel-${column}`) != null);
    const to = COLUMNS.at((at + (shiftKey ? -1 : 1)) % COLUMNS.length)!;
    return () => toColumn(to);
  }
  if (altKey && !isCommand) {
    const digit = ["Digit1", "Digit2", "Digit3"].indexOf(code);
    if (digit >= 0) return () => toColumn(COLUMNS[digit]!);
    if (key === "ArrowUp" || key === "ArrowDown") return () => turn(key === "ArrowUp" ? -1 : 1);
  }
  if (isTyping !== null) return null;
  if (isCommand && !shiftKey && key.toLowerCase() === "z") return undo;
  return key === "?" ? help : null;
}
