import { EXIT } from "../../stop.js";
import { inputsIn } from "../answer.js";
import { bufferOf } from "../editor/buffer/buffer.js";
import { withEntry } from "../editor/history.js";
import { historyWriter } from "../editor/historyFile.js";
import type { Key } from "../editor/keys.js";
import type { Choice } from "../editor/menu.js";
import { press } from "../editor/press.js";
import { type Canvas, canvasOn, type Frame } from "../editor/render/frame.js";
import { type Hint, screenful } from "../editor/render/screenful.js";
import { type EditorState, newEditor } from "../editor/state.js";
import type { Terminal } from "../editor/terminal.js";
import { type ReplLanguage, replLanguage } from "../language/replLanguage.js";
import type { Notices } from "../session/notices.js";
import type { Session } from "../session/session.js";
import { isStepKey } from "../session/stepping.js";
import { perform, promptOf } from "./perform.js";

const CLEAR_SCREEN = "\u001b[H\u001b[2J";
const LEAVE_HINT: Hint = { text: "C-d or :quit leaves", strong: null, kind: "help" };

/** The session at a terminal. Keys go to the editor while it waits, and otherwise to a run that is going on. */
export class Prompt {
  private readonly language: ReplLanguage;
  private readonly canvas: Canvas;
  private readonly keep: (entry: string) => Promise<void>;
  private state: EditorState;
  /** Keys that came while it was busy. */
  private readonly waiting: Key[] = [];
  private isBusy = false;
  private isDrawn = true;
  private hint: Hint | null = null;
  /** Number of C-c in a row. */
  private cancels = 0;
  /** Explanations of selected choices. */
  private readonly explained = new WeakMap<Choice, string | null>();
  private kept: Promise<void> = Promise.resolve();
  private stop = (): void => undefined;
  private onEnd = this.stop;

  constructor(
    private readonly session: Session,
    private readonly terminal: Terminal,
    historyFile: string | null,
    private readonly notices: Notices,
  ) {
    this.language = replLanguage(session);
    this.canvas = canvasOn(terminal);
    this.keep = historyWriter(historyFile);
    this.state = newEditor(session.history);
  }

  /** Until it is left. */
  run(): Promise<void> {
    const redraw = (): void => this.redraw();
    const wake = (): void => {
      this.canvas.forget();
      redraw();
    };
    this.notices.listen(() => this.notice());
    this.stop = this.terminal.listen((key) => this.onKey(key), redraw, wake);
    this.draw();
    setImmediate(this.language.warm);
    return new Promise((resolve) => {
      this.onEnd = resolve;
    });
  }

  private end(): void {
    this.notices.listen(() => undefined);
    this.stop();
    void this.kept.then(this.onEnd);
  }

  private onKey(key: Key): void {
    if (!this.isBusy) this.handle(key);
    else if (key.name === "C-c") this.session.interruption.abort();
    else if (key.name === "C-z") this.terminal.suspend(() => this.redraw());
    else this.waiting.push(key);
  }

  private handle(key: Key): void {
    this.cancels = key.name === "C-c" ? this.cancels + 1 : 0;
    this.hint = null;
    const isStep = this.state.buffer.text === "" && this.isStep(key.text);
    const { state, outcome } = press(this.state, key, this.language);
    this.state = state;
    if (isStep && outcome === "edit") this.submit();
    else this[outcome]();
  }

  /** A key that goes on while stepping, without Enter. */
  private isStep(text: string): boolean {
    return this.session.stepping !== null && (isStepKey(text) || text === "q");
  }

  /** Keys that come in one piece are drawn once. */
  private edit(): void {
    if (!this.isDrawn) return;
    this.isDrawn = false;
    setImmediate(() => {
      if (!this.isDrawn) this.redraw();
      this.isDrawn = true;
    });
  }

  /** C-c clears the line; on an empty one, repeated, it shows the way to leave. */
  private cancel(): void {
    if (this.state.buffer.text !== "") {
      this.finish();
      this.cancels = 0;
    } else if (this.cancels > 1) this.hint = LEAVE_HINT;
    this.renew();
    this.draw();
  }

  private renew(): void {
    this.state = newEditor(this.session.history, this.state.kills);
  }

  private leave(): void {
    if (this.session.stepping === null) {
      this.finish();
      this.end();
      return;
    }
    this.state = { ...this.state, buffer: bufferOf("q") };
    this.submit();
  }

  private clear(): void {
    this.terminal.write(CLEAR_SCREEN);
    this.canvas.forget();
    this.draw();
  }

  private suspend(): void {
    this.canvas.erase();
    this.terminal.suspend(() => this.redraw());
  }

  /** The input as it was sent stays on the screen. */
  private finish(): void {
    this.canvas.leave(this.frameOf({ ...this.state, menu: null }, true));
  }

  /** Pasted inputs are answered one after the other. */
  private submit(): void {
    const { session } = this;
    const { text } = this.state.buffer;
    void this.busy(async () => {
      this.finish();
      for (const input of inputsIn(text)) {
        this.remember(input);
        const code = await perform(session, input);
        if (session.isLeaving || code === EXIT.interrupted) break;
      }
      this.renew();
    });
  }

  /** Has the screen for something else, and then for what happened meanwhile: to files, and to keys up to the next input. */
  private async busy(task: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    await task();
    if (this.session.isLeaving) return this.end();
    await this.notices.print();
    this.isBusy = false;
    while (!this.isBusy && this.waiting.length > 0) this.handle(this.waiting.shift()!);
    this.redraw();
    setImmediate(this.language.warm);
  }

  private remember(text: string): void {
    if (this.isStep(text)) return;
    const { session } = this;
    // While stepping, a leading space does not mark the input as private.
    const entry = session.stepping === null ? text.trimEnd() : text.trim();
    const entries = withEntry(session.history, entry);
    if (entries === session.history) return;
    session.history = entries;
    this.kept = this.keep(entry);
  }

  /** Prints changes of files above the prompt. */
  private notice(): void {
    if (!this.isBusy) void this.busy(async () => this.canvas.erase());
  }

  private redraw(): void {
    if (!this.isBusy) this.draw();
  }

  private draw(): void {
    this.isDrawn = true;
    this.canvas.draw(this.frameOf(this.state, false));
    this.explainChoice();
  }

  /** Explains the selected choice, which may take a moment. */
  private explainChoice(): void {
    const choice = selectedIn(this.state);
    if (choice === null || choice.explain === null || this.explained.has(choice)) return;
    this.explained.set(choice, null);
    void choice.explain().then((text) => {
      this.explained.set(choice, text);
      this.redraw();
    });
  }

  private frameOf(state: EditorState, isFinal: boolean): Frame {
    const { session, terminal, hint, explained } = this;
    const base = this.language.highlights(state.buffer);
    const choice = selectedIn(state);
    return screenful(state, {
      prompt: promptOf(session),
      screen: { ...session.screen, columns: terminal.columns() },
      height: Math.max(1, terminal.rows() - 1),
      highlights: hint === null ? base : { ...base, hint },
      explanation: (choice && explained.get(choice)) ?? null,
      isFinal,
    });
  }
}

const selectedIn = ({ menu }: EditorState): Choice | null => menu?.choices[menu.selected ?? -1] ?? null;
