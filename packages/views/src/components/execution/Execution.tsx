import { useEffect, useState } from "preact/hooks";
import { wholeTime } from "../../model/flame.js";
import { NodePane } from "../node/NodePane.js";
import { Button } from "../parts/Button.js";
import { useRun } from "../run.js";
import { FlameChart } from "./FlameChart.js";
import { OperatorCard } from "./OperatorCard.js";

interface ExecutionProps {
  /** The requested operator. */
  readonly wish: number | null;
  readonly onWish: (operator: number | null) => void;
  /** False where the selected node is shown elsewhere on the same page. Default: true. */
  readonly hasPane?: boolean;
}

/** Measurements of each operator, times, and reasons for the place of any node. */
export function Execution({ wish, onWish, hasPane = true }: ExecutionProps) {
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
  const { operators, resultCount, cutCount } = overview;
  const mostRows = Math.max(1, ...operators.flatMap(({ rowsIn, rowsOut }) => [rowsIn, rowsOut]));
  const cardOf = (id: number) => ({
    isOpen: open.has(id),
    isChosen: id === chosen,
    onToggle: () => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
  });
  const rowsIn = resultCount + cutCount;
  return (
    <div class={hasPane ? "split" : "split split-stacked"}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="split-main scroller execution" aria-label="Operators" tabIndex={0}>
        <FlameChart />
        <h2>Operators</h2>
        <ol class="operators" aria-label="Operators in the order of the plan">
          {operators.map((operator) => (
            <OperatorCard
              key={operator.id}
              operator={operator}
              mostRows={mostRows}
              allTime={wholeTime(overview)}
              {...cardOf(operator.id)}
            />
          ))}
          {cutCount > 0 && (
            // Entries at the end of the plan that were cut.
            <OperatorCard
              operator={{ ...CUT, span: overview.span, rowsIn, rowsOut: resultCount, droppedCount: cutCount }}
              mostRows={rowsIn}
              allTime={0}
              {...cardOf(0)}
            />
          )}
        </ol>
      </section>
      <WhyFinder hasPane={hasPane} />
    </div>
  );
}

const CUT = {
  id: 0,
  kind: "Cut",
  text: "by limit, minimum score and weight 0",
  selfMilliseconds: 0,
  pairs: 0,
  hits: 0,
  depth: 0,
  scoresCount: 0,
  valuesCount: 0,
  estimatedRows: null,
  estimatedPairs: null,
  histogram: [],
};

/** Questions about a node: a typed path, or the selected node. */
function WhyFinder({ hasPane }: { readonly hasPane: boolean }) {
  const { view, node, go } = useRun();
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    const requested = path.trim();
    if (requested === "") return;
    const located = await view.locate({ path: requested }).catch(() => null);
    setProblem(located === null ? `There is no node at "${requested}".` : null);
    if (located !== null) go(hasPane ? { node: located } : { tab: "memory", node: located });
  };
  return (
    <div class="why-finder">
      <form
        class="why-form"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <label for="why-path">Why this node, or why not?</label>
        <span class="why-input">
          <input
            id="why-path"
            type="text"
            spellcheck={false}
            placeholder="A path, such as /Itinerary/Day[2]"
            value={path}
            aria-describedby={problem === null ? undefined : "why-problem"}
            onInput={(event) => setPath(event.currentTarget.value)}
          />
          <Button kind="primary" label="Ask" onPress={ask} />
        </span>
        {problem !== null && (
          <p id="why-problem" class="problem" role="alert">
            {problem}
          </p>
        )}
      </form>
      {hasPane && <NodePane node={node} from="execution" />}
    </div>
  );
}
