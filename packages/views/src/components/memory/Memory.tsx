import type { NodeState, TreeShape } from "@semantic-xpath/inspect";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { countText, some } from "../../model/numbers.js";
import { countOf, keptOf, openTo, openToDepth, visibleRows } from "../../model/outline.js";
import { ancestorsOf, type TreeColumns, treeColumns } from "../../model/treeColumns.js";
import { NodePane } from "../node/NodePane.js";
import { Waiting } from "../parts/Notice.js";
import { useAsked } from "../parts/useAsked.js";
import { useRun } from "../run.js";
import type { MemoryState } from "./memoryState.js";
import { TreeList } from "./TreeList.js";
import { TreeTools } from "./TreeTools.js";

interface MemoryProps {
  readonly state: MemoryState;
  readonly current: readonly number[];
  readonly onChange: () => void;
}

/** Above this many nodes, opening the tree down to each of them would show nothing in particular. */
const MOST_OPENED = 400;

/** The whole tree as a heat map, and what there is to say about the selected node. */
export function Memory(props: MemoryProps) {
  const { view } = useRun();
  const asked = useAsked(() => view.tree(), [view]);
  const tree = useMemo(() => (asked.state === "there" ? treeColumns(asked.value) : null), [asked]);
  if (tree === null || asked.state !== "there") return <Waiting asked={asked} what="the tree" />;
  return <LoadedMemory {...props} tree={tree} shape={asked.value} />;
}

function LoadedMemory({
  tree,
  state,
  current,
  onChange,
}: MemoryProps & { readonly tree: TreeColumns; readonly shape: TreeShape }) {
  const { node, go, overview } = useRun();
  const [open, setOpen] = useState(() => state.open ?? firstOpen(tree, state.openNodes, overview.resultCount));
  const [states, setStates] = useState(state.states);
  const [found, setFound] = useState<ReadonlySet<number>>(NONE);
  const kept = useMemo(() => keptOf(tree, states), [tree, states]);
  const rows = useMemo(() => visibleRows(tree, { open, kept }), [tree, open, kept]);
  state.open = open;
  state.states = states;

  // A node that is selected from elsewhere is shown: what is above it opens, and a filter that hides it goes.
  useEffect(() => {
    if (node === null || node > tree.size) return;
    if (kept !== null && kept[node - 1] === 0) setStates(NO_STATES);
    setOpen((before) => {
      if (ancestorsOf(tree, node).every((above) => before[above - 1] === 1)) return before;
      const after = before.slice();
      for (const above of ancestorsOf(tree, node)) after[above - 1] = 1;
      return after;
    });
  }, [node, tree]);
  useEffect(onChange, [open, states]);

  const select = useCallback((to: number) => go({ node: to }), [go]);
  const onOpen = useCallback((at: number, isOpen: boolean) => {
    setOpen((before) => {
      const after = before.slice();
      after[at - 1] = isOpen ? 1 : 0;
      return after;
    });
  }, []);
  const onOpenSiblings = useCallback(
    (at: number) => {
      setOpen((before) => {
        const after = before.slice();
        const above = tree.parent[at - 1]!;
        const end = above === 0 ? 2 : tree.end[above - 1]!;
        for (let child = above + 1; child < end; child = tree.end[child - 1]!) after[child - 1] = 1;
        return after;
      });
    },
    [tree],
  );
  const filter = (next: ReadonlySet<NodeState>): void => {
    setStates(next);
    const nextKept = keptOf(tree, next);
    // Everything that the filter keeps is shown, however deep it lies.
    if (nextKept !== null) setOpen(nextKept.slice());
  };
  const onScroll = useCallback(
    (top: number) => {
      state.scroll = top;
      onChange();
    },
    [state, onChange],
  );
  const omitted = overview.treeSize - tree.size;
  return (
    <div class="split">
      <div class="split-main memory">
        <TreeTools
          tree={tree}
          states={states}
          onStates={filter}
          onFound={setFound}
          onDepth={(depth) => setOpen(openToDepth(tree, depth))}
          onResults={() => setOpen(openTo(tree, ["result"]))}
        />
        <TreeList
          tree={tree}
          rows={rows}
          open={open}
          selected={node !== null && node <= tree.size ? node : null}
          found={found}
          current={useMemo(() => new Set(current), [current])}
          firstScroll={state.scroll}
          onScroll={onScroll}
          onSelect={select}
          onOpen={onOpen}
          onOpenSiblings={onOpenSiblings}
        />
        <p class="status-line" role="status">
          {some(rows.length, "row")} of {some(tree.size, "node")}
          {omitted > 0 && `; ${countText(omitted)} more are left out of this page`}
        </p>
      </div>
      <NodePane node={node} from="memory" />
    </div>
  );
}

const NONE: ReadonlySet<number> = new Set();
const NO_STATES: ReadonlySet<NodeState> = new Set();

function firstOpen(tree: TreeColumns, before: readonly number[] | null, results: number): Uint8Array {
  if (before !== null) {
    const open = new Uint8Array(tree.size);
    for (const node of before) open[node - 1] = 1;
    return open;
  }
  if (results === 0 || results > MOST_OPENED) return openToDepth(tree, 2);
  // Evidence stands below its result: the heat there is what made the weight.
  const open = openTo(tree, ["result", ...(countOf(tree, "passed") <= MOST_OPENED ? (["passed"] as const) : [])]);
  open[0] = 1;
  return open;
}
