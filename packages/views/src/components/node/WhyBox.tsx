import type { Why, WhyNot } from "@semantic-xpath/inspect";
import { useRef, useState } from "preact/hooks";
import { countText, weightText, weightTexts } from "../../model/text.js";
import { Answered, useAnswer } from "../parts/answers.js";
import { Button } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import { PathLink } from "../parts/Path.js";
import { operatorText, useRun } from "../run.js";
import { Algebra, Costs, Factors, RivalLine } from "../score/Algebra.js";
import { ChangeBox } from "./ChangeBox.js";

interface WhyBoxProps {
  readonly node: number;
  readonly path: string;
  readonly isResult: boolean;
}

/** Why a node is in the result, or why it is not and what would admit it. */
export function WhyBox({ node, path, isResult }: WhyBoxProps) {
  const { view } = useRun();
  const question = isResult ? "why" : "why-not";
  const whatFor = isResult ? "why it is in the result" : "why it is not in the result";
  const answer = useAnswer<Why | WhyNot | null>(
    () => (isResult ? view.why({ node }) : view.whyNot({ node })),
    [view, node, isResult],
  );
  return (
    <Answered answer={answer} what="the reason" ifFailed={commandFor({ path, question, what: whatFor })}>
      {(found) =>
        found &&
        ("factors" in found ? <WhyResult why={found} /> : <WhyNotResult node={node} path={path} whyNot={found} />)
      }
    </Answered>
  );
}

const WhyResult = ({ why }: { readonly why: Why }) => (
  <section class="why" aria-label="Why it is in the result">
    <h3>
      {why.contribution === null ? "Why it is in the result" : "What it gave to the value"}
      <span class="heading-note num">
        #{why.rank} of {countText(why.count)}
        {why.contribution === null && ` · ${weightText(why.weight)}`}
      </span>
    </h3>
    {why.sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {why.group !== undefined && <Members group={why.group} />}
    <RivalLine label="Right above it:" rival={why.above} />
    {why.contribution === null && <Factors factors={why.factors} />}
    <Costs costs={why.costs} />
  </section>
);

/** Members of a group that are listed. */
const MAX_MEMBERS = 50;

/** The group as a section: its members with what each weighs. */
const Members = ({ group: { label, members } }: { readonly group: NonNullable<Why["group"]> }) => (
  <>
    <h4>{label}</h4>
    <ul class="paths" aria-label="Members of the group">
      {members.slice(0, MAX_MEMBERS).map(({ path, weight }) => (
        <li key={path}>
          <PathLink path={path} /> <span class="quiet num">{weightText(weight)}</span>
        </li>
      ))}
      {members.length > MAX_MEMBERS && <li class="quiet">and {countText(members.length - MAX_MEMBERS)} more</li>}
    </ul>
  </>
);

interface WhyNotProps extends Pick<WhyBoxProps, "node" | "path"> {
  readonly whyNot: WhyNot;
}

function WhyNotResult({ node, path, whyNot }: WhyNotProps) {
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
          <span class="quiet">, which was dropped.</span>
        </p>
      )}
      {measured !== null && <Gauge {...measured} />}
      <p class="quiet">
        At <OperatorLink id={operatorId} />
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

/** An operator by its name, which leads to its card; the cut after the plan has a name only. */
export function OperatorLink({ id }: { readonly id: number }) {
  const { overview, go } = useRun();
  const text = operatorText(overview, id);
  if (id === 0) return <>{text}</>;
  return <Button kind="link" label={text} onPress={() => go({ tab: "execution", operator: id })} />;
}

/** A number against the one that was needed, on one line. Only scores have a scale of their own. */
function Gauge({ value, needed }: { readonly value: number; readonly needed: number }) {
  const isScore = (number: number): boolean => number >= 0 && number <= 1;
  if (!isScore(value) || !isScore(needed) || (Number.isInteger(value) && Number.isInteger(needed))) return null;
  const [shown, wanted] = weightTexts(value, needed);
  return (
    <div class="gauge" role="img" aria-label={`${shown}, and ${wanted} was needed`}>
      <span class="gauge-fill" style={{ width: `${value * 100}%` }} />
      <span class="gauge-mark" style={{ left: `${needed * 100}%` }} />
      <span class="gauge-text num">
        {shown} · needed {wanted}
      </span>
    </div>
  );
}

function SmallestChange({ node, path }: Pick<WhyBoxProps, "node" | "path">) {
  const { view } = useRun();
  const box = useRef<HTMLDivElement>(null);
  const [isWanted, want] = useState(false);
  const change = useAnswer(isWanted ? () => view.change({ node }) : null, [view, node, isWanted]);
  const ask = (): void => {
    want(true);
    // The button goes: what comes in its place has the focus.
    box.current?.focus();
  };
  return (
    <div ref={box} class="change-box" tabIndex={-1}>
      {isWanted ? (
        <Answered
          answer={change}
          what="a change: some are tried"
          ifFailed={commandFor({ path, question: "why-not", what: "the smallest change that admits it" })}
        >
          {(found) => (found ? <ChangeBox change={found} /> : <p class="quiet">No change was found that admits it.</p>)}
        </Answered>
      ) : (
        <Button label="Smallest change that admits it" onPress={ask} />
      )}
    </div>
  );
}

interface Question {
  readonly path: string;
  readonly question: "why" | "why-not";
  /** Missing part: `why it is in the result`. */
  readonly what: string;
}

/** The command that gives an answer that is not here, if one is known; else why it is not here. */
const commandFor = (question: Question) => (message: string) => <Command {...question} message={message} />;

function Command({ path, question, what, message }: Question & { readonly message: string }) {
  const { host } = useRun();
  const text = host.commandFor(path, question);
  if (text === null) return <Notice kind="info">{message}</Notice>;
  return (
    <Notice kind="info">
      <p>This page does not say {what}. This command does:</p>
      <pre class="command">{text}</pre>
      <Button label="Copy command" onPress={() => host.send({ type: "copy", text, what: "the command" })} />
    </Notice>
  );
}
