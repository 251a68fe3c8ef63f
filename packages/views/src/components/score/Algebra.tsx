import type { ScoreAlgebra, TraceEvidence, TraceFactor } from "@semantic-xpath/runtime";
import { useState } from "preact/hooks";
import { formula, scoreText } from "../../model/formula.js";
import { countText, some, weightText } from "../../model/numbers.js";
import { Bar } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { PathLink } from "./PathLink.js";

/** A score with the scores that it came from: every operand with its number, down to the texts that the scorer saw. */
export function Algebra({ score }: { readonly score: ScoreAlgebra }) {
  const arithmetic = formula(score);
  return (
    <div class="algebra">
      <div class="algebra-line">
        <code class="algebra-text">{score.text}</code>
        <span class="algebra-value">
          <Bar share={score.value ?? score.high} />
          <span class="num">{scoreText(score)}</span>
        </span>
      </div>
      {arithmetic !== null && (
        <div class="algebra-sum">
          <code>
            {arithmetic} = <b>{scoreText(score)}</b>
          </code>
        </div>
      )}
      {score.value === null && (
        <p class="quiet">
          Never scored: the interval decided. It lies between {weightText(score.low)} and {weightText(score.high)}.
        </p>
      )}
      {score.asked !== undefined && <Asked asked={score.asked} />}
      {score.operands.length > 0 && (
        <ul class="algebra-operands" aria-label={`Operands of ${score.operation}`}>
          {score.operands.map((operand) => (
            <li key={operand.expressionId}>
              <Algebra score={operand} />
            </li>
          ))}
        </ul>
      )}
      {score.evidence !== undefined && <Evidence evidence={score.evidence} />}
    </div>
  );
}

const SHOWN_TEXT = 240;

/** What the scorer was asked: a text and a condition. */
function Asked({ asked }: { readonly asked: NonNullable<ScoreAlgebra["asked"]> }) {
  const [isWhole, setWhole] = useState(false);
  const { condition, text } = asked;
  if (text === null) return <p class="quiet">The scorer was not asked: the node has no such text, which scores 0.</p>;
  const isLong = text.length > SHOWN_TEXT;
  return (
    <dl class="asked">
      <dt>condition</dt>
      <dd>{condition}</dd>
      <dt>text</dt>
      <dd>
        {isLong && !isWhole ? `${text.slice(0, SHOWN_TEXT)}…` : text}
        {isLong && (
          <Button
            kind="link"
            label={isWhole ? "less" : `all ${countText(text.length)} characters`}
            onPress={() => setWhole(!isWhole)}
          />
        )}
      </dd>
    </dl>
  );
}

const SHOWN_EVIDENCE = 10;

/** Evidence nodes in document order, each with the factors of its weight behind a disclosure. */
function Evidence({ evidence }: { readonly evidence: readonly TraceEvidence[] }) {
  const [shown, setShown] = useState(SHOWN_EVIDENCE);
  if (evidence.length === 0) return <p class="quiet">There is no evidence, which scores 0.</p>;
  return (
    <div class="evidence">
      <p class="quiet">{some(evidence.length, "evidence node")}, in document order</p>
      <ul aria-label="Evidence">
        {evidence.slice(0, shown).map((item, i) => (
          <li key={i}>
            <Fold
              name={`The factors of ${item.path}`}
              head={
                <>
                  <PathLink path={item.path} />
                  <span class="algebra-value">
                    <Bar share={item.weight ?? 0} />
                    <span class="num">{item.weight === null ? "not needed" : weightText(item.weight)}</span>
                  </span>
                </>
              }
              body={item.factors.length === 0 ? null : () => <Factors factors={item.factors} />}
            />
          </li>
        ))}
      </ul>
      {evidence.length > shown && (
        <Button
          kind="link"
          label={`Show ${countText(Math.min(50, evidence.length - shown))} more of ${countText(evidence.length)}`}
          onPress={() => setShown(shown + 50)}
        />
      )}
    </div>
  );
}

/** The scores that were multiplied to a weight, step by step. */
export function Factors({ factors }: { readonly factors: readonly TraceFactor[] }) {
  const scores = factors.flatMap((factor) => factor.scores);
  if (scores.length === 0) return <p class="quiet">No relevance touched this node: its weight is 1.</p>;
  return (
    <ol class="factors" aria-label="Factors of the weight">
      {scores.map((score, i) => (
        <li key={i}>
          <div class="factor-of">
            {scores.length > 1 && <span class="factor-sign">{i === 0 ? "" : "×"}</span>}
            <span class="quiet">
              #{score.operatorId} on <PathLink path={score.path} />
            </span>
          </div>
          <Algebra score={score.algebra} />
        </li>
      ))}
    </ol>
  );
}

interface FoldProps {
  /** Of the button that opens it: the head has links of its own. */
  readonly name: string;
  readonly head: preact.ComponentChildren;
  readonly body: (() => preact.ComponentChildren) | null;
}

function Fold({ name, head, body }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class={body === null ? "fold-line fold-leaf" : "fold-line"}>
        {body !== null && (
          <button
            type="button"
            class="score-open"
            aria-expanded={isOpen}
            aria-label={name}
            onClick={() => setOpen(!isOpen)}
          >
            <span class={`twisty${isOpen ? " is-open" : ""}`}>
              <Icon name="chevron" />
            </span>
          </button>
        )}
        {head}
      </div>
      {isOpen && body?.()}
    </>
  );
}
