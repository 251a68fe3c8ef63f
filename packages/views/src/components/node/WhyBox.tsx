import { useRef, useState } from "preact/hooks";
import { countText, weightText } from "../../model/numbers.js";
import { Button } from "../parts/Button.js";
import { Waiting } from "../parts/Notice.js";
import { useAsked } from "../parts/useAsked.js";
import { operatorText, useRun } from "../run.js";
import { Algebra, Factors } from "../score/Algebra.js";
import { Costs, RivalLine } from "../score/Costs.js";
import { PathLink } from "../score/PathLink.js";
import { ChangeBox } from "./ChangeBox.js";
import { Elsewhere } from "./Elsewhere.js";

interface WhyBoxProps {
  readonly node: number;
  readonly path: string;
  readonly isResult: boolean;
}

/** Why a node is in the result, or why it is not and what would admit it. */
export function WhyBox(props: WhyBoxProps) {
  return props.isResult ? <WhyResult {...props} /> : <WhyNotResult {...props} />;
}

function WhyResult({ node, path }: WhyBoxProps) {
  const { view } = useRun();
  const asked = useAsked(() => view.why({ node }), [view, node]);
  if (asked.state === "failed")
    return <Elsewhere path={path} question="why" what="why it is in the result" message={asked.message} />;
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

function WhyNotResult({ node, path }: WhyBoxProps) {
  const { view, overview, go } = useRun();
  const asked = useAsked(() => view.whyNot({ node }), [view, node]);
  if (asked.state === "failed")
    return <Elsewhere path={path} question="why-not" what="why it is not in the result" message={asked.message} />;
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
      <SmallestChange key={node} node={node} path={path} />
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

function SmallestChange({ node, path }: Pick<WhyBoxProps, "node" | "path">) {
  const { view } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const [isWanted, want] = useState(false);
  const asked = useAsked(isWanted ? () => view.change({ node }) : null, [view, node, isWanted]);
  const ask = (): void => {
    want(true);
    // The button goes: what comes in its place has the focus.
    box.current?.focus();
  };
  return (
    <div ref={box} class="change-box" tabIndex={-1}>
      {!isWanted ? (
        <Button label="Smallest change that admits it" onPress={ask} />
      ) : asked.state === "failed" ? (
        <Elsewhere path={path} question="why-not" what="the smallest change that admits it" message={asked.message} />
      ) : asked.state !== "there" ? (
        <Waiting asked={asked} what="a change: some are tried" />
      ) : asked.value === null ? (
        <p class="quiet">No change was found that admits it.</p>
      ) : (
        <ChangeBox change={asked.value} />
      )}
    </div>
  );
}
