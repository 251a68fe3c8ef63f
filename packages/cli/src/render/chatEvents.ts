import { isDeepStrictEqual } from "node:util";
import { type Block, type ChatEvent, omittedText, present } from "@semantic-xpath/chat/present";
import { renderDiff, type UpdateResult } from "@semantic-xpath/memory";
import { inOneLine, widthOf } from "./columns.js";
import type { Screen, World } from "./screen.js";
import { cutParts, updateLines } from "./updates.js";

/** Prints what happens in turns: the answer as it comes, and around it, dimmed, what was understood and what was asked of the memory. */
export function chatPrinter(io: World, { cost }: { readonly cost: boolean }) {
  const { stdout, screen } = io;
  const answer = wordWriter(
    (text) => stdout.write(text),
    stdout.isTerminal ? screen.columns : Number.POSITIVE_INFINITY,
  );
  let confirming: UpdateResult | null = null;
  return {
    print(event: ChatEvent): void {
      if (event.type === "text") {
        answer.write(event.text);
        return;
      }
      // A change that was shown with its question is not repeated when it is done.
      const isShown =
        event.type === "changed" && confirming !== null && isDeepStrictEqual(event.result.diff, confirming.diff);
      const isLeft = isShown || (event.type === "cost" && !cost);
      const lines = isLeft ? [] : present(event).flatMap((block) => linesOf(block, screen));
      if (lines.length > 0 || event.type === "cost" || event.type === "done") answer.end();
      if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
      if (event.type === "question") confirming = event.dryRun;
      else if (event.type === "began") confirming = null;
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
    /** Starts the next output on a new line. */
    end(): void {
      flush();
      if (column > 0) newLine();
    },
  };
}

function linesOf(block: Block, screen: Screen): readonly string[] {
  const { paint, glyphs } = screen;
  switch (block.kind) {
    case "text":
      return [textLine(block, screen)];
    case "query":
      return [paint.dim(`${paint.cyan(inOneLine(block.query))} ${glyphs.dot} ${block.text}`)];
    case "diff": {
      const { result, hunks, omitted } = block;
      const more = omittedText(omitted);
      const lines = result === null ? renderDiff(hunks, cutParts(screen)) : updateLines(result, screen);
      return [...lines, ...(more === null ? [] : [paint.dim(more)])];
    }
    case "question": {
      const { text, choices, isYesNo, dryRun } = block;
      return [
        ...(dryRun === null ? [] : updateLines(dryRun, screen)),
        paint.bold(`${inOneLine(text)}${isYesNo ? " (yes or no)" : ""}`),
        ...(isYesNo ? [] : choices.map((choice, i) => `  ${i + 1}. ${inOneLine(choice)}`)),
      ];
    }
    case "cost":
      return [paint.dim([block.text, ...block.parts].join(` ${glyphs.dot} `))];
  }
}

function textLine({ tone, text, code }: Extract<Block, { kind: "text" }>, { paint }: Screen): string {
  const oneLine = tone === "error" ? text : inOneLine(text);
  if (tone === "error") return code === null ? oneLine : `${paint.red(code)}: ${oneLine}`;
  return tone === "notice" ? paint.yellow(code === null ? oneLine : `${code}: ${oneLine}`) : paint.dim(oneLine);
}
