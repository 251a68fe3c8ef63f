import type { Cost, Rival } from "@semantic-xpath/inspect";
import { saidTerm, shareText } from "@semantic-xpath/inspect/evidence";
import type { ScoreAlgebra, ScoreEvidence, TraceEvidence, TraceFactor } from "@semantic-xpath/runtime";
import { useState } from "preact/hooks";
import { formula, scoreText } from "../../model/formula.js";
import { isLong, markedText } from "../../model/markedText.js";
import { counted, countText, weightText } from "../../model/text.js";
import { Weight } from "../parts/Bar.js";
import { Button, Fold, MoreRows } from "../parts/Button.js";
import { PathLink } from "../parts/Path.js";
import { Table } from "../parts/Table.js";

/** A score with the scores that it came from: every operand with its number, down to the texts that the scorer saw. */
export function Algebra({ score }: { readonly score: ScoreAlgebra }) {
  const { value, low, high, asked, operands, operation, evidence } = score;
  const arithmetic = formula(score);
  return (
    <div class="algebra">
      <div class="algebra-line">
        <code class="algebra-text">{score.text}</code>
        <Weight value={value ?? high} text={scoreText(score)} />
      </div>
      {arithmetic !== null && (
        <div class="algebra-sum">
          <code>
            {arithmetic} = <b>{scoreText(score)}</b>
          </code>
        </div>
      )}
      {value === null && (
        <p class="quiet">
          Never scored: the interval decided. It is between {weightText(low)} and {weightText(high)}.
        </p>
      )}
      {asked !== undefined && <ScorerCall {...asked} />}
      {operands.length > 0 && (
        <ul class="algebra-operands" aria-label={`Operands of ${operation}`}>
          {operands.map((operand) => (
            <li key={operand.expressionId}>
              <Algebra score={operand} />
            </li>
          ))}
        </ul>
      )}
      {evidence !== undefined && <Evidence evidence={evidence} />}
    </div>
  );
}

/** Call of the scorer: a text and a condition. */
function ScorerCall({ condition, text, explanation }: NonNullable<ScoreAlgebra["asked"]>) {
  const [isWhole, setWhole] = useState(false);
  if (text === null) return <p class="quiet">The scorer was not asked: the node has no such text, which scores 0.</p>;
  return (
    <dl class="asked">
      <dt>condition</dt>
      <dd>{condition}</dd>
      <dt>text</dt>
      <dd>
        {markedText(text, explanation?.terms ?? [], isWhole || !isLong(text)).map((part, i) =>
          part.term === null ? (
            part.text
          ) : (
            <mark
              key={i}
              class={part.term.negated ? "against" : undefined}
              title={`${part.term.term}: ${saidTerm(part.term).said}`}
            >
              {part.text}
            </mark>
          ),
        )}
        {isLong(text) && (
          <Button
            kind="link"
            label={isWhole ? "less" : `all ${countText(text.length)} characters`}
            onPress={() => setWhole(!isWhole)}
          />
        )}
      </dd>
      {explanation !== undefined && <Words explanation={explanation} />}
    </dl>
  );
}

/** Found words of the condition with their places and their joint score. */
function Words({ explanation }: { readonly explanation: ScoreEvidence }) {
  const share = shareText(explanation);
  return (
    <>
      <dt>words</dt>
      <dd>
        <ul aria-label="Which words count">
          {explanation.terms.map((each, i) => {
            const { term, found, said, isAgainst } = saidTerm(each);
            return (
              <li key={i} class={isAgainst ? "against" : undefined}>
                {term} → {found === null ? "nothing" : <b>{found}</b>}
                {found !== null && <span class="quiet"> {said}</span>}
              </li>
            );
          })}
        </ul>
      </dd>
      {share !== null && (
        <>
          <dt>found</dt>
          <dd>{share}</dd>
        </>
      )}
    </>
  );
}

/** Evidence nodes in document order, each of which opens to the factors of its weight. */
function Evidence({ evidence }: { readonly evidence: readonly TraceEvidence[] }) {
  const [shown, setShown] = useState(10);
  if (evidence.length === 0) return <p class="quiet">There is no evidence, which scores 0.</p>;
  return (
    <div class="evidence">
      <p class="quiet">{counted(evidence.length, "evidence node")}, in document order</p>
      <ul aria-label="Evidence">
        {evidence.slice(0, shown).map(({ path, weight, factors }, i) => (
          <li key={i}>
            <Fold
              name={`The factors of ${path}`}
              head={
                <>
                  <PathLink path={path} />
                  <Weight value={weight ?? 0} text={weight === null ? "not needed" : weightText(weight)} />
                </>
              }
              body={factors.length === 0 ? null : () => <Factors factors={factors} />}
            />
          </li>
        ))}
      </ul>
      <MoreRows shown={shown} total={evidence.length} step={50} onShow={setShown} />
    </div>
  );
}

/** The scores that were multiplied to a weight, step by step. */
export function Factors({ factors }: { readonly factors: readonly TraceFactor[] }) {
  const scores = factors.flatMap((factor) => factor.scores);
  if (scores.length === 0) return <p class="quiet">No relevance touched this node: its weight is 1.</p>;
  return (
    <ol class="factors" aria-label="Factors of the weight">
      {scores.map(({ operatorId, path, algebra }, i) => (
        <li key={i}>
          <div>
            {scores.length > 1 && <span class="factor-sign">{i === 0 ? "" : "×"}</span>}
            <span class="quiet">
              #{operatorId} on <PathLink path={path} />
            </span>
          </div>
          <Algebra score={algebra} />
        </li>
      ))}
    </ol>
  );
}

/** Operands with the greatest costs for a node. */
export function Costs({ costs }: { readonly costs: readonly Cost[] }) {
  const costly = costs.filter(({ lost }) => lost > 0).slice(0, 6);
  if (costly.length === 0) return null;
  return (
    <Table caption="What cost it most" isCaptionShown columns={{ operand: "text", score: "num", lost: "num" }}>
      {costly.map(({ text, path, score, lost }, i) => (
        <tr key={i}>
          <td>
            <code>{text}</code>
            <div class="quiet">
              on <PathLink path={path} />
            </div>
          </td>
          <td class="num">{weightText(score)}</td>
          <td class="num">−{weightText(lost)}</td>
        </tr>
      ))}
    </Table>
  );
}

export function RivalLine({ label, rival }: { readonly label: string; readonly rival: Rival | null }) {
  if (rival === null) return null;
  return (
    <p class="rival">
      <span class="quiet">{label}</span> <span class="num">#{rival.rank}</span> <PathLink path={rival.path} />{" "}
      <span class="num">{weightText(rival.weight)}</span>
    </p>
  );
}
