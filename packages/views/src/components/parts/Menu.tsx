import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

interface MenuItem {
  readonly label: string;
  readonly onPress: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Its button is not in the order of Tab. */
  readonly skipped?: boolean;
  readonly children: ComponentChildren;
}

/** A button that opens a menu: arrows inside, Escape closes and gives the focus back. */
export function Menu({ label, items, skipped = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isUp, setUp] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  useEffect(() => {
    if (!isOpen) return;
    entries()[0]?.focus();
    const outside = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (to !== undefined) all.at(to % all.length)?.focus();
    if (event.key === "Escape" || to !== undefined) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the menu in it, which are interactive
    <div class="menu" ref={box} onKeyDown={move}>
      <button
        type="button"
        class="button button-plain"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        tabIndex={skipped ? -1 : undefined}
        onClick={(event) => {
          event.stopPropagation();
          setUp(hasRoomAboveOnly(event.currentTarget, items.length));
          setOpen(!isOpen);
        }}
      >
        {children}
      </button>
      {isOpen && (
        <div class={isUp ? "menu-list menu-up" : "menu-list"} role="menu" id={id} aria-label={label}>
          {items.map((item) => (
            <Item key={item.label} {...item} onClose={close} />
          ))}
        </div>
      )}
    </div>
  );
}

const Item = ({ label, onPress, onClose }: MenuItem & { readonly onClose: () => void }) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation();
      onClose();
      onPress();
    }}
  >
    {label}
  </button>
);

const ITEM_HEIGHT = 30;

/** In the part that scrolls, or in the window. */
function hasRoomAboveOnly(button: HTMLElement, items: number): boolean {
  const room = button.closest(".scroller")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const { top, bottom } = button.getBoundingClientRect();
  const below = room.bottom - bottom;
  return below < items * ITEM_HEIGHT && top - room.top > below;
}
