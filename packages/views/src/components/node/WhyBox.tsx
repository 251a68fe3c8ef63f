import { useState } from "preact/hooks";
import { countText, weightText } from "../../model/numbers.js";
import { Button } from "../parts/Button.js";
import { Waiting } from "../parts/Notice.js";
import { useAsked } from "../parts/useAsked.js";
import { operatorText, useRun } from "../run.js";
import { Algebra, Factors } from "../score/Algebra.js";
import { Costs, RivalLine } from "../score/Costs.js";
import { PathLink } from "../score/PathLink.js";
import { ChangeBox } from "./ChangeBox.js";

/** Why a node is in the result, or why it is not and what would admit it. */
export function WhyBox({ node, isResult }: { readonly node: number; readonly isResult: boolean }) {
  return isResult ? <WhyResult node={node} /> : <WhyNotResult node={node} />;
}

function WhyResult({ node }: { readonly node: number }) {
  const { view } = useRun();
  const asked = useAsked(() => view.why({ node }), [view, node]);
  if (asked.state !== "there") return <Waiting asked={asked} what="the reason" />;
  const why = asked.value;
  if (why === null) return null;
  return (
    <section class="why" aria-label="Why it is in the result">
      <h3>
        Why it is in the result
        <span class="heading-note num">
          #{why.rank} of {countText(why.count)} · {weightText(why.weight)}
        </span>
      </h3>
      {why.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <RivalLine label="Right above it:" rival={why.above} />
      <Factors factors={why.factors} />
      <Costs costs={why.costs} />
    </section>
  );
}

function WhyNotResult({ node }: { readonly node: number }) {
  const { view, overview, go } = useRun();
  const asked = useAsked(() => view.whyNot({ node }), [view, node]);
  if (asked.state !== "there") return <Waiting asked={asked} what="the reason" />;
  const whyNot = asked.value;
  if (whyNot === null) return null;
  const { operatorId, measured, ranked, algebra } = whyNot;
  return (
    <section class="why" aria-label="Why it is not in the result">
      <h3>
        Why it is not in the result
        <span class="tag">{whyNot.reason}</span>
      </h3>
      <p class="why-message">{whyNot.message}</p>
      {whyNot.via !== whyNot.path && (
        <p>
          <span class="quiet">The path leads to it through</span> <PathLink path={whyNot.via} />
          <span class="quiet">, which fell out.</span>
        </p>
      )}
      {measured !== null && <Gauge {...measured} />}
      <p class="quiet">
        At{" "}
        {operatorId === 0 ? (
          operatorText(overview, 0)
        ) : (
          <Button
            kind="link"
            label={operatorText(overview, operatorId)}
            onPress={() => go({ tab: "execution", operator: operatorId })}
          />
        )}
      </p>
      {algebra !== null && <Algebra score={algebra} />}
      {ranked !== null && (
        <>
          <p>
            Its place is <b class="num">#{countText(ranked.rank)}</b> of {countText(ranked.count)}, with weight{" "}
            <b class="num">{weightText(ranked.weight)}</b>.
          </p>
          <RivalLine label="The last one kept:" rival={ranked.lastKept} />
          <Costs costs={ranked.costs} />
        </>
      )}
      <SmallestChange key={node} node={node} />
    </section>
  );
}

/** A number against the one that was needed, on one line. Only scores have a scale of their own. */
function Gauge({ value, needed }: { readonly value: number; readonly needed: number }) {
  if (value < 0 || value > 1 || needed < 0 || needed > 1 || (Number.isInteger(value) && Number.isInteger(needed))) {
    return null;
  }
  return (
    <div class="gauge" role="img" aria-label={`${weightText(value)} where ${weightText(needed)} was needed`}>
      <span class="gauge-fill" style={{ width: `${value * 100}%` }} />
      <span class="gauge-mark" style={{ left: `${needed * 100}%` }} />
      <span class="gauge-text num">
        {weightText(value)} · needed {weightText(needed)}
      </span>
    </div>
  );
}

function SmallestChange({ node }: { readonly node: number }) {
  const { view } = useRun();
  const [isWanted, want] = useState(false);
  const asked = useAsked(isWanted ? () => view.change({ node }) : null, [view, node, isWanted]);
  if (!isWanted) {
    return (
      <div class="buttons">
        <Button label="Smallest change that admits it" onPress={() => want(true)} />
      </div>
    );
  }
  if (asked.state !== "there") return <Waiting asked={asked} what="a change: some are tried" />;
  if (asked.value === null) return <p class="quiet">No change was found that admits it.</p>;
  return <ChangeBox change={asked.value} />;
}
