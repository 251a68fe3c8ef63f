import type { Page, ResultRow } from "@semantic-xpath/inspect";
import { singleText } from "@semantic-xpath/inspect/numbers";
import { REQUESTS } from "@semantic-xpath/lsp";
import {
  type Disposable,
  OverviewRulerLane,
  Range,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Session } from "../client/session.js";
import { setting } from "../client/settings.js";
import { askView } from "../runs/askView.js";
import type { Runs } from "../runs/runs.js";

/** The results of the last run as marks in its data file, until the data changes. */
export interface Marks extends Disposable {
  show(run: string): Promise<void>;
  clear(): void;
}

const MOST = 1000;

export function createMarks(session: Session, runs: Runs): Marks {
  let marked: { readonly data: string; readonly rows: readonly ResultRow[] } | undefined;
  const type = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("sxp.heat2"),
    overviewRulerColor: new ThemeColor("charts.orange"),
    overviewRulerLane: OverviewRulerLane.Right,
    before: { color: new ThemeColor("editorInlayHint.foreground"), margin: "0 1em 0 0" },
  });
  const paint = (editor: TextEditor): void => {
    const { document } = editor;
    const rows = document.uri.toString() === marked?.data ? marked.rows : [];
    editor.setDecorations(
      type,
      rows.flatMap((row) => markOf(document, row)),
    );
  };
  const paintAll = (): void => window.visibleTextEditors.forEach(paint);
  const clear = (): void => {
    marked = undefined;
    paintAll();
  };
  const listeners = [
    type,
    window.onDidChangeVisibleTextEditors(paintAll),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document.uri.toString() === marked?.data) clear();
    }),
  ];
  return {
    async show(run) {
      const data = (await runs.entry(run))?.data ?? null;
      if (data === null || !setting("heat", Uri.parse(data))) return clear();
      const page = await askView(session, { run, method: "results", params: { from: 0, count: MOST } });
      const { rows } = page as Page<ResultRow>;
      const [first] = rows;
      // In data that was changed meanwhile the places would be those of other nodes.
      const isOld = first !== undefined && (await session.request(REQUESTS.source, { run, node: first.node })).isOld;
      marked = isOld ? undefined : { data, rows };
      paintAll();
    },
    clear,
    dispose() {
      for (const one of listeners) one.dispose();
    },
  };
}

/** The first line of a node, with its rank, and its weight, keys, or what it gave to a value, before the node: lines may go on beyond the edge. */
function markOf(document: TextDocument, { rank, weight, keys, gave, source }: ResultRow) {
  if (source === null) return [];
  const start = document.positionAt(source.start);
  const values = [...gave, ...keys].map(singleText).join(", ");
  const contentText = `#${rank} · ${values === "" ? weight.toFixed(2) : values}`;
  return [{ range: new Range(start, start), renderOptions: { before: { contentText } } }];
}
