import type { NodeState, SearchResult } from "@semantic-xpath/inspect";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { countText, some } from "../../model/numbers.js";
import { STATES, type TreeColumns } from "../../model/treeColumns.js";
import { Button } from "../parts/Button.js";
import { Icon, STATE_WORDS, StateGlyph } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { useRun } from "../run.js";

interface TreeToolsProps {
  readonly tree: TreeColumns;
  readonly states: ReadonlySet<NodeState>;
  readonly onStates: (states: ReadonlySet<NodeState>) => void;
  readonly onFound: (nodes: ReadonlySet<number>) => void;
  readonly onDepth: (depth: number) => void;
  readonly onResults: () => void;
}

const MOST_FOUND = 10_000;
const DEEPEST = 0xffff;

/** Search, the states as legend and filter at once, and what opens and closes the tree. */
export function TreeTools({ tree, states, onStates, onFound, onDepth, onResults }: TreeToolsProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label="Tree">
      <Search onFound={onFound} />
      <States tree={tree} states={states} onStates={onStates} />
      <span class="toolbar-end">
        <NextResult tree={tree} />
        <Menu
          label="Expand and collapse"
          items={[
            { label: "Expand to results", onPress: onResults },
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
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    let isWanted = true;
    const take = (result: SearchResult | null): void => {
      if (!isWanted) return;
      setFound(result);
      setAt(0);
      onFound(new Set(result?.nodes ?? []));
      if (result !== null && result.nodes.length > 0) go({ node: result.nodes[0]! });
    };
    if (text.trim() === "") take(null);
    else {
      const ask = (): void => {
        view.search({ text, limit: MOST_FOUND }).then(take, () => take(null));
      };
      timer.current = setTimeout(ask, 150);
    }
    return () => {
      isWanted = false;
      clearTimeout(timer.current);
    };
  }, [text, view]);
  const count = found?.nodes.length ?? 0;
  const move = (by: number): void => {
    if (count === 0) return;
    const to = (at + by + count) % count;
    setAt(to);
    go({ node: found!.nodes[to]! });
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
        {found !== null && (
          <>
            <span aria-hidden="true">
              {found.total === 0 ? "none" : `${countText(at + 1)}/${countText(found.total)}`}
            </span>
            <span class="visually-hidden">
              {found.total === 0 ? "Nothing was found" : `${countText(at + 1)} of ${some(found.total, "node")} found`}
            </span>
          </>
        )}
      </span>
      <Button kind="icon" label="Previous (Shift+Enter)" disabled={count === 0} onPress={() => move(-1)}>
        <Icon name="up" />
      </Button>
      <Button kind="icon" label="Next (Enter)" disabled={count === 0} onPress={() => move(1)}>
        <Icon name="down" />
      </Button>
    </search>
  );
}

const SHORT: Readonly<Record<NodeState, string>> = {
  result: "result",
  passed: "passed",
  dropped: "fell out",
  unvisited: "unvisited",
};

/** Legend and filter: pressed states are kept, none pressed keeps all. */
function States({ tree, states, onStates }: Pick<TreeToolsProps, "tree" | "states" | "onStates">) {
  const counts = useMemo(() => {
    const found = new Uint32Array(STATES.length);
    for (const state of tree.state) found[state] = found[state]! + 1;
    return found;
  }, [tree]);
  const flip = (state: NodeState): void => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onStates(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of buttons would ask for a form
    <div class="states" role="group" aria-label="Show only nodes that are">
      {[...STATES].reverse().map((state) => (
        <button
          key={state}
          type="button"
          class="state-toggle"
          aria-pressed={states.has(state)}
          title={`${STATE_WORDS[state]}: press to show only these`}
          onClick={() => flip(state)}
        >
          <StateGlyph state={state} />
          <span class="state-word">{SHORT[state]}</span>
          <span class="num quiet">{countText(counts[STATES.indexOf(state)]!)}</span>
        </button>
      ))}
    </div>
  );
}

/** Goes through the results in document order. */
function NextResult({ tree }: { readonly tree: TreeColumns }) {
  const { node, go } = useRun();
  const results = useMemo(() => {
    const found: number[] = [];
    const wanted = STATES.indexOf("result");
    for (let i = 0; i < tree.size; i++) if (tree.state[i] === wanted) found.push(i + 1);
    return found;
  }, [tree]);
  const move = (by: 1 | -1): void => {
    const from = node ?? 0;
    const next = by > 0 ? results.find((found) => found > from) : results.findLast((found) => found < from);
    go({ node: next ?? results.at(by > 0 ? 0 : -1)! });
  };
  return (
    <span class="next-result">
      <StateGlyph state="result" />
      <Button kind="icon" label="Previous result" disabled={results.length === 0} onPress={() => move(-1)}>
        <Icon name="up" />
      </Button>
      <Button kind="icon" label="Next result" disabled={results.length === 0} onPress={() => move(1)}>
        <Icon name="down" />
      </Button>
    </span>
  );
}
