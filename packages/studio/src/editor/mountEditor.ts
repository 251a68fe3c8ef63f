import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { formatKeymap, hoverTooltips, LSPClient, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import type { DataText } from "../protocol.js";
import { colours } from "./colours.js";
import { diagnosticsWithFixes } from "./fixes.js";
import { type Files, type Port, startServer } from "./languageServer.js";
import { safeHtml } from "./safeHtml.js";
import { theme } from "./theme.js";
import { transportTo } from "./transport.js";

export interface EditorOptions {
  readonly text: string;
  /** UTF-16 offset of the cursor. Default: 0. */
  readonly cursor?: number;
  /** Data of the queries. Null: unknown, so no name is offered or checked. */
  readonly data: DataText | null;
  /** As a screen reader says it. */
  readonly label: string;
  /** The language server's script. Default: `languageWorker.js` beside this one. */
  readonly worker?: string | URL;
  /** Mod-Enter was pressed. */
  run(text: string): void;
  changed?(text: string): void;
}

export interface MountedEditor {
  text(): string;
  /** Replaces the text as one step that can be undone. */
  setText(text: string): void;
  /** Sets the data of the queries; diagnostics follow. */
  setData(data: DataText | null): void;
  focus(): void;
  /** Ends the worker, too. */
  destroy(): void;
}

const QUERY = "memory:/query.sxp";

/** Milliseconds. A worker of the same page loses no message, and a client that gave up while it starts would never ask again. */
const WORKER_PATIENCE = 10 * 60_000;

/**
 * An editor of queries below `element`, with our language server in a worker: completion, what is wrong and its fixes, hover, signatures, formatting, colours.
 * It lies in a shadow root, since its styles can be constructed there, so that a page may forbid inline ones; colours come from the page's
 * properties (`--fg`, `--accent` and so on). Tab indents nothing: it leaves the editor, as everywhere.
 */
export function mountEditor(element: HTMLElement, options: EditorOptions): MountedEditor {
  const { worker: script = new URL("languageWorker.js", import.meta.url) } = options;
  const worker = new Worker(script, { type: "module" });
  const files: Files = {};
  const settings = fill(files, options.data);
  const client = new LSPClient({
    rootUri: "memory:/",
    initializationOptions: settings,
    timeout: WORKER_PATIENCE,
    sanitizeHTML: safeHtml,
    extensions: [serverCompletion(), hoverTooltips(), signatureHelp(), diagnosticsWithFixes()],
  }).connect(transportTo(startServer(worker as Port, files)));
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: options.cursor ?? 0 },
      extensions: extensionsOf(options, client),
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setData(data) {
      const changed = Object.keys(files);
      const sxp = fill(files, data);
      const uris = [...new Set([...changed, ...Object.keys(files)])];
      const changes = uris.map((uri) => ({ uri, type: files[uri] === undefined ? 3 : 2 }));
      client.notification("workspace/didChangeWatchedFiles", { changes });
      client.notification("workspace/didChangeConfiguration", { settings: { sxp } });
    },
    focus: () => view.focus(),
    destroy() {
      view.destroy();
      worker.terminate();
    },
  };
}

/** The files as the server sees them, and the settings that name them. */
function fill(files: Files, data: DataText | null): { readonly data: string | null; readonly schema: string | null } {
  for (const uri of Object.keys(files)) delete files[uri];
  if (data === null) return { data: null, schema: null };
  const uri = `memory:/data/${encodeURIComponent(data.name)}`;
  files[uri] = data.text;
  if (data.schema === null) return { data: uri, schema: null };
  const schema = "memory:/data/schema.json";
  files[schema] = data.schema;
  return { data: uri, schema };
}

const extensionsOf = ({ label, run, changed }: EditorOptions, client: LSPClient): Extension => [
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  placeholder('//Day[node =~ "outdoors"]'),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
  theme,
  client.plugin(QUERY, "sxp"),
  colours(client, QUERY),
  keymap.of([
    {
      key: "Mod-Enter",
      run: (view) => {
        closeCompletion(view);
        run(view.state.doc.toString());
        return true;
      },
    },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...formatKeymap,
    ...lintKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) changed?.(state.doc.toString());
  }),
];
