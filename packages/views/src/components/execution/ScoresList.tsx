import type { OperatorSummary } from "@semantic-xpath/inspect";
import type { TraceScore } from "@semantic-xpath/runtime";
import { useState } from "preact/hooks";
import { formula, scoreText } from "../../model/formula.js";
import { weightText } from "../../model/numbers.js";
import { Bar } from "../parts/Bar.js";
import { Icon } from "../parts/Glyph.js";
import { useRun } from "../run.js";
import { Algebra } from "../score/Algebra.js";
import { PathLink } from "../score/PathLink.js";
import { More } from "./More.js";
import { usePages } from "./usePages.js";

const PAGE = 50;

/** Every entry that an operator scored: its score as arithmetic, and the whole algebra behind a disclosure. */
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

function ScoreLine({ row }: { readonly row: TraceScore }) {
  const [isOpen, setOpen] = useState(false);
  const { path, before, after, algebra } = row;
  const sum = formula(algebra);
  return (
    <li>
      <div class="score-line">
        <button
          type="button"
          class="score-open"
          aria-expanded={isOpen}
          aria-label={`The algebra of ${path}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span class={`twisty${isOpen ? " is-open" : ""}`}>
            <Icon name="chevron" />
          </span>
        </button>
        <PathLink path={path} />
        <code class="score-sum" title={sum ?? algebra.text}>
          {sum ?? ""}
        </code>
        <span class="score-value">
          <Bar share={algebra.value ?? algebra.high} />
          <span class="num">{scoreText(algebra)}</span>
        </span>
        {after !== null && before !== 1 && (
          <span class="score-weights num quiet">
            {weightText(before)} → {weightText(after)}
          </span>
        )}
      </div>
      {isOpen && (
        <div class="score-body">
          <Algebra score={algebra} />
        </div>
      )}
    </li>
  );
}
