import type { NodeLabel, NodeState } from "@semantic-xpath/inspect";
import { useMemo } from "preact/hooks";
import { weightText } from "../../model/text.js";
import { hasChildren, stateOf, type TreeColumns, typeOf } from "../../model/treeColumns.js";
import { Bar } from "../parts/Bar.js";
import { STATE_WORDS, StateGlyph, Twisty } from "../parts/Glyph.js";

interface TreeRowProps {
  readonly tree: TreeColumns;
  readonly node: number;
  readonly top: number;
  readonly label: NodeLabel | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** It lies on the path from the root to the selected node. */
  readonly isOnPath: boolean;
  readonly isFound: boolean;
  /** A debugger is here. */
  readonly isCurrent: boolean;
  readonly onSelect: (node: number) => void;
  readonly onToggle: (node: number) => void;
}

/** Guides beyond this depth are drawn at it: the deepest nodes still have room for their text. */
const DEEPEST_INDENT = 24;

/** Drawn again only if one of its properties changes. */
export const TreeRow = (props: TreeRowProps) => useMemo(() => <DrawnRow {...props} />, Object.values(props));

function DrawnRow({ tree, node, label, isOpen, isSelected, isCurrent, onToggle, ...props }: TreeRowProps) {
  const i = node - 1;
  const depth = tree.depth[i] ?? 0;
  const state = stateOf(tree, node);
  const heat = tree.heat[i] ?? 0;
  const isParent = hasChildren(tree, node);
  const marks = [
    `tree-row state-${state}`,
    isSelected && "is-selected",
    props.isOnPath && "is-on-path",
    props.isFound && "is-found",
    isCurrent && "is-current",
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={`node-${node}`}
      class={marks.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={tree.place[i]}
      aria-setsize={tree.siblings[i]}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isSelected}
      style={{
        transform: `translateY(${props.top}px)`,
        "--heat": heat,
        "--depth": Math.min(depth, DEEPEST_INDENT),
      }}
      onClick={() => props.onSelect(node)}
      onDblClick={() => onToggle(node)}
    >
      <span class="tree-indent" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the tree has the keys that open and close */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys that open and close */}
      <span
        class="tree-twisty"
        onClick={(event) => {
          event.stopPropagation();
          onToggle(node);
        }}
      >
        <Twisty isOpen={isOpen} isEmpty={!isParent} />
      </span>
      <StateGlyph state={state} />
      <span class="tree-type">{label?.step ?? typeOf(tree, node)}</span>
      {label === undefined ? (
        <span class="placeholder" />
      ) : (
        <span class="tree-summary clip" title={label.summary}>
          {label.summary}
        </span>
      )}
      {isCurrent && <span class="tag tag-current">debugger</span>}
      <Weight state={state} heat={heat} />
    </div>
  );
}

const Weight = ({ state, heat }: { readonly state: NodeState; readonly heat: number }) => (
  <>
    <span class="visually-hidden">
      , {STATE_WORDS[state]}
      {state === "unvisited" ? "" : ", weight "}
    </span>
    <span class="tree-heat">
      {state !== "unvisited" && (
        <>
          <Bar share={heat} />
          <span class="num">{weightText(heat)}</span>
        </>
      )}
    </span>
  </>
);
