import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type HeatBin, heatBins } from "../../model/heatBins.js";
import type { TreeColumns } from "../../model/treeColumns.js";

interface MinimapProps {
  readonly tree: TreeColumns;
  /** The nodes between which the rows lie that are seen. */
  readonly seenFrom: number;
  readonly seenTo: number;
  readonly selected: number | null;
  readonly onJump: (node: number) => void;
}

/** Pixels of the strip around a click in which the hottest node is looked for. */
const REACH = 4;

/**
 * Heat of the whole tree: a strip from the first node to the last with lines in proportion to the heat. It is pale for
 * the hottest node there and full for the mean, and has a mark at the edge for results. The keyboard has "next result" for the same.
 */
export function Minimap({ tree, seenFrom, seenTo, selected, onJump }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const bins = useMemo(() => heatBins(tree, height), [tree, height]);

  const shareOf = (node: number): string => `${((node - 1) / tree.size) * 100}%`;
  const jump = (event: MouseEvent): void => {
    const y = Math.floor(event.offsetY);
    const near = bins.slice(Math.max(0, y - REACH), y + REACH + 1).filter(({ node }) => node > 0);
    const best = near.reduce<HeatBin | null>((top, bin) => (top === null || rank(bin) > rank(top) ? bin : top), null);
    onJump(best?.node ?? 1 + Math.floor((y / height) * (tree.size - 1)));
  };
  const lines = (length: (bin: HeatBin) => number): string =>
    bins.map((bin, y) => (bin.heat === 0 ? "" : `M0 ${y + 0.5}h${Math.max(1, WIDTH * length(bin))}`)).join("");
  const results = bins.map(({ hasResult }, y) => (hasResult ? `M${WIDTH + 2} ${y + 0.5}h6` : "")).join("");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the buttons for the next and the previous result
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture that takes a pointer; the keyboard has its buttons
    <div ref={box} class="minimap" onClick={jump} title="The whole tree: click to jump to the hottest node near there">
      <svg width={WIDTH + 8} height={height} role="img" aria-label="Where the heat is in the whole tree">
        <path class="minimap-hottest" d={lines(({ heat }) => heat)} />
        <path class="minimap-mean" d={lines(({ mean }) => mean)} />
        <path class="minimap-results" d={results} />
      </svg>
      <span
        class="minimap-seen"
        style={{ top: shareOf(seenFrom), height: `${Math.max(0.5, ((seenTo - seenFrom + 1) / tree.size) * 100)}%` }}
      />
      {selected !== null && <span class="minimap-selected" style={{ top: shareOf(selected) }} />}
    </div>
  );
}

/** Pixels of the hottest line. */
const WIDTH = 36;

const rank = ({ heat, hasResult }: HeatBin): number => heat + Number(hasResult);
