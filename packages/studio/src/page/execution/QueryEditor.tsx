import { Button, counted, countText } from "@semantic-xpath/views/components";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MountedEditor, mountEditor } from "../../editor/index.js";
import type { DataText } from "../../protocol.js";
import type { Running } from "../usePage.js";

export type MountEditor = typeof mountEditor;

interface QueryEditorProps {
  /** Loads the editor, the first time that the field has the focus. Absent: the plain field stays. */
  readonly loadEditor: (() => Promise<MountEditor>) | undefined;
  /** Data and schema of queries; null: not loaded yet. */
  readonly data: DataText | null;
  readonly query: string;
  readonly onQuery: (text: string) => void;
  readonly onRun: (text: string) => void;
  /** True from the first time on that the field has the focus. */
  readonly isWanted: boolean;
  readonly onWanted: () => void;
  /** The query that runs; null: none does. */
  readonly running: Running | null;
}

/** A field for queries, which becomes the editor with the language service as soon as that is loaded. */
export function QueryEditor({ loadEditor, running, ...props }: QueryEditorProps) {
  const { query, onRun } = props;
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
        <PlainField {...props} />
      ) : (
        <EditorRoom {...props} loadEditor={loadEditor} onFailed={() => setPlain(true)} />
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

type FieldProps = Omit<QueryEditorProps, "loadEditor" | "running">;

function PlainField({ query, onQuery, onRun, onWanted }: FieldProps) {
  return (
    <textarea
      id={QUERY_FIELD}
      class="code-field"
      rows={1}
      spellcheck={false}
      aria-label="A query"
      placeholder={'//Day[POI =~ "museum"]'}
      value={query}
      onFocus={onWanted}
      onInput={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onRun(event.currentTarget.value);
      }}
    />
  );
}

/** The element that gives the focus to the field or the editor. */
export const QUERY_FIELD = "query-field";

type EditorRoomProps = FieldProps & {
  readonly loadEditor: () => Promise<MountEditor>;
  readonly onFailed: () => void;
};

function EditorRoom({ loadEditor, onFailed, ...field }: EditorRoomProps) {
  const { data, query, isWanted } = field;
  const room = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<MountedEditor | null>(null);
  const now = useRef(field);
  now.current = field;
  /** Typed texts that have not come back as `query` yet: keys are faster than frames, and an older text must not replace a newer one. */
  const typed = useRef<string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    let mounted: MountedEditor | null = null;
    let isOver = false;
    loadEditor().then((mount) => {
      if (isOver || room.current === null) return;
      const plain = document.getElementById(QUERY_FIELD) as HTMLTextAreaElement | null;
      const text = plain?.value ?? now.current.query;
      typed.current = [text];
      room.current.hidden = false;
      mounted = mount(room.current, {
        text,
        cursor: plain?.selectionStart ?? 0,
        data: now.current.data,
        label: "A query",
        run: (text) => now.current.onRun(text),
        changed: (text) => {
          typed.current.push(text);
          now.current.onQuery(text);
        },
      });
      // The keyboard goes on where it is.
      if (plain !== null && document.activeElement === plain) mounted.focus();
      setEditor(mounted);
    }, onFailed);
    return () => {
      isOver = true;
      mounted?.destroy();
    };
  }, [loadEditor, isWanted]);
  useEffect(() => {
    const at = typed.current.indexOf(query);
    typed.current = typed.current.slice(at + 1);
    if (at < 0 && editor !== null && editor.text() !== query) editor.setText(query);
  }, [editor, query]);
  useEffect(() => editor?.setData(data), [editor, data]);
  return (
    <>
      {editor === null && <PlainField {...field} />}
      <div
        ref={room}
        {...(editor !== null && { id: QUERY_FIELD, tabIndex: -1, onFocus: () => editor.focus() })}
        class="editor-room"
        hidden={editor === null}
      />
    </>
  );
}
