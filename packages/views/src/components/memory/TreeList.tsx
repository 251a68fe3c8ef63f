import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { rowOf } from "../../model/outline.js";
import { ancestorsOf, type TreeColumns } from "../../model/treeColumns.js";
import { useSeen } from "../parts/answers.js";
import { useWindow } from "../parts/useWindow.js";
import { useRun } from "../run.js";
import { Minimap } from "./Minimap.js";
import { TreeRow } from "./TreeRow.js";
import { treeAct, typeAhead } from "./treeKeys.js";

const ROW_HEIGHT = 24;
/** Milliseconds within which typed letters belong together. */
const TYPING = 700;

interface TreeListProps {
  readonly tree: TreeColumns;
  readonly rows: Int32Array;
  readonly open: Uint8Array;
  readonly selected: number | null;
  readonly found: ReadonlySet<number>;
  readonly current: ReadonlySet<number>;
  readonly firstScroll: number;
  readonly onScroll: (top: number) => void;
  readonly onSelect: (node: number) => void;
  readonly onOpen: (nodes: readonly number[], isOpen: boolean) => void;
}

/** The tree, of which any number of rows may be there, and the strip beside it. */
export function TreeList(props: TreeListProps) {
  const { tree, rows, selected, onSelect } = props;
  const { go } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const listWindow = useWindow(box, rows.length, ROW_HEIGHT);
  useKeptScroll(box, props);
  const { row, isShown } = useRowInView(rows, listWindow, selected);
  // For a debugger's step the first node.
  useRowInView(rows, listWindow, [...props.current][0] ?? null);
  const press = useTreeKeys(props, Math.max(0, row), listWindow.rowsSeen);
  const first = rows[Math.min(rows.length - 1, listWindow.firstSeen)];
  const last = rows[Math.min(rows.length, listWindow.firstSeen + listWindow.rowsSeen) - 1];
  return (
    <div class="tree-box">
      <div
        ref={box}
        class="tree scroller"
        role="tree"
        aria-label="Memory"
        aria-activedescendant={isShown ? `node-${selected}` : undefined}
        tabIndex={0}
        onKeyDown={press}
        onFocus={() => selected === null && first !== undefined && onSelect(first)}
      >
        <Rows {...props} seen={listWindow} />
        {rows.length === 0 && <p class="quiet pad">No node is of these states.</p>}
      </div>
      <Minimap
        tree={tree}
        seenFrom={first ?? 1}
        seenTo={last ?? 1}
        selected={selected}
        onJump={(node) => go({ node })}
      />
    </div>
  );
}

type ListWindow = ReturnType<typeof useWindow>;

/** The rows that are seen. */
function Rows({ seen, ...props }: TreeListProps & { readonly seen: ListWindow }) {
  const { tree, rows, open, selected, onSelect, onOpen } = props;
  const { view } = useRun();
  const { from, to } = seen;
  const nodes = useMemo(() => Array.from(rows.subarray(from, to)), [rows, from, to]);
  const labels = useSeen(view, nodes, async (missing) =>
    (await view.labels({ nodes: missing })).map((label) => [label.node, label]),
  );
  const path = useMemo(() => new Set(selected === null ? [] : ancestorsOf(tree, selected)), [tree, selected]);
  const openNow = useRef(open);
  openNow.current = open;
  // One function for all renders, so that rows are not drawn again.
  const onToggle = useRef((node: number) => onOpen([node], openNow.current[node - 1] !== 1)).current;
  return (
    <div class="spacer" role="presentation" style={{ height: `${seen.height}px` }}>
      {nodes.map((node, i) => (
        <TreeRow
          // The elements of rows that were scrolled out serve those that were scrolled in.
          key={(from + i) % seen.slots}
          tree={tree}
          node={node}
          top={seen.topOf(from + i)}
          label={labels.get(node)}
          isOpen={open[node - 1] === 1}
          isSelected={node === selected}
          isOnPath={path.has(node)}
          isFound={props.found.has(node)}
          isCurrent={props.current.has(node)}
          onSelect={onSelect}
          onToggle={onToggle}
        />
      ))}
    </div>
  );
}

/** The row of a node, which comes into view with the node; -1 and not shown if there is none. */
function useRowInView(rows: Int32Array, seen: ListWindow, node: number | null) {
  const row = node === null ? -1 : rowOf(rows, node);
  const isShown = row >= 0 && rows[row] === node;
  useLayoutEffect(() => {
    if (!isShown) return;
    const isFar = row < seen.firstSeen - 2 || row > seen.firstSeen + seen.rowsSeen + 1;
    seen.scrollTo(row, isFar ? "center" : "nearest");
  }, [node, isShown]);
  return { row, isShown };
}

/** Stored scroll position of the tree. */
function useKeptScroll(box: RefObject<HTMLElement | null>, { firstScroll, onScroll }: TreeListProps): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (firstScroll > 0) element.scrollTop = firstScroll;
    // The view was requested: its keys are those of the tree.
    if (element.closest(".view-panel") === document.activeElement) element.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const element = box.current;
    const read = (): void => onScroll(element?.scrollTop ?? 0);
    element?.addEventListener("scrollend", read);
    return () => element?.removeEventListener("scrollend", read);
  }, [onScroll]);
}

/** Action of a pressed key: the keys of a tree, and letters that lead to a type. `row`: the selected one, or the first. */
function useTreeKeys({ tree, rows, open, selected, onSelect, onOpen }: TreeListProps, row: number, rowsSeen: number) {
  const typed = useRef({ text: "", at: 0 });
  return (event: KeyboardEvent): void => {
    const node = rows[row];
    if (event.ctrlKey || event.metaKey || event.altKey || node === undefined) return;
    const { key, timeStamp } = event;
    const act = treeAct(key, { tree, rows, row, node, isOpen: open[node - 1] === 1, rowsSeen });
    if (act !== null) {
      event.preventDefault();
      if ("nodes" in act) onOpen(act.nodes, act.isOpen);
      else onSelect(selected === null ? node : act.select);
    } else if (key.length === 1) {
      const isMore = timeStamp - typed.current.at < TYPING;
      typed.current = { text: (isMore ? typed.current.text : "") + key, at: timeStamp };
      const target = typeAhead(tree, rows, row, typed.current.text);
      if (target !== undefined) onSelect(target);
    }
  };
}
