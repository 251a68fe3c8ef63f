import { isDeepStrictEqual } from "node:util";
import type { ChatEvent } from "@semantic-xpath/chat";
import { renderDiff, type UpdateResult } from "@semantic-xpath/memory";
import { count, inOneLine, widthOf } from "./columns.js";
import type { Screen, World } from "./screen.js";
import { cutParts, updateLines } from "./updates.js";

type EventOf<T extends ChatEvent["type"]> = ChatEvent & { readonly type: T };

/** Prints what happens in turns: the answer as it comes, and around it, dimmed, what was understood and what was asked of the memory. */
export function chatPrinter(io: World, { cost }: { readonly cost: boolean }) {
  const { stdout, screen } = io;
  const answer = wordWriter(
    (text) => stdout.write(text),
    stdout.isTerminal ? screen.columns : Number.POSITIVE_INFINITY,
  );
  let asked: UpdateResult | null = null;
  return {
    print(event: ChatEvent): void {
      if (event.type === "text") {
        answer.write(event.text);
        return;
      }
      // What was shown with the question is not shown again when it was done.
      const isShown = event.type === "changed" && asked !== null && isDeepStrictEqual(event.result.diff, asked.diff);
      const isLeft = isShown || (event.type === "cost" && !cost);
      const lines = isLeft ? [] : linesOf(event, screen);
      if (lines.length > 0 || event.type === "cost" || event.type === "done") answer.end();
      if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
      if (event.type === "question") asked = event.dryRun;
      else if (event.type === "began") asked = null;
    },
  };
}

/** Writes text that comes in pieces in lines that end between words, and go on where the text of the first began. */
function wordWriter(write: (text: string) => void, columns: number) {
  let column = 0;
  let indent = "";
  let space = "";
  let word = "";
  const flush = (): void => {
    const isFull = column > indent.length && column + widthOf(space) + widthOf(word) >= columns;
    if (word !== "") write(`${isFull ? `\n${indent}` : space}${word}`);
    if (word !== "") column = (isFull ? indent.length : column + widthOf(space)) + widthOf(word);
    [space, word] = ["", ""];
  };
  const newLine = (): void => {
    flush();
    write("\n");
    [column, indent] = [0, ""];
  };
  return {
    write(text: string): void {
      for (const piece of text.split(/(\n|[ \t]+)/)) {
        if (piece === "\n") newLine();
        else if (!/^[ \t]+$/.test(piece)) word += piece;
        else {
          flush();
          space = piece;
          if (column === 0) indent = piece;
        }
      }
    },
    /** What is written next begins a line. */
    end(): void {
      flush();
      if (column > 0) newLine();
    },
  };
}

function linesOf(event: ChatEvent, screen: Screen): readonly string[] {
  const { paint, glyphs } = screen;
  switch (event.type) {
    case "read":
      return event.chosen === null ? [] : [paint.dim(`${inOneLine(event.readings[event.chosen]!.said)}`)];
    case "repair":
      return [
        paint.dim(`the model's text has mistakes (round ${event.round}): ${event.problems.map(inOneLine).join("; ")}`),
      ];
    case "widened":
      return [paint.yellow(`nothing was found; the nearest that is: ${inOneLine(event.change)}`)];
    case "chosen":
      return [paint.dim(`${glyphs.arrow} ${inOneLine(event.text)}`)];
    case "retrieved":
      return [retrievedLine(event, screen)];
    case "question":
      return questionOf(event, screen);
    case "changed":
      return [...updateLines(event.result, screen), ...omittedLines(event.omitted, screen)];
    case "compared":
      return [...renderDiff(event.diff, cutParts(screen)), ...omittedLines(event.omitted, screen)];
    case "moved":
      return [paint.dim(`now at ${inOneLine(event.task)}, version ${event.version}`)];
    case "note":
      return [paint.yellow(`${event.code === null ? "" : `${event.code}: `}${event.message}`)];
    case "cost":
      return [costLine(event, screen)];
    case "failed":
      return [`${paint.red(event.code)}: ${event.message}`];
    case "done":
      return event.state === "cancelled" ? [paint.yellow("cancelled; nothing was changed")] : [];
    case "began":
    case "text":
      return [];
  }
}

function retrievedLine({ query, nodes, found }: EventOf<"retrieved">, { paint, glyphs }: Screen): string {
  const handed = nodes.length === found ? count(found, "node") : `${nodes.length} of ${count(found, "node")}`;
  return paint.dim(`${paint.cyan(inOneLine(query))} ${glyphs.dot} ${handed}`);
}

function questionOf({ question, choices, dryRun }: EventOf<"question">, screen: Screen): readonly string[] {
  const { paint } = screen;
  const isYesNo = choices.length === 2 && choices[0] === "yes";
  return [
    ...(dryRun === null ? [] : updateLines(dryRun, screen)),
    paint.bold(`${inOneLine(question)}${isYesNo ? " (yes or no)" : ""}`),
    ...(isYesNo ? [] : choices.map((choice, i) => `  ${i + 1}. ${inOneLine(choice)}`)),
  ];
}

const omittedLines = (omitted: number, { paint }: Screen): readonly string[] =>
  omitted === 0 ? [] : [paint.dim(`and ${count(omitted, "more change")}`)];

function costLine({ cost }: EventOf<"cost">, { paint, glyphs }: Screen): string {
  const calls = cost.calls.map(({ purpose, input, output }) => `${purpose} ${input} in, ${output} out`);
  const memory = `retrieved ${cost.retrieved}, whole memory ${cost.whole}, flat search ${cost.flat}`;
  return paint.dim(["tokens", ...calls, memory].join(` ${glyphs.dot} `));
}
