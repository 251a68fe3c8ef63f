import type { StepHeat } from "@semantic-xpath/inspect";
import { useMemo } from "preact/hooks";
import { paintQuery, type QueryPart } from "../../model/paintQuery.js";
import { counted, countText, weightText } from "../../model/text.js";
import { hasRun, useRun } from "../run.js";

/**
 * The query with its heat: under each step a line as thick as its best weight, after it the number of nodes that came out. A step
 * selects its operator, with Alt its place in the file.
 */
export function QueryText() {
  const { overview } = useRun();
  const parts = useMemo(() => paintQuery(overview), [overview]);
  return (
    // While it is stepped through, it is beside the panel, and the tree needs the room.
    <div class={hasRun(overview) ? "query" : "query clip"}>
      <code>
        {parts.map((part, i) => (
          <PartText key={i} part={part} isFirst={parts.findIndex(({ heat }) => heat !== null) === i} />
        ))}
      </code>
    </div>
  );
}

function PartText({ part, isFirst }: { readonly part: QueryPart; readonly isFirst: boolean }) {
  const { host, run, go } = useRun();
  const { heat, pieces, isLast } = part;
  const text = pieces.map((piece) => (
    <span key={piece.start} class={`q-${piece.paint}`}>
      {piece.text}
    </span>
  ));
  if (heat === null) return <>{text}</>;
  const act = (isInFile: boolean): void => {
    if (isInFile) host.send({ type: "revealQuery", run, start: heat.span.start, end: heat.span.end });
    else go({ tab: "execution", operator: heat.operatorId });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element does not wrap with the text
    <span
      class="q-step"
      role="button"
      // One stop for Tab; arrows go from step to step.
      tabIndex={isFirst ? 0 : -1}
      title={`${heatText(heat)}. Click: its operator. Alt+click: its place in the file.`}
      style={{ "--heat": heat.best }}
      onClick={(event) => act(event.altKey)}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
        if (step === 0 && event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (step === 0) act(event.altKey);
        else siblingOf(event.currentTarget, step)?.focus();
      }}
    >
      {text}
      <span class="visually-hidden">{` (${heatText(heat)}) `}</span>
      {isLast && (
        <span class="q-count num" aria-hidden="true">
          {countText(heat.rowsOut)}
        </span>
      )}
    </span>
  );
}

/** The step before or after one in the text. */
function siblingOf(element: HTMLElement, by: number): HTMLElement | undefined {
  const steps = [...(element.parentElement?.querySelectorAll<HTMLElement>(".q-step") ?? [])];
  return steps[steps.indexOf(element) + by];
}

const heatText = ({ rowsOut, best }: StepHeat): string =>
  `${counted(rowsOut, "node")} out, best weight ${weightText(best)}`;
