import { Answered, Button, Notice, PathText, useAnswer, weightText } from "@semantic-xpath/views/components";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ReplayMove, ReplayStep, ReplayStepView } from "../../protocol.js";
import { barsOf, changeBeside, reasonsOf, stepText } from "../model/replay.js";
import { whenText } from "../model/times.js";
import { Plain } from "../parts/Plain.js";
import { listedRun, type Page } from "../usePage.js";
import { type Replayed, useReplay } from "./useReplay.js";

interface ReplayProps {
  readonly page: Page;
  readonly replayed: Replayed;
  /** The version whose result is shown. */
  readonly version: number;
  readonly onPath: (path: string) => void;
}

/** Milliseconds at each change while it plays. */
const PLAY_PAUSE = 1_200;

/** A query over the history of a memory: a slider over the versions, and at each of them what entered and left its result, and why. */
export function Replay({ page, replayed, version, onPath }: ReplayProps) {
  const { steps, total, next, isLoading, problem, stop, more } = useReplay(page, replayed);
  const [wanted, want] = useWanted(version);
  const step = steps.find(({ version: { number } }) => number === wanted) ?? null;
  const { query, task, head, of } = replayed;
  const latest = useRef(wanted);
  latest.current = wanted;
  /** Asks for a version, and shows its run, also where its part of the page is left meanwhile. */
  const load = async (): Promise<ReplayStepView> => {
    const view = await page.ask("replayStep", { query, task, version: wanted });
    const { run } = view;
    const replay = { query, task, version: wanted === head ? null : wanted, of };
    if (run !== null && latest.current === wanted)
      page.show((before) => (listedRun(before) === of ? { kind: "run", run, turn: null, replay } : before));
    return view;
  };
  const answer = useAnswer(step === null ? null : load, [query, task, wanted, step === null]);
  const isPlaying = usePlaying({ steps, wanted, want, isShown: answer.state !== "waiting" });
  const older = changeBeside(steps, wanted, -1);
  const newer = changeBeside(steps, wanted, 1);
  if (problem !== null) return <Notice kind="error">{problem}</Notice>;
  return (
    <div class="replay scroller">
      <div class="replay-slider">
        <ReplayBars steps={steps} chosen={wanted} onChoose={want} />
        <input
          type="range"
          style={{ width: `calc(${100 - 100 / Math.max(1, steps.length)}% + 16px)` }}
          aria-label="Version"
          min={0}
          max={Math.max(0, steps.length - 1)}
          value={steps.findIndex(({ version: { number } }) => number === wanted)}
          disabled={steps.length < 2}
          aria-valuetext={step === null ? "" : `Version ${wanted}: ${stepText(step)}`}
          onInput={(event) => {
            const to = steps[Number(event.currentTarget.value)];
            if (to !== undefined) want(to.version.number);
          }}
        />
      </div>
      <div class="buttons">
        <Button label="Earlier change" disabled={older === null} onPress={() => older !== null && want(older)} />
        <Button label="Later change" disabled={newer === null} onPress={() => newer !== null && want(newer)} />
        <Button
          label={isPlaying.now ? "Pause" : "Play"}
          disabled={!isPlaying.now && steps.length < 2}
          onPress={isPlaying.toggle}
        />
        {isLoading && (
          <span class="row quiet" role="status">
            <span class="spinner" aria-hidden="true" /> {steps.length} of {total} versions
            <Button label="Stop" onPress={stop} />
          </span>
        )}
        {!isLoading && next !== null && (
          <Button kind="link" label={`${total - steps.length} older versions`} onPress={more} />
        )}
      </div>
      {step !== null && <StepHead step={step} total={total} />}
      {step !== null && (
        <Answered answer={answer} what="the version">
          {(view) => <Moves view={view} isFirst={step.before === null} onPath={onPath} />}
        </Answered>
      )}
    </div>
  );
}

/** The version under the slider: that of its last move, until a version is shown that no move of it has led to. */
function useWanted(version: number) {
  const [wanted, want] = useState(version);
  const isOwn = useRef(new Set<number>());
  const last = useRef(version);
  const isOther = last.current !== version && !isOwn.current.has(version);
  last.current = version;
  if (isOther) {
    isOwn.current.clear();
    want(version);
  }
  const move = (to: number): void => {
    isOwn.current.add(to);
    want(to);
  };
  return [isOther ? version : wanted, move] as const;
}

interface Playing {
  readonly steps: readonly ReplayStep[];
  readonly wanted: number;
  readonly want: (version: number) => void;
  /** False until the version is there: each is seen. */
  readonly isShown: boolean;
}

