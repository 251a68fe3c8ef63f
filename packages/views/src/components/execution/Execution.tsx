import { useEffect, useState } from "preact/hooks";
import { wholeTime } from "../../model/flame.js";
import { useRun } from "../run.js";
import { FlameChart } from "./FlameChart.js";
import { OperatorCard } from "./OperatorCard.js";
import { WhyFinder } from "./WhyFinder.js";

interface ExecutionProps {
  /** The operator that somebody asked for elsewhere. */
  readonly wish: number | null;
  readonly onWish: (operator: number | null) => void;
}

/** What each operator did, where the time went, and why any node is where it is. */
export function Execution({ wish, onWish }: ExecutionProps) {
  const { overview, states } = useRun();
  const [open, setOpen] = useState(states.openOperators);
  const [chosen, choose] = useState<number | null>(null);
  states.openOperators = open;
  useEffect(() => {
    if (wish === null) return;
    setOpen((before) => new Set(before).add(wish));
    choose(wish);
    onWish(null);
    const card = document.getElementById(`operator-${wish}`);
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector<HTMLElement>(".card-head")?.focus({ preventScroll: true });
  }, [wish, onWish]);
  const { operators } = overview;
  const mostRows = Math.max(1, ...operators.flatMap(({ rowsIn, rowsOut }) => [rowsIn, rowsOut]));
  const allTime = wholeTime(overview);
  const toggle = (id: number): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <div class="split">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="split-main scroller execution" aria-label="Operators" tabIndex={0}>
        <FlameChart />
        <h2>Operators</h2>
        <ol class="operators" aria-label="Operators in the order of the plan">
          {operators.map((summary) => (
            <OperatorCard
              key={summary.id}
              operator={summary}
              mostRows={mostRows}
              allTime={allTime}
              isOpen={open.has(summary.id)}
              isChosen={summary.id === chosen}
              onToggle={toggle}
            />
          ))}
          {overview.cutCount > 0 && <CutCard isOpen={open.has(0)} onToggle={toggle} />}
        </ol>
      </section>
      <WhyFinder />
    </div>
  );
}

/** What reached the end of the plan and was cut behind it, as the last card. */
function CutCard({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: (id: number) => void }) {
  const { overview } = useRun();
  const { resultCount, cutCount } = overview;
  return (
    <OperatorCard
      operator={{
        id: 0,
        kind: "Cut",
        text: "by limit, minimum score and weight 0",
        span: overview.span,
        rowsIn: resultCount + cutCount,
        rowsOut: resultCount,
        selfMilliseconds: 0,
        pairs: 0,
        hits: 0,
        depth: 0,
        droppedCount: cutCount,
        scoresCount: 0,
        estimatedRows: null,
        estimatedPairs: null,
        histogram: [],
      }}
      mostRows={resultCount + cutCount}
      allTime={0}
      isOpen={isOpen}
      isChosen={false}
      onToggle={onToggle}
    />
  );
}
