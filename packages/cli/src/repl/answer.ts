import { tokenize } from "@semantic-xpath/parser";
import { compile } from "@semantic-xpath/runtime";
import { sourceOf } from "../input/query.js";
import { ask } from "./commands/ask.js";
import { loadedText } from "./commands/files.js";
import { COMMANDS, commandNamed, commandsOf } from "./commands/table.js";
import { wantsMore as queryWantsMore } from "./editor/buffer/openness.js";
import { execute, isDocument, isUpdate, prepare } from "./session/execute.js";
import { loadDocument } from "./session/loading.js";
import { previewUpdate } from "./session/previewUpdate.js";
import { change, misuse, note, type Session } from "./session/session.js";
import { showRun } from "./session/showRun.js";
import { endStepping, evaluate, isStepKey, step } from "./session/stepping.js";

/** Answers one input. Rejects with a `Stop` that describes the mistake. */
export async function answer(session: Session, input: string): Promise<void> {
  const text = input.trim();
  const { stepping } = session;
  if (text === "") {
    if (stepping !== null && isStepKey(stepping.last)) await step(session, stepping.last);
    return;
  }
  if (text.startsWith("#")) return;
  if (text.startsWith(":")) return command(session, text);
  // Words that beginners type without the colon of commands.
  if (/^(?:help|\?|exit|quit)$/.test(text) && !session.settings.definitions.has(text))
    return command(session, `:${text}`);
  if (stepping !== null) {
    if (isStepKey(text)) return step(session, text);
    if (text === "q") return endStepping(session);
    return evaluate(session, text);
  }
  if (isDocument(text)) {
    change(session, "declarations", await loadDocument(session, sourceOf("input", text)));
    note(session, loadedText(session));
    return;
  }
  if (isUpdate(text)) return previewUpdate(session, text);
  if (isRequest(session, text)) return ask.run(session, text);
  await showRun(session, await execute(session, await prepare(session, text)));
}

/**
 * True for words in a row, which no query has: the input is a request in English. A path that misses its slash is excluded, and so is the call
 * of a query.
 */
function isRequest(session: Session, text: string): boolean {
  if (!/^[\p{L}\d'’-]+(?:[,;:]?\s+["'(]?[\p{L}\d$€£#][^/[\]@]*)+$/u.test(text)) return false;
  return compile(text, { schema: session.settings.schema?.schema ?? null }).query === undefined;
}

async function command(session: Session, text: string): Promise<void> {
  const { name, rest } = splitCommand(text)!;
  const spec = commandNamed(name === "?" ? "help" : name === "exit" ? "quit" : name);
  const operand = rest.trim();
  if (spec.usage === undefined && operand !== "")
    throw misuse(`:${spec.name} takes nothing after it, not "${operand}".`);
  await spec.run(session, operand);
}

/** `:name rest`, with the start of the rest; null if the text is not a command. */
export function splitCommand(text: string) {
  const [head, name = ""] = /^\s*:\s*([A-Za-z]+|\?)?\s*/.exec(text) ?? [];
  return head === undefined ? null : { name, rest: text.slice(head.length), from: head.length };
}

export type Split = NonNullable<ReturnType<typeof splitCommand>>;

/** Start of the query in `NAME = QUERY` or `QUERY`. */
export const queryStart = (text: string): number => /^[\p{L}_][\p{L}\p{N}_.-]*\s*:?=\s*/u.exec(text)?.[0].length ?? 0;

/** True if a line is a command by its whole name, and so does not continue an open input. */
export const beginsCommand = (line: string): boolean =>
  COMMANDS.some(({ name }) => name === /^:([a-z]+)(?:\s|$)/.exec(line)?.[1]);

/** True if Enter should begin a new line: for an open query, and for a command with an open query. */
export function wantsMore(text: string): boolean {
  const split = splitCommand(text);
  if (split === null) return !text.trimStart().startsWith("#") && queryWantsMore(text);
  const { name, rest } = split;
  const candidates = commandsOf(name);
  const takesQuery = candidates.length > 0 && candidates.every(({ takes }) => takes !== undefined);
  return takesQuery && rest !== "" && queryWantsMore(rest.slice(queryStart(rest)));
}

/** Characters that begin an input, rather than continue the line before. */
const BEGINS = /^[/(:#\p{L}_]/u;

/** The inputs of a text in several lines: as in a script one a line, but that an indented line goes on with the one before. */
export function inputsIn(text: string): readonly string[] {
  if (isDocument(text)) return [text];
  const inputs: string[] = [];
  for (const line of text.split("\n")) {
    const last = inputs.at(-1);
    const goesOn =
      !BEGINS.test(line) ||
      (last !== undefined &&
        (tokenize(last).every(({ kind }) => kind === "comment") || (wantsMore(last) && !beginsCommand(line))));
    if (goesOn && last !== undefined) inputs[inputs.length - 1] = `${last}\n${line}`;
    else inputs.push(line);
  }
  return inputs;
}
