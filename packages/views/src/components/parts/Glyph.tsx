import type { NodeState } from "@semantic-xpath/inspect";

export const STATE_WORDS: Readonly<Record<NodeState, string>> = {
  result: "in the result",
  passed: "passed a step",
  dropped: "dropped",
  unvisited: "never visited",
};

/** State of a node, by shape: full, half, empty, a point. */
export function StateGlyph({ state }: { readonly state: NodeState }) {
  const radius = { result: 4.5, passed: 4, dropped: 4, unvisited: 1.2 }[state];
  const isFilled = state === "result" || state === "unvisited";
  return (
    <svg class={`glyph glyph-${state}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r={radius} class={isFilled ? "fill" : "line"} />
      {state === "passed" && <path d="M6 2a4 4 0 0 0 0 8z" class="fill" />}
    </svg>
  );
}

const PATHS = {
  chevron: "M4.5 2.5 8 6l-3.5 3.5",
  copy: "M4 4V2h6v6H8M2 4h6v6H2z",
  jump: "M3 9 9 3M4.5 3H9v4.5",
  close: "M3 3l6 6M9 3l-6 6",
  again: "M10 6a4 4 0 1 1-1.2-2.8M10 1.5v2.3H7.7",
  up: "M3 7.5 6 4.5l3 3",
  down: "M3 4.5l3 3 3-3",
  swap: "M2 4h8L8 2M10 8H2l2 2",
  more: "M2.5 6h.01M6 6h.01M9.5 6h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 12 12" width="14" height="14" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The sign before a line that can be opened; empty before one that can not. */
export function Twisty({ isOpen, isEmpty = false }: { readonly isOpen: boolean; readonly isEmpty?: boolean }) {
  return <span class={isOpen ? "twisty is-open" : "twisty"}>{!isEmpty && <Icon name="chevron" />}</span>;
}
