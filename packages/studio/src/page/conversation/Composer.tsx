import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isReady: boolean;
  readonly isRunning: boolean;
  readonly isReadOnly: boolean;
  readonly model: string | null;
  /** Requests that were made, the newest last: arrow up brings them back. */
  readonly earlier: readonly string[];
  readonly onSend: (request: string) => void;
  readonly onCancel: () => void;
}

/** Room for a request: Enter sends it, Shift+Enter begins a line, Escape stops what is going on. */
export function Composer({ field, isReady, isRunning, isReadOnly, model, earlier, onSend, onCancel }: ComposerProps) {
  const [text, setText] = useState("");
  const back = useRef(0);
  const canSend = isReady && !isRunning && text.trim() !== "";
  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    setText("");
    back.current = 0;
  };
  const recall = (by: number): boolean => {
    const to = back.current + by;
    if (to < 0 || to > earlier.length) return false;
    back.current = to;
    setText(to === 0 ? "" : earlier[earlier.length - to]!);
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.altKey) return;
    if (event.key === "Enter" && !event.shiftKey) send();
    else if (event.key === "Escape" && isRunning) onCancel();
    else if (event.key === "ArrowUp" && isRecallable(text, back.current)) recall(1);
    else if (event.key === "ArrowDown" && back.current > 0 && !text.includes("\n")) recall(-1);
    else return;
    event.preventDefault();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label class="visually-hidden" for="request">
        Your request
      </label>
      <textarea
        ref={field}
        id="request"
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        placeholder={isReadOnly ? "Ask about it" : "Ask about it, or say what to change"}
        aria-describedby="request-hint"
        aria-keyshortcuts="Control+/"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          back.current = 0;
        }}
        onKeyDown={press}
      />
      <div class="composer-foot">
        <span id="request-hint" class="quiet clip">
          {model === null ? "Without a model: the translator alone" : `Model: ${model}`}
        </span>
        {isRunning ? (
          <button type="button" class="button" onClick={onCancel}>
            Stop <kbd>Esc</kbd>
          </button>
        ) : (
          <button type="submit" class="button button-primary" disabled={!canSend}>
            Send
          </button>
        )}
      </div>
    </form>
  );
}

/** An arrow moves the cursor in what somebody writes; in an empty field, or in what was brought back, it goes to the request before. */
const isRecallable = (text: string, back: number): boolean => text === "" || (back > 0 && !text.includes("\n"));