/** Goes from change to change, from the first version if the last one is shown, until the end. */
function usePlaying({ steps, wanted, want, isShown }: Playing) {
  const [now, play] = useState(false);
  useEffect(() => {
    if (!now || !isShown) return;
    const next = changeBeside(steps, wanted, 1);
    if (next === null) return play(false);
    const timer = setTimeout(() => want(next), PLAY_PAUSE);
    return () => clearTimeout(timer);
  }, [now, wanted, steps.length, isShown]);
  const toggle = (): void => {
    if (!now && changeBeside(steps, wanted, 1) === null && steps[0] !== undefined) want(steps[0].version.number);
    play(!now);
  };
  return { now, toggle };
}

interface ReplayBarsProps {
  readonly steps: readonly ReplayStep[];
  readonly chosen: number;
  readonly onChoose: (version: number) => void;
}

/** A bar for each version, as high as its result is long or its value large. The slider below says the same in words. */
function ReplayBars({ steps, chosen, onChoose }: ReplayBarsProps) {
  const bars = useMemo(() => barsOf(steps), [steps.length, steps[0], steps.at(-1)]);
  return (
    <svg
      class="replay-bars"
      viewBox={`0 0 ${Math.max(1, steps.length)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const at = Math.floor(((event.clientX - left) / width) * steps.length);
        const step = steps[Math.max(0, Math.min(steps.length - 1, at))];
        if (step !== undefined) onChoose(step.version.number);
      }}
    >
      {steps.map(({ version: { number }, isChanged, before }, i) => {
        const height = Math.max(0.03, bars[i] ?? 0);
        const kind = number === chosen ? "is-chosen" : isChanged || before === null ? "is-change" : "is-same";
        return (
          bars[i] != null && <rect key={number} class={kind} x={i + 0.08} y={1 - height} width={0.84} height={height} />
        );
      })}
    </svg>
  );
}

function StepHead({ step, total }: { readonly step: ReplayStep; readonly total: number }) {
  const { number, reason, author, time } = step.version;
  return (
    <div class="replay-head">
      <h3>
        Version {number}
        <span class="quiet"> of {total}</span>
        {reason !== null && (
          <>
            {" · "}
            <Plain text={reason} />
          </>
        )}
      </h3>
      <p class="quiet">
        {author !== null && (
          <>
            <Plain text={author} />
            {" · "}
          </>
        )}
        {whenText(time)}
      </p>
      <p class="replay-count">{stepText(step)}</p>
    </div>
  );
}

interface MovesProps {
  readonly view: ReplayStepView;
  readonly isFirst: boolean;
  readonly onPath: (path: string) => void;
}

function Moves({ view: { moves, omitted, problem, beforeProblem, before }, isFirst, onPath }: MovesProps) {
  if (problem !== null) return <Notice kind="warning">{problem}</Notice>;
  if (beforeProblem !== null)
    return (
      <Notice kind="info">
        The query can't run on version {before}: {beforeProblem}
      </Notice>
    );
  if (isFirst) return <p class="quiet">It is the first version.</p>;
  if (moves.length === 0) return <p class="quiet">What the version changed changes nothing in this result.</p>;
  return (
    <>
      <ul class="moves" aria-label="What entered and left">
        {moves.map((move) => (
          <Move key={`${move.kind} ${move.path}`} move={move} onPath={onPath} />
        ))}
      </ul>
      {omitted > 0 && <p class="quiet">and {omitted} more</p>}
    </>
  );
}

const KINDS = {
  entered: { sign: "+", word: "entered" },
  left: { sign: "−", word: "left" },
  moved: { sign: "↕", word: "moved" },
} as const;

function Move({ move, onPath }: { readonly move: ReplayMove; readonly onPath: (path: string) => void }) {
  const { kind, label, path, weightBefore, weightAfter } = move;
  const { sign, word } = KINDS[kind];
  const weights = [weightBefore, weightAfter].filter((weight) => weight !== null);
  return (
    <li class={`move move-${kind}`}>
      <span class="move-sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <p class="move-line">
          <span class="visually-hidden">{word}: </span>
          <b class="clip">
            <Plain text={label} />
          </b>
          {weights.some((weight) => weight !== 1) && (
            <span class="num quiet">{weights.map(weightText).join(" → ")}</span>
          )}
        </p>
        {move.isGone ? (
          <PathText path={path} />
        ) : (
          <button type="button" class="bare path-link" title="Show it in memory" onClick={() => onPath(path)}>
            <PathText path={path} />
          </button>
        )}
        <ul class="move-reasons">
          {reasonsOf(move).map((reason, i) => (
            <li key={i}>
              <Plain text={reason} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
