import type { OperatorSummary } from "@semantic-xpath/inspect";
import type { TraceScore } from "@semantic-xpath/runtime";
import { useEffect, useRef } from "preact/hooks";
import { formula, scoreText } from "../../model/formula.js";
import { counted, countText, weightTexts } from "../../model/text.js";
import { type Pages, usePages } from "../parts/answers.js";
import { Weight } from "../parts/Bar.js";
import { Button, Fold } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import { PathLink } from "../parts/Path.js";
import { useRun } from "../run.js";
import { Algebra } from "../score/Algebra.js";

const PAGE = 50;

/** Every entry that an operator scored: its score as arithmetic, which opens to the whole algebra. */
export function ScoresList({ operator }: { readonly operator: OperatorSummary }) {
  const { view } = useRun();
  const { id } = operator;
  const pages = usePages<TraceScore>((page) => view.scores({ operatorId: id, ...page }), [view, id], PAGE);
  return (
    <div class="listing">
      <ul class="scores" aria-label="Scores">
        {pages.rows.map((row, i) => (
          <ScoreLine key={i} row={row} />
        ))}
      </ul>
      <More pages={pages} total={operator.scoresCount} />
    </div>
  );
}

function ScoreLine({ row: { path, before, after, algebra } }: { readonly row: TraceScore }) {
  const sum = formula(algebra);
  return (
    <li>
      <Fold
        name={`The algebra of ${path}`}
        head={
          <>
            <PathLink path={path} />
            <code class="score-sum quiet clip" title={sum ?? algebra.text}>
              {sum}
            </code>
            <Weight value={algebra.value ?? algebra.high} text={scoreText(algebra)} />
            {after !== null && before !== 1 && <span class="num quiet">{weightTexts(before, after).join(" → ")}</span>}
          </>
        }
        body={() => (
          <div class="score-body">
            <Algebra score={algebra} />
          </div>
        )}
      />
    </li>
  );
}

/** Number of shown rows and of all, with a button for more. The focus stays here when the last page removes the button. */
export function More({ pages, total }: { readonly pages: Pages<unknown>; readonly total: number }) {
  const { rows, isLoading, problem, size } = pages;
  const box = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);
  const remaining = total - rows.length;
  const canLoad = rows.length < pages.total && !isLoading;
  useEffect(() => {
    if (isLoading || !isPressed.current) return;
    isPressed.current = false;
    (box.current?.querySelector("button") ?? box.current)?.focus({ preventScroll: true });
  }, [isLoading]);
  if (problem !== null) return <Notice kind="error">{problem}</Notice>;
  if (remaining <= 0 && rows.length <= size) return null;
  const more = (): void => {
    isPressed.current = true;
    pages.more();
  };
  const status = isLoading
    ? "Loading …"
    : remaining <= 0
      ? `All ${countText(total)} are shown.`
      : canLoad
        ? `${countText(rows.length)} of ${countText(total)} are shown.`
        : `And ${counted(remaining, "more is left out of this page", "more are left out of this page")}.`;
  return (
    <p ref={box} class="quiet more" tabIndex={-1}>
      <span role="status">{status}</span>
      {canLoad && <Button kind="link" label={`Show ${countText(Math.min(size, remaining))} more`} onPress={more} />}
    </p>
  );
}
