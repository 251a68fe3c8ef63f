import { Button, counted, Notice, weightText } from "@semantic-xpath/views/components";
import { useState } from "preact/hooks";
import { safeName } from "../model/safeText.js";
import { type ShownTurn, sentenceOf } from "../model/turns.js";
import { DiffLines, linesOf } from "../parts/DiffLines.js";
import { Plain } from "../parts/Plain.js";
import { Cost } from "./Cost.js";
import { Understood } from "./Understood.js";

export interface TurnActions {
  readonly choose: (turn: string, choice: number) => void;
  readonly retry: (turn: string) => void;
  readonly rewrite: (turn: string, request: string) => void;
  readonly runQuery: (query: string) => void;
  readonly editQuery: (query: string) => void;
  readonly toMemory: (turn: ShownTurn, path?: string) => void;
  readonly toExecution: (turn: ShownTurn) => void;
  readonly toVersion: (task: string, version: number) => void;
  readonly toPath: (path: string) => void;
}

interface TurnProps {
  readonly turn: ShownTurn;
  readonly actions: TurnActions;
  /** Memory and execution show it. */
  readonly isShown: boolean;
}

/** One turn: the request, what it was read as, what was found or changed, the answer, and ways from here. */
export function Turn({ turn, actions, isShown }: TurnProps) {
  const { answer, failure, state } = turn;
  return (
    <li
      class={isShown ? "turn is-shown" : "turn"}
      id={`turn-${turn.id}`}
      aria-label={safeName(turn.request)}
      data-state={state}
    >
      <Request turn={turn} actions={actions} />
      <Understood turn={turn} onRun={actions.runQuery} onEdit={actions.editQuery} />
      {turn.repairs.length > 0 && <Repairs turn={turn} />}
      {turn.widened !== null && (
        <Notice kind="info">
          <p>
            <Plain text={sentenceOf({ ...turn.widened, type: "widened", turn: turn.id })} />
          </p>
        </Notice>
      )}
      {turn.notes.map(({ message }) => (
        <Notice key={message} kind="info">
          <p>
            <Plain text={message} />
          </p>
        </Notice>
      ))}
      {turn.choices.map((choice, i) => (
        <p key={i} class="request request-choice">
          <span class="visually-hidden">You chose: </span>
          <Plain text={choice} />
        </p>
      ))}
      {turn.changes.map((change, i) => (
        <Changed key={i} change={change} actions={actions} />
      ))}
      {turn.compared !== null && <Compared compared={turn.compared} actions={actions} />}
      {answer !== "" && (
        <p class="answer">
          <Plain text={answer} />
          {state === "running" && <span class="caret" aria-hidden="true" />}
        </p>
      )}
      <RetrievedNodes turn={turn} actions={actions} />
      {turn.question !== null && <Question turn={turn} actions={actions} />}
      {failure !== null && (
        <Notice kind="error" title="It did not work">
          <p>
            <Plain text={failure.message} /> <span class="quiet">({failure.code})</span>
          </p>
        </Notice>
      )}
      {state === "cancelled" && <p class="quiet">{sentenceOf({ type: "done", state, turn: turn.id })}</p>}
      {state === "running" && answer === "" && <Stage turn={turn} />}
      <Ways turn={turn} actions={actions} />
    </li>
  );
}

const Stage = ({ turn }: { readonly turn: ShownTurn }) => (
  <p class="row quiet working">
    <span class="spinner" aria-hidden="true" />
    {turn.retrieved !== null ? "Answering" : turn.read !== null ? "Looking" : "Reading the request"} …
  </p>
);

/** The request, which can be put in other words. */
function Request({ turn, actions }: Pick<TurnProps, "turn" | "actions">) {
  const [draft, setDraft] = useState<string | null>(null);
  const id = `rewrite-${turn.id}`;
  if (draft === null)
    return (
      <div class="request">
        <p class="request-text">
          <Plain text={turn.request} />
        </p>
        {turn.state !== "running" && (
          <button type="button" class="button button-link request-edit" onClick={() => setDraft(turn.request)}>
            Edit<span class="visually-hidden"> the request: {safeName(turn.request)}</span>
          </button>
        )}
      </div>
    );
  const close = (): void => {
    setDraft(null);
    document.getElementById(`turn-${turn.id}`)?.querySelector<HTMLElement>(".request-edit")?.focus();
  };
  const send = (): void => {
    if (draft.trim() === "") return;
    if (draft.trim() !== turn.request) actions.rewrite(turn.id, draft.trim());
    close();
  };
  return (
    <form
      class="rewrite"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label for={id}>In other words</label>
      <textarea
        id={id}
        ref={(area) => void (document.activeElement === document.body && area?.focus())}
        rows={2}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTimeout(close);
          else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send();
          else return;
          event.preventDefault();
        }}
      />
      <p class="quiet">The conversation branches here. What later turns changed stays in memory, as versions.</p>
      <div class="buttons">
        <button type="submit" class="button button-primary">
          Ask again
        </button>
        <Button label="Cancel" onPress={close} />
      </div>
    </form>
  );
}

