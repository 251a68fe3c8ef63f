import type { StepHeat } from "@semantic-xpath/inspect";
import {
  commands,
  type Disposable,
  EventEmitter,
  InlayHint,
  languages,
  type Position,
  type Range,
  type TextDocument,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Session } from "../client/session.js";
import { setting } from "../client/settings.js";
import { openDocument, partRange } from "../files/names.js";
import { isUnchanged, overviewOf } from "../runs/askView.js";
import type { Runs } from "../runs/runs.js";
import { bandOf, lineWords, piecesOf, stepWords } from "./steps.js";

/** Outputs of each step of a query in its last run, under the query: until the text changes. */
export interface Heat extends Disposable {
  show(run: string): Promise<void>;
  clear(): void;
  /** True if a place is in the query with heat. */
  covers(document: TextDocument, position: Position): boolean;
}

interface Warm {
  readonly document: TextDocument;
  readonly start: number;
  /** The query in the text that was run. */
  readonly span: StepHeat["span"];
  readonly heat: readonly StepHeat[];
  /** The query's own steps, without those inside of its aggregates. */
  readonly outer: readonly StepHeat[];
}

const LANGUAGES = ["sxp", "typescript", "typescriptreact", "javascript", "javascriptreact"];
const BANDS = [0, 1, 2, 3, 4, 5] as const;

export function createHeat(session: Session, runs: Runs): Heat {
  let bands: readonly TextEditorDecorationType[] | undefined;
  const changed = new EventEmitter<void>();
  let warm: Warm | undefined;

  const paint = (): void => {
    bands ??= BANDS.map(bandType);
    for (const editor of window.visibleTextEditors) paintBands(editor, bands, warm);
    changed.fire();
  };
  const clear = (): void => {
    if (warm === undefined) return;
    warm = undefined;
    paint();
    void commands.executeCommand("setContext", "sxp.hasHeat", false);
  };
  const listeners = [
    changed,
    languages.registerInlayHintsProvider(LANGUAGES, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: (document) => (warm?.document === document ? lineHints(warm) : []),
    }),
    window.onDidChangeVisibleTextEditors(() => warm && paint()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === warm?.document && contentChanges.length > 0) clear();
    }),
  ];

  return {
    async show(run) {
      clear();
      const entry = await runs.entry(run);
      if (entry === null || !setting("heat", Uri.parse(entry.request.uri))) return;
      const overview = await overviewOf(session, run);
      const document = openDocument(entry.request.uri);
      if (overview === null || document === undefined || !isUnchanged(document, entry.start, overview.text)) return;
      const isOuter = new Set(overview.operators.filter(({ depth }) => depth === 0).map(({ id }) => id));
      const outer = overview.heat.filter(({ operatorId }) => isOuter.has(operatorId));
      warm = { ...overview, document, start: entry.start, outer };
      paint();
      await commands.executeCommand("setContext", "sxp.hasHeat", true);
    },
    clear,
    covers: (document, position) => warm?.document === document && rangeOf(warm, warm.span).contains(position),
    dispose() {
      for (const one of [...listeners, ...(bands ?? [])]) one.dispose();
    },
  };
}

function paintBands(editor: TextEditor, bands: readonly TextEditorDecorationType[], warm: Warm | undefined): void {
  const pieces = warm?.document === editor.document ? piecesOf(warm.heat) : [];
  for (const [band, type] of bands.entries()) {
    const ofBand = pieces.filter(({ of }) => bandOf(of) === band);
    editor.setDecorations(
      type,
      ofBand.map((piece) => ({ range: rangeOf(warm!, piece), hoverMessage: `Last run: ${stepWords(piece.of)}.` })),
    );
  }
}

/** An underlay in a colour of the theme; with high contrast a line under the step as well. The numbers say the same without colour. */
const bandType = (band: number): TextEditorDecorationType =>
  window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor(`sxp.heat${band}`),
    borderRadius: "2px",
    overviewRulerColor: new ThemeColor(`sxp.heat${band}`),
  });

/** At the end of each line, as text that wraps with the line and is read aloud with it. */
function lineHints(warm: Warm): InlayHint[] {
  const { document, outer } = warm;
  const byLine = new Map<number, StepHeat[]>();
  for (const step of outer) {
    const { line } = rangeOf(warm, step.span).end;
    byLine.set(line, [...(byLine.get(line) ?? []), step]);
  }
  return Array.from(byLine, ([line, steps]) => {
    const hint = new InlayHint(document.lineAt(line).range.end, lineWords(steps));
    hint.paddingLeft = true;
    hint.tooltip = "Of the last run: the best weight, and how many nodes came out of each step.";
    return hint;
  });
}

const rangeOf = ({ document, start }: Warm, span: StepHeat["span"]): Range => partRange(document, start, span);
