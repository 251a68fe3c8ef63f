import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

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
  const { text, write, recall } = useDraft(earlier);
  const canSend = isReady && !isRunning && text.trim() !== "";
  const isWaiting = useRef(false);
  const send = (): void => {
    isWaiting.current = !isReady;
    if (!canSend) return;
    onSend(text.trim());
    write("");
  };
  // A request that is sent before the page is ready is sent once it is.
  useEffect(() => {
    if (isReady && isWaiting.current) send();
  }, [isReady]);
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.altKey) return;
    if (event.key === "Enter" && !event.shiftKey) send();
    else if (event.key === "Escape" && isRunning) onCancel();
    else if (!recall(event.key)) return;
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
          isWaiting.current = false;
          write(event.currentTarget.value);
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

/** The draft. An arrow moves the cursor in it; in an empty field, or in a recalled request, it recalls another request. */
function useDraft(earlier: readonly string[]) {
  const [text, setText] = useState("");
  const back = useRef(0);
  return {
    text,
    write(to: string): void {
      setText(to);
      back.current = 0;
    },
    /** Tests that a key recalls another request. */
    recall(key: string): boolean {
      const isWithin = back.current > 0 && !text.includes("\n");
      const isUp = key === "ArrowUp" && (text === "" || isWithin);
      if (!isUp && !(key === "ArrowDown" && isWithin)) return false;
      const to = Math.min(back.current + (isUp ? 1 : -1), earlier.length);
      back.current = to;
      setText(to === 0 ? "" : earlier[earlier.length - to]!);
      return true;
    },
  };
}
