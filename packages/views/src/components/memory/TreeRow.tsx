import type { NodeLabel } from "@semantic-xpath/inspect";
import { weightText } from "../../model/numbers.js";
import { hasChildren, stateOf, type TreeColumns, typeOf } from "../../model/treeColumns.js";
import { Bar } from "../parts/Bar.js";
import { STATE_WORDS, StateGlyph } from "../parts/Glyph.js";
import { memo } from "../parts/memo.js";

export interface TreeRowProps {
  readonly tree: TreeColumns;
  readonly node: number;
  readonly top: number;
  readonly label: NodeLabel | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** It lies on the path from the root to the selected node. */
  readonly isOnPath: boolean;
  readonly isFound: boolean;
  /** A debugger stands here. */
  readonly isCurrent: boolean;
  readonly onSelect: (node: number) => void;
  readonly onToggle: (node: number) => void;
}

/** Guides beyond this depth are drawn at it: the deepest nodes still have room for their text. */
const DEEPEST_INDENT = 24;

export const TreeRow = memo((props: TreeRowProps) => {
  const { tree, node, label, isOpen, isSelected } = props;
  const i = node - 1;
  const depth = Math.min(tree.depth[i]!, DEEPEST_INDENT);
  const state = stateOf(tree, node);
  const heat = tree.heat[i]!;
  const isParent = hasChildren(tree, node);
  const marks = [isSelected && "is-selected", props.isOnPath && "is-on-path", props.isFound && "is-found"];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={`node-${node}`}
      class={`tree-row state-${state} ${marks.filter(Boolean).join(" ")}${props.isCurrent ? " is-current" : ""}`}
      role="treeitem"
      aria-level={tree.depth[i]! + 1}
      aria-posinset={tree.place[i]}
      aria-setsize={tree.siblings[i]}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isSelected}
      style={{ transform: `translateY(${props.top}px)`, "--heat": heat, "--depth": depth }}
      onClick={() => props.onSelect(node)}
      onDblClick={() => props.onToggle(node)}
    >
      <span class="tree-indent" />
      {isParent ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the tree has the keys that open and close
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys that open and close
        <span
          class={isOpen ? "twisty is-open" : "twisty"}
          onClick={(event) => {
            event.stopPropagation();
            props.onToggle(node);
          }}
        >
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M4.5 2.5 8 6l-3.5 3.5" />
          </svg>
        </span>
      ) : (
        <span class="twisty" />
      )}
      <StateGlyph state={state} />
      <span class="tree-type">{label?.step ?? typeOf(tree, node)}</span>
      {label === undefined ? (
        <span class="placeholder" />
      ) : (
        <span class="tree-summary" title={label.summary}>
          {label.summary}
        </span>
      )}
      {props.isCurrent && <span class="tag tag-current">debugger</span>}
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
    </div>
  );
});
