import { Button, counted, countText } from "@semantic-xpath/views/components";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MountedEditor, mountEditor } from "../../editor/index.js";
import type { DataText } from "../../protocol.js";
import type { Running } from "../usePage.js";

export type MountEditor = typeof mountEditor;

interface QueryEditorProps {
  /** Loads the editor, the first time that it is shown. Absent: there is a plain field. */
  readonly loadEditor: (() => Promise<MountEditor>) | undefined;
  /** What queries are about; null: not known yet. */
  readonly data: DataText | null;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onRun: (text: string) => void;
  /** True once the editor is in view: it loads then. */
  readonly isShown: boolean;
  /** The query that runs; null: none does. */
  readonly running: Running | null;
}

/** Room for a query of one's own: the editor with the language service, or a plain field where there is none. */
export function QueryEditor({ loadEditor, query, onQuery, onRun, running, ...props }: QueryEditorProps) {
  const [isPlain, setPlain] = useState(loadEditor === undefined);
  return (
    <form
      class="query-editor"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(query);
      }}
    >
      {isPlain || loadEditor === undefined ? (
        <textarea
          class="code-field"
          rows={3}
          spellcheck={false}
          aria-label="A query"
          placeholder={'//Day[POI =~ "museum"]'}
          value={query}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onRun(query);
          }}
        />
      ) : (
        <EditorRoom
          {...props}
          query={query}
          onQuery={onQuery}
          onRun={onRun}
          loadEditor={loadEditor}
          onFailed={() => setPlain(true)}
        />
      )}
      <div class="buttons">
        <button type="submit" class="button button-primary" disabled={query.trim() === ""}>
          Run <kbd>Ctrl Enter</kbd>
        </button>
        {running === null ? <span class="quiet">Ctrl Space offers what can follow.</span> : <Progress {...running} />}
      </div>
    </form>
  );
}

/** The progress of a run, and the button that ends it. */
const Progress = ({ pairs, wanted, stop }: Running) => (
  <span class="row quiet" role="status">
    {wanted > 0 ? (
      <>
        <progress aria-label="Progress" value={pairs} max={wanted} />
        {countText(pairs)} of {counted(wanted, "pair")}
      </>
    ) : (
      <>
        <span class="spinner" aria-hidden="true" /> Running …
      </>
    )}
    <Button label="Stop" onPress={stop} />
  </span>
);

type EditorRoomProps = Omit<QueryEditorProps, "loadEditor" | "running"> & {
  readonly loadEditor: () => Promise<MountEditor>;
  readonly onFailed: () => void;
};

function EditorRoom({ loadEditor, data, query, onQuery, onRun, isShown, onFailed }: EditorRoomProps) {
  const room = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<MountedEditor | null>(null);
  const now = useRef({ data, query, onQuery, onRun });
  now.current = { data, query, onQuery, onRun };
  /** What was typed and has not come back as `query` yet: keys are faster than frames, and an older text must not replace a newer one. */
  const typed = useRef<string[]>([]);
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  useEffect(() => {
    if (!wasShown.current) return;
    let mounted: MountedEditor | null = null;
    let isOver = false;
    loadEditor().then((mount) => {
      if (isOver || room.current === null) return;
      mounted = mount(room.current, {
        text: now.current.query,
        data: now.current.data,
        label: "A query",
        run: (text) => now.current.onRun(text),
        changed: (text) => {
          typed.current.push(text);
          now.current.onQuery(text);
        },
      });
      setEditor(mounted);
    }, onFailed);
    return () => {
      isOver = true;
      mounted?.destroy();
    };
  }, [loadEditor, wasShown.current]);
  useEffect(() => {
    const at = typed.current.indexOf(query);
    typed.current = typed.current.slice(at + 1);
    if (at < 0 && editor !== null && editor.text() !== query) editor.setText(query);
  }, [editor, query]);
  useEffect(() => editor?.setData(data), [editor, data]);
  return <div ref={room} class="editor-room" />;
}
