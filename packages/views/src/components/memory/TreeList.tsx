import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { rowOf } from "../../model/outline.js";
import { ancestorsOf, type TreeColumns } from "../../model/treeColumns.js";
import { useWindow } from "../parts/useWindow.js";
import { useRun } from "../run.js";
import { Minimap } from "./Minimap.js";
import { TreeRow } from "./TreeRow.js";
import { type TreeAct, treeAct, typeAhead } from "./treeKeys.js";
import { useLabels } from "./useLabels.js";

export const ROW_HEIGHT = 24;
/** Typed letters belong together for so many milliseconds. */
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
  readonly onOpen: (node: number, isOpen: boolean) => void;
  readonly onOpenSiblings: (node: number) => void;
}

/** The rows of the tree that are seen, out of any number, and the strip beside them. */
export function TreeList(props: TreeListProps) {
  const { tree, rows, open, selected, onSelect, onOpen } = props;
  const { view, go } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const seen = useWindow(box, rows.length, ROW_HEIGHT);
  const { from, to } = seen;
  const nodes = useMemo(() => Array.from(rows.subarray(from, to)), [rows, from, to]);
  const labels = useLabels(view, nodes);
  const path = useMemo(() => new Set(selected === null ? [] : ancestorsOf(tree, selected)), [tree, selected]);
  const typed = useRef({ text: "", at: 0 });

  const row = selected === null ? -1 : rowOf(rows, selected);
  const isShown = row >= 0 && rows[row] === selected;
  useLayoutEffect(() => {
    if (props.firstScroll > 0) box.current!.scrollTop = props.firstScroll;
    // Somebody was sent to this view: its keys are those of the tree.
    if (box.current!.closest(".view-panel") === document.activeElement) box.current!.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (!isShown) return;
    const isFar = row < seen.firstSeen - 2 || row > seen.firstSeen + seen.rowsSeen + 1;
    seen.scrollTo(row, isFar ? "center" : "nearest");
  }, [selected, isShown]);
  useEffect(() => {
    const element = box.current!;
    const told = (): void => props.onScroll(element.scrollTop);
    element.addEventListener("scrollend", told);
    return () => element.removeEventListener("scrollend", told);
  }, [props.onScroll]);

  const toggle = useRef((_node: number) => {});
  toggle.current = (node) => onOpen(node, open[node - 1] === 0);
  const onToggle = useRef((node: number) => toggle.current(node)).current;

  const perform = (act: TreeAct, at: number): void => {
    switch (act.kind) {
      case "select":
        onSelect(rows[selected === null ? at : act.row]!);
        break;
      case "selectNode":
        onSelect(act.node);
        break;
      case "openSiblings":
        props.onOpenSiblings(act.node);
        break;
      default:
        onOpen(act.node, act.kind === "toggle" ? open[act.node - 1] === 0 : act.kind === "open");
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const at = Math.max(0, row);
    const node = rows[at]!;
    const act = treeAct(event.key, { tree, rows, row: at, isOpen: open[node - 1] === 1, rowsSeen: seen.rowsSeen });
    if (act !== null) {
      event.preventDefault();
      perform(act, at);
      return;
    }
    if (event.key.length !== 1) return;
    const isMore = event.timeStamp - typed.current.at < TYPING;
    typed.current = { text: (isMore ? typed.current.text : "") + event.key, at: event.timeStamp };
    const found = typeAhead(tree, rows, at, typed.current.text);
    if (found >= 0) onSelect(rows[found]!);
  };

  const last = Math.min(rows.length - 1, seen.firstSeen + seen.rowsSeen - 1);
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
        onFocus={() => selected === null && rows.length > 0 && onSelect(rows[Math.min(last, seen.firstSeen)]!)}
      >
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
        {rows.length === 0 && <p class="quiet pad">No node is of these states.</p>}
      </div>
      <Minimap
        tree={tree}
        seenFrom={rows[Math.min(rows.length - 1, seen.firstSeen)] ?? 1}
        seenTo={rows[Math.max(0, last)] ?? 1}
        selected={selected}
        onJump={(node) => go({ node })}
      />
    </div>
  );
}
