import { bufferOf } from "../editor/buffer/buffer.js";
import { withEntry } from "../editor/history.js";
import { historyWriter } from "../editor/historyFile.js";
import type { Key } from "../editor/keys.js";
import { press } from "../editor/press.js";
import { canvasOn } from "../editor/render/frame.js";
import { type Hint, screenful } from "../editor/render/screenful.js";
import { cleared, type EditorState, newEditor } from "../editor/state.js";
import { replLanguage } from "../language/replLanguage.js";
import type { Session } from "../session/session.js";
import { isStepKey } from "../session/stepping.js";
import { type Notices, perform, promptOf } from "./perform.js";
import type { Terminal } from "./terminal.js";

const CLEAR_SCREEN = "\u001b[H\u001b[2J";

/** The session at a terminal, until it is left. Keys go to the editor while it waits, and to a run that is going on otherwise. */
export function interactive(
  session: Session,
  terminal: Terminal,
  historyFile: string | null,
  notices: Notices,
): Promise<void> {
  const language = replLanguage(session);
  const canvas = canvasOn(terminal);
  const keep = historyWriter(historyFile);
  const waiting: Key[] = [];
  let state = newEditor(session.history);
  let kept: Promise<void> = Promise.resolve();
  let isBusy = false;
  let isDrawn = true;
  let hint: Hint | null = null;
  let cancels = 0;
  let explained: { readonly choice: object; readonly text: string | null } | null = null;

  return new Promise((resolve) => {
    const stopNotices = notices.listen(() => void printNotices());
    const stopKeys = terminal.listen(onKey, redraw, () => {
      canvas.forget();
      redraw();
    });
    draw();
    setImmediate(language.warm);

    function redraw(): void {
      if (!isBusy) draw();
    }

    function onKey(key: Key): void {
      if (!isBusy) handle(key);
      else if (key.name === "C-c") session.interruption.abort();
      else if (key.name === "C-z") terminal.suspend(redraw);
      else waiting.push(key);
    }

    function handle(key: Key): void {
      cancels = key.name === "C-c" ? cancels + 1 : 0;
      hint = null;
      const isStep = session.stepping !== null && state.buffer.text === "" && (isStepKey(key.text) || key.text === "q");
      const pressed = press(state, key, language);
      state = pressed.state;
      if (isStep && pressed.outcome === "edit") {
        void submit();
        return;
      }
      switch (pressed.outcome) {
        case "edit":
          drawSoon();
          return;
        case "submit":
          void submit();
          return;
        case "cancel":
          cancel();
          return;
        case "leave":
          if (session.stepping === null) leave();
          else {
            state = { ...state, buffer: bufferOf("q") };
            void submit();
          }
          return;
        case "clear":
          terminal.write(CLEAR_SCREEN);
          canvas.forget();
          draw();
          return;
        case "suspend":
          canvas.erase();
          terminal.suspend(redraw);
          return;
      }
    }

    /** C-c clears the line; on an empty one, again and again, it says how to leave. */
    function cancel(): void {
      if (state.buffer.text !== "") {
        finish();
        cancels = 0;
      } else if (cancels > 1) hint = { text: "C-d or :quit leaves", strong: null, kind: "help" };
      state = cleared(state, session.history);
      draw();
    }

    function leave(): void {
      finish();
      end();
    }

    function end(): void {
      stopNotices();
      stopKeys();
      void kept.then(resolve);
    }

    /** The input as it was sent stays on the screen. */
    function finish(): void {
      canvas.leave(frameOf({ ...state, menu: null }, true));
    }

    async function submit(): Promise<void> {
      const { text } = state.buffer;
      isBusy = true;
      finish();
      remember(text);
      await perform(session, text);
      state = cleared(state, session.history);
      isBusy = false;
      if (session.isLeaving) {
        end();
        return;
      }
      void printNotices();
      // What was typed meanwhile comes now, up to the next input.
      while (waiting.length > 0 && !isBusy) handle(waiting.shift()!);
      if (!isBusy) draw();
      setImmediate(language.warm);
    }

    function remember(text: string): void {
      const isStep = session.stepping !== null && (isStepKey(text) || text === "q");
      if (isStep) return;
      // While stepping, a space in front is no sign that the input is private.
      const entry = session.stepping === null ? text.trimEnd() : text.trim();
      const entries = withEntry(session.history, entry);
      if (entries === session.history) return;
      session.history = entries;
      kept = keep(entry);
    }

    /** What happened to files, above the prompt. */
    async function printNotices(): Promise<void> {
      if (isBusy || !notices.hasSome()) return;
      isBusy = true;
      canvas.erase();
      await notices.tell();
      isBusy = false;
      while (waiting.length > 0 && !isBusy) handle(waiting.shift()!);
      draw();
    }

    /** Keys that come in one piece are drawn once. */
    function drawSoon(): void {
      if (!isDrawn) return;
      isDrawn = false;
      setImmediate(() => {
        if (!isDrawn && !isBusy) draw();
        isDrawn = true;
      });
    }

    function draw(): void {
      isDrawn = true;
      canvas.draw(frameOf(state, false));
      explainChoice();
    }

    /** What is known about the selected choice, which may take a moment. */
    function explainChoice(): void {
      const choice = state.menu?.choices[state.menu.selected ?? -1] ?? null;
      if (choice === null || choice.explain === null || explained?.choice === choice) return;
      explained = { choice, text: null };
      void choice.explain().then((text) => {
        if (explained?.choice !== choice) return;
        explained = { choice, text };
        if (!isBusy) draw();
      });
    }

    function frameOf(shown: EditorState, isFinal: boolean) {
      const known = language.highlights(shown.buffer);
      const choice = shown.menu?.choices[shown.menu.selected ?? -1] ?? null;
      return screenful(shown, {
        prompt: promptOf(session),
        screen: { ...session.screen, columns: terminal.columns() },
        height: Math.max(1, terminal.rows() - 1),
        highlights: hint === null ? known : { ...known, hint },
        explanation: choice !== null && explained?.choice === choice ? explained.text : null,
        isFinal,
      });
    }
  });
}