const Repairs = ({ turn: { repairs } }: { readonly turn: ShownTurn }) => (
  <details class="repairs">
    <summary>{counted(repairs.length, "repair")} of what the model wrote</summary>
    <ol>
      {repairs.map(({ round, text, problems }) => (
        <li key={round}>
          <pre class="command">
            <Plain text={text} />
          </pre>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>
                <Plain text={problem} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </details>
);

/** Maximum nodes of a turn that are listed at first. */
const FOUND_AT_FIRST = 3;

/** The nodes that were handed on, each a way to memory. */
function RetrievedNodes({ turn, actions }: Pick<TurnProps, "turn" | "actions">) {
  const [isAll, setAll] = useState(false);
  const { retrieved } = turn;
  if (retrieved === null || retrieved.value !== undefined || retrieved.nodes.length === 0) return null;
  const { nodes, found } = retrieved;
  const count = (nodes.length < found ? `${nodes.length} of ` : "") + counted(found, "node");
  const visible = isAll ? nodes : nodes.slice(0, FOUND_AT_FIRST);
  const isRanked = nodes.some(({ weight }) => weight !== 1);
  return (
    <div class="found">
      <ul aria-label={`Found ${count}`}>
        {visible.map(({ path, weight, text }) => (
          <li key={path}>
            <button
              type="button"
              class="found-node bare"
              title={safeName(path)}
              onClick={() => actions.toMemory(turn, path)}
            >
              <span class="found-step">
                <Plain text={path.slice(path.lastIndexOf("/") + 1)} />
              </span>
              <span class="found-text clip">
                <Plain text={text} />
              </span>
              {isRanked && <span class="num quiet">{weightText(weight)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {nodes.length > FOUND_AT_FIRST && (
        <Button kind="link" label={isAll ? "Show fewer" : `All ${count}`} onPress={() => setAll(!isAll)} />
      )}
    </div>
  );
}

/** Something to decide: what would change, and a button for each choice. */
function Question({ turn, actions }: Pick<TurnProps, "turn" | "actions">) {
  const { question } = turn;
  if (question === null) return null;
  const { dryRun, losses, choices, isOpen } = question;
  if (!isOpen) return null;
  // A choice that removes something is not the default.
  const isSafe = losses === 0;
  const choose = (choice: number): void => {
    actions.choose(turn.id, choice);
    document.getElementById("request")?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border that breaks in columns
    <div class="question" role="group" aria-label={safeName(question.question)}>
      <p class="question-text">
        <Plain text={question.question} />
      </p>
      {dryRun !== null && <DiffLines lines={linesOf(dryRun)} onPath={actions.toPath} />}
      {choices.length === 0 && <p class="quiet">Say it in the field below.</p>}
      <div class={choices.some((choice) => choice.length > 24) ? "choices choices-long" : "choices"}>
        {choices.map((choice, i) => (
          <button
            key={i}
            type="button"
            class={i === 0 && isSafe ? "button button-primary" : "button"}
            onClick={() => choose(i)}
          >
            <Plain text={choice} />
          </button>
        ))}
      </div>
    </div>
  );
}

interface ChangedProps {
  readonly change: ShownTurn["changes"][number];
  readonly actions: TurnActions;
}

/** Changes, with their version. */
function Changed({ change: { result, omitted }, actions }: ChangedProps) {
  const { version, task, changes, diff } = result;
  if (version === null) return null;
  return (
    <details class="changed" open={diff.length <= FEW_CHANGES}>
      <summary>
        {counted(changes.length + omitted, "change")}, saved as version {version}
      </summary>
      <DiffLines lines={linesOf(result)} onPath={actions.toPath} />
      {omitted > 0 && <p class="quiet">and {counted(omitted, "more change")}</p>}
      <Button
        kind="link"
        label={`Version ${version} in the history`}
        onPress={() => actions.toVersion(task, version)}
      />
    </details>
  );
}

const FEW_CHANGES = 3;

interface ComparedProps {
  readonly compared: NonNullable<ShownTurn["compared"]>;
  readonly actions: TurnActions;
}

/** Differences of two versions. */
const Compared = ({ compared, actions }: ComparedProps) => (
  <details class="changed" open={compared.diff.length <= FEW_CHANGES}>
    <summary>
      Versions {compared.from} and {compared.to}: {counted(compared.diff.length + compared.omitted, "difference")}
    </summary>
    <DiffLines lines={linesOf(compared)} onPath={actions.toPath} />
    {compared.omitted > 0 && <p class="quiet">and {counted(compared.omitted, "more difference")}</p>}
    <Button
      kind="link"
      label={`Version ${compared.to} in the history`}
      onPress={() => actions.toVersion(compared.task, compared.to)}
    />
  </details>
);

/** Next steps from a turn. */
function Ways({ turn, actions }: Pick<TurnProps, "turn" | "actions">) {
  const { state, retrieved, cost } = turn;
  if (state === "running") return null;
  return (
    <div class="ways">
      {retrieved !== null && (
        <>
          <Button label="Memory" onPress={() => actions.toMemory(turn)} />
          <Button label="Execution" onPress={() => actions.toExecution(turn)} />
        </>
      )}
      <Button label="Retry" onPress={() => actions.retry(turn.id)} />
      {cost !== null && <Cost cost={cost} />}
    </div>
  );
}
