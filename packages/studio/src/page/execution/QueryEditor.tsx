import { useEffect, useRef } from "preact/hooks";
import type { EditorHandle, MountEditor } from "../editorSlot.js";

interface QueryEditorProps {
  readonly mountEditor: MountEditor | undefined;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onRun: (text: string) => void;
  readonly isShown: boolean;
}

/** Room for a query of one's own: the editor with the language service, or a plain field until it is there. */
export function QueryEditor({ mountEditor, query, onQuery, onRun, isShown }: QueryEditorProps) {
  const room = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const isWanted = useRef(isShown);
  isWanted.current ||= isShown;
  /** What the editor has: what it did not write itself is put into it. */
  const written = useRef(query);
  const calls = useRef({ onQuery, onRun });
  calls.current = { onQuery, onRun };
  useEffect(() => {
    const element = room.current;
    if (element === null || mountEditor === undefined || !isWanted.current) return;
    let isOver = false;
    written.current = query;
    const mounting = mountEditor(element, {
      text: query,
      label: "A query",
      onChange: (text) => {
        written.current = text;
        calls.current.onQuery(text);
      },
      onRun: (text) => calls.current.onRun(text),
    });
    void Promise.resolve(mounting).then((mounted) => {
      if (isOver) mounted.destroy();
      else editor.current = mounted;
    });
    return () => {
      isOver = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, [mountEditor, isWanted.current]);
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    editor.current?.set(query);
  }, [query]);
  return (
    <form
      class="query-editor"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(query);
      }}
    >
      {mountEditor === undefined ? (
        <textarea
          class="code-field"
          rows={8}
          spellcheck={false}
          aria-label="A query"
          placeholder="//Day[POI =~ &quot;museum&quot;]"
          value={query}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onRun(query);
          }}
        />
      ) : (
        <div ref={room} class="editor-room" />
      )}
      <div class="buttons">
        <button type="submit" class="button button-primary" disabled={query.trim() === ""}>
          Run <kbd>Ctrl Enter</kbd>
        </button>
      </div>
    </form>
  );
}
