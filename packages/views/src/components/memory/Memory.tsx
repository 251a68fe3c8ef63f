import type { NodeState } from "@semantic-xpath/inspect";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { keptOf, openTo, openToDepth, visibleRows, withOpen } from "../../model/outline.js";
import { counted, countText } from "../../model/text.js";
import { ancestorsOf, nodesIn, type TreeColumns, treeColumns } from "../../model/treeColumns.js";
import { NodePane } from "../node/NodePane.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { type MemoryState, useRun } from "../run.js";
import { TreeList } from "./TreeList.js";
import { TreeTools } from "./TreeTools.js";

interface MemoryProps {
  readonly state: MemoryState;
  /** The nodes at which a debugger is. */
  readonly current: readonly number[];
  readonly onChange: () => void;
  /** False where the selected node is shown elsewhere on the same page. Default: true. */
  readonly hasPane?: boolean;
}

/** The whole tree as a heat map, with the selected node. */
export function Memory(props: MemoryProps) {
  const { view } = useRun();
  const tree = useAnswer(async () => treeColumns(await view.tree()), [view]);
  return (
    <Answered answer={tree} what="the tree">
      {(columns) => <LoadedMemory {...props} tree={columns} />}
    </Answered>
  );
}

function LoadedMemory({
  tree,
  state,
  current,
  onChange,
  hasPane = true,
}: MemoryProps & { readonly tree: TreeColumns }) {
  const { node, go, overview } = useRun();
  const { open, setOpen, states, rows, filter } = useOutline(tree, state, current);
  const [found, setFound] = useState<ReadonlySet<number>>(new Set());
  useEffect(onChange, [open, states]);
  const onScroll = (top: number): void => {
    state.scroll = top;
    onChange();
  };
  const omitted = overview.treeSize - tree.size;
  return (
    <div class={hasPane ? "split" : "split split-stacked"}>
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
          onSelect={useCallback((to: number) => go({ node: to }), [go])}
          onOpen={useCallback((nodes, isOpen) => setOpen((before) => withOpen(before, nodes, isOpen)), [])}
        />
        <p class="status-line" role="status">
          {counted(rows.length, "row")} of {counted(tree.size, "node")}
          {omitted > 0 && `; ${countText(omitted)} more are left out of this page`}
        </p>
      </div>
      {hasPane && <NodePane node={node} from="memory" />}
    </div>
  );
}

/** Open and kept nodes, as stored in `state`. */
function useOutline(tree: TreeColumns, state: MemoryState, current: readonly number[]) {
  const { node, overview } = useRun();
  const [open, setOpen] = useState(() => state.open ?? firstOpen(tree, state.openNodes, overview.resultCount));
  const [states, setStates] = useState(state.states);
  const matching = useMemo(() => keptOf(tree, states), [tree, states]);
  const rows = useMemo(() => visibleRows(tree, { open, kept: matching }), [tree, open, matching]);
  state.open = open;
  state.states = states;

  const openAbove = (nodes: readonly number[]): void => {
    const above = nodes.filter((one) => one <= tree.size).flatMap((one) => ancestorsOf(tree, one));
    setOpen((before) => (above.every((one) => before[one - 1] === 1) ? before : withOpen(before, above, true)));
  };
  // A node that is selected from elsewhere is shown: what is above it opens, and a filter that hides it goes.
  useEffect(() => {
    if (node === null) return;
    if (matching !== null && matching[node - 1] === 0) setStates(new Set());
    openAbove([node]);
  }, [node, tree]);
  // So are the nodes of a debugger's step.
  useEffect(() => {
    if (current.length <= MAX_OPENED) openAbove(current);
  }, [current, tree]);

  const filter = (next: ReadonlySet<NodeState>): void => {
    setStates(next);
    const nextKept = keptOf(tree, next);
    // Everything that the filter keeps is shown, however deep it lies.
    if (nextKept !== null) setOpen(nextKept.slice());
  };
  return { open, setOpen, states, rows, filter };
}

/** Above this many nodes, opening the tree down to each of them would show nothing in particular. */
const MAX_OPENED = 400;

function firstOpen(tree: TreeColumns, before: readonly number[] | null, results: number): Uint8Array {
  if (before !== null) return withOpen(new Uint8Array(tree.size), before, true);
  if (results === 0 || results > MAX_OPENED) return openToDepth(tree, 2);
  // Evidence is below its result: the heat there is what made the weight.
  const isEvidenceShown = nodesIn(tree, "passed").length <= MAX_OPENED;
  return withOpen(openTo(tree, isEvidenceShown ? ["result", "passed"] : ["result"]), [1], true);
}
