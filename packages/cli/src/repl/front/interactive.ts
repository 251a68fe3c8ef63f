import { bufferOf } from "../editor/buffer/buffer.js";
import { withEntry } from "../editor/history.js";
import { historyWriter } from "../editor/historyFile.js";
import type { Key } from "../editor/keys.js";
import type { Choice } from "../editor/menu.js";
import { press } from "../editor/press.js";
import { type Canvas, canvasOn, type Frame } from "../editor/render/frame.js";
import { type Hint, screenful } from "../editor/render/screenful.js";
import { cleared, type EditorState, newEditor } from "../editor/state.js";
import { type ReplLanguage, replLanguage } from "../language/replLanguage.js";
import type { Session } from "../session/session.js";
import { isStepKey } from "../session/stepping.js";
import { type Notices, perform, promptOf } from "./perform.js";
import type { Terminal } from "./terminal.js";

const CLEAR_SCREEN = "\u001b[H\u001b[2J";
const LEAVE_HINT: Hint = { text: "C-d or :quit leaves", strong: null, kind: "help" };

/** The session at a terminal, until it is left. Keys go to the editor while it waits, and otherwise to a run that is going on. */
export function interactive(
  session: Session,
  terminal: Terminal,
  historyFile: string | null,
  notices: Notices,
): Promise<void> {
  return new Promise((resolve) => new Prompt(session, terminal, historyFile, notices, resolve).begin());
}

class Prompt {
  private readonly language: ReplLanguage;
  private readonly canvas: Canvas;
  private readonly keep: (entry: string) => Promise<void>;
  private state: EditorState;
  /** Keys that came while it was busy. */
  private readonly waiting: Key[] = [];
  private isBusy = false;
  private isDrawn = true;
  private hint: Hint | null = null;
  /** How often in a row C-c was pressed. */
  private cancels = 0;
  private explained: { readonly choice: Choice; readonly text: string | null } | null = null;
  private kept: Promise<void> = Promise.resolve();
  private stops: readonly (() => void)[] = [];

  constructor(
    private readonly session: Session,
    private readonly terminal: Terminal,
    historyFile: string | null,
    private readonly notices: Notices,
    private readonly onEnd: () => void,
  ) {
    this.language = replLanguage(session);
    this.canvas = canvasOn(terminal);
    this.keep = historyWriter(historyFile);
    this.state = newEditor(session.history);
  }

  begin(): void {
    const redraw = (): void => this.redraw();
    this.stops = [
      this.notices.listen(() => void this.printNotices()),
      this.terminal.listen(
        (key) => this.onKey(key),
        redraw,
        () => {
          this.canvas.forget();
          redraw();
        },
      ),
    ];
    this.draw();
    setImmediate(this.language.warm);
  }

  private end(): void {
    for (const stop of this.stops) stop();
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
    switch (outcome) {
      case "edit":
        if (isStep) void this.submit();
        else this.drawSoon();
        return;
      case "submit":
        void this.submit();
        return;
      case "cancel":
        this.cancel();
        return;
      case "leave":
        this.leave();
        return;
      case "clear":
        this.terminal.write(CLEAR_SCREEN);
        this.canvas.forget();
        this.draw();
        return;
      case "suspend":
        this.canvas.erase();
        this.terminal.suspend(() => this.redraw());
    }
  }

  /** A key that goes on while stepping, without Enter. */
  private isStep(text: string): boolean {
    return this.session.stepping !== null && (isStepKey(text) || text === "q");
  }

  /** C-c clears the line; on an empty one, again and again, it says how to leave. */
  private cancel(): void {
    if (this.state.buffer.text !== "") {
      this.finish();
      this.cancels = 0;
    } else if (this.cancels > 1) this.hint = LEAVE_HINT;
    this.clear();
    this.draw();
  }

  private clear(): void {
    this.state = cleared(this.state, this.session.history);
  }

  private leave(): void {
    if (this.session.stepping === null) {
      this.finish();
      this.end();
      return;
    }
    this.state = { ...this.state, buffer: bufferOf("q") };
    void this.submit();
  }

  /** The input as it was sent stays on the screen. */
  private finish(): void {
    this.canvas.leave(this.frameOf({ ...this.state, menu: null }, true));
  }

  private async submit(): Promise<void> {
    const { text } = this.state.buffer;
    this.isBusy = true;
    this.finish();
    this.remember(text);
    await perform(this.session, text);
    this.clear();
    this.isBusy = false;
    if (this.session.isLeaving) {
      this.end();
      return;
    }
    void this.printNotices();
    this.handleWaiting();
    if (!this.isBusy) this.draw();
    setImmediate(this.language.warm);
  }

  /** What was typed meanwhile comes now, up to the next input. */
  private handleWaiting(): void {
    for (let key = this.next(); key !== undefined; key = this.next()) this.handle(key);
  }

  private next(): Key | undefined {
    return this.isBusy ? undefined : this.waiting.shift();
  }

  private remember(text: string): void {
    if (this.isStep(text)) return;
    const { session } = this;
    // While stepping, a space in front is no sign that the input is private.
    const entry = session.stepping === null ? text.trimEnd() : text.trim();
    const entries = withEntry(session.history, entry);
    if (entries === session.history) return;
    session.history = entries;
    this.kept = this.keep(entry);
  }

  /** What happened to files, above the prompt. */
  private async printNotices(): Promise<void> {
    if (this.isBusy || !this.notices.hasSome()) return;
    this.isBusy = true;
    this.canvas.erase();
    await this.notices.print();
    this.isBusy = false;
    this.handleWaiting();
    this.draw();
  }

  private redraw(): void {
    if (!this.isBusy) this.draw();
  }

  /** Keys that come in one piece are drawn once. */
  private drawSoon(): void {
    if (!this.isDrawn) return;
    this.isDrawn = false;
    setImmediate(() => {
      if (!this.isDrawn) this.redraw();
      this.isDrawn = true;
    });
  }

  private draw(): void {
    this.isDrawn = true;
    this.canvas.draw(this.frameOf(this.state, false));
    this.explainChoice();
  }

  /** What is known about the selected choice, which may take a moment. */
  private explainChoice(): void {
    const choice = selectedIn(this.state);
    if (choice === null || choice.explain === null || this.explained?.choice === choice) return;
    this.explained = { choice, text: null };
    void choice.explain().then((text) => {
      if (this.explained?.choice !== choice) return;
      this.explained = { choice, text };
      this.redraw();
    });
  }

  private frameOf(state: EditorState, isFinal: boolean): Frame {
    const { session, terminal, hint, explained } = this;
    const known = this.language.highlights(state.buffer);
    const choice = selectedIn(state);
    return screenful(state, {
      prompt: promptOf(session),
      screen: { ...session.screen, columns: terminal.columns() },
      height: Math.max(1, terminal.rows() - 1),
      highlights: hint === null ? known : { ...known, hint },
      explanation: choice !== null && explained?.choice === choice ? explained.text : null,
      isFinal,
    });
  }
}

const selectedIn = ({ menu }: EditorState): Choice | null => menu?.choices[menu.selected ?? -1] ?? null;
