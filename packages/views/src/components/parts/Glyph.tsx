import type { NodeState } from "@semantic-xpath/inspect";

/** What became of a node, told apart by shape: full, half, empty, a point. */
export const STATE_WORDS: Readonly<Record<NodeState, string>> = {
  result: "in the result",
  passed: "passed a step",
  dropped: "fell out",
  unvisited: "never visited",
};

export function StateGlyph({ state }: { readonly state: NodeState }) {
  return (
    <svg class={`glyph glyph-${state}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {state === "result" && <circle cx="6" cy="6" r="4.5" class="fill" />}
      {state === "passed" && (
        <>
          <circle cx="6" cy="6" r="4" class="line" />
          <path d="M6 2a4 4 0 0 0 0 8z" class="fill" />
        </>
      )}
      {state === "dropped" && <circle cx="6" cy="6" r="4" class="line" />}
      {state === "unvisited" && <circle cx="6" cy="6" r="1.2" class="fill" />}
    </svg>
  );
}

const PATHS = {
  chevron: "M4.5 2.5 8 6l-3.5 3.5",
  copy: "M4 4V2h6v6H8M2 4h6v6H2z",
  jump: "M3 9 9 3M4.5 3H9v4.5",
  tree: "M2 2h4M4 2v8M4 6h5M4 10h5",
  why: "M4 4.4C4 2 8 2 8 4.2 8 5.8 6 5.6 6 7.4M6 9.2v.6",
  close: "M3 3l6 6M9 3l-6 6",
  again: "M10 6a4 4 0 1 1-1.2-2.8M10 1.5v2.3H7.7",
  up: "M3 7.5 6 4.5l3 3",
  down: "M3 4.5l3 3 3-3",
  swap: "M2 4h8L8 2M10 8H2l2 2",
  more: "M2.5 6h.01M6 6h.01M9.5 6h.01",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 12 12" width="14" height="14" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
