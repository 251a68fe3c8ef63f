import type { NodeState, SearchResult } from "@semantic-xpath/inspect";
import { useEffect, useMemo, useState } from "preact/hooks";
import { counted, countText } from "../../model/text.js";
import { nodesIn, STATES, type TreeColumns } from "../../model/treeColumns.js";
import { Button } from "../parts/Button.js";
import { Icon, STATE_WORDS, StateGlyph } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { hasRun, useRun } from "../run.js";

interface TreeToolsProps {
  readonly tree: TreeColumns;
  readonly states: ReadonlySet<NodeState>;
  readonly onStates: (states: ReadonlySet<NodeState>) => void;
  readonly onFound: (nodes: ReadonlySet<number>) => void;
  readonly onDepth: (depth: number) => void;
  readonly onResults: () => void;
}

const MAX_FOUND = 10_000;
const DEEPEST = 0xffff;
const TYPING_PAUSE = 150;

/** Search, the states as legend and filter at once, and what opens and closes the tree. */
export function TreeTools({ tree, states, onStates, onFound, onDepth, onResults }: TreeToolsProps) {
  const isWhole = hasRun(useRun().overview);
  return (
    <div class="toolbar" role="toolbar" aria-label="Tree">
      <Search onFound={onFound} />
      {isWhole && <States tree={tree} states={states} onStates={onStates} />}
      <span class="toolbar-end">
        {isWhole && <NextResult tree={tree} />}
        <Menu
          label="Expand and collapse"
          items={[
            ...(isWhole ? [{ label: "Expand to results", onPress: onResults }] : []),
            { label: "Expand all", onPress: () => onDepth(DEEPEST) },
            { label: "Collapse all", onPress: () => onDepth(0) },
            ...[1, 2, 3, 4].map((depth) => ({ label: `Expand to depth ${depth}`, onPress: () => onDepth(depth) })),
          ]}
        >
          Expand
          <Icon name="down" />
        </Menu>
      </span>
    </div>
  );
}

function Search({ onFound }: { readonly onFound: (nodes: ReadonlySet<number>) => void }) {
  const { view, go } = useRun();
  const [text, setText] = useState("");
  const [found, setFound] = useState<SearchResult | null>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const take = (result: SearchResult | null): void => {
      if (!isWanted) return;
      setFound(result);
      setAt(0);
      onFound(new Set(result?.nodes ?? []));
      const node = result?.nodes[0];
      if (node !== undefined) go({ node });
    };
    const ask = (): void => void view.search({ text, limit: MAX_FOUND }).then(take, () => take(null));
    if (text.trim() === "") take(null);
    else timer = setTimeout(ask, TYPING_PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, view]);
  const nodes = found?.nodes ?? [];
  const move = (by: 1 | -1): void => {
    const to = (at + by + nodes.length) % nodes.length;
    const node = nodes[to];
    if (node === undefined) return;
    setAt(to);
    go({ node });
  };
  return (
    <search class="search">
      <input
        type="search"
        placeholder="Search the tree"
        aria-label="Search the tree"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          move(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="search-count num" role="status">
        {found !== null && <Place at={at} total={found.total} />}
      </span>
      <UpAndDown names={["Previous (Shift+Enter)", "Next (Enter)"]} disabled={nodes.length === 0} onMove={move} />
    </search>
  );
}

/** Number of the selected node among the found ones. */
const Place = ({ at, total }: { readonly at: number; readonly total: number }) => (
  <>
    <span aria-hidden="true">{total === 0 ? "none" : `${countText(at + 1)}/${countText(total)}`}</span>
    <span class="visually-hidden">
      {total === 0 ? "Nothing was found" : `${countText(at + 1)} of ${counted(total, "node")} found`}
    </span>
  </>
);

/** Legend and filter: pressed states are kept, none pressed keeps all. */
function States({ tree, states, onStates }: Pick<TreeToolsProps, "tree" | "states" | "onStates">) {
  const counts = useMemo(() => STATES.map((state) => nodesIn(tree, state).length), [tree]);
  const flip = (state: NodeState): void => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onStates(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of buttons would ask for a form
    <div class="states" role="group" aria-label="Show only nodes that are">
      {[...STATES.entries()].reverse().map(([i, state]) => (
        <button
          key={state}
          type="button"
          class="state-toggle"
          aria-pressed={states.has(state)}
          title={`${STATE_WORDS[state]}: press to show only these`}
          onClick={() => flip(state)}
        >
          <StateGlyph state={state} />
          <span class="state-word">{state}</span>
          <span class="num quiet">{countText(counts[i] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

/** Goes through the results in document order. */
function NextResult({ tree }: { readonly tree: TreeColumns }) {
  const { node, go } = useRun();
  const results = useMemo(() => nodesIn(tree, "result"), [tree]);
  const move = (by: 1 | -1): void => {
    const from = node ?? 0;
    const next = by > 0 ? results.find((found) => found > from) : results.findLast((found) => found < from);
    go({ node: next ?? results.at(by > 0 ? 0 : -1) ?? null });
  };
  return (
    <span class="next-result">
      <StateGlyph state="result" />
      <UpAndDown names={["Previous result", "Next result"]} disabled={results.length === 0} onMove={move} />
    </span>
  );
}

interface UpAndDownProps {
  readonly names: readonly [up: string, down: string];
  readonly disabled: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

const UpAndDown = ({ names: [up, down], disabled, onMove }: UpAndDownProps) => (
  <>
    <Button icon="up" label={up} disabled={disabled} onPress={() => onMove(-1)} />
    <Button icon="down" label={down} disabled={disabled} onPress={() => onMove(1)} />
  </>
);
