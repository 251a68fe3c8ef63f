import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { ReadStream } from "node:tty";
import type { Io } from "../../io.js";
import { EXIT, type ExitCode } from "../../stop.js";
import { beginsCommand, wantsMore } from "../answer.js";
import { replaceInterrupts } from "../editor/terminal.js";
import type { Notices } from "../session/notices.js";
import { note, type Session } from "../session/session.js";
import { perform, promptOf } from "./perform.js";

interface PlainOptions {
  /** True if a person types: a dumb terminal. Then mistakes end nothing. */
  readonly isInteractive: boolean;
  /** True if a script continues after a mistake. */
  readonly keepsGoing: boolean;
  readonly notices: Notices;
  /** Aborts when the whole is to end. */
  readonly signal: AbortSignal;
}

/** Typed part of an input, and the line in which it begins, counted from 1. */
interface Typed {
  text: string;
  begun: number;
}

/** True if a person types on standard input, in a terminal that can't be drawn on. */
export const isDumbTerminal = ({ stdin }: Io): boolean => stdin instanceof ReadStream;

/**
 * Lines without an editor: one input a line, or several if the line is open. A script ends at its first mistake with its exit code;
 * with `keepsGoing` it continues and ends with the first mistake's code. A person at a terminal ends a query, and unsent input, with
 * an interrupt.
 */
export async function plain(session: Session, { stdin }: Io, options: PlainOptions): Promise<ExitCode> {
  const { isInteractive, keepsGoing, notices, signal } = options;
  const prompt = (text: string): void => {
    const { stdout, stderr } = session;
    if (isInteractive) (stdout.isTerminal ? stdout : stderr).write(text);
  };
  let isRunning = false;
  const open: Typed = { text: "", begun: 1 };
  const interrupt = (): void => session.interruption.abort();
  signal.addEventListener("abort", interrupt);
  const forget = (): void => {
    open.text = "";
    prompt(`\n${promptOf(session)}`);
  };
  const restore = isInteractive ? replaceInterrupts(() => (isRunning ? interrupt() : forget())) : null;
  const lines = createInterface({ input: stdin instanceof Readable ? stdin : Readable.from(stdin), signal });
  let first: ExitCode = EXIT.fine;
  const isOver = (): boolean =>
    session.isLeaving || signal.aborted || (first !== EXIT.fine && !isInteractive && !keepsGoing);
  prompt(promptOf(session));
  for await (const { text, begun } of inputsOf(lines, open, () => prompt("...> "))) {
    if (isOver()) break;
    await notices.print();
    isRunning = true;
    const code = await perform(session, text);
    isRunning = false;
    if (first === EXIT.fine) first = code;
    if (code !== EXIT.fine && !isInteractive && !signal.aborted) note(session, `  in line ${begun} of the input`);
    if (isOver()) break;
    prompt(promptOf(session));
  }
  lines.close();
  restore?.();
  if (!session.isLeaving) prompt("\n");
  if (signal.aborted) return EXIT.interrupted;
  return isInteractive ? EXIT.fine : first;
}

/** The lines as inputs. What was left open ends where a command begins: it is a mistake of its own, and takes nothing else along. */
async function* inputsOf(lines: AsyncIterable<string>, open: Typed, onOpen: () => void): AsyncIterable<Typed> {
  const takeInput = (): Typed => {
    const input = { ...open };
    open.text = "";
    return input;
  };
  let number = 0;
  for await (const line of lines) {
    number++;
    if (open.text !== "" && beginsCommand(line)) yield takeInput();
    if (open.text === "") open.begun = number;
    open.text += open.text === "" ? line : `\n${line}`;
    if (wantsMore(open.text)) onOpen();
    else yield takeInput();
  }
  if (open.text !== "") yield takeInput();
}
