import type { StepHeat } from "@semantic-xpath/inspect";
import { useMemo } from "preact/hooks";
import { paintQuery, type QueryPart } from "../../model/paintQuery.js";
import { counted, countText, weightText } from "../../model/text.js";
import { useRun } from "../run.js";

/**
 * The query with its heat: under each step a line as thick as its best weight, after it the number of nodes that came out. A step
 * selects its operator, with Alt its place in the file.
 */
export function QueryText() {
  const { overview } = useRun();
  const { text, span, heat } = overview;
  const parts = useMemo(() => paintQuery(text, span, heat), [text, span, heat]);
  return (
    <div class="query">
      <code>
        {parts.map((part, i) => (
          <PartText key={i} part={part} isFirst={parts.findIndex((s) => s.heat === part.heat) === i} />
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
      // Evidence may cut a step in two; one stop for Tab suffices.
      tabIndex={isFirst ? 0 : -1}
      title={`${heatText(heat)}. Click: its operator. Alt+click: its place in the file.`}
      style={{ "--heat": heat.best }}
      onClick={(event) => act(event.altKey)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act(event.altKey);
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

const heatText = ({ rowsOut, best }: StepHeat): string =>
  `${counted(rowsOut, "node")} out, best weight ${weightText(best)}`;
