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
 * Where the heat is in the whole tree: a strip from the first node to the last, whose lines are as long as they are hot, pale for
 * the hottest node there and full for the mean, and with a mark at the edge where results are. The keyboard has "next result" for the same.
 */
export function Minimap({ tree, seenFrom, seenTo, selected, onJump }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const scheme = useScheme();
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const bins = useMemo(() => (size.height < 1 ? null : heatBins(tree, size.height)), [tree, size.height]);
  useEffect(() => {
    if (bins !== null && canvas.current !== null) paint(canvas.current, bins, size);
  }, [bins, size, scheme]);

  const shareOf = (node: number): string => `${((node - 1) / tree.size) * 100}%`;
  const jump = (event: MouseEvent): void => {
    if (bins === null) return;
    const y = Math.floor(event.offsetY);
    const near = bins.slice(Math.max(0, y - REACH), y + REACH + 1).filter(({ node }) => node > 0);
    const best = near.reduce<HeatBin | null>((top, bin) => (top === null || rank(bin) > rank(top) ? bin : top), null);
    onJump(best?.node ?? 1 + Math.floor((y / size.height) * (tree.size - 1)));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the buttons for the next and the previous result
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture that takes a pointer; the keyboard has its buttons
    <div class="minimap" onClick={jump} title="The whole tree: click to jump to the hottest node near there">
      <canvas ref={canvas} role="img" aria-label="Where the heat is in the whole tree" />
      <span
        class="minimap-seen"
        style={{ top: shareOf(seenFrom), height: `${Math.max(0.5, ((seenTo - seenFrom + 1) / tree.size) * 100)}%` }}
      />
      {selected !== null && <span class="minimap-selected" style={{ top: shareOf(selected) }} />}
    </div>
  );
}

/** How strongly the hottest node of a bin shows where its mean is colder. */
const PALE = 0.3;

const rank = ({ heat, hasResult }: HeatBin): number => heat + Number(hasResult);

function paint(
  canvas: HTMLCanvasElement,
  bins: readonly HeatBin[],
  { width, height }: { width: number; height: number },
): void {
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const colors = getComputedStyle(canvas);
  context.scale(scale, scale);
  context.clearRect(0, 0, width, height);
  context.fillStyle = colors.getPropertyValue("--heat-color").trim();
  const room = width - 8;
  for (const [y, { heat, mean }] of bins.entries()) {
    if (heat === 0) continue;
    context.globalAlpha = PALE;
    context.fillRect(0, y, Math.max(1, room * heat), 1);
    context.globalAlpha = 1;
    context.fillRect(0, y, Math.max(1, room * mean), 1);
  }
  context.globalAlpha = 1;
  context.fillStyle = colors.getPropertyValue("--result-color").trim();
  for (const [y, { hasResult }] of bins.entries()) if (hasResult) context.fillRect(width - 6, y - 0.5, 6, 2);
}

/** Another number whenever the colours change: by the system's scheme, or by an editor's theme. */
function useScheme(): number {
  const [times, set] = useState(0);
  useEffect(() => {
    const again = (): void => set((count) => count + 1);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    const observer = new MutationObserver(again);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    return () => {
      dark.removeEventListener("change", again);
      observer.disconnect();
    };
  }, []);
  return times;
}
